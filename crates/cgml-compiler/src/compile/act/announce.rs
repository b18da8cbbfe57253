//! Compiles announcements, events and messages with values (extensions).

use super::super::value::{Ty, Val};
use super::super::{Compiler, codes};
use crate::code::{Kind, Message, MessagePart, Op, When};
use crate::syntax::{self, Action, Announce, Emit};
use rulebook_diag::Diagnostic;

impl<'a> Compiler<'a> {
    /// Compiles the prompt of a question, or the default text `words` if the question has no prompt. Returns the number
    /// of the message.
    pub(super) fn prompt_or(&mut self, written: Option<&'a syntax::Message>, words: &str) -> usize {
        let Some(written) = written else {
            self.messages.push(Message { parts: vec![MessagePart::Text(words.to_owned())] });
            return self.messages.len() - 1;
        };
        self.message(written)
    }

    /// Compiles a message with values and returns its number.
    pub(in super::super) fn message(&mut self, message: &'a syntax::Message) -> usize {
        let mut parts = Vec::new();
        for part in &message.parts {
            match part {
                syntax::MessagePart::Text(text) => parts.push(MessagePart::Text(text.clone())),
                syntax::MessagePart::Value(expr) => match self.lower(expr) {
                    Val::Hole | Val::Empty => {}
                    // Print the same text as for a value that is missing during play.
                    Val::Null => parts.push(MessagePart::Text("nothing".into())),
                    Val::One(kind, value) => parts.push(MessagePart::Value(value, kind)),
                    Val::Record(fields) => {
                        let field = fields.first().map_or("field", |(name, _)| name.as_str()).to_owned();
                        let message = "a record cannot be shown in a message";
                        let found = Diagnostic::error(codes::TYPE, expr.span, message).label("which of its fields?");
                        self.report(found.help(format!("name one of its fields: `{{{expr}.{field}}}`")));
                    }
                    value => {
                        if let Some((list, kind)) = self.listed(value, expr.span) {
                            parts.push(MessagePart::List(list, kind));
                        }
                    }
                },
            }
        }
        self.messages.push(Message { parts });
        self.messages.len() - 1
    }

    pub(super) fn act_announce(&mut self, act: &'a Announce, action: &'a Action) {
        let text = self.message(&act.text);
        let to = self.who(&act.to, None, action.span);
        self.unreadable(text, &to, act.text.span);
        self.unit.emit(Op::Say(text, to));
    }

    pub(super) fn act_emit(&mut self, act: &'a Emit, action: &'a Action) {
        let values: Vec<(&'a syntax::Name, Val<'a>)> =
            act.with.iter().map(|(name, value)| (name, self.lower(value))).collect();
        let Some(number) = self.event(&act.event) else { return };
        if self.in_setup && !self.dry {
            let message = "this event has no effect, because no rule fires during setup";
            let found = Diagnostic::warning(codes::NEVER_FIRES, action.span, message).label("has no effect");
            self.report(found.help("emit the event in a rule on `on.state.enter` of the first state"));
        }
        let declared = &self.document.components.events[number];
        for (name, _) in &values {
            if declared.context.iter().all(|field| field.text != name.text) {
                let known = declared.context.iter().map(|field| field.as_str());
                self.report(super::super::unknown_names::unknown(codes::UNKNOWN_FIELD, "field", name, known));
            }
        }
        let mut fields = Vec::new();
        for field in &declared.context {
            let given = values.iter().find(|(name, _)| name.text == field.text);
            let (value, span) = match given {
                Some((name, value)) => (value.clone(), name.span),
                None => (Val::Null, action.span),
            };
            let key = format!("on.{}.{}", declared.name.text, field.text);
            if let Some(ty @ Ty::One(_)) = value.ty() {
                self.learned.learn(&key, ty, Some(span));
            }
            let kind = self.learned.get(&key).map_or(Kind::Number, Ty::kind);
            match value.ty() {
                Some(ty) if ty != Ty::One(kind) => {
                    let message = format!(
                        "`{field}` is {} elsewhere, but {} here",
                        Ty::One(kind).name(),
                        ty.name(),
                        field = field.text
                    );
                    self.report(Diagnostic::error(codes::TWO_TYPES, span, message));
                    fields.push(super::super::value::missing());
                }
                _ => fields.push(self.one(kind, value, span)),
            }
        }
        if let (Some(name), true) = (&action.common.store_as, self.lane.is_some()) {
            let message = "whether the event happened cannot be stored while all players act at once";
            return self.error(codes::NOT_AT_ONCE, name.span, message);
        }
        let happened = self.keep_one(action, Kind::Bool);
        self.unit.emit(Op::Emit(number, fields, happened));
    }

    pub(super) fn act_prevent(&mut self, action: &'a Action) {
        if !self.can_prevent {
            let found = Diagnostic::error(codes::ACTION, action.span, "there is no event here that can be prevented");
            let help = "use `PREVENT` in a rule with `timing: pre` on a move of cards or on a declared event";
            self.report(found.help(help));
        }
        if self.unit.when == Some(When::Rollback) || self.unit.is_tried() {
            let found = Diagnostic::error(codes::ACTION, action.span, "`PREVENT` cannot be undone");
            self.report(found.help("move `PREVENT` after the `TRY`, or write `on_failure: abort`"));
        }
        self.unit.emit(Op::Prevent);
    }
}

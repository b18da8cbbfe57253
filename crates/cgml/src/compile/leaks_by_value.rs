//! Options that depend on what the one who is asked may not know, because it was set from faces that others do not see, or was
//! an answer that others are not told (decision 17). Bots and people would be offered what they cannot reckon with.

use super::act::is_of_stored_cards;
use super::leaks_by_face::{Read, faces, item_sources, sources, zone_sources};
use super::value::missing;
use super::{Compiler, codes};
use crate::code::walk::each::{self, Node};
use crate::code::{Ask, Cards, Expr, Gather, Instruction, Kept, Kind, List, Op, Options, SlotId, Target};
use crate::syntax::Audience;
use rulebook_diag::{Diagnostic, Span};
use rulebook_table::{Scope, ZoneVisibility};

/// What others do not know, and something was set from.
enum Source {
    /// The faces of cards in a zone, and whose it is.
    Cards(String, Option<Expr>),
    /// An answer, and who gave it.
    Answer(Expr),
}

impl Source {
    /// Who knows it.
    fn owner(&self) -> Option<&Expr> {
        match self {
            Source::Cards(_, owner) => owner.as_ref(),
            Source::Answer(who) => Some(who),
        }
    }
}

/// A variable that was set from what others do not know.
pub(super) struct Secret {
    name: String,
    pub(super) target: Target,
    /// From what, if it was set to it and to nothing else.
    pub(super) value: Option<Expr>,
    /// Where it says whether it was set, if that is not sure.
    pub(super) guard: Option<SlotId>,
    source: Source,
    /// The rule, and the step of its effect.
    pub(super) set: (Option<String>, usize),
    span: Span,
}

/// Variables on which options depend.
pub(super) struct Wanted {
    reads: Vec<Expr>,
    who: Expr,
    /// The rule, and the step of its effect.
    asked: (Option<String>, usize),
    span: Span,
}

impl Compiler<'_> {
    /// Notes what the steps from `first` on set from faces that others do not see, unless the variable has an audience, and from
    /// answers that others are not told, unless it is for all. Where it is not sure that they are done, another step says that
    /// they were.
    pub(super) fn note_secrets(&mut self, first: usize, name: &str, sure: bool, span: Span) {
        let base = name.split('.').next().unwrap_or(name);
        let declared = self.game.variable(base).and_then(|number| self.game.variables[number].audience);
        if declared == Some(Audience::All) || self.learning || self.dry {
            return;
        }
        let end = self.unit.code.len();
        for at in first..end {
            let (Op::Set(target, value) | Op::Add(target, value)) = &self.unit.code[at].op else { continue };
            if matches!(target, Target::Slot(_)) {
                continue;
            }
            let seen = if declared.is_none() { self.unseen(value, at) } else { None };
            let Some(source) = seen.or_else(|| self.untold(value, at)) else { continue };
            // In rounds, and for all at once, it may be set more than once.
            let again = self.lane.is_some() || self.unit.is_in_loop();
            let of_cards = matches!(self.unit.code[at].op, Op::Set(..)) && is_of_stored_cards(value);
            let once = end - first == 1 && !again && of_cards;
            let (name, target, value) = (name.to_owned(), target.clone(), once.then(|| value.clone()));
            let guard = (once && !sure).then(|| {
                let guard = self.unit.slot("was set", Kind::Number);
                self.unit.emit(Op::Set(Target::Slot(guard), Expr::Const(1)));
                guard
            });
            self.secrets.push(Secret { name, target, value, guard, source, set: (self.rule.clone(), at), span });
        }
    }

    /// A step of the effect that is compiled set something from cards that all see by now.
    pub(super) fn told_by_now(&mut self, at: usize) {
        let rule = self.rule.clone();
        self.secrets.retain(|secret| secret.set != (rule.clone(), at));
    }

    /// Notes the variables on which options depend. What was answered in the same effect is looked up at once.
    pub(super) fn wants(&mut self, ask: &Ask, span: Span) {
        let (mut reads, mut stored) = (Vec::new(), Vec::new());
        let mut look = |node: Node<'_>| match node {
            Node::Expr(read @ (Expr::Var(_) | Expr::VarOf(..) | Expr::Global(_))) => reads.push(read.clone()),
            node => stored.extend(stored_by(&node)),
        };
        each::options(&ask.options, &mut look);
        for part in ask.many.iter().flat_map(|many| [Some(&many.min), many.max.as_ref(), many.constraint.as_ref()]) {
            part.into_iter().for_each(|part| each::expr(part, &mut look));
        }
        if !reads.is_empty() && !self.learning {
            let asked = (self.rule.clone(), self.unit.code.len());
            self.wanted.push(Wanted { reads, who: ask.who.clone(), asked, span });
        }
        let at = self.unit.code.len();
        let other = stored.iter().copied().find(|kept| self.answered(*kept, at).is_some_and(|who| who != ask.who));
        if let Some(kept) = other {
            let name = self.unit.kept_name(kept).to_owned();
            return self.report(depends(&name, span).help(UNTOLD));
        }
        let found = stored.into_iter().find_map(|kept| Some((kept, self.found_unseen(kept, at, &ask.who)?)));
        if let Some((kept, zone)) = found {
            let name = self.unit.kept_name(kept).to_owned();
            let told = depends(&name, span).help(format!(
                "it was found by cards in `{zone}` that they cannot see: move or show it first, or offer what does not depend on it"
            ));
            self.report(told);
        }
    }

    /// The zone by whose cards what is stored here was found, if the one who is asked cannot see them, and nothing has shown since
    /// what was found.
    fn found_unseen(&self, kept: Kept, at: usize, who: &Expr) -> Option<String> {
        for step in self.unit.code[..at].iter().rev() {
            let mut reads = Vec::new();
            match &step.op {
                Op::Move { cards: Gather { from: shown, .. }, .. }
                | Op::Gather { cards: Gather { from: shown, .. }, .. }
                | Op::Turn(shown, _)
                | Op::Sight(_, shown, _)
                    if is_of(shown, kept) =>
                {
                    return None;
                }
                Op::Set(Target::Slot(slot), _) if kept == Kept::One(*slot) => {}
                Op::SetList(list, _) if kept == Kept::Many(*list) => {}
                Op::Random { result, .. } if *result == kept => {}
                _ => continue,
            }
            each::op(&step.op, &mut |node| faces(&node, None, &mut reads));
            return reads.into_iter().find_map(|read| self.hidden_from(who, &read));
        }
        None
    }

    /// Warns of options that depend on what only others know.
    pub(super) fn secret_options(&mut self) {
        let mut found: Vec<Diagnostic> = Vec::new();
        for wanted in &self.wanted {
            let kept = |secret: &&Secret| wanted.reads.iter().any(|read| secret.is_kept_from(wanted, read));
            let Some(secret) = self.secrets.iter().find(kept) else { continue };
            let (from, help) = match &secret.source {
                Source::Cards(zone, _) => (
                    format!("set from cards in `{zone}` that others do not see"),
                    "set it after the cards were moved to where all see them, or give the variable `audience: all`",
                ),
                Source::Answer(_) => ("set from an answer that others are not told".to_owned(), UNTOLD),
            };
            found.push(depends(&secret.name, wanted.span).secondary(secret.span, from).help(help));
        }
        found.into_iter().for_each(|told| self.report(told));
    }

    /// An answer that a step reads and that is not told to all.
    fn untold(&self, value: &Expr, at: usize) -> Option<Source> {
        let mut stored = Vec::new();
        each::expr(value, &mut |node| stored.extend(stored_by(&node)));
        stored.into_iter().find_map(|kept| self.answered(kept, at)).map(Source::Answer)
    }

    /// Who gave the answer that is stored here before a step, if it is not told to all. A copy is as good as the answer.
    fn answered(&self, mut kept: Kept, at: usize) -> Option<Expr> {
        for step in self.unit.code[..at].iter().rev() {
            match &step.op {
                Op::Ask(ask) => {
                    let into = ask.many.as_ref().map_or(Kept::One(ask.into), |many| Kept::Many(many.into));
                    if into == kept {
                        return ask.audience.is_some().then(|| ask.who.clone());
                    }
                }
                Op::Set(Target::Slot(slot), value) if kept == Kept::One(*slot) => match value {
                    Expr::Slot(other) => kept = Kept::One(*other),
                    _ => return None,
                },
                _ => {}
            }
        }
        None
    }

    /// Cards that a step reads in a zone and that others than its owner do not see.
    fn unseen(&self, value: &Expr, at: usize) -> Option<Source> {
        let (mut reads, mut stored, mut of_faces) = (Vec::new(), Vec::new(), false);
        each::expr(value, &mut |node| {
            faces(&node, None, &mut reads);
            match node {
                Node::Expr(Expr::Property(..) | Expr::RankOfCard(_) | Expr::FaceId(_))
                | Node::Cards(Cards::Filter(..) | Cards::Prefer(..))
                | Node::List(List::Keys(_)) => {
                    of_faces = true;
                }
                Node::Expr(Expr::Slot(slot)) => stored.push(Kept::One(*slot)),
                Node::Cards(Cards::Slot(list)) => stored.push(Kept::Many(*list)),
                _ => {}
            }
        });
        if of_faces {
            reads.extend(stored.into_iter().flat_map(|cards| lying(&self.unit.code[..at], cards)));
        }
        reads.into_iter().find_map(|read| self.is_unseen(&read))
    }

    fn is_unseen(&self, read: &Read) -> Option<Source> {
        let (def, owner) = match &read.zone {
            Expr::Const(number) => (self.game.def_of(*number)?, None),
            Expr::ZoneOf(def, seat) => (*def, Some((**seat).clone())),
            _ => return None,
        };
        let info = &self.game.zones[def];
        let level = if read.top { ZoneVisibility::TopOnly } else { ZoneVisibility::All };
        let seen = self.can_be_up(info) && info.def.others_level >= level;
        let owner = owner.filter(|_| info.scope != Scope::Shared && info.def.owner_level == ZoneVisibility::All);
        (!seen && !self.was_shown(&missing(), &read.zone)).then(|| Source::Cards(info.name.clone(), owner))
    }
}

impl Secret {
    /// Is it what is read, and does the one who is asked perhaps not know it?
    fn is_kept_from(&self, wanted: &Wanted, read: &Expr) -> bool {
        let owner = self.source.owner();
        let own = match (&self.target, read) {
            (Target::Var(set), Expr::Var(read)) if set == read => false,
            (Target::Global(set), Expr::Global(read)) if set == read => false,
            // What players set from cards or answers of their own they know.
            (Target::VarOf(set, of), Expr::VarOf(read, whose)) if set == read => {
                owner == Some(of) && **whose == wanted.who
            }
            _ => return false,
        };
        // Who has just set it from what is their own knows it; whoever is asked the next time may be another.
        let just_set = wanted.asked.0 == self.set.0 && wanted.asked.1 > self.set.1;
        !(own || just_set && owner == Some(&wanted.who))
    }
}

const UNTOLD: &str = "let all know the answer (without `audience:`), or offer what does not depend on it";

fn depends(name: &str, span: Span) -> Diagnostic {
    let message = format!("what can be chosen depends on `{name}`, which the one who chooses may not know");
    Diagnostic::warning(codes::TELLS, span, message).label(format!("reads `{name}`"))
}

/// What a node itself reads of the frame.
fn stored_by(node: &Node<'_>) -> Option<Kept> {
    match node {
        Node::Expr(Expr::Slot(slot)) => Some(Kept::One(*slot)),
        Node::List(List::Slot(list)) | Node::Cards(Cards::Slot(list)) => Some(Kept::Many(*list)),
        _ => None,
    }
}

/// The zones in which stored cards lie after these steps, where that can be told. Whoever sees the top of a zone has seen what
/// was just moved there.
fn lying(code: &[Instruction], cards: Kept) -> Vec<Read> {
    let (mut zones, mut moved_there) = (Vec::new(), false);
    for (at, step) in code.iter().enumerate().rev() {
        match &step.op {
            Op::Move { cards: moved, to, result, .. } | Op::Gather { cards: moved, to, result, .. } => {
                if *result != cards && !is_of(&moved.from, cards) {
                    continue;
                }
                zones.push(to.clone());
                moved_there = true;
            }
            Op::Deal { to, result, .. } if *result == cards => zone_sources(to, &mut zones),
            Op::Random { from, result, .. } if *result == cards => item_sources(from, None, &mut zones),
            Op::Ask(ask) => match (&ask.options, &ask.many) {
                (Options::Cards(of), None) if cards == Kept::One(ask.into) => sources(of, None, &mut zones),
                (Options::Cards(of), Some(many)) if cards == Kept::Many(many.into) => sources(of, None, &mut zones),
                _ => continue,
            },
            Op::Next { left, item, .. } if cards == Kept::One(*item) => {
                let filled = code[..at].iter().rev().find_map(|step| match &step.op {
                    Op::Loop(list, items) if list == left => Some(items),
                    _ => None,
                });
                filled.into_iter().for_each(|items| item_sources(items, None, &mut zones));
            }
            // Whatever was shown is open.
            Op::Turn(shown, _) | Op::Sight(_, shown, _) if is_of(shown, cards) => {}
            Op::Set(Target::Slot(slot), _) if cards == Kept::One(*slot) => {}
            Op::SetList(list, _) if cards == Kept::Many(*list) => {}
            _ => continue,
        }
        break;
    }
    zones.into_iter().map(|zone| Read { zone, top: moved_there }).collect()
}

/// Are these the stored cards?
fn is_of(these: &Cards, cards: Kept) -> bool {
    match (these, cards) {
        (Cards::One(card), Kept::One(slot)) => **card == Expr::Slot(slot),
        (Cards::Slot(list), Kept::Many(own)) => *list == own,
        _ => false,
    }
}

//! Warns about options that depend on a variable the asked player may not know (decision 17). Such a variable was set
//! from hidden cards or from a hidden answer. The options would leak it.

use super::act::is_of_stored_cards;
use super::leaks_by_face::{Read, faces, item_sources, sources, zone_sources};
use super::value::missing;
use super::{Compiler, codes};
use crate::code::walk::each::{self, Node};
use crate::code::{Ask, Cards, Expr, Gather, Instruction, Kept, Kind, List, Op, Options, SlotId, Target};
use crate::syntax::Audience;
use rulebook_diag::{Diagnostic, Span};
use rulebook_table::{Scope, ZoneVisibility};

/// Hidden information that a variable was set from.
enum Source {
    /// Cards in a zone, and the owner of the zone.
    Cards(String, Option<Expr>),
    /// An answer, and the player who gave it.
    Answer(Expr),
}

impl Source {
    /// The player who knows the information.
    fn owner(&self) -> Option<&Expr> {
        match self {
            Source::Cards(_, owner) => owner.as_ref(),
            Source::Answer(who) => Some(who),
        }
    }
}

/// A variable that was set from hidden information.
pub(super) struct Secret {
    name: String,
    pub(super) target: Target,
    /// The assigned value, if it is the only assignment.
    pub(super) value: Option<Expr>,
    /// The slot that records whether the assignment ran, if it is conditional.
    pub(super) guard: Option<SlotId>,
    source: Source,
    /// The rule, and the index of the instruction in its effect.
    pub(super) set: (Option<String>, usize),
    span: Span,
}

/// Variables that the options of a question depend on.
pub(super) struct OptionReads {
    reads: Vec<Expr>,
    who: Expr,
    /// The rule, and the index of the instruction in its effect.
    asked: (Option<String>, usize),
    span: Span,
}

impl Compiler<'_> {
    /// Records assignments from `first` on that read hidden cards or hidden answers. Hidden cards do not count if the
    /// variable declares an audience. Hidden answers do not count either if that audience is `all`. If an assignment is
    /// conditional, emits a guard that records whether it ran.
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
            // In a loop or in a lane, the same assignment may run more than once.
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

    /// Forgets an assignment of the current effect, because all players now see its cards.
    pub(super) fn told_by_now(&mut self, at: usize) {
        let rule = self.rule.clone();
        self.secrets.retain(|secret| secret.set != (rule.clone(), at));
    }

    /// Records the variables that options depend on. Hidden answers of the same effect cause a warning at once.
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
            self.wanted.push(OptionReads { reads, who: ask.who.clone(), asked, span });
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
                "a search in `{zone}` found this value, and the player cannot see those cards: show the result first, or offer other options"
            ));
            self.report(told);
        }
    }

    /// The zone with the hidden cards that a stored search result depends on. `None` if the asked player can see them,
    /// or if something has revealed the result since.
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
                // New instruction: add it if it stores, moves or shows a card. Otherwise a warning about a leak may be
                // missing.
                _ => continue,
            }
            each::op(&step.op, &mut |node| faces(&node, None, &mut reads));
            return reads.into_iter().find_map(|read| self.hidden_from(who, &read));
        }
        None
    }

    /// Warns about options that depend on information that only other players have.
    pub(super) fn secret_options(&mut self) {
        let mut found: Vec<Diagnostic> = Vec::new();
        for wanted in &self.wanted {
            let kept = |secret: &&Secret| wanted.reads.iter().any(|read| secret.is_kept_from(wanted, read));
            let Some(secret) = self.secrets.iter().find(kept) else { continue };
            let (from, help) = match &secret.source {
                Source::Cards(zone, _) => (
                    format!("set from cards in `{zone}` that other players do not see"),
                    "set it after the cards are visible to all players, or give the variable `audience: all`",
                ),
                Source::Answer(_) => ("set from an answer that other players do not learn".to_owned(), UNTOLD),
            };
            found.push(depends(&secret.name, wanted.span).secondary(secret.span, from).help(help));
        }
        found.into_iter().for_each(|told| self.report(told));
    }

    /// The hidden answer that the instruction at index `at` reads in `value`. `None` if there is none.
    fn untold(&self, value: &Expr, at: usize) -> Option<Source> {
        let mut stored = Vec::new();
        each::expr(value, &mut |node| stored.extend(stored_by(&node)));
        stored.into_iter().find_map(|kept| self.answered(kept, at)).map(Source::Answer)
    }

    /// The player who gave the answer that is stored here, if the answer is hidden from others. Looks at the
    /// instructions before `at`. A copy of the answer counts, too.
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
                // New instruction: add it if it asks a player or copies an answer. Otherwise a warning about a leak may
                // be missing.
                _ => {}
            }
        }
        None
    }

    /// The cards in a zone that an instruction reads and that only the owner of the zone sees.
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
    /// Whether `read` reads this variable although the asked player may not know it.
    fn is_kept_from(&self, wanted: &OptionReads, read: &Expr) -> bool {
        let owner = self.source.owner();
        let own = match (&self.target, read) {
            (Target::Var(set), Expr::Var(read)) if set == read => false,
            (Target::Global(set), Expr::Global(read)) if set == read => false,
            // Players know their own variable if it was set from their own cards or answers.
            (Target::VarOf(set, of), Expr::VarOf(read, whose)) if set == read => {
                owner == Some(of) && **whose == wanted.who
            }
            _ => return false,
        };
        // A player who just set the variable from their own information knows it. A question in another effect may go
        // to another player.
        let just_set = wanted.asked.0 == self.set.0 && wanted.asked.1 > self.set.1;
        !(own || just_set && owner == Some(&wanted.who))
    }
}

const UNTOLD: &str = "tell the answer to all players (without `audience:`), or offer options that do not depend on it";

fn depends(name: &str, span: Span) -> Diagnostic {
    let message = format!("these options depend on `{name}`, which the asked player may not know");
    Diagnostic::warning(codes::TELLS, span, message).label(format!("reads `{name}`"))
}

/// The stored value that a node reads by itself.
fn stored_by(node: &Node<'_>) -> Option<Kept> {
    match node {
        Node::Expr(Expr::Slot(slot)) => Some(Kept::One(*slot)),
        Node::List(List::Slot(list)) | Node::Cards(Cards::Slot(list)) => Some(Kept::Many(*list)),
        _ => None,
    }
}

/// The zones of stored cards after these instructions, if they are known. A player who sees the top card of a zone has
/// also seen the cards that moved there.
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
            // Shown cards are public.
            Op::Turn(shown, _) | Op::Sight(_, shown, _) if is_of(shown, cards) => {}
            Op::Set(Target::Slot(slot), _) if cards == Kept::One(*slot) => {}
            // New instruction: add it if it stores, moves or shows a card. Otherwise a warning about a leak may be
            // missing.
            Op::SetList(list, _) if cards == Kept::Many(*list) => {}
            _ => continue,
        }
        break;
    }
    zones.into_iter().map(|zone| Read { zone, top: moved_there }).collect()
}

/// Whether the expression reads exactly the stored cards.
fn is_of(these: &Cards, cards: Kept) -> bool {
    match (these, cards) {
        (Cards::One(card), Kept::One(slot)) => **card == Expr::Slot(slot),
        (Cards::Slot(list), Kept::Many(own)) => *list == own,
        _ => false,
    }
}

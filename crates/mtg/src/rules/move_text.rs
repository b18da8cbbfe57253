//! Writes moves and facts as text.

use super::Duel;
use super::compiled_cards::{CompiledAbility, DefId};
use super::fact::{HitRecipient, Note};
use super::moves::Move;
use super::state::{CastWay, DuelState, Id, TurnStep};
use crate::ir::Color;
use rulebook_table::Face;

impl Duel {
    pub(crate) fn name_of(&self, s: &DuelState, id: Id) -> String {
        let name = s.known(id).map_or("something", |o| &self.cards.defs[o.face as usize].name);
        format!("{name} #{}", id.slot)
    }

    pub(crate) fn face_name(&self, s: &DuelState, face: Face) -> &str {
        &self.cards.defs[self.face(s, face).1 as usize].name
    }

    pub(crate) fn move_text(&self, s: &DuelState, mv: Move) -> String {
        let obj = |id: Id| self.name_of(s, id);
        let way = |way: CastWay| match way {
            CastWay::Usual => "",
            CastWay::Flashback => " with flashback",
            CastWay::Instead => " for its other cost",
            CastWay::Free => " for nothing",
            CastWay::Cycling => " by cycling",
            CastWay::Side(_) => "",
        };
        match mv {
            Move::Keep => "keep".to_owned(),
            Move::Mulligan => "mulligan".to_owned(),
            Move::Land(face) => format!("play {}", self.face_name(s, face)),
            Move::Cast(face, CastWay::Cycling) => format!("cycle {}", self.face_name(s, face)),
            Move::Cast(face, CastWay::Side(side)) => {
                let side = self.side(s, face, side);
                let verb = if self.is_land(side) { "play" } else { "cast" };
                format!("{verb} {}", self.cards.defs[side as usize].name)
            }
            Move::Cast(face, how) => format!("cast {}{}", self.face_name(s, face), way(how)),
            Move::CastFrom(id, how) => format!("cast {}{}", obj(id), way(how)),
            Move::LandFrom(id) => format!("play {}", obj(id)),
            Move::Activate(id, at) => {
                let ab = self.abilities(s, id).nth(usize::from(at));
                let mana = ab.is_some_and(|ab| {
                    matches!(self.cards.abilities[ab as usize], CompiledAbility::Activated { mana: true, .. })
                });
                let verb = if mana { "tap" } else { "use" };
                if at == 0 { format!("{verb} {}", obj(id)) } else { format!("{verb} {} ability {}", obj(id), at + 1) }
            }
            Move::Pass => "pass".to_owned(),
            Move::Yield => "pass this turn".to_owned(),
            Move::SkipCombat => "skip combat".to_owned(),
            Move::Attack(id, seat) => format!("attack {seat} with {}", obj(id)),
            Move::AttackWalker(id, walker) => format!("attack {} with {}", obj(walker), obj(id)),
            Move::Block(blocker, attacker) => format!("block {} with {}", obj(attacker), obj(blocker)),
            Move::Done => "done".to_owned(),
            Move::Card(face) => format!("card {}", self.face_name(s, face)),
            Move::Object(id) => obj(id),
            Move::Player(seat) => format!("player {seat}"),
            Move::Yes => "yes".to_owned(),
            Move::No => "no".to_owned(),
            Move::Number(n) => n.to_string(),
            Move::Mode(n) => format!("mode {}", n + 1),
            Move::Color(n) => Color::ALL.get(usize::from(n)).map_or("colorless", |color| color.word()).to_owned(),
            Move::Subtype(n) => self.cards.subtype_names[usize::from(n)].clone(),
            Move::Auto => "pay".to_owned(),
            Move::Trigger(n) => format!("trigger {}", n + 1),
            Move::First(n) => {
                let of = match s.frames.last() {
                    Some(super::state::Frame::MidStep(wanted)) => wanted.options.get(usize::from(n)).copied(),
                    _ => None,
                };
                format!("effect {} first: {}", n + 1, obj(of.unwrap_or(Id::NONE)))
            }
            Move::Cancel => "cancel".to_owned(),
            Move::Scoop => "scoop".to_owned(),
        }
    }

    pub(crate) fn note_text(&self, note: &Note) -> String {
        let name = |def: &DefId| self.cards.defs.get(*def as usize).map_or("something", |d| d.name.as_str());
        match note {
            Note::Turn(seat, n) => format!("turn {n}: {seat}"),
            Note::Step(step) => step_name(*step).to_owned(),
            Note::Mulligan(seat) => format!("{seat} takes a mulligan"),
            Note::Keeps(seat) => format!("{seat} keeps"),
            Note::Life(seat, n) => format!("{seat} is at {n}"),
            Note::Land(seat, def) => format!("{seat} plays {}", name(def)),
            Note::Cast(seat, def) => format!("{seat} casts {}", name(def)),
            Note::Activated(seat, def) => format!("{seat} uses {}", name(def)),
            Note::Triggered(_, def) => format!("{} triggers", name(def)),
            Note::Resolves(def) => format!("{} resolves", name(def)),
            Note::Fizzled(def) => format!("{} has no legal target left", name(def)),
            Note::Countered(def) => format!("{} is countered", name(def)),
            Note::Attacks(def) => format!("{} attacks", name(def)),
            Note::Blocks(a, b) => format!("{} blocks {}", name(a), name(b)),
            Note::Damage(def, n) => format!("{} deals {n} damage", name(def)),
            Note::TokenMade(seat, def) => format!("{seat} gets a {} token", name(def)),
            Note::TokenGone(..) => "a token is gone".to_owned(),
            Note::Hits(def, whom, n) => {
                let whom = match whom {
                    HitRecipient::Seat(seat) => seat.to_string(),
                    HitRecipient::Permanent(def) => name(def).to_owned(),
                };
                format!("{} deals {n} damage to {whom}", name(def))
            }
        }
    }
}

pub(crate) fn step_name(step: TurnStep) -> &'static str {
    match step {
        TurnStep::Untap => "untap",
        TurnStep::Upkeep => "upkeep",
        TurnStep::Draw => "draw",
        TurnStep::Main => "main phase",
        TurnStep::BeginCombat => "beginning of combat",
        TurnStep::Attackers => "declare attackers",
        TurnStep::Blockers => "declare blockers",
        TurnStep::FirstDamage => "first combat damage",
        TurnStep::Damage => "combat damage",
        TurnStep::EndCombat => "end of combat",
        TurnStep::SecondMain => "second main phase",
        TurnStep::End => "end step",
        TurnStep::Cleanup => "cleanup",
    }
}

impl super::Words for crate::lexicon::Lexicon {
    fn name(&self, id: crate::ir::NameId) -> String {
        crate::lexicon::Lexicon::name(self, id).to_owned()
    }

    fn subtype(&self, id: crate::ir::SubtypeId) -> String {
        self.subtype_word(id, false).to_owned()
    }

    fn counter(&self, id: crate::ir::WordId) -> String {
        self.word(id).to_owned()
    }

    fn find(&self, word: &str) -> Option<crate::ir::SubtypeId> {
        crate::lexicon::Lexicon::subtype(self, word)
    }
}

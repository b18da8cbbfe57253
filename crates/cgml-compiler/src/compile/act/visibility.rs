//! Compiles actions that show and hide cards (CGML 13.2).

use super::super::value::Val;
use super::super::{Compiler, codes};
use crate::code::{Cards, Expr, Item, Kept, Kind, List, NoteSubject, Op, Seats, Sight, Target};
use crate::syntax::{self, Action, Conceal, Face, Flip, Look, Peek, Reveal, RevealMatching, RuleIn, RuleOut};
use rulebook_diag::Diagnostic;

impl<'a> Compiler<'a> {
    /// The cards of an action, and the owner of the zone or card that it names. If that zone has no owner, the current
    /// player counts as the owner, if there is one. `None` if several cards are named.
    fn target(&mut self, target: &'a syntax::Expr) -> (Cards, Option<Expr>) {
        let value = self.lower(target);
        let owner = match &value {
            Val::One(Kind::Zone, zone) => Some(Expr::OwnerOfZone(Box::new(zone.clone()))),
            Val::One(Kind::Card, card) => Some(Expr::OwnerOfZone(Box::new(Expr::ZoneOfCard(Box::new(card.clone()))))),
            _ => None,
        };
        let turns = !self.game.simultaneous || self.loop_player.is_some();
        let owner = owner.map(|owner| match turns {
            true => {
                let current = self.current(target.span);
                let owned = Expr::IsThere(Box::new(owner.clone()));
                Expr::If(Box::new(owned), Box::new(owner), Box::new(current))
            }
            false => owner,
        });
        (self.cards(value, target.span), owner)
    }

    /// Emits an instruction that changes who may look at cards. The result is the cards (CGML 11). Several cards are
    /// stored after they are shown. So the players who have just seen them also know the stored list.
    fn see(&mut self, sight: Sight, cards: Cards, who: Seats, action: &'a Action) {
        let kept = self.keep(action, Kind::Card, matches!(cards, Cards::One(_)));
        self.kept_from(Item::Cards(cards.clone()));
        let cards = match (kept, cards) {
            (Kept::One(slot), Cards::One(card)) => {
                self.note_shown(sight, &Cards::One(card.clone()), &who);
                self.unit.emit(Op::Set(Target::Slot(slot), *card));
                Cards::One(Box::new(Expr::Slot(slot)))
            }
            (_, cards) => cards,
        };
        self.note_shown(sight, &cards, &who);
        self.unit.emit(Op::Sight(sight, cards.clone(), who.clone()));
        if matches!(sight, Sight::Peek | Sight::Reveal) {
            self.judge_again();
        }
        if let Kept::Many(list) = kept {
            self.unit.emit(Op::SetList(list, List::Cards(Box::new(cards))));
            self.note_shown(sight, &Cards::Slot(list), &who);
        }
    }

    fn note_shown(&mut self, sight: Sight, cards: &Cards, who: &Seats) {
        if sight != Sight::Conceal {
            self.shown.push((cards.clone(), who.clone()));
        }
    }

    pub(super) fn act_reveal(&mut self, act: &'a Reveal, action: &'a Action) {
        let (cards, owner) = self.target(&act.target);
        let to = self.who(&act.to, owner, act.target.span);
        self.see(Sight::Reveal, cards, to, action);
    }

    pub(super) fn act_reveal_matching(&mut self, act: &'a RevealMatching, action: &'a Action) {
        let (cards, owner) = self.target(&act.from);
        let cards = self.matching(cards, Some(&act.filter));
        let to = self.who(&act.to, owner, act.from.span);
        if let Kept::Many(list) = self.keep_many(action, Kind::Card) {
            self.kept_from(Item::Cards(cards.clone()));
            self.unit.emit(Op::SetList(list, List::Cards(Box::new(cards))));
            self.unit.emit(Op::Sight(Sight::Reveal, Cards::Slot(list), to));
            return;
        }
        self.unit.emit(Op::Sight(Sight::Reveal, cards, to));
    }

    pub(super) fn act_conceal(&mut self, act: &'a Conceal, action: &'a Action) {
        let (cards, owner) = self.target(&act.target);
        let from = self.who(&act.from, owner, act.target.span);
        self.see(Sight::Conceal, cards, from, action);
    }

    pub(super) fn act_flip(&mut self, act: &'a Flip, action: &'a Action) {
        let (cards, _) = self.target(&act.target);
        let up = act.face.map(|face| face.value == Face::Up);
        // Store the cards as they were found, because the condition may depend on their facing.
        let kept = self.keep(action, Kind::Card, matches!(cards, Cards::One(_)));
        self.kept_from(Item::Cards(cards.clone()));
        let cards = match (kept, cards) {
            (Kept::One(slot), Cards::One(card)) => {
                self.unit.emit(Op::Set(Target::Slot(slot), *card));
                Cards::One(Box::new(Expr::Slot(slot)))
            }
            (Kept::Many(list), cards) => {
                self.unit.emit(Op::SetList(list, List::Cards(Box::new(cards))));
                Cards::Slot(list)
            }
            (_, cards) => cards,
        };
        self.unit.emit(Op::Turn(cards, up));
        self.judge_again();
    }

    pub(super) fn act_peek(&mut self, act: &'a Peek, action: &'a Action) {
        let (cards, owner) = self.target(&act.target);
        let who = self.who(&act.players, owner, act.target.span);
        self.see(Sight::Peek, cards, who, action);
    }

    pub(super) fn act_rule_out(&mut self, act: &'a RuleOut) {
        self.note(&act.target, &act.filter, None);
    }

    pub(super) fn act_rule_in(&mut self, act: &'a RuleIn) {
        let least = self.count_or_one(act.count.as_ref());
        self.note(&act.target, &act.filter, Some(least));
    }

    /// Records public information about the cards of a zone, or about given cards.
    fn note(&mut self, target: &'a syntax::Expr, filter: &'a syntax::Expr, least: Option<Expr>) {
        let (of, cards) = match self.lower(target) {
            Val::Cards(Cards::Zone(zone)) => (NoteSubject::Zone((*zone).clone()), Cards::Zone(zone)),
            value @ (Val::Cards(_) | Val::One(Kind::Card, _)) => {
                let cards = self.cards(value, target.span);
                (NoteSubject::Cards(cards.clone()), cards)
            }
            value => {
                let zone = self.zone(value, target.span);
                (NoteSubject::Zone(zone.clone()), Cards::Zone(Box::new(zone)))
            }
        };
        let Cards::Filter(_, such) = self.matching(cards, Some(filter)) else { return };
        if !self.reads_print(&such) {
            let message = "this condition may only read what is printed on the cards";
            let found = Diagnostic::error(codes::ACTION, filter.span, message).label("reads something else");
            self.report(
                found.help("compare properties, the rank or the id of `$.card` with values that all players know"),
            );
            return;
        }
        self.unit.emit(Op::Note { of, such, least });
    }

    pub(super) fn act_look(&mut self, act: &'a Look, action: &'a Action) {
        let (cards, owner) = self.target(&act.target);
        let who = self.who(&act.player, owner, act.target.span);
        self.see(Sight::Look, cards, who, action);
    }
}

//! Compiles actions that create, destroy and change cards (extensions).

use super::super::value::{Ty, Val};
use super::super::{Compiler, codes};
use crate::code::{Audience, Expr, Kind, Op};
use crate::syntax::{Action, CreateCard, DestroyCard, Face, SetProperty};
use rulebook_diag::Diagnostic;
use rulebook_table::Facing;

impl<'a> Compiler<'a> {
    pub(super) fn act_create_card(&mut self, act: &'a CreateCard, action: &'a Action) {
        let decks = self.game.faces.decks.iter().map(|deck| deck.name.as_str());
        if let Some(deck) = &act.deck {
            if decks.clone().all(|known| known != deck.as_str()) {
                let found = super::super::unknown_names::unknown(codes::UNKNOWN_DECK, "deck", deck, decks);
                self.report(found);
                return;
            }
        } else if decks.count() != 1 {
            let found = Diagnostic::error(
                codes::ACTION,
                action.span,
                "this action must name a `deck`, because the game does not have exactly one",
            );
            self.report(found.help("write `deck: …`"));
            return;
        }
        let to = self.destination(&act.to);
        self.note_filled(&to);
        let count = self.count_or_one(act.count.as_ref());
        let result = self.keep(action, Kind::Card, count == Expr::Const(1));
        let facing = match act.face.map(|face| face.value) {
            None => Facing::Default,
            Some(Face::Up) => Facing::Up,
            Some(Face::Down) => Facing::Down,
        };
        let Some(face) = self.game.faces.made(act) else { return };
        self.unit.emit(Op::Create { face: face as u16, to, count, facing, result });
    }

    pub(super) fn act_destroy_card(&mut self, act: &'a DestroyCard) {
        let cards = self.some_cards(&act.target);
        self.unit.emit(Op::Destroy(cards));
    }

    pub(super) fn act_set_property(&mut self, act: &'a SetProperty) {
        let cards = self.some_cards(&act.target);
        let value = self.lower(&act.value);
        let Some(number) = self.game.property(act.property.as_str()) else { return };
        let key = format!("property:{}", act.property);
        if let (None, Some(ty @ Ty::One(_))) = (self.game.faces.properties[number].kind, value.ty()) {
            self.learned.learn(&key, ty, Some(act.value.span));
        }
        let kind = self.game.faces.properties[number].kind.or_else(|| self.learned.get(&key).map(Ty::kind));
        let Some(kind) = kind else { return };
        let value = self.one(kind, value, act.value.span);
        let Val::One(_, value) = self.before_all(Val::One(kind, value)) else { return };
        let value = match act.audience.map(|audience| audience.value) {
            None => value,
            Some(audience @ (Audience::All | Audience::Nobody)) => Expr::For(audience, None, Box::new(value)),
            Some(audience) => {
                let whose = self.who_one(&act.player, act.span);
                Expr::For(audience, Some(Box::new(whose)), Box::new(value))
            }
        };
        self.unit.emit(Op::Mark(number, cards, value));
    }
}

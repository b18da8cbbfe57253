//! Compiles search, chance and order (CGML 13.3).

use super::super::emitter::branch;
use super::super::leaks_by_face::searched;
use super::super::value::Val;
use super::super::{Compiler, codes};
use crate::code::{Cards, Expr, Item, Kept, Kind, List, Op, Options, OrderBy, Seats, Sight, Target};
use crate::syntax::{Action, ChooseRandom, Reorder, ReorderBy, SearchZone, Shuffle, SortOrder};
use rulebook_diag::Diagnostic;

impl<'a> Compiler<'a> {
    pub(super) fn act_shuffle(&mut self, act: &'a Shuffle) {
        let value = self.lower(&act.target);
        let zones = self.zones(value, act.target.span);
        self.unit.emit(Op::Shuffle(zones));
    }

    pub(super) fn act_reorder(&mut self, act: &'a Reorder, action: &'a Action) {
        let value = self.lower(&act.target);
        let zone = self.zone(value, act.target.span);
        self.is_reordered(&zone, act.target.span);
        let given = act.cards.as_ref().map(|cards| {
            let value = self.lower(cards);
            self.cards(value, cards.span)
        });
        // Without `cards`, `top` moves the lowest card to the top, and `bottom` moves the top card to the bottom.
        let order = match &act.by {
            ReorderBy::Reverse => OrderBy::Reverse,
            ReorderBy::Top => {
                let cards = given.unwrap_or_else(|| Cards::One(Box::new(Expr::Bottom(Box::new(zone.clone())))));
                OrderBy::Top(cards)
            }
            ReorderBy::Bottom => {
                let cards = given.unwrap_or_else(|| Cards::One(Box::new(Expr::Top(Box::new(zone.clone())))));
                OrderBy::Bottom(cards)
            }
            ReorderBy::Key(key) => {
                let cards = Item::Cards(Cards::Zone(Box::new(zone.clone())));
                let (card, key) = self.with_item(Kind::Card, None, Some(&cards), key.span, |check, _| {
                    let value = check.lower(key);
                    check.number(value, key.span)
                });
                let descending = act.order.is_some_and(|order| order.value == SortOrder::Descending);
                OrderBy::Key { card, key, descending }
            }
            ReorderBy::Choose => {
                let who = match &act.player {
                    Some(player) => self.who_one(player, action.span),
                    None => self.current(action.span),
                };
                self.own_lane(&who, act.player.as_ref().and_then(|who| who.span).unwrap_or(action.span));
                // If the zone does not allow a new order, fail before a player is asked.
                if self.def_of(&zone).is_some_and(|def| !self.game.zones[def].def.allows_reorder) {
                    self.unit.emit(Op::Reorder(zone.clone(), OrderBy::Top(Cards::Join(Vec::new()))));
                }
                let prompt = self.prompt_or(act.prompt.as_ref(), "Put the cards into order, from the bottom up");
                let cards = Cards::Zone(Box::new(zone.clone()));
                let into = self.unit.list("the order chosen", Kind::Card);
                let back = self.unit.slot("put back", Kind::Number);
                let all = Expr::CountCards(Box::new(cards.clone()));
                let many = crate::code::Many { min: all, max: None, ordered: true, constraint: None, into };
                let options = Options::Cards(cards);
                let ask = crate::code::Ask {
                    who,
                    prompt: Some(prompt),
                    options,
                    buttons: Vec::new(),
                    must: None,
                    pressed: None,
                    label: None,
                    audience: None,
                    into: back,
                    many: Some(many),
                };
                self.unit.emit(Op::Ask(Box::new(ask)));
                OrderBy::List(into)
            }
        };
        self.unit.emit(Op::Reorder(zone, order));
    }

    pub(super) fn act_choose_random(&mut self, act: &'a ChooseRandom, action: &'a Action) {
        let value = self.lower(&act.from);
        let value = match (value, &act.filter) {
            (value @ (Val::One(Kind::Zone, _) | Val::Zones(_) | Val::Cards(_)), filter) => {
                let cards = self.cards(value, act.from.span);
                Val::Cards(self.matching(cards, filter.as_ref()))
            }
            (value, Some(filter)) => self.kept_items(value, act.from.span, filter),
            (value, None) => value,
        };
        let Some((from, kind, _)) = self.items(value, act.from.span) else { return };
        let count = self.count_or_one(act.count.as_ref());
        let result = self.keep(action, kind, count == Expr::Const(1));
        self.kept_from(from.clone());
        self.unit.emit(Op::Random { from, count, result });
    }

    pub(super) fn act_search_zone(&mut self, act: &'a SearchZone, action: &'a Action) {
        let value = self.lower(&act.zone);
        let cards = self.cards(value, act.zone.span);
        let found = self.matching(cards, act.filter.as_ref());
        let max = act.max.as_ref().map(|max| self.count_or_one(Some(max)));
        let one = max == Some(Expr::Const(1));
        let fifo = self.is_fifo(&found);
        if act.choose {
            let who = match &act.player {
                Some(player) => self.who_one(player, action.span),
                None => self.current(action.span),
            };
            self.own_lane(&who, act.player.as_ref().and_then(|who| who.span).unwrap_or(action.span));
            let words = if one { "Choose a card" } else { "Choose cards" };
            let prompt = self.prompt_or(act.prompt.as_ref(), words);
            let many = (!one).then_some((None, act.max.as_ref(), None));
            // A search that finds no card does not fail and asks no player. The searching player looks at all searched
            // cards.
            let none = self.unit.emit(branch(Expr::AnyCard(Box::new(found.clone()))));
            self.unit.emit(Op::Sight(Sight::Look, searched(&found), Seats::One(Box::new(who.clone()))));
            self.ask(who, Some(prompt), Options::Cards(found), Kind::Card, many, false, action);
            let here = self.unit.here();
            self.unit.aim(none, here);
            return;
        }
        let asks = act.player.as_ref().map(|player| player.span.unwrap_or(action.span));
        if let Some(span) = asks.or(act.prompt.as_ref().map(|prompt| prompt.span)) {
            let found = Diagnostic::error(codes::ACTION, span, "nobody is asked, because `choose` is not set")
                .label("has no effect");
            self.report(found.help("write `choose: true`"));
        }
        // Take cards from the top: the last ones, or in a FIFO zone the first ones.
        let kept = self.keep(action, Kind::Card, one);
        self.kept_from(Item::Cards(found.clone()));
        match kept {
            Kept::One(slot) => {
                let found = Box::new(Item::Cards(found));
                let top = if fifo { Expr::FirstOf(found) } else { Expr::LastOf(found) };
                self.unit.emit(Op::Set(Target::Slot(slot), top));
            }
            Kept::Many(list) => {
                let found = match max {
                    Some(max) if fifo => Cards::Take(Box::new(found), Box::new(max)),
                    Some(max) => Cards::TakeLast(Box::new(found), Box::new(max)),
                    None => found,
                };
                self.unit.emit(Op::SetList(list, List::Cards(Box::new(found))));
            }
            // `canPerform` of a search is always true.
            Kept::No if self.is_tried(action) => {}
            Kept::No => {
                let message = "the result of the search is not stored";
                let found = Diagnostic::error(codes::ACTION, action.span, message).label("has no effect");
                self.report(found.help("write `store_as: …`"));
            }
        }
    }

    /// The cards of a value, for actions that accept a zone or cards.
    pub(super) fn some_cards(&mut self, expr: &'a crate::syntax::Expr) -> Cards {
        let value: Val<'a> = self.lower(expr);
        self.cards(value, expr.span)
    }
}

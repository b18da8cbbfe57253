//! Cards with two faces: split cards (CR 709), double-faced cards (CR 712) and creatures with an Adventure (CR 715).
//!
//! Outside the stack and the battlefield, a card has the characteristics of its front face. A split card has the
//! characteristics of both halves there. The `face` of a spell or permanent says which face it shows.

use super::compiled_cards::{CardDef, CompiledCards, DefId, Words, type_bit};
use super::eval::Thing;
use super::state::{DuelState, Id, Item, Permit, Until, Zone};
use super::supported::{Gate, no};
use super::zones::Destination;
use super::{Duel, Engine};
use crate::ir::{Ability, Card, CardType, Face, Keyword, KeywordCost, Layout, SpellCost};
use rulebook_kernel::Seat;
use rulebook_table::Entry;

impl CompiledCards {
    /// Compiles a card with all its faces. Returns the definition of the card in a hand or library.
    pub(crate) fn card(&mut self, card: &Card, words: &dyn Words) -> DefId {
        let faces: Vec<DefId> = card.faces.iter().map(|face| self.face(face, words)).collect();
        let (front, rest) = (faces[0], &faces[1..]);
        match card.layout {
            Layout::Split => return self.both_halves(faces),
            Layout::Adventure => {
                for side in rest {
                    self.defs[*side as usize].adventure = true;
                }
                self.defs[front as usize].sides = rest.to_vec();
            }
            Layout::Modal => self.defs[front as usize].sides = rest.to_vec(),
            Layout::Transform => {
                // The back face has the mana value of the front face (CR 202.3b).
                let value = self.defs[front as usize].value;
                for back in rest {
                    self.defs[*back as usize].value = value;
                }
                self.defs[front as usize].back = rest.first().copied();
            }
            // A normal card has one face. `supported` refuses the other two layouts.
            Layout::Normal | Layout::Flip | Layout::Other => {}
        }
        front
    }

    /// Creates the definition of a split card outside the stack, with the characteristics of both halves (CR 709.4).
    fn both_halves(&mut self, sides: Vec<DefId>) -> DefId {
        let halves: Vec<&CardDef> = sides.iter().map(|at| &self.defs[*at as usize]).collect();
        let joined = |of: fn(&CardDef) -> &str| halves.iter().map(|half| of(half)).collect::<Vec<_>>().join(" // ");
        let def = CardDef {
            name: joined(|half| half.name.as_str()),
            line: joined(|half| half.line.as_str()),
            types: halves.iter().fold(0, |types, half| types | half.types),
            supers: halves.iter().fold(0, |supers, half| supers | half.supers),
            colors: halves.iter().fold(0, |colors, half| colors | half.colors),
            value: halves.iter().map(|half| half.value).sum(),
            sides,
            ..CardDef::default()
        };
        self.defs.push(def);
        (self.defs.len() - 1) as DefId
    }
}

impl Duel {
    /// The card with the characteristics of the side that is being cast.
    pub(super) fn as_side(&self, thing: &Thing, side: DefId) -> Thing {
        Thing { chars: self.printed(side, thing.owner), def: side, ..*thing }
    }

    /// Whether this side is a land.
    pub(super) fn is_land(&self, def: DefId) -> bool {
        self.cards.defs[def as usize].types & type_bit(CardType::Land) != 0
    }

    /// The definition of a card's side with this index.
    pub(crate) fn side(&self, s: &DuelState, face: rulebook_table::Face, side: u8) -> DefId {
        let card = self.face(s, face).1;
        self.cards.defs[card as usize].sides.get(usize::from(side)).copied().unwrap_or(card)
    }
}

impl Engine<'_> {
    /// Makes a spell or land show the side that is cast or played. Only the characteristics of that side count
    /// (CR 709.3b, 712.11b, 715.3b).
    pub(super) fn turn_side(&mut self, id: Id, side: u8) {
        let r = self.r;
        let obj = &mut self.s.objs[id.slot as usize];
        if let Some(face) = r.cards.defs[obj.def as usize].sides.get(usize::from(side)) {
            obj.face = *face;
            obj.chars = r.printed(*face, obj.owner);
        }
    }

    /// Plays the other side of a card as a land.
    pub(super) fn play_side(&mut self, seat: Seat, entry: Entry, side: u8) {
        let face = self.s.table.face(self.r.shape(self.s), entry);
        let id = self.show_land(entry, Some(self.r.side(self.s, face, side)));
        self.turn_side(id, side);
        self.put_land(seat, id);
    }

    /// Moves a resolved instant or sorcery to the graveyard. With buyback, it goes to the hand (CR 702.27a). An
    /// Adventure goes to exile, from where its controller may cast the creature (CR 715.3d).
    pub(super) fn resolved(&mut self, item: &Item) {
        let adventure =
            |o: &super::state::GameObject| o.zone == Zone::Stack && self.r.cards.defs[o.face as usize].adventure;
        let bought = |o: &super::state::GameObject| {
            o.zone == Zone::Stack && self.r.cards.keyword_cost(o.face, KeywordCost::Buyback).is_some()
        };
        if item.kicked > 0 && !item.copy && self.s.live(item.id).is_some_and(bought) {
            self.send(&[item.id], Destination::Hand);
            return;
        }
        if item.copy || !self.s.live(item.id).is_some_and(adventure) {
            return self.put_away(item);
        }
        let seat = item.controller;
        for id in self.send(&[item.id], Destination::Exile) {
            self.s.permits.push(Permit { id, seat, until: Until::Always, free: false, cast: true });
        }
    }

    /// Transforms a permanent (CR 701.27a). Its own ability does not transform it if it has already transformed since
    /// the ability went onto the stack (CR 701.27f).
    pub(super) fn transform(&mut self, by: &Item, id: Id) {
        let Some(o) = self.s.there(id) else { return };
        let (def, face, turned) = (o.def, o.face, o.time);
        let Some(back) = self.r.cards.defs[def as usize].back else { return };
        let late = by.ability.is_some() && by.source == id && turned > by.born;
        if late || face != def && face != back {
            return;
        }
        let time = self.tick();
        let obj = &mut self.s.objs[id.slot as usize];
        (obj.face, obj.time) = (if face == def { back } else { def }, time);
        self.s.dirty = true;
    }
}

/// Whether the engine supports this card with two faces. The texts of the faces are checked elsewhere.
pub(super) fn gate(card: &Card) -> Gate {
    let [front, back] = &card.faces[..] else { return no("cards with more than two faces") };
    let is = |face: &Face, wanted: &[CardType]| face.types.iter().any(|card_type| wanted.contains(card_type));
    let spell = |face: &Face| is(face, &[CardType::Instant, CardType::Sorcery]);
    match card.layout {
        Layout::Split if !spell(front) || !spell(back) => no("split cards with permanents"),
        Layout::Split if other_ways(front) || other_ways(back) => no("a half with an alternative way to cast it"),
        Layout::Adventure if spell(front) || !spell(back) => no("this kind of Adventure card"),
        Layout::Adventure if other_ways(back) => no("an Adventure with an alternative way to cast it"),
        Layout::Modal | Layout::Transform if spell(front) || spell(back) => {
            no("double-faced cards with an instant or sorcery")
        }
        Layout::Modal | Layout::Transform if enchants(front) || enchants(back) => no("double-faced Auras"),
        Layout::Modal | Layout::Transform if is(back, &[CardType::Planeswalker]) => {
            no("double-faced cards with a planeswalker on the back")
        }
        Layout::Modal if other_ways(back) => no("a back face with an alternative way to cast it"),
        _ => Ok(()),
    }
}

fn other_ways(face: &Face) -> bool {
    face.abilities.iter().any(|ability| match ability {
        Ability::Cost(SpellCost::Alternative { .. }) => true,
        Ability::Keywords(list, ..) => list.iter().any(|keyword| {
            matches!(
                keyword,
                Keyword::Cost(KeywordCost::Flashback | KeywordCost::Cycling, _) | Keyword::Typecycling(..)
            )
        }),
        _ => false,
    })
}

fn enchants(face: &Face) -> bool {
    face.abilities.iter().any(|ability| match ability {
        Ability::Keywords(list, ..) => {
            list.iter().any(|keyword| matches!(keyword, Keyword::Enchant(_) | Keyword::EnchantPlayer(_)))
        }
        _ => false,
    })
}

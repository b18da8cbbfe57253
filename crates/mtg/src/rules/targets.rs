//! Legal targets (CR 115), on announcement and again on resolution.

use super::compiled_cards::{CodeId, CompiledAbility, bit, flag, type_bit};
use super::eval::{EvalContext, Thing};
use super::state::{ChosenTarget, DuelState, Id, Item, ObjectOrPlayer};
use super::{Duel, ability_index};
use crate::ir::{CardType, Filter, Keyword, PlainKeyword, PlayerRule, Players, Target, TargetKind};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

pub(crate) type Candidates = SmallVec<[ObjectOrPlayer; 16]>;

impl Duel {
    /// The context in which the targets of an item are evaluated.
    pub(crate) fn item_cx<'a>(&self, s: &DuelState, item: &'a Item, part: u8) -> EvalContext<'a> {
        self.code_cx(s, item, part, item.parts.get(usize::from(part)).copied().unwrap_or(0))
    }

    /// The context in which one code of an item is evaluated. If the text defines X and the targets or shares need it,
    /// X is counted from the state `s`. So it is counted on announcement and again on resolution, and the two values
    /// may differ.
    fn code_cx<'a>(&self, s: &DuelState, item: &'a Item, part: u8, code: CodeId) -> EvalContext<'a> {
        let cx = EvalContext {
            targets: &item.targets,
            part,
            occasion: item.occasion,
            x: i32::from(item.x),
            amount: item.occasion.amount,
            last: &item.paid,
            paid: &item.paid,
            kicked: item.kicked,
            ..EvalContext::of(item.source, item.controller)
        };
        match &self.cards.codes[code as usize].early.x {
            Some(x) => EvalContext { x: self.amount(s, &cx, x), ..cx },
            None => cx,
        }
    }

    /// The object whose characteristics count for protection and hexproof: the spell, or the source of the ability.
    fn origin(&self, s: &DuelState, item: &Item) -> Option<Thing> {
        self.thing(s, if item.ability.is_some() { item.source } else { item.id })
    }

    /// Whether this seat can target the object or player with that source. Checks hexproof, shroud and protection.
    fn targetable(&self, s: &DuelState, seat: Seat, origin: Option<&Thing>, aim: ObjectOrPlayer) -> bool {
        match aim {
            ObjectOrPlayer::Seat(player) => {
                let barred = |rule: &PlayerRule| match rule {
                    PlayerRule::Hexproof => player != seat,
                    PlayerRule::Shroud => true,
                    _ => false,
                };
                !s.player(player).lost && !self.player_rules(s, player).any(barred)
            }
            ObjectOrPlayer::Obj(id) => {
                let Some(o) = s.live(id) else { return false };
                if !o.on_field() {
                    return true;
                }
                let k = |keyword| o.chars.keywords & bit(keyword) != 0;
                let foreign = o.chars.controller != seat;
                if k(PlainKeyword::Shroud) || foreign && k(PlainKeyword::Hexproof) {
                    return false;
                }
                if o.chars.rules & flag::NO_TARGET != 0 {
                    return false;
                }
                let Some(origin) = origin else { return true };
                let from = |ab| match &self.cards.abilities[ab as usize] {
                    CompiledAbility::Keyword(Keyword::HexproofFrom(list)) => {
                        let cx = EvalContext::of(id, o.chars.controller);
                        foreign && list.iter().any(|quality| self.is_of(s, &cx, quality, origin))
                    }
                    _ => false,
                };
                !(self.protected(s, id, origin)
                    || self.bears(s, id.slot, o, ability_index::HEXPROOF_FROM) && self.abilities(s, id).any(from))
            }
        }
    }

    pub(super) fn seats_of(&self, s: &DuelState, seat: Seat, players: Players) -> SmallVec<[Seat; 4]> {
        match players {
            Players::Any => s.from(s.active),
            Players::Opponent | Players::Other => s.opponents(seat),
        }
    }

    /// All legal targets for a slot, in a fixed order: objects first, then players.
    pub(crate) fn candidates(&self, s: &DuelState, item: &Item, cx: &EvalContext<'_>, spec: &Target) -> Candidates {
        let seat = item.controller;
        let mut aims = Candidates::new();
        let objects = |aims: &mut Candidates, filter: &Filter| {
            aims.extend(self.every(s, cx, filter).into_iter().filter(|id| *id != item.id).map(ObjectOrPlayer::Obj));
        };
        let players = |aims: &mut Candidates, kind: Players| {
            aims.extend(self.seats_of(s, seat, kind).into_iter().map(ObjectOrPlayer::Seat));
        };
        match &spec.kind {
            TargetKind::Any { .. } => {
                let wanted = type_bit(CardType::Creature) | type_bit(CardType::Planeswalker);
                aims.extend(
                    s.permanents().filter(|(_, o)| o.chars.types & wanted != 0).map(|(id, _)| ObjectOrPlayer::Obj(id)),
                );
                players(&mut aims, Players::Any);
            }
            TargetKind::Player(kind) => players(&mut aims, *kind),
            TargetKind::Object(filter) => objects(&mut aims, filter),
            TargetKind::PlayerOr(kind, filter) | TargetKind::OrPlayer(filter, kind) => {
                objects(&mut aims, filter);
                players(&mut aims, *kind);
            }
        }
        if let TargetKind::Any { other: true } = spec.kind {
            aims.retain(|aim| !item.targets.iter().any(|t| t.part == cx.part && t.aim == *aim));
        }
        let origin = self.origin(s, item);
        aims.retain(|aim| self.targetable(s, seat, origin.as_ref(), *aim));
        aims
    }

    /// Whether a chosen target is still legal (CR 608.2b).
    pub(crate) fn still_legal(&self, s: &DuelState, item: &Item, target: &ChosenTarget) -> bool {
        let code = item.parts.get(usize::from(target.part)).copied().unwrap_or(0);
        let Some(spec) = self.cards.codes[code as usize].targets.get(usize::from(target.slot)) else { return false };
        let there = match target.aim {
            ObjectOrPlayer::Obj(id) => s.live(id).is_some(),
            ObjectOrPlayer::Seat(seat) => !s.player(seat).lost,
        };
        if !there {
            return false;
        }
        let origin = self.origin(s, item);
        if !self.targetable(s, item.controller, origin.as_ref(), target.aim) {
            return false;
        }
        let cx = self.item_cx(s, item, target.part);
        let fits = |filter: &Filter, id: Id| self.matches(s, &cx, filter, id);
        match (&spec.kind, target.aim) {
            (TargetKind::Any { .. }, ObjectOrPlayer::Obj(id)) => {
                let wanted = type_bit(CardType::Creature) | type_bit(CardType::Planeswalker);
                s.there(id).is_some_and(|o| o.chars.types & wanted != 0)
            }
            (
                TargetKind::Object(f) | TargetKind::PlayerOr(_, f) | TargetKind::OrPlayer(f, _),
                ObjectOrPlayer::Obj(id),
            ) => fits(f, id),
            (TargetKind::Player(_), ObjectOrPlayer::Obj(_)) | (TargetKind::Object(_), ObjectOrPlayer::Seat(_)) => false,
            (_, ObjectOrPlayer::Seat(_)) => true,
        }
    }

    /// Whether enough legal targets exist for all slots of a code.
    pub(crate) fn has_targets(&self, s: &DuelState, item: &Item, id: CodeId) -> bool {
        let code = &self.cards.codes[id as usize];
        if let Some(modes) = &code.modes {
            let possible = modes.modes.iter().filter(|mode| self.has_targets(s, item, **mode)).count();
            return possible >= usize::from(modes.least) || modes.repeat && possible > 0;
        }
        if code.early.linked {
            return self.aims_from(s, item, (0, id), 0);
        }
        let cx = self.code_cx(s, item, 0, id);
        code.targets.iter().enumerate().all(|(slot, spec)| {
            let (least, _) = self.range(s, &cx, &spec.count);
            // If X is not chosen yet, the slot may need no targets.
            least == 0 || !code.early.aims(slot, item.kicked) || self.candidates(s, item, &cx, spec).len() >= least
        })
    }

    /// Whether targets can be chosen for this slot and all later slots. Tries each candidate, because later targets may
    /// depend on earlier ones (CR 115.3, 601.2c).
    pub(crate) fn aims_from(&self, s: &DuelState, item: &Item, (part, id): (u8, CodeId), slot: u8) -> bool {
        let code = &self.cards.codes[id as usize];
        let Some(spec) = code.targets.get(usize::from(slot)) else { return true };
        let cx = self.code_cx(s, item, part, id);
        let (least, _) = self.range(s, &cx, &spec.count);
        if least == 0 || !code.early.aims(usize::from(slot), item.kicked) {
            return self.aims_from(s, item, (part, id), slot + 1);
        }
        let aims = self.candidates(s, item, &cx, spec);
        aims.len() >= least
            && aims.into_iter().any(|aim| {
                let mut item = item.clone();
                item.targets.push(ChosenTarget { part, slot, aim, share: 0 });
                self.aims_from(s, &item, (part, id), slot + 1)
            })
    }
}

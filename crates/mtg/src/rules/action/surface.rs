//! Lists the legal actions of a seat with their options: the targets, modes, costs and numbers that an action may
//! contain. Finds these options by announcing each spell and ability on a copy of the state.

use super::{Action, Choice, Kind, ModeOptions, NumberRange, Options, Target};
use crate::rules::compiled_cards::{CodeId, CompiledAbility};
use crate::rules::moves::Move;
use crate::rules::state::{Ask, DuelState, Frame, Item, ObjectOrPlayer, Question};
use crate::rules::{Duel, SealedState};
use rulebook_kernel::{Hidden, Key, Rng, Seat, Viewer};

/// Maximum number of answers that are tried for one action in addition to the first answer to each question. If there
/// are more answers, options that depend on earlier choices may be missing.
const TRIED: u32 = 32;
/// Maximum number of questions that are followed for one action.
const LONGEST: u32 = 40;

impl Duel {
    /// The legal actions of a seat, in the order of the moves. Each action has the options for the parts that it leaves
    /// out. A concession is the last action.
    #[must_use]
    pub fn surface(&self, state: &SealedState, seat: Seat, moves: &[Move]) -> Vec<Action> {
        if moves.is_empty() {
            return Vec::new();
        }
        // The options must depend only on information that the seat has.
        let view = self.view(state, Viewer::Seat(seat));
        let SealedState(s) = self.sample(&view, &mut Rng::new(Key::from_bytes([7; 32])));
        let told = moves.iter().map(|mv| {
            let mut action = self.told(state, seat, *mv);
            if matches!(action.kind, Kind::CastSpell | Kind::ActivateAbility | Kind::TapForMana) {
                let options = self.options(&s, seat, *mv);
                action.options = Some(options).filter(|options| *options != Options::default());
            }
            action
        });
        let mut all: Vec<Action> = told.collect();
        if !moves.contains(&Move::Scoop) {
            all.push(self.told(state, seat, Move::Scoop));
        }
        all
    }

    fn options(&self, s: &DuelState, seat: Seat, first: Move) -> Options {
        let mut search = Search { r: self, seat, below: s.stack.len(), left: TRIED, found: Options::default() };
        if let Move::Activate(id, at) = first
            && let Some(ab) = self.abilities(s, id).nth(usize::from(at))
            && let CompiledAbility::Activated { .. } = &self.cards.abilities[ab as usize]
        {
            // In the text of a card, `~` stands for its name.
            let name = s.known(id).map_or("this", |object| &self.cards.defs[object.face as usize].name);
            let text = self.ability_costs.get(ab as usize).filter(|text| !text.is_empty());
            search.found.cost = text.map(|text| text.replace('~', name));
        }
        let next = search.after(s, first, None);
        search.walk(&next, None, 0, LONGEST);
        search.found
    }
}

/// Answers the questions of one announcement in several ways, and collects the possible answers.
struct Search<'a> {
    r: &'a Duel,
    seat: Seat,
    /// The number of items on the stack before the announcement.
    below: usize,
    left: u32,
    found: Options,
}

/// A mode: its number from zero, and its code.
type ChosenMode = (u8, CodeId);

impl Search<'_> {
    /// The state after a move. If the announcement is complete then, collects its targets.
    fn after(&mut self, s: &DuelState, mv: Move, mode: Option<ChosenMode>) -> DuelState {
        let (mut next, mut cast) = (s.clone(), None);
        self.r.go(&mut next, mv, None, self.below, &mut cast);
        if let Some(item) = &cast {
            self.chosen(s, item, mode);
        }
        next
    }

    /// Collects the chosen targets. If only one target is legal, the game chooses it without asking, so no question
    /// contains this target.
    fn chosen(&mut self, s: &DuelState, item: &Item, mode: Option<ChosenMode>) {
        for target in &item.targets {
            let code = item.parts.get(usize::from(target.part)).copied();
            if mode.is_none_or(|(_, of)| Some(of) == code) {
                self.targets(s, target.part, target.slot, &item.parts, &[target.aim], mode);
            }
        }
    }

    /// Collects the answers to the question of this state, and to the questions after it. `mode` is the first chosen
    /// mode. `costs` is the number of answered questions about costs.
    fn walk(&mut self, s: &DuelState, mode: Option<ChosenMode>, costs: usize, depth: u32) {
        let Some(Ask { what, .. }) = s.ask.filter(|ask| ask.seat == self.seat && depth > 0) else { return };
        let Some(Frame::Cast(casting)) = s.frames.last().filter(|_| s.over.is_none()) else { return };
        if casting.trigger || casting.seat != self.seat {
            return;
        }
        self.chosen(s, &casting.item, mode);
        let mut legal = Vec::new();
        self.r.list(s, &mut legal);
        legal.retain(|mv| !matches!(mv, Move::Cancel | Move::Scoop));
        let done = legal.contains(&Move::Done);
        let mut answered = costs;
        // The answers after which the search goes on to the next question.
        let ways: Vec<Move> = match what {
            Question::Mode if mode.is_none() => {
                let modes = self.r.cards.codes[casting.item.parts[0] as usize].modes.as_ref();
                for mv in &legal {
                    let Move::Mode(n) = *mv else { continue };
                    let Some(code) = modes.and_then(|modes| modes.modes.get(usize::from(n))) else { continue };
                    self.found.modes.push(ModeOptions { mode: n + 1, targets: Vec::new() });
                    let mode = Some((n, *code));
                    let next = self.after(s, *mv, mode);
                    self.walk(&next, mode, costs, depth - 1);
                }
                return;
            }
            Question::Mode if done => vec![Move::Done],
            Question::Mode => legal.into_iter().take(1).collect(),
            Question::Kicker => {
                self.found.kicker = true;
                legal
            }
            Question::X => {
                let numbers = legal.iter().filter_map(|mv| if let Move::Number(n) = mv { Some(*n) } else { None });
                let (least, most) = (numbers.clone().min(), numbers.max());
                if let (Some(least), Some(most)) = (least, most) {
                    self.found.x = Some(NumberRange { least, most });
                }
                let ends = [least, most].into_iter().flatten();
                ends.map(Move::Number).collect()
            }
            Question::Target => {
                let code = casting.item.parts.get(usize::from(casting.at)).copied();
                let own = mode.is_none_or(|(_, of)| Some(of) == code);
                if own {
                    let aims = legal.iter().filter_map(|mv| match *mv {
                        Move::Object(id) => Some(ObjectOrPlayer::Obj(id)),
                        Move::Player(seat) => Some(ObjectOrPlayer::Seat(seat)),
                        _ => None,
                    });
                    let aims: Vec<ObjectOrPlayer> = aims.collect();
                    self.targets(s, casting.at, casting.slot, &casting.item.parts, &aims, mode);
                }
                match self.r.aim_range(s, casting).1 {
                    1 => legal,
                    _ if done => vec![Move::Done],
                    _ => legal.into_iter().take(1).collect(),
                }
            }
            Question::Share => legal.last().copied().into_iter().collect(),
            Question::Cost | Question::Card { .. } => {
                let choices: Vec<Choice> =
                    legal.iter().filter(|mv| **mv != Move::Done).map(|mv| self.r.choice(s, *mv)).collect();
                if self.found.costs.len() <= costs {
                    self.found.costs.push(Vec::new());
                }
                join(&mut self.found.costs[costs], choices);
                answered += 1;
                legal.into_iter().take(1).collect()
            }
            _ => return,
        };
        for (at, mv) in ways.into_iter().enumerate() {
            if at > 0 {
                if self.left == 0 {
                    break;
                }
                self.left -= 1;
            }
            let next = self.after(s, mv, mode);
            self.walk(&next, mode, answered, depth - 1);
        }
    }

    /// Adds targets of a slot.
    fn targets(
        &mut self,
        s: &DuelState,
        part: u8,
        slot: u8,
        parts: &[CodeId],
        aims: &[ObjectOrPlayer],
        mode: Option<ChosenMode>,
    ) {
        let aims: Vec<Target> = aims.iter().map(|aim| self.r.target(s, *aim)).collect();
        let slots = |codes: &[CodeId]| -> usize {
            codes.iter().map(|code| self.r.cards.codes[*code as usize].targets.len()).sum()
        };
        let (groups, at) = match mode {
            Some((n, _)) => {
                let of_mode = self.found.modes.iter_mut().find(|of| of.mode == n + 1);
                let Some(of_mode) = of_mode else { return };
                (&mut of_mode.targets, usize::from(slot))
            }
            None => {
                let before = slots(&parts[..usize::from(part)]) + usize::from(slot);
                (&mut self.found.targets, before)
            }
        };
        if groups.len() <= at {
            groups.resize(at + 1, Vec::new());
        }
        join(&mut groups[at], aims);
    }
}

/// Adds the items that the list does not have yet.
fn join<T: PartialEq>(list: &mut Vec<T>, more: Vec<T>) {
    for item in more {
        if !list.contains(&item) {
            list.push(item);
        }
    }
}

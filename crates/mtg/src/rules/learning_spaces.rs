//! Defines the numbers of moves and observations for learning programs. The numbers are the same for all pairs of
//! decks.

use super::move_text::step_name;
use super::moves::Move;
use super::state::{CastWay, Id, Question};
use super::{Duel, TurnStep};
use crate::ir::PlainKeyword;
use rulebook_kernel::Seat;
use rulebook_spaces::{Block, Spaces};
use rulebook_table::Face;

/// The number of seats.
pub(super) const SEATS: usize = 2;
/// Maximum number of permanents of each seat in an observation. Further permanents are left out.
pub(super) const PERMANENTS: usize = 20;
/// Maximum number of objects on the stack in an observation.
pub(super) const STACK: usize = 6;
/// Maximum number of targets in a list of targets.
pub(super) const TARGETS: usize = 4;
/// Maximum number of picks in a list of picks.
pub(super) const PICKS: usize = 6;
/// How many keywords an observation contains. They are the first keywords of `PlainKeyword::ALL`.
pub(super) const KEYWORDS: usize = 16;

/// How many objects have their own numbers for moves. Moves with other objects use a shared number.
const OBJECTS: usize = 128;
/// How many abilities of each object have move numbers of their own.
const ABILITIES: usize = 4;
/// Each pair of blocker and attacker among this many objects has its own number.
const FIGHTERS: usize = 64;
const NUMBERS: usize = 64;
const SMALL: usize = 16;
const WAYS: usize = 8;
/// How many numbers are reserved for moves that have no number of their own. All these moves share the reserved
/// numbers.
const SHARED: usize = 1024;

/// The values that describe a permanent. Its keywords follow.
pub(super) const PERMANENT: [&str; 22] = [
    "card",
    "number",
    "1 if the observing seat owns it",
    "token",
    "artifact",
    "creature",
    "enchantment",
    "land",
    "planeswalker",
    "power",
    "toughness",
    "damage",
    "tapped",
    "came under control this turn",
    "counters",
    "the number of the object it is attached to",
    "1 if it attacks a player, else the number of the attacked object",
    "blocked",
    "the number of the attacker it blocks",
    "uses of its ability this turn",
    "regeneration shields",
    "goaded",
];

/// The values that describe a player. The mana pool follows.
pub(super) const PLAYER: [&str; 20] = [
    "life",
    "poison",
    "energy",
    "hand",
    "library",
    "graveyard",
    "permanents",
    "lands played",
    "additional lands to play",
    "mulligans",
    "kept the hand",
    "cards drawn",
    "spells cast",
    "spells cast in the previous turn",
    "life gained",
    "life lost",
    "attacked",
    "creatures died",
    "passes until another player acts",
    "skips combat",
];

/// The questions that a player can be asked, in the order of their numbers.
pub(super) const QUESTIONS: [&str; 25] = [
    "mulligan",
    "bottom",
    "priority",
    "attack",
    "block",
    "assign",
    "discard",
    "legend",
    "order",
    "mode",
    "kicker",
    "x",
    "target",
    "share",
    "cost",
    "pay",
    "may",
    "object",
    "card",
    "player",
    "color",
    "number",
    "subtype",
    "either",
    "replacement",
];

pub(super) fn question(what: Question) -> usize {
    match what {
        Question::Mulligan => 0,
        Question::Bottom => 1,
        Question::Priority => 2,
        Question::Attack => 3,
        Question::Block => 4,
        Question::Assign => 5,
        Question::Discard => 6,
        Question::Legend => 7,
        Question::Order => 8,
        Question::Mode => 9,
        Question::Kicker => 10,
        Question::X => 11,
        Question::Target => 12,
        Question::Share => 13,
        Question::Cost => 14,
        Question::Pay => 15,
        Question::May => 16,
        Question::Object { .. } => 17,
        Question::Card { .. } => 18,
        Question::Player => 19,
        Question::Color => 20,
        Question::Number { .. } => 21,
        Question::Subtype => 22,
        Question::Either => 23,
        Question::Replacement => 24,
    }
}

pub(super) fn way(way: CastWay) -> usize {
    match way {
        CastWay::Usual => 0,
        CastWay::Flashback => 1,
        CastWay::Instead => 2,
        CastWay::Free => 3,
        CastWay::Cycling => 4,
        CastWay::Side(side) => 5 + usize::from(side),
    }
}

/// The number of zones for which an observation has one number for each card. Permanents and the stack are listed one
/// by one.
pub(super) const ZONES: usize = 4;
/// The number of values for an item on the stack. `spaces` names them.
pub(super) const ITEM: usize = 8 + TARGETS;
/// The number of values for an announcement. `spaces` names them.
pub(super) const CASTING: usize = 7 + PICKS + TARGETS;
/// The number of values for a resolution. `spaces` names them.
pub(super) const RESOLVING: usize = 10 + 2 * TARGETS + 2 * PICKS;
pub(super) const ASSIGNING: usize = 5 + 3 * TARGETS;
pub(super) const AMID: usize = 1 + 2 * TARGETS + TARGETS;

impl Duel {
    /// The number of different cards. Each card has one face for each seat.
    pub(super) fn kinds_of_cards(&self) -> usize {
        self.boards.first().map_or(0, |board| board.faces.len() / SEATS)
    }

    pub(crate) fn numbers(&self) -> Spaces {
        let (cards, defs) = (self.kinds_of_cards(), self.cards.defs.len());
        let faces = self.boards.first().map_or(&[][..], |board| &board.faces[..cards]);
        let names: Vec<&str> = faces.iter().map(|(_, def)| self.cards.defs[*def as usize].name.as_str()).collect();
        let names = names.join(", ");
        let all: Vec<&str> = self.cards.defs.iter().map(|def| def.name.as_str()).collect();
        let all = all.join(", ");
        let steps = TurnStep::ALL.map(step_name).join(", ");
        let keywords: Vec<&str> = PlainKeyword::ALL.iter().take(KEYWORDS).map(|keyword| keyword.words()).collect();
        let aims = "the number of an object, or a player: -1 for the observing seat, -2 for the other, 0 for none";
        let picks = "a pick as two numbers: 1 and the number of an object; 2 and a player, 1 for the observing seat; 3 and a card, \
                     first those of the observing seat; 4 and a number; 5 for yes; 6 for no; 7 for done";
        let actions = vec![
            Block::new("answer", &[11], "keep, mulligan, pass, yield, skip combat, done, yes, no, auto, cancel, scoop"),
            Block::new("number", &[NUMBERS], "a number from 0"),
            Block::new("mode", &[SMALL], "a mode from 0"),
            Block::new("color", &[SMALL], "a color, in the order of the symbols"),
            Block::new("trigger", &[SMALL], "the trigger that goes onto the stack next"),
            Block::new("first", &[SMALL], "the replacement effect that applies first"),
            Block::new("player", &[SEATS], "a player, the mover first"),
            Block::new("land", &[cards], &format!("play a land from the hand: {names}")),
            Block::new(
                "cast",
                &[cards, WAYS],
                "cast a card from the hand, as in `land` × normally, with flashback, for its alternative cost, for free, by \
                 cycling, as one of three sides",
            ),
            Block::new(
                "card",
                &[SEATS, cards],
                "a card in a hand or library: its owner, the mover first × the card as in `land`",
            ),
            Block::new("object", &[OBJECTS], "the number of an object, from 1"),
            Block::new(
                "activate",
                &[OBJECTS, ABILITIES],
                "the number of an object, from 1 × the number of its ability",
            ),
            Block::new("attack", &[OBJECTS], "attack the other player with the object of this number, from 1"),
            Block::new(
                "block",
                &[FIGHTERS, FIGHTERS],
                "the number of the blocker × the number of the attacker, from 1",
            ),
        ];
        let lists = |names: &[&str]| names.join(", ");
        let observation = vec![
            Block::new(
                "players",
                &[SEATS, PLAYER.len() + 6],
                &format!("seat (the observing seat first) × {}, mana: W, U, B, R, G, C", lists(&PLAYER)),
            ),
            Block::new(
                "turn",
                &[8 + TurnStep::ALL.len()],
                &format!(
                    "1 if it is the turn of the observing seat, 1 if that seat has priority, 1 if it went first; turns, passes, 1 if \
                     combat is skipped, extra turns of the seat, extra turns of the other; 1 at the current step: {steps}"
                ),
            ),
            Block::new(
                "cards",
                &[SEATS, ZONES, cards],
                &format!(
                    "the cards that the seat can name: the owner (the observing seat first) × hand, library (the position of \
                     the highest copy, 1 for the top), graveyard, exile × the number of each card: {names}"
                ),
            ),
            Block::new(
                "controlled",
                &[SEATS, defs],
                &format!("the number of permanents of each card, copies counted as the copied card: {all}"),
            ),
            Block::new(
                "permanents",
                &[SEATS, PERMANENTS, PERMANENT.len() + KEYWORDS],
                &format!(
                    "the first {PERMANENTS} permanents of each player, the oldest first × {}, then keywords: {}. Cards count \
                     from 1 as in `controlled`",
                    lists(&PERMANENT),
                    keywords.join(", ")
                ),
            ),
            Block::new(
                "stack",
                &[STACK, ITEM],
                &format!(
                    "the top of the stack first × number, card (from 1 as in `controlled`), 1 if the observing seat controls it and 2 \
                     if not, its ability from 1 or 0 for a spell, the number of its source, X, kicks, its mode, {TARGETS} \
                     targets: {aims}"
                ),
            ),
            Block::new(
                "more",
                &[8],
                "waiting triggers of the seat and of the other; continuous effects; delayed triggers; prevention shields; \
                 emblems; exiled cards that the seat may play, and that the other may play",
            ),
            Block::new(
                "question",
                &[QUESTIONS.len()],
                &format!("1 at the question that the seat is asked: {}", lists(&QUESTIONS)),
            ),
            Block::new("item", &[ITEM], "the spell or ability being cast, activated or resolved, as in `stack`"),
            Block::new(
                "casting",
                &[CASTING],
                &format!(
                    "its progress: stage, way from 1 as in the moves `cast`, part, slot, modes left, symbols to pay, 1 for a \
                     trigger; {PICKS} of those symbols from 1; {TARGETS} numbers of objects that pay"
                ),
            ),
            Block::new(
                "resolving",
                &[RESOLVING],
                &format!(
                    "part, instruction, stage of it, X, the amount, 1 if it was done, the acting player, cards put back so far, \
                     number of picks, 1 if a mana ability; {TARGETS} objects it refers to; {TARGETS} own chosen cards, by their \
                     index in `cards` from 1; {PICKS} times {picks}"
                ),
            ),
            Block::new(
                "assigning",
                &[ASSIGNING],
                &format!(
                    "combat damage: the number of the source, the recipient, the damage left, 1 if it is assigned as though \
                     unblocked and 2 if not, the number of shares so far; the last {TARGETS} shares: from, to, amount: {aims}"
                ),
            ),
            Block::new(
                "amid",
                &[AMID],
                &format!(
                    "a choice in the middle of a step: the number of answers so far; {TARGETS} numbers of objects to choose from; \
                     {TARGETS} times {picks}"
                ),
            ),
        ];
        Spaces { actions, shared: SHARED, observation }
    }

    /// The number of a move. Objects are numbered by their slots. `None` if the move has no number of its own.
    pub(crate) fn number_of(&self, seat: Seat, mv: Move) -> Option<u32> {
        let cards = self.kinds_of_cards();
        let turned = |other: Seat| (other.index() + SEATS - seat.index()) % SEATS;
        let below = |n: usize, most: usize| (n < most).then_some(n);
        let sizes = [
            11,
            NUMBERS,
            SMALL,
            SMALL,
            SMALL,
            SMALL,
            SEATS,
            cards,
            cards * WAYS,
            SEATS * cards,
            OBJECTS,
            OBJECTS * ABILITIES,
            OBJECTS,
            FIGHTERS * FIGHTERS,
        ];
        let answer = |n: usize| Some((0, n));
        let slot = |id: Id, most: usize| below(usize::from(id.slot), most);
        let place = |face: Face| (face.index().checked_rem(cards), face.index().checked_div(cards));
        let (block, within) = match mv {
            Move::Keep => answer(0),
            Move::Mulligan => answer(1),
            Move::Pass => answer(2),
            Move::Yield => answer(3),
            Move::SkipCombat => answer(4),
            Move::Done => answer(5),
            Move::Yes => answer(6),
            Move::No => answer(7),
            Move::Auto => answer(8),
            Move::Cancel => answer(9),
            Move::Scoop => answer(10),
            Move::Number(n) => Some((1, below(usize::try_from(n).ok()?, NUMBERS)?)),
            Move::Mode(n) => Some((2, below(n.into(), SMALL)?)),
            Move::Color(n) => Some((3, below(n.into(), SMALL)?)),
            Move::Trigger(n) => Some((4, below(n.into(), SMALL)?)),
            Move::First(n) => Some((5, below(n.into(), SMALL)?)),
            Move::Player(other) => Some((6, turned(other))),
            Move::Land(face) => Some((7, place(face).0?)),
            Move::Cast(face, how) => Some((8, place(face).0? * WAYS + below(way(how), WAYS)?)),
            Move::Card(face) => {
                let (card, owner) = place(face);
                Some((9, turned(Seat::new(owner?)) * cards + card?))
            }
            Move::Object(id) => Some((10, slot(id, OBJECTS)?)),
            Move::Activate(id, which) => Some((11, slot(id, OBJECTS)? * ABILITIES + below(which.into(), ABILITIES)?)),
            Move::Attack(id, _) => Some((12, slot(id, OBJECTS)?)),
            Move::Block(blocker, attacker) => {
                Some((13, slot(blocker, FIGHTERS)? * FIGHTERS + slot(attacker, FIGHTERS)?))
            }
            Move::CastFrom(..) | Move::LandFrom(_) | Move::AttackWalker(..) | Move::Subtype(_) => None,
        }?;
        let before: usize = sizes[..block].iter().sum();
        Some((before + within) as u32)
    }
}

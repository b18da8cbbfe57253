//! What a contract counts, at rubber and at duplicate bridge.

use serde::{Deserialize, Serialize};

/// No trumps, as a strain: the suits are 0 to 3, from clubs to spades.
pub const NO_TRUMPS: u8 = 4;

/// A level, a strain, and how often it was doubled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contract {
    /// Tricks beyond six, 1 to 7.
    pub level: u8,
    /// Clubs, diamonds, hearts, spades, no trumps: 0 to 4.
    pub strain: u8,
    /// 0, 1 for doubled, 2 for redoubled.
    pub doubled: u8,
}

/// What a contract counts when it was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// For the tricks that were bid: below the line of a rubber, towards a game.
    pub tricks: i32,
    /// For everything else that the declaring side made.
    pub above: i32,
    /// For the other side, when it was set.
    pub set: i32,
}

impl Contract {
    /// The trump suit, if there is one.
    #[must_use]
    pub const fn trump(self) -> Option<usize> {
        if self.strain == NO_TRUMPS { None } else { Some(self.strain as usize) }
    }

    /// The points for this many tricks of the declaring side.
    #[must_use]
    pub fn points(self, won: u8, vulnerable: bool) -> Points {
        let (level, doubled) = (i32::from(self.level), u32::from(self.doubled));
        let over = i32::from(won) - 6 - level;
        if over < 0 {
            return Points { set: undertricks(-over, self.doubled, vulnerable), ..Points::default() };
        }
        let each = if self.strain < 2 { 20 } else { 30 };
        let first = if self.strain == NO_TRUMPS { 10 } else { 0 };
        let overtrick = match (self.doubled, vulnerable) {
            (0, _) => each,
            (doubled, vulnerable) => 100 * i32::from(doubled) * if vulnerable { 2 } else { 1 },
        };
        let slam = match (self.level, vulnerable) {
            (6, false) => 500,
            (6, true) => 750,
            (7, false) => 1000,
            (7, true) => 1500,
            _ => 0,
        };
        let insult = 50 * i32::from(self.doubled);
        Points { tricks: (each * level + first) << doubled, above: over * overtrick + slam + insult, set: 0 }
    }

    /// The duplicate score of the declaring side: with the bonus for a game or a part score.
    #[must_use]
    pub fn duplicate(self, won: u8, vulnerable: bool) -> i32 {
        let points = self.points(won, vulnerable);
        if points.set > 0 {
            return -points.set;
        }
        let game = points.tricks >= GAME;
        let bonus = match (game, vulnerable) {
            (true, true) => 500,
            (true, false) => 300,
            (false, _) => 50,
        };
        points.tricks + points.above + bonus
    }
}

/// The trick points that make a game.
pub const GAME: i32 = 100;

fn undertricks(down: i32, doubled: u8, vulnerable: bool) -> i32 {
    if doubled == 0 {
        return down * if vulnerable { 100 } else { 50 };
    }
    // The first is the cheapest; not vulnerable, the second and the third cost less than those after them.
    let points = if vulnerable { 300 * down - 100 } else { 300 * down - 200 - 100 * (down - 1).min(2) };
    points * i32::from(doubled)
}

/// The score sheet of a rubber, for the two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sheet {
    /// Towards the next game.
    pub below: [i32; 2],
    /// Everything so far, on either side of the line.
    pub total: [i32; 2],
    /// Games won.
    pub games: [u8; 2],
}

/// For holding all honours, and for four of the five trumps.
const ALL_HONOURS: i32 = 150;
const FOUR_HONOURS: i32 = 100;
/// Of a rubber that was not finished: for the only game, and for the only part score.
const ONE_GAME: i32 = 300;
const PART_SCORE: i32 = 100;

/// What one hand scores that held so many honours: of five trumps, or of four aces without trumps.
#[must_use]
pub fn honours(contract: Contract, held: u8) -> i32 {
    match (contract.trump().is_some(), held) {
        (true, 5) | (false, 4) => ALL_HONOURS,
        (true, 4) => FOUR_HONOURS,
        _ => 0,
    }
}

impl Sheet {
    /// Is a side vulnerable?
    #[must_use]
    pub const fn vulnerable(&self, side: usize) -> bool {
        self.games[side] > 0
    }

    /// Is the rubber won?
    #[must_use]
    pub const fn is_won(&self) -> bool {
        self.games[0] == 2 || self.games[1] == 2
    }

    /// Writes down a contract of a side. Tells what it brought beyond its own points.
    pub fn add(&mut self, side: usize, contract: Contract, won: u8) -> Brought {
        let points = contract.points(won, self.vulnerable(side));
        self.total[side] += points.tricks + points.above;
        self.total[1 - side] += points.set;
        self.below[side] += points.tricks;
        if self.below[side] < GAME {
            return Brought::Nothing;
        }
        self.below = [0; 2];
        self.games[side] += 1;
        if self.games[side] < 2 {
            return Brought::Game;
        }
        let rubber = if self.games[1 - side] == 0 { 700 } else { 500 };
        self.total[side] += rubber;
        Brought::Rubber(rubber)
    }

    /// The rubber ends before it is won: the only game of a side counts something, and so does the only part score. Tells
    /// both, by side.
    pub fn break_off(&mut self) -> [(i32, i32); 2] {
        let of = |side: usize| {
            let game = if self.games[side] > self.games[1 - side] { ONE_GAME } else { 0 };
            let part = if self.below[side] > 0 && self.below[1 - side] == 0 { PART_SCORE } else { 0 };
            (game, part)
        };
        let both = [of(0), of(1)];
        self.total.iter_mut().zip(both).for_each(|(total, (game, part))| *total += game + part);
        both
    }
}

/// What a contract brought, beyond its own points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brought {
    /// Nothing else.
    Nothing,
    /// A game of the rubber.
    Game,
    /// The rubber, and so many points.
    Rubber(i32),
}

/// Which sides are vulnerable on a duplicate board, from one: none, north and south, the others, both; moved on by one
/// every four boards.
#[must_use]
pub const fn board_vulnerable(board: u16, side: usize) -> bool {
    let nth = (board - 1) % 16;
    ((nth + nth / 4) % 4) >> side & 1 == 1
}

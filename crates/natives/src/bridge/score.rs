//! Computes the score of a contract, at rubber and at duplicate bridge.

use serde::{Deserialize, Serialize};

/// The strain "no trumps". The strains 0 to 3 are the suits from clubs to spades.
pub const NO_TRUMPS: u8 = 4;

/// A contract: its level, its strain and its doubling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contract {
    /// The number of tricks above six that the side must win, from 1 to 7.
    pub level: u8,
    /// The strain: clubs, diamonds, hearts, spades, no trumps as 0 to 4.
    pub strain: u8,
    /// How often the contract was doubled: 0, 1, or 2 if it was redoubled.
    pub doubled: u8,
}

/// The points of a played contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Points for the tricks of the contract. In a rubber they go below the line and count towards a game.
    pub tricks: i32,
    /// All other points of the declaring side, such as overtricks and slams.
    pub above: i32,
    /// Points of the defenders if the contract failed.
    pub set: i32,
}

impl Contract {
    /// The trump suit. `None` for a contract without trumps.
    #[must_use]
    pub const fn trump(self) -> Option<usize> {
        if self.strain == NO_TRUMPS { None } else { Some(self.strain as usize) }
    }

    /// The points if the declaring side wins this number of tricks.
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

    /// The duplicate score of the declaring side, with the bonus for a game or a part score. Negative if the contract
    /// failed.
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

/// The number of trick points that make a game.
pub const GAME: i32 = 100;

fn undertricks(down: i32, doubled: u8, vulnerable: bool) -> i32 {
    if doubled == 0 {
        return down * if vulnerable { 100 } else { 50 };
    }
    // Of the doubled undertricks, the first costs the least. If not vulnerable, the second and third also cost less
    // than later ones.
    let points = if vulnerable { 300 * down - 100 } else { 300 * down - 200 - 100 * (down - 1).min(2) };
    points * i32::from(doubled)
}

/// The score sheet of a rubber for both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sheet {
    /// The points of each side towards the next game.
    pub below: [i32; 2],
    /// All points of each side, above and below the line.
    pub total: [i32; 2],
    /// The number of games that each side has won.
    pub games: [u8; 2],
}

/// Bonus for all honours in one hand, and for four of the five trump honours.
const ALL_HONOURS: i32 = 150;
const FOUR_HONOURS: i32 = 100;
/// Bonus in an unfinished rubber for the only game, and for the only part score.
const ONE_GAME: i32 = 300;
const PART_SCORE: i32 = 100;

/// The bonus for a hand with this number of honours: five trump honours, or four aces without trumps.
#[must_use]
pub fn honours(contract: Contract, held: u8) -> i32 {
    match (contract.trump().is_some(), held) {
        (true, 5) | (false, 4) => ALL_HONOURS,
        (true, 4) => FOUR_HONOURS,
        _ => 0,
    }
}

impl Sheet {
    /// Whether a side is vulnerable.
    #[must_use]
    pub const fn vulnerable(&self, side: usize) -> bool {
        self.games[side] > 0
    }

    /// Whether the rubber is won.
    #[must_use]
    pub const fn is_won(&self) -> bool {
        self.games[0] == 2 || self.games[1] == 2
    }

    /// Adds the result of a side's contract to the sheet. Returns whether it also wins a game or the rubber.
    pub fn add(&mut self, side: usize, contract: Contract, won: u8) -> ContractBonus {
        let points = contract.points(won, self.vulnerable(side));
        self.total[side] += points.tricks + points.above;
        self.total[1 - side] += points.set;
        self.below[side] += points.tricks;
        if self.below[side] < GAME {
            return ContractBonus::Nothing;
        }
        self.below = [0; 2];
        self.games[side] += 1;
        if self.games[side] < 2 {
            return ContractBonus::Game;
        }
        let rubber = if self.games[1 - side] == 0 { 700 } else { 500 };
        self.total[side] += rubber;
        ContractBonus::Rubber(rubber)
    }

    /// Ends the rubber before a side has won it. Adds the bonus for the only game and for the only part score. Returns
    /// both bonuses for each side.
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

/// The bonus that a contract wins in addition to its own points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContractBonus {
    /// No game was won.
    Nothing,
    /// The contract wins a game of the rubber.
    Game,
    /// The contract wins the rubber. Contains the bonus for it.
    Rubber(i32),
}

/// Whether a side is vulnerable on a duplicate board. The first board is 1. The vulnerable sides follow a pattern:
/// neither side, north-south, east-west, both. It shifts by one after every four boards.
#[must_use]
pub const fn board_vulnerable(board: u16, side: usize) -> bool {
    let nth = (board - 1) % 16;
    ((nth + nth / 4) % 4) >> side & 1 == 1
}

//! The attacks of all enemies of a player, by the square that is attacked.

use super::attacks::Attacks;
use crate::bits::Set;

/// The unconditional attacks on one player by all other players.
#[derive(Clone, Debug)]
pub struct Foes<const W: usize> {
    /// The groups of pieces with the same leaps.
    pub leapers: Vec<Owners>,
    /// For each square and group: the squares from which the leapers of the group reach it. The index is `square ·
    /// leapers + leaper`.
    pub leaps: Vec<Set<W>>,
    /// The groups of kinds that slide in the same way. The number is the class of slides that has their lines in
    /// reverse.
    pub sliders: Vec<(Owners, usize)>,
    /// The enemy who owns all these pieces. `None` if there are several enemies.
    pub lone: Option<u8>,
}

/// A group of kinds, and the players who own them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owners {
    pub players: Vec<u8>,
    pub kinds: Vec<u8>,
}

impl<const W: usize> Foes<W> {
    pub(super) fn new(attacks: &[Attacks<W>], enemies: &[u8], squares: usize) -> Foes<W> {
        let mut leapers: Vec<(Owners, &Vec<Set<W>>)> = Vec::new();
        let mut sliders: Vec<(Owners, usize)> = Vec::new();
        for &enemy in enemies {
            let attacks = &attacks[enemy as usize];
            // Group the kinds of each player that have the same leaps. Players with equal groups share one entry.
            let mut mine: Vec<(Vec<u8>, &Vec<Set<W>>)> = Vec::new();
            for (kind, table) in &attacks.leaps {
                match mine.iter_mut().find(|(_, known)| *known == table) {
                    Some((kinds, _)) => kinds.push(*kind),
                    None => mine.push((vec![*kind], table)),
                }
            }
            for (kinds, table) in mine {
                match leapers.iter_mut().find(|(owners, known)| *known == table && owners.kinds == kinds) {
                    Some((owners, _)) => owners.players.push(enemy),
                    None => leapers.push((Owners { players: vec![enemy], kinds }, table)),
                }
            }
            for (class, kinds) in &attacks.slides {
                match sliders.iter_mut().find(|(owners, known)| known == class && owners.kinds == *kinds) {
                    Some((owners, _)) => owners.players.push(enemy),
                    None => sliders.push((Owners { players: vec![enemy], kinds: kinds.clone() }, *class)),
                }
            }
        }
        let leaps = (0..squares).flat_map(|square| leapers.iter().map(move |(_, table)| table[square])).collect();
        let lone = if let [enemy] = enemies { Some(*enemy) } else { None };
        Foes { leapers: leapers.into_iter().map(|(owners, _)| owners).collect(), leaps, sliders, lone }
    }

    /// For each group of leapers: the squares from which it reaches this square.
    #[inline(always)]
    pub(crate) fn leaps_to(&self, square: u8) -> &[Set<W>] {
        &self.leaps[square as usize * self.leapers.len()..][..self.leapers.len()]
    }
}

//! The weights of the evaluation: their order, their names in `values.json`, and that file.

use crate::plan::Plan;
use rulebook_kernel::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A weight in centipawns: first the value for the start of a game, then the value for positions with few pieces.
pub type Weight = [i32; 2];

/// The number of weights of a count, such as the number of attacked squares. Greater counts use the last weight.
pub(super) const COUNTS: usize = 16;
/// The number of weights of a distance, and of the number of pieces in a row.
pub(super) const FEW: usize = 8;

/// What is counted for each kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OfKind {
    /// A piece on the board.
    Material,
    /// A piece in hand.
    Hand,
    /// A second piece of the kind.
    Pair,
    /// A square next to an enemy leader that the piece attacks.
    Siege,
    /// A friendly leader next to the piece.
    Shield,
    /// A less valuable enemy piece attacks the piece.
    Threatened,
    /// An enemy piece attacks the piece, and no friendly piece protects it.
    Hanging,
    /// One of the least valuable friendly pieces protects the piece.
    Supported,
    /// The number of squares that the piece attacks.
    Mobility,
    /// The square of the piece, turned so that all players look in the same direction.
    Square,
}

/// What is counted once for each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OfSide {
    /// The player is to move.
    Tempo,
    /// A *passed* piece: it only goes forward, and no enemy piece that only goes forward can stop it. There is one
    /// weight for each distance from its goal.
    Passed,
    /// A passed piece whose way is empty, with one weight for each distance.
    Free,
    /// The distance between a passed piece and the leader of its own side.
    Escort,
    /// The distance between a passed piece and the enemy leader.
    Pursuer,
    /// A piece that only goes forward has a friendly piece of its kind in its way.
    Doubled,
    /// No friendly piece of the same kind can protect a piece that only goes forward.
    Backward,
    /// No friendly piece of the same kind can protect a piece that only goes forward, or a square on the way of that
    /// piece.
    Alone,
    /// A piece next to an empty square.
    Exposed,
    /// The number of squares from which an enemy slide could reach the leader.
    Open,
    /// The number of attacks on squares next to the enemy leader.
    Assault,
    /// A row that can still win because no enemy piece is in it. There is one weight for each number of friendly
    /// pieces.
    Row,
    /// The number of checks received.
    Checks,
}

const OF_KIND: [(OfKind, &str); 10] = [
    (OfKind::Material, "material"),
    (OfKind::Hand, "hand"),
    (OfKind::Pair, "pair"),
    (OfKind::Siege, "siege"),
    (OfKind::Shield, "shield"),
    (OfKind::Threatened, "threatened"),
    (OfKind::Hanging, "hanging"),
    (OfKind::Supported, "supported"),
    (OfKind::Mobility, "mobility"),
    (OfKind::Square, "square"),
];

const OF_SIDE: [(OfSide, &str, usize); 13] = [
    (OfSide::Tempo, "tempo", 1),
    (OfSide::Passed, "passed", FEW),
    (OfSide::Free, "free", FEW),
    (OfSide::Escort, "escort", 1),
    (OfSide::Pursuer, "pursuer", 1),
    (OfSide::Doubled, "doubled", 1),
    (OfSide::Backward, "backward", 1),
    (OfSide::Alone, "alone", 1),
    (OfSide::Exposed, "exposed", 1),
    (OfSide::Open, "open", COUNTS),
    (OfSide::Assault, "assault", COUNTS),
    (OfSide::Row, "row", FEW),
    (OfSide::Checks, "checks", FEW),
];

/// The order of the weights.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    kinds: usize,
    /// The number of weights of one kind of piece, without its squares.
    each: usize,
    squares: usize,
    sides: Vec<usize>,
    /// The number of weights.
    pub len: usize,
}

impl Layout {
    pub(super) fn new(kinds: usize, squares: usize) -> Layout {
        let each = OF_KIND.len() - 2 + COUNTS + squares;
        let mut len = kinds * each;
        let mut sides = Vec::new();
        for (_, _, count) in OF_SIDE {
            sides.push(len);
            len += count;
        }
        Layout { kinds, each, squares, sides, len }
    }

    /// The index of the first weight of this feature of a kind of piece.
    #[inline(always)]
    pub(super) fn of_kind(&self, what: OfKind, kind: usize) -> usize {
        let at = match what {
            OfKind::Square => OF_KIND.len() - 2 + COUNTS,
            other => other as usize,
        };
        kind * self.each + at
    }

    /// The index of the first weight of this feature of a player.
    #[inline(always)]
    pub(super) fn of_side(&self, what: OfSide) -> usize {
        self.sides[what as usize]
    }

    /// Every group of weights: its name, its first index, and its length. `codes` are the codes of the kinds.
    fn groups<'a>(&'a self, codes: &'a [String]) -> impl Iterator<Item = (String, usize, usize)> + 'a {
        let of_kinds = (0..self.kinds).flat_map(move |kind| {
            OF_KIND.into_iter().map(move |(what, name)| {
                let count = match what {
                    OfKind::Square => self.squares,
                    OfKind::Mobility => COUNTS,
                    _ => 1,
                };
                (format!("{name} {}", codes[kind]), self.of_kind(what, kind), count)
            })
        });
        let of_sides = OF_SIDE.into_iter().map(|(what, name, count)| (name.to_owned(), self.of_side(what), count));
        of_kinds.chain(of_sides)
    }
}

/// The values of a game, as `values.json` holds them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Values {
    /// The digest of the game file for which the values were found.
    game: String,
    /// The weights by name: first those at the start of a game, then those at the end.
    weights: BTreeMap<String, [Vec<i32>; 2]>,
}

/// The maximum of a weight in centipawns. It keeps the value of every position far below the value of a won game.
const MOST: i32 = 20_000;

impl Values {
    /// Reads the text of a `values.json`.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong, also if the values belong to another version of the game.
    pub fn read(text: &str, source: &Digest) -> Result<Values, String> {
        let values: Values = serde_json::from_str(text).map_err(|why| why.to_string())?;
        if values.game != source.to_string() {
            return Err("the values belong to another version of the game file; run `rulebook tune` again".to_owned());
        }
        if let Some((name, _)) = values.weights.iter().find(|(_, [early, late])| {
            early.len() != late.len() || early.iter().chain(late).any(|weight| weight.abs() > MOST)
        }) {
            return Err(format!("`{name}` needs two lists of equal length, with numbers of at most {MOST}"));
        }
        Ok(values)
    }

    /// The values with these weights, without groups of zeros. `weights` has one block for all players, or one block
    /// for each player if they differ.
    pub fn new<const W: usize>(layout: &Layout, plan: &Plan<W>, weights: &[Weight], source: &Digest) -> Values {
        let mut values = Values { game: source.to_string(), weights: BTreeMap::new() };
        for (nth, block) in weights.chunks(layout.len).enumerate() {
            for (name, at, count) in layout.groups(&plan.names.codes) {
                let group = &block[at..at + count];
                if group.iter().any(|weight| *weight != [0, 0]) {
                    let lists = [0, 1].map(|phase| group.iter().map(|weight| weight[phase]).collect());
                    values.weights.insert(block_name(nth, &name), lists);
                }
            }
        }
        values
    }

    /// Writes the file: one line for each group.
    pub fn text(&self) -> String {
        let list = |weights: &[i32]| {
            let numbers: Vec<String> = weights.iter().map(i32::to_string).collect();
            format!("[{}]", numbers.join(","))
        };
        let groups = self.weights.iter().map(|(name, [early, late])| {
            let name = serde_json::Value::from(name.as_str());
            format!("    {name}: [{}, {}]", list(early), list(late))
        });
        let groups: Vec<String> = groups.collect();
        format!("{{\n  \"game\": \"{}\",\n  \"weights\": {{\n{}\n  }}\n}}\n", self.game, groups.join(",\n"))
    }

    /// The weights in order. Groups that the file leaves out are zero.
    pub fn weights<const W: usize>(
        &self,
        layout: &Layout,
        plan: &Plan<W>,
        blocks: usize,
    ) -> Result<Vec<Weight>, String> {
        let mut weights = vec![[0; 2]; layout.len * blocks];
        let mut known = 0;
        for nth in 0..blocks {
            for (name, at, count) in layout.groups(&plan.names.codes) {
                let name = block_name(nth, &name);
                let Some([early, late]) = self.weights.get(&name) else { continue };
                if early.len() != count {
                    return Err(format!("`{name}` needs {count} numbers, not {}", early.len()));
                }
                known += 1;
                for (into, pair) in weights[nth * layout.len + at..].iter_mut().zip(early.iter().zip(late)) {
                    *into = [*pair.0, *pair.1];
                }
            }
        }
        if known < self.weights.len() {
            return Err("`weights` has a name that this game does not use".to_owned());
        }
        Ok(weights)
    }
}

/// The name of a group. If players differ, the names for the second and later players end with the number of the
/// player.
fn block_name(nth: usize, name: &str) -> String {
    if nth == 0 { name.to_owned() } else { format!("{name} of player {}", nth + 1) }
}

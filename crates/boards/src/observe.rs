//! Moves by number and positions as numbers, for learning programs.

use crate::limits::COUNTERS;
use crate::plan::{Form, Plan};
use crate::play::{Move, Position};
use rulebook_stage::{Block, Row, Spaces};

/// How moves are numbered: what a plan can play is known before the first move.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    /// Squares, if a piece can go from one to another.
    squares: usize,
    /// The source and target of every promotion, ascending.
    promotions: Vec<(u8, u8)>,
    /// The most kinds that one promotion offers.
    choices: usize,
    /// The kinds that can be dropped.
    drops: Vec<u8>,
}

/// Moves that share source and target, such as two ways to jump: they are rare.
const SHARED: usize = 64;

impl Numbers {
    pub fn new<const W: usize>(plan: &Plan<W>) -> Numbers {
        let goes = plan.atoms.iter().any(|atom| !matches!(atom.form, Form::Drop(_) | Form::Pass));
        let mut promotions = Vec::new();
        for atom in &plan.atoms {
            for promotion in &atom.promotions {
                let sources = atom.sources & promotion.sources;
                let targets = atom.targets & promotion.targets;
                for from in sources {
                    let reached = |to: u8| match atom.form {
                        Form::Leap { step, .. } => plan.geometry.step(from, step) == Some(to),
                        _ => true,
                    };
                    promotions.extend(targets.iter().filter(|&to| reached(to)).map(|to| (from, to)));
                }
            }
        }
        promotions.sort_unstable();
        promotions.dedup();
        let options = plan.atoms.iter().flat_map(|atom| &atom.promotions).map(|promotion| promotion.options.len());
        let drops = (0..plan.planes.kinds as u8).filter(|&kind| plan.drops[kind as usize].is_some());
        Numbers {
            squares: if goes { plan.squares() } else { 0 },
            promotions,
            choices: options.max().unwrap_or(0),
            drops: drops.collect(),
        }
    }

    pub fn spaces<const W: usize>(&self, plan: &Plan<W>) -> Spaces {
        let (cols, rows) = (plan.geometry.cols as usize, plan.geometry.rows as usize);
        let (kinds, players) = (plan.planes.kinds, plan.planes.players);
        let names = plan.names.kinds.join(", ");
        let dropped: Vec<&str> = self.drops.iter().map(|&kind| plan.names.kinds[kind as usize].as_str()).collect();
        let squares = "Squares are numbered from the first row, left to right";
        let actions = vec![
            Block::new("pass", &[1], "nothing moves"),
            Block::new("move", &[self.squares, self.squares], &format!("from a square × to a square. {squares}")),
            Block::new(
                "promotion",
                &[self.promotions.len(), self.choices],
                "source and target, ascending, of every move that can promote × which kind of those it offers",
            ),
            Block::new("drop", &[self.drops.len(), cols * rows], &format!("{} × to a square", dropped.join(", "))),
        ];
        let marks = plan.planes.count - kinds - players;
        let observation = vec![
            Block::new(
                "pieces",
                &[players, kinds, rows, cols],
                &format!("player, the seat's own first × kind: {names}"),
            ),
            Block::new("marks", &[marks, rows, cols], "pieces that never moved, then the flags of the rules"),
            Block::new("counters", &[players, kinds], "pieces in hand, the seat's own first × kind"),
            Block::new("more", &[COUNTERS], "all counters as they are kept: pieces in hands, checks received"),
            Block::new("turn", &[players], "1 at the place of the player who is due, the seat itself being first"),
            Block::new("clock", &[2], "turns without progress; turns played"),
        ];
        Spaces { actions, shared: SHARED, observation }
    }

    #[inline]
    pub fn of<const W: usize>(&self, plan: &Plan<W>, mv: Move) -> Option<u32> {
        let atom = &plan.atoms[mv.atom() as usize];
        let (from, to) = (mv.from() as usize, mv.to() as usize);
        let promotions = 1 + self.squares * self.squares;
        let number = match atom.form {
            Form::Pass => 0,
            Form::Drop(_) => {
                let kind = self.drops.iter().position(|&kind| kind == atom.kind)?;
                promotions + self.promotions.len() * self.choices + kind * plan.squares() + to
            }
            _ if mv.promotion() == 0 => 1 + from * self.squares + to,
            _ => {
                let kind = mv.promotion() - 1;
                let choice = atom.promotions.iter().find_map(|all| all.options.iter().position(|&one| one == kind))?;
                let pair = self.promotions.binary_search(&(mv.from(), mv.to())).ok()?;
                promotions + pair * self.choices + choice
            }
        };
        Some(number as u32)
    }
}

/// Writes what there is to see: everything.
pub(crate) fn write<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    seat: usize,
    row: &mut Row<'_>,
) {
    let (squares, kinds, players) = (plan.squares(), plan.planes.kinds, plan.planes.players);
    let turned = |player: usize| (player + players - seat) % players;
    let pieces = row.block(players * kinds * squares);
    for player in 0..players {
        let own = position.sets[kinds + player];
        for kind in 0..kinds {
            let start = (turned(player) * kinds + kind) * squares;
            for square in position.sets[kind] & own {
                if let Some(place) = pieces.get_mut(start + square as usize) {
                    *place = 1;
                }
            }
        }
    }
    let marks = row.block((plan.planes.count - kinds - players) * squares);
    for (set, start) in position.sets[kinds + players..plan.planes.count].iter().zip((0..).step_by(squares)) {
        for square in *set {
            if let Some(place) = marks.get_mut(start + square as usize) {
                *place = 1;
            }
        }
    }
    let held = row.block(players * kinds);
    for player in 0..players {
        for kind in 0..kinds {
            let count = plan.held(player as u8, kind as u8).map(|counter| position.counters[counter as usize]);
            if let (Some(place), Some(count)) = (held.get_mut(turned(player) * kinds + kind), count) {
                *place = count.into();
            }
        }
    }
    position.counters.iter().for_each(|&count| row.put(count.into()));
    let turn = row.block(players);
    if let Some(place) = turn.get_mut(turned(position.mover(plan) as usize)) {
        *place = 1;
    }
    row.put(position.clock.into());
    row.put(position.ply.into());
}

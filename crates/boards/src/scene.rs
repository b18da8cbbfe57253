//! The scene of a board game: the data that clients show.

use rulebook_kernel::{Rules, Seat, Turn};
use rulebook_matches::Staged;
use rulebook_scene::{
    BoardScene, Button, CardScene, CardSpot, FaceScene, Gesture, HandChange, MoveRecord, Offer, OfferKind, PieceScene,
    Scene, Scoreboard, Square, SquareChange, Step, ZoneRole, ZoneScene,
};
use rulebook_spaces::{Row, Spaces};

use crate::notation::square_text;
use crate::observe;
use crate::plan::{Effect, Form, Plan, Test, Want};
use crate::play::{self, End, Move, Position, Reason};
use crate::rules::{Boards, Fact};
use crate::state::BoardState;

fn square<const W: usize>(plan: &Plan<W>, square: u8) -> Square {
    let (x, y) = plan.geometry.column_row(square);
    Square { x, y }
}

/// A name with its article.
pub(crate) fn a(name: &str) -> String {
    let vowel = name.chars().next().is_some_and(|first| "aeiouAEIOU".contains(first));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// The name of a player with only the first letter in upper case. Files write `WHITE`.
fn said(name: &str) -> String {
    match name.char_indices().nth(1) {
        Some((second, _)) if !name.contains(|c: char| c.is_lowercase()) => {
            name[..second].to_owned() + &name[second..].to_lowercase()
        }
        _ => name.to_owned(),
    }
}

impl<const W: usize, const N: usize> Boards<W, N> {
    fn board(&self, view: &BoardState<W, N>) -> BoardScene {
        let plan = &self.plan;
        let position = &view.shown(plan);
        let squares = 0..plan.squares() as u16;
        let holes = squares.map(|at| at as u8).filter(|at| !plan.geometry.all.has(*at)).map(|at| square(plan, at));
        let pieces = position.occupied(plan).iter().filter_map(|at| self.piece(position, at));
        let mut marks = Vec::new();
        if let Some((from, to)) = view.last {
            let squares = if from == to { vec![to] } else { vec![from, to] };
            marks.extend(squares.into_iter().map(|at| (square(plan, at), "last".to_owned())));
        }
        if view.chosen.is_none() && play::in_check(plan, position) {
            let leaders = position.leaders(plan, position.mover(plan));
            marks.extend(leaders.iter().map(|at| (square(plan, at), "check".to_owned())));
        }
        if let Some(End { winner: Some(winner), reason: Reason::Line }) = view.end {
            let line = position.winning_line(plan, winner);
            marks.extend(line.iter().map(|at| (square(plan, at), "line".to_owned())));
        }
        BoardScene {
            width: plan.geometry.cols as usize,
            height: plan.geometry.rows as usize,
            holes: holes.collect(),
            cuts: plan.geometry.cuts(),
            pieces: pieces.collect(),
            marks,
            sides: plan.names.players.iter().map(|name| name.to_lowercase()).collect(),
            facing: plan.names.facing.clone(),
            captured: self.captured(position),
        }
    }

    /// The piece or the wall on a square. `None` if the square is empty.
    fn piece(&self, position: &Position<W, N>, at: u8) -> Option<PieceScene> {
        let plan = &self.plan;
        if position.walls(plan).has(at) {
            let (name, glyph) = plan.names.wall.clone();
            return Some(PieceScene { at: square(plan, at), kind: name, glyph, owner: None, letter: None });
        }
        let (player, kind) = position.at(plan, at)?;
        Some(self.drawn_piece(at, player, kind))
    }

    fn drawn_piece(&self, at: u8, player: u8, kind: u8) -> PieceScene {
        let names = &self.plan.names;
        PieceScene {
            at: square(&self.plan, at),
            kind: names.kinds[kind as usize].clone(),
            glyph: names.glyphs[kind as usize][player as usize].clone(),
            owner: Some(Seat::new(player as usize)),
            letter: Some(names.letters[kind as usize].clone()).filter(|letter| !letter.is_empty()),
        }
    }

    /// The face of a kind of piece in hand.
    fn held_face(&self, kind: u8) -> FaceScene {
        let names = &self.plan.names;
        FaceScene {
            id: names.letters[kind as usize].clone(),
            name: names.kinds[kind as usize].clone(),
            ..FaceScene::default()
        }
    }

    /// The changes of hands between two positions. Empty if hands are not shown.
    fn hand_changes(&self, before: &Position<W, N>, after: &Position<W, N>) -> Vec<HandChange> {
        let plan = &self.plan;
        if !plan.shows_hands() {
            return vec![];
        }
        let all = (0..plan.planes.players as u8).flat_map(|player| {
            (0..plan.planes.kinds as u8).filter_map(move |kind| {
                let counter = plan.held(player, kind)? as usize;
                let by = i16::from(after.counters[counter]) - i16::from(before.counters[counter]);
                (by != 0).then(|| (player, kind, i8::try_from(by).unwrap_or(0)))
            })
        });
        let change =
            |(player, kind, by)| HandChange { seat: Seat::new(usize::from(player)), face: self.held_face(kind), by };
        all.map(change).collect()
    }

    /// The hand of each player as a zone. Empty if hands are not shown.
    fn hands(&self, view: &BoardState<W, N>) -> Vec<ZoneScene> {
        let plan = &self.plan;
        if !plan.shows_hands() {
            return vec![];
        }
        let hand = |player: u8| {
            let held = (0..plan.planes.kinds as u8).filter_map(|kind| Some((kind, plan.held(player, kind)?)));
            let cards: Vec<CardScene> = held
                .flat_map(|(kind, counter)| {
                    let piece = CardScene { face: Some(self.held_face(kind)), face_up: true, ..CardScene::default() };
                    std::iter::repeat_n(piece, usize::from(view.position.counters[counter as usize]))
                })
                .collect();
            ZoneScene {
                id: format!("hand.{player}"),
                name: "in hand".to_owned(),
                owner: Some(Seat::new(player as usize)),
                category: Some("hand".to_owned()),
                role: Some(ZoneRole::Hand),
                count: Some(cards.len()),
                cards,
                ..ZoneScene::default()
            }
        };
        (0..plan.planes.players as u8).map(hand).collect()
    }

    /// The end of a move's label: the castling partner, a capture beside the target, or the jumps. Empty for other
    /// moves.
    fn beside(&self, mv: &Move) -> String {
        let plan = &self.plan;
        let atom = &plan.atoms[mv.atom() as usize];
        if let Form::Castle(castle) = &atom.form {
            return format!(", castling with the piece on {}", square_text(plan, castle.partner));
        }
        let kinds = &plan.sides[atom.player as usize].kinds;
        if let Some(kind) = kinds.iter().find(|kind| kind.kind == atom.kind && mv.path() > 1) {
            let jumps = (31 - mv.path().leading_zeros()) / kind.link();
            return if jumps == 1 { ", jumping".to_owned() } else { format!(", in {jumps} jumps") };
        }
        let finds = atom.tests.iter().any(|test| matches!(test, Test::Finds(_)));
        let partner = atom.effects.iter().find_map(|effect| match effect {
            Effect::Shift { kind, .. } if finds => *kind,
            _ => None,
        });
        if let Some(kind) = partner {
            return format!(", with the {}", plan.names.kinds[kind as usize]);
        }
        let asked = atom.tests.iter().any(|test| matches!(test, Test::At { want: Want::Flag(_), negated: false, .. }));
        if atom.captures_aside && asked { ", takes in passing".to_owned() } else { String::new() }
    }

    /// The place of a kind in the hand of the player to move. `None` if hands are not shown.
    fn in_hand(&self, view: &BoardState<W, N>, kind: u8) -> Option<CardSpot> {
        let plan = &self.plan;
        let mover = view.position.mover(plan);
        let before = (0..kind).filter_map(|other| plan.held(mover, other));
        let at = before.map(|counter| usize::from(view.position.counters[counter as usize])).sum();
        plan.shows_hands().then(|| CardSpot::new(mover as usize, at))
    }

    /// The scoreboards: the pieces that each player has left to drop, and the checks if the game counts them.
    fn scoreboards(&self, view: &BoardState<W, N>) -> Vec<Scoreboard> {
        let plan = &self.plan;
        let mut boards = Vec::new();
        let players = 0..plan.planes.players as u8;
        if plan.held.iter().any(Option::is_some) && !plan.shows_hands() {
            let rows = players.clone().map(|player| {
                let held = (0..plan.planes.kinds as u8).filter_map(|kind| {
                    let count = view.position.counters[plan.held(player, kind)? as usize];
                    (count > 0).then(|| format!("{} × {count}", plan.names.kinds[kind as usize]))
                });
                vec![said(&plan.names.players[player as usize]), held.collect::<Vec<_>>().join(", ")]
            });
            let columns = vec!["player".to_owned(), "pieces".to_owned()];
            boards.push(Scoreboard { title: "In hand".to_owned(), columns, rows: rows.collect() });
        }
        if let Some(first) = plan.checks {
            let count = |player: u8| view.position.counters[(first + player) as usize].to_string();
            let rows = players.map(|player| vec![said(&plan.names.players[player as usize]), count(player)]).collect();
            let columns = vec!["player".to_owned(), "times".to_owned()];
            boards.push(Scoreboard { title: "Checked".to_owned(), columns, rows });
        }
        boards
    }
}

impl<const W: usize, const N: usize> Staged for Boards<W, N> {
    fn spaces(&self, _: usize) -> Spaces {
        self.numbers.spaces(&self.plan)
    }

    fn number(&self, _: usize, _: Seat, mv: &Move) -> Option<u32> {
        self.numbers.of(&self.plan, *mv)
    }

    fn observe(&self, state: &BoardState<W, N>, seat: Seat, row: &mut Row<'_>) {
        observe::write(&self.plan, state, seat.index(), row);
    }

    fn scene(&self, view: &BoardState<W, N>) -> Scene {
        let turn = self.turn(view);
        let due: Vec<Seat> = turn.seats().iter().collect();
        let prompt = match (&turn, due.first()) {
            (Turn::Over(outcome), _) => outcome.reason().to_owned(),
            (_, Some(seat)) if view.chosen.is_some() => {
                let player = said(&self.plan.names.players[seat.index()]);
                format!("{player} to place {}", a(&self.plan.names.wall.0))
            }
            (_, Some(seat)) => format!("{} to move", said(&self.plan.names.players[seat.index()])),
            (_, None) => String::new(),
        };
        let outcome = if let Turn::Over(outcome) = turn { Some(outcome) } else { None };
        let passes = !self.plan.clauses.pass.is_empty();
        let button = Button { id: "pass".to_owned(), label: "Pass".to_owned() };
        Scene {
            seats: self.plan.planes.players,
            zones: self.hands(view),
            board: Some(self.board(view)),
            scoreboards: self.scoreboards(view),
            buttons: if passes { vec![button] } else { vec![] },
            prompt,
            due,
            outcome,
            ..Scene::default()
        }
    }

    fn offer(&self, view: &BoardState<W, N>, mv: &Move) -> Offer {
        let plan = &self.plan;
        match plan.atoms[mv.atom() as usize].form {
            Form::Pass if let Some((at, _)) = mv.choice() => Offer::new(
                format!("{} on {}", plan.names.wall.0, square_text(plan, at)),
                Gesture::Square { at: square(plan, at) },
            ),
            Form::Pass => Offer::new("pass", Gesture::Button { id: "pass".to_owned() }).with_kind(OfferKind::Pass),
            Form::Drop(kind) => {
                let placed = if mv.promotion() > 0 { mv.promotion() - 1 } else { kind };
                let label =
                    format!("place {} on {}", a(&plan.names.kinds[placed as usize]), square_text(plan, mv.to()));
                let at = square(plan, mv.to());
                let gesture = match self.in_hand(view, kind) {
                    Some(card) => Gesture::Place { card, at },
                    None => Gesture::Square { at },
                };
                Offer::new(label, gesture)
            }
            _ => {
                let (from, to) = (square(plan, mv.from()), square(plan, mv.to()));
                let offer = Offer::new(self.san(view, mv), Gesture::Squares { from, to });
                let mover = view.position.mover(plan) as usize;
                let becomes = (mv.promotion() as usize).checked_sub(1);
                Offer { sign: becomes.map(|kind| plan.names.glyphs[kind][mover].clone()), ..offer }
            }
        }
    }

    fn meant(&self, scene: &Scene, gesture: &Gesture) -> Option<String> {
        let name = |at: &Square| format!("{}{}", char::from(b'a' + at.x % 26), u16::from(at.y) + 1);
        match gesture {
            Gesture::Squares { from, to } => Some(name(from) + &name(to)),
            Gesture::Place { card, at } => {
                let face = scene.zones.get(card.zone)?.cards.get(card.at)?.face.as_ref()?;
                Some(format!("{}@{}", face.id, name(at)))
            }
            _ => None,
        }
    }

    fn record(&self, state: &BoardState<W, N>, seat: Seat, mv: &Move) -> Option<MoveRecord> {
        let plan = &self.plan;
        let before = &state.shown(plan);
        let mut after = state.position;
        match self.needs_wall(mv) {
            true => after.place(plan, *mv),
            false => after.make(plan, self.whole(state, mv)),
        }
        let (piece, from, to) = match plan.atoms[mv.atom() as usize].form {
            Form::Pass => (None, None, None),
            Form::Drop(kind) => {
                (Some(self.drawn_piece(mv.to(), before.mover(plan), kind)), None, Some(square(plan, mv.to())))
            }
            _ => (self.piece(before, mv.from()), Some(square(plan, mv.from())), Some(square(plan, mv.to()))),
        };
        let changed = |at: u8| {
            let (was, is) = (self.piece(before, at), self.piece(&after, at));
            (was != is).then(|| SquareChange { at: square(plan, at), before: was, after: is })
        };
        let squares = (before.occupied(plan) | after.occupied(plan)).iter().filter_map(changed).collect();
        let moves = self.decisions(state);
        // The record of a wall also names the move before it.
        let first = state.chosen.map_or_else(String::new, |chosen| {
            let before = BoardState { chosen: None, ..state.clone() };
            self.san(&before, &chosen) + " "
        });
        let alike = |other: &&Move| other.from() == mv.from() && other.to() == mv.to() && other.promotion() > 0;
        Some(MoveRecord {
            number: u32::from(before.ply) * if plan.staged { 2 } else { 1 } + u32::from(state.chosen.is_some()),
            seat,
            text: first + &self.san(state, mv),
            piece,
            from,
            to,
            takes: self.takes(before, mv),
            promotes: mv.promotion() > 0,
            may_promote: from.is_some() && moves.iter().any(|other| alike(&other)),
            check: !self.needs_wall(mv) && play::in_check(plan, &after),
            squares,
            hands: self.hand_changes(before, &after),
        })
    }

    fn steps(&self, fact: &Fact) -> Vec<Step> {
        let names = &self.plan.names;
        let text = match fact {
            Fact::Dealt(_) => "the pieces were dealt".to_owned(),
            Fact::Out(seat) => format!("{} is out", said(&names.players[seat.index()])),
            Fact::Moved { seat, mv, kind, captured } => {
                let (player, piece) = (said(&names.players[seat.index()]), &names.kinds[*kind as usize]);
                let to = square_text(&self.plan, mv.to());
                let mut text = match self.plan.atoms[mv.atom() as usize].form {
                    Form::Pass if let Some((square, _)) = mv.choice() => {
                        let wall = a(&names.wall.0);
                        let text = format!("{player} places {wall} on {}", square_text(&self.plan, square));
                        return vec![Step::say(text)];
                    }
                    Form::Pass => format!("{player} passes"),
                    Form::Drop(_) => format!("{player} places {} on {to}", a(piece)),
                    _ => format!("{player}: {piece} {} to {to}", square_text(&self.plan, mv.from())),
                };
                if let Some(taken) = captured {
                    text += &format!(", takes {}", a(&names.kinds[*taken as usize]));
                }
                if self.plan.atoms[mv.atom() as usize].returns() {
                    text += ", goes back";
                }
                text += &self.beside(mv);
                match mv.choice() {
                    Some((square, None)) => {
                        text += &format!(", {} on {}", names.wall.0, square_text(&self.plan, square));
                    }
                    Some((square, Some(kind))) => {
                        let held = a(&names.kinds[kind as usize]);
                        text += &format!(", places {held} on {}", square_text(&self.plan, square));
                    }
                    None => {}
                }
                if mv.promotion() > 0 {
                    text += &format!(", becomes {}", a(&names.kinds[mv.promotion() as usize - 1]));
                }
                text
            }
        };
        vec![Step::say(text)]
    }
}

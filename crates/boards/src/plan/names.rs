//! The names of players, kinds and flags.

use crate::spec::Spec;

/// The names of players, kinds and flags for display, and the letters for move texts.
#[derive(Clone, Debug)]
pub struct Names {
    /// The name of each player.
    pub players: Vec<String>,
    /// The code of each kind in the file.
    pub codes: Vec<String>,
    /// The name of each kind.
    pub kinds: Vec<String>,
    /// The letter of each kind, in upper case.
    pub letters: Vec<String>,
    /// Other texts of each kind in positions that other programs have written, in upper case.
    pub aliases: Vec<Vec<String>>,
    /// The characters for the pieces on a text board, by kind and player.
    pub glyphs: Vec<Vec<String>>,
    /// The number of anticlockwise quarter turns that bring each player's side to the bottom. Empty if the board has a
    /// fixed orientation.
    pub facing: Vec<u8>,
    /// The name of each flag.
    pub flags: Vec<String>,
    /// The name of a wall, and its character on a text board.
    pub wall: (String, String),
}

impl Names {
    pub(super) fn new(spec: &Spec) -> Names {
        let glyph = |piece: &crate::spec::Piece, player: usize| match piece.glyphs.get(player) {
            Some(glyph) => glyph.clone(),
            None => plain_glyph(&piece.code, player, spec.players.len()),
        };
        let players = 0..spec.players.len();
        let wall = |own: fn(&crate::spec::Walls) -> &Option<String>, usual: &str| {
            spec.clauses.walls.as_ref().and_then(|walls| own(walls).clone()).unwrap_or_else(|| usual.to_owned())
        };
        let piece = spec.clauses.walls.as_ref().and_then(|walls| walls.piece);
        let usual = piece.map_or("wall", |kind| &spec.pieces[kind as usize].name);
        Names {
            wall: (wall(|walls| &walls.name, usual), wall(|walls| &walls.glyph, "■")),
            players: spec.players.iter().map(|player| player.name.clone()).collect(),
            codes: spec.pieces.iter().map(|piece| piece.code.clone()).collect(),
            kinds: spec.pieces.iter().map(|piece| piece.name.clone()).collect(),
            letters: spec.pieces.iter().map(|piece| piece.letter.clone()).collect(),
            aliases: spec.pieces.iter().map(|piece| piece.aliases.clone()).collect(),
            facing: facing(spec),
            flags: spec.flags.iter().map(|flag| flag.name.clone()).collect(),
            glyphs: spec.pieces.iter().map(|piece| players.clone().map(|p| glyph(piece, p)).collect()).collect(),
        }
    }
}

/// The default characters for a piece on a text board: the first three letters of the code, in lower case for the
/// second player. With more than two players, the number of the player is added.
fn plain_glyph(code: &str, player: usize, players: usize) -> String {
    let letters: String = code.chars().take(3).collect();
    match (players, player) {
        (1, _) => letters,
        (2, 0) => letters.to_uppercase(),
        (2, _) => letters.to_lowercase(),
        _ => format!("{}{letters}", player + 1),
    }
}

/// The number of quarter turns for each player, by the direction in which the player's pieces move forward. A board
/// that is not square is only turned upside down.
fn facing(spec: &Spec) -> Vec<u8> {
    let ahead = |player: &crate::spec::Player| match player.direction[1] {
        [0, -1] => 2,
        [1, 0] => 1,
        [-1, 0] => 3,
        _ => 0,
    };
    let turns: Vec<u8> = spec.players.iter().map(ahead).collect();
    if turns.iter().all(|turn| *turn == 0) { Vec::new() } else { turns }
}

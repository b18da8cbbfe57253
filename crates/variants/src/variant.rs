//! Reads the options of a variant, as the ini format defines them.

use crate::Note;
use crate::ini::{Entry, Section};
use std::collections::{BTreeMap, BTreeSet};

/// A square: file and rank, from zero.
pub(crate) type Square = (u8, u8);
/// A set of squares. `None` means every square.
pub(crate) type Region = Option<BTreeSet<Square>>;
/// A set of piece types, by name.
pub(crate) type Types = BTreeSet<String>;

/// The piece types that every variant knows, with their notation.
pub(crate) const KNOWN: [(&str, &str); 36] = [
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "ffN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// A piece type of a variant.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub name: String,
    pub letter: char,
    pub betza: String,
}

/// The options that have a single value.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub types: Vec<Type>,
    pub ranks: u8,
    pub files: u8,
    pub start: String,
    pub flags: BTreeSet<String>,
    pub words: BTreeMap<String, String>,
    pub numbers: BTreeMap<String, i64>,
    pub regions: BTreeMap<String, BTreeSet<Square>>,
    pub sets: BTreeMap<String, Types>,
    pub pairs: BTreeMap<String, Vec<(String, String)>>,
    /// The line of each option of the section itself.
    pub lines: BTreeMap<String, usize>,
}

const FLAGS: [&str; 55] = [
    "chess960",
    "twoBoards",
    "sittuyinPromotion",
    "piecePromotionOnCapture",
    "mandatoryPawnPromotion",
    "mandatoryPiecePromotion",
    "pieceDemotion",
    "blastOnCapture",
    "petrifyBlastPieces",
    "doubleStep",
    "castling",
    "castlingDroppedPiece",
    "oppositeCastling",
    "checking",
    "dropChecks",
    "mustCapture",
    "mustDrop",
    "pieceDrops",
    "dropLoop",
    "capturesToHand",
    "firstRankPawnDrops",
    "promotionZonePawnDrops",
    "sittuyinRookDrop",
    "dropOppositeColoredBishop",
    "dropPromoted",
    "immobilityIllegal",
    "gating",
    "wallOrMove",
    "seirawanGating",
    "cambodianMoves",
    "passWhite",
    "passBlack",
    "passOnStalemateWhite",
    "passOnStalemateBlack",
    "makpongRule",
    "flyingGeneral",
    "nFoldValueAbsolute",
    "perpetualCheckIllegal",
    "moveRepetitionIllegal",
    "stalematePieceCount",
    "shogiPawnDropMateIllegal",
    "shatarMateRule",
    "bikjangRule",
    "extinctionClaim",
    "extinctionPseudoRoyal",
    "dupleCheck",
    "flagPieceBlockedWin",
    "flagMove",
    "flagPieceSafe",
    "checkCounting",
    "connectVertical",
    "connectHorizontal",
    "connectDiagonal",
    "adjudicateFullBoard",
    "freeDrops",
];
const WORDS: [&str; 11] = [
    "enclosingDrop",
    "wallingRule",
    "flipEnclosedPieces",
    "nFoldValue",
    "stalemateValue",
    "checkmateValue",
    "extinctionValue",
    "connectValue",
    "materialCounting",
    "countingRule",
    "chasingRule",
];
const NUMBERS: [&str; 17] = [
    "dropNoDoubledCount",
    "soldierPromotionRank",
    "nMoveRule",
    "nFoldRule",
    "extinctionPieceCount",
    "extinctionOpponentPieceCount",
    "flagPieceCount",
    "connectN",
    "connectNxN",
    "collinearN",
    "castlingRank",
    "castlingKingFile",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    "pocketSize",
];
const REGIONS: [&str; 19] = [
    "promotionRegionWhite",
    "promotionRegionBlack",
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
    "tripleStepRegionWhite",
    "tripleStepRegionBlack",
    "enPassantRegionWhite",
    "enPassantRegionBlack",
    "enclosingDropStart",
    "dropRegionWhite",
    "dropRegionBlack",
    "wallingRegionWhite",
    "wallingRegionBlack",
    "diagonalLines",
    "flagRegionWhite",
    "flagRegionBlack",
    "connectRegion1White",
    "connectRegion2White",
    "connectRegion1Black",
];
const SETS: [&str; 24] = [
    "promotionPawnTypesWhite",
    "promotionPawnTypesBlack",
    "promotionPieceTypesWhite",
    "promotionPieceTypesBlack",
    "blastImmuneTypes",
    "mutuallyImmuneTypes",
    "petrifyOnCaptureTypes",
    "enPassantTypesWhite",
    "enPassantTypesBlack",
    "castlingKingPieceWhite",
    "castlingKingPieceBlack",
    "castlingRookPiecesWhite",
    "castlingRookPiecesBlack",
    "mustDropType",
    "dropNoDoubled",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
    "extinctionPieceTypes",
    "flagPieceWhite",
    "flagPieceBlack",
    "connectPieceTypes",
    "mainPawnWhite",
    "mainPawnBlack",
    "castlingKingPiece",
];
/// Options that set several other options.
const ALIASES: [(&str, &[&str]); 20] = [
    (
        "pawnTypes",
        &[
            "mainPawnWhite",
            "mainPawnBlack",
            "promotionPawnTypesWhite",
            "promotionPawnTypesBlack",
            "enPassantTypesWhite",
            "enPassantTypesBlack",
            "nMoveRuleTypesWhite",
            "nMoveRuleTypesBlack",
        ],
    ),
    ("promotionPawnTypes", &["mainPawnWhite", "mainPawnBlack", "promotionPawnTypesWhite", "promotionPawnTypesBlack"]),
    ("promotionPieceTypes", &["promotionPieceTypesWhite", "promotionPieceTypesBlack"]),
    ("enPassantTypes", &["enPassantTypesWhite", "enPassantTypesBlack"]),
    ("enPassantRegion", &["enPassantRegionWhite", "enPassantRegionBlack"]),
    ("castlingKingPiece", &["castlingKingPieceWhite", "castlingKingPieceBlack"]),
    ("castlingRookPieces", &["castlingRookPiecesWhite", "castlingRookPiecesBlack"]),
    ("nMoveRuleTypes", &["nMoveRuleTypesWhite", "nMoveRuleTypesBlack"]),
    ("flagPiece", &["flagPieceWhite", "flagPieceBlack"]),
    ("flagRegion", &["flagRegionWhite", "flagRegionBlack"]),
    ("wallingRegion", &["wallingRegionWhite", "wallingRegionBlack"]),
    ("dropRegion", &["dropRegionWhite", "dropRegionBlack"]),
    ("pass", &["passWhite", "passBlack"]),
    ("passOnStalemate", &["passOnStalemateWhite", "passOnStalemateBlack"]),
    ("promotionRegion", &["promotionRegionWhite", "promotionRegionBlack"]),
    // Older names of options.
    ("castlingRookPiece", &["castlingRookPiecesWhite", "castlingRookPiecesBlack"]),
    ("whiteFlag", &["flagRegionWhite"]),
    ("blackFlag", &["flagRegionBlack"]),
    ("whiteDropRegion", &["dropRegionWhite"]),
    ("blackDropRegion", &["dropRegionBlack"]),
];
/// Older options that set the regions of both sides by a rank. Each player counts ranks from the own side.
const RANKS: [&str; 3] = ["promotionRank", "doubleStepRank", "doubleStepRankMin"];
/// Options that do not affect the rules.
const IGNORED: [&str; 5] = ["variantTemplate", "pieceToCharTable", "pieceValueMg", "pieceValueEg", "nnueAlias"];

fn row(files: u8, rank: u8) -> BTreeSet<Square> {
    (0..files).map(|file| (file, rank)).collect()
}

fn one(name: &str) -> Types {
    Types::from([name.to_owned()])
}

impl Variant {
    /// The defaults of the format: the rules of chess without any pieces.
    pub fn empty() -> Variant {
        let mut variant = Variant {
            types: vec![],
            ranks: 8,
            files: 8,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            flags: BTreeSet::new(),
            words: BTreeMap::new(),
            numbers: BTreeMap::new(),
            regions: BTreeMap::new(),
            sets: BTreeMap::new(),
            pairs: BTreeMap::new(),
            lines: BTreeMap::new(),
        };
        for flag in [
            "mandatoryPawnPromotion",
            "doubleStep",
            "castling",
            "checking",
            "dropChecks",
            "connectVertical",
            "connectHorizontal",
            "connectDiagonal",
        ] {
            variant.flags.insert(flag.to_owned());
        }
        let numbers = [
            ("dropNoDoubledCount", 1),
            ("soldierPromotionRank", 1),
            ("nMoveRule", 50),
            ("nFoldRule", 3),
            ("flagPieceCount", 1),
            ("castlingRank", 1),
            ("castlingKingFile", 5),
            ("castlingKingsideFile", 7),
            ("castlingQueensideFile", 3),
        ];
        variant.numbers.extend(numbers.map(|(key, number)| (key.to_owned(), number)));
        let regions = [
            ("promotionRegionWhite", 7),
            ("promotionRegionBlack", 0),
            ("doubleStepRegionWhite", 1),
            ("doubleStepRegionBlack", 6),
        ];
        // The regions of the format are rows of the largest board, so they do not depend on the number of files.
        variant.regions.extend(regions.map(|(key, rank)| (key.to_owned(), row(16, rank))));
        for side in ["White", "Black"] {
            for key in ["mainPawn", "promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
                variant.sets.insert(format!("{key}{side}"), one("pawn"));
            }
            variant.sets.insert(format!("castlingKingPiece{side}"), one("king"));
            variant.sets.insert(format!("castlingRookPieces{side}"), one("rook"));
        }
        variant
    }

    /// The defaults with the pieces of chess.
    pub fn chess() -> Variant {
        let mut variant = Variant::empty();
        for (name, letter) in
            [("pawn", 'p'), ("knight", 'n'), ("bishop", 'b'), ("rook", 'r'), ("queen", 'q'), ("king", 'k')]
        {
            variant.add(name, letter, notation(name));
        }
        for side in ["White", "Black"] {
            let options = ["queen", "rook", "bishop", "knight"].map(str::to_owned);
            variant.sets.insert(format!("promotionPieceTypes{side}"), options.into_iter().collect());
        }
        variant
    }

    pub fn is(&self, flag: &str) -> bool {
        self.flags.contains(flag)
    }

    /// Whether the game is played by two pairs on two boards. Two wide boards do not fit on one board.
    pub fn has_pairs(&self) -> bool {
        self.is("twoBoards") && self.files <= 8
    }

    pub fn number(&self, key: &str) -> i64 {
        self.numbers.get(key).copied().unwrap_or(0)
    }

    pub fn word(&self, key: &str) -> Option<&str> {
        self.words.get(key).map(String::as_str).filter(|word| *word != "none" && *word != "-")
    }

    pub fn set(&self, key: &str) -> Types {
        self.sets.get(key).cloned().unwrap_or_default()
    }

    /// The squares of a region that are on the board. `None` if the option is not given.
    pub fn region(&self, key: &str) -> Region {
        let squares = self.regions.get(key)?;
        Some(squares.iter().copied().filter(|(file, rank)| *file < self.files && *rank < self.ranks).collect())
    }

    pub fn type_of(&self, name: &str) -> Option<&Type> {
        self.types.iter().find(|own| own.name == name)
    }

    fn add(&mut self, name: &str, letter: char, betza: String) {
        let same = self.types.iter().find(|own| own.letter == letter).map(|own| own.name.clone());
        same.iter().for_each(|same| self.remove(same));
        self.types.retain(|own| own.name != name);
        self.types.push(Type { name: name.to_owned(), letter, betza });
    }

    /// Removes a piece type. Pawns can no longer promote to it, even if a later line adds the type again.
    fn remove(&mut self, name: &str) {
        self.types.retain(|own| own.name != name);
        for side in ["White", "Black"] {
            if let Some(options) = self.sets.get_mut(&format!("promotionPieceTypes{side}")) {
                options.remove(name);
            }
        }
    }

    /// Applies the lines of a section.
    pub fn apply(&mut self, section: &Section, notes: &mut Vec<Note>) {
        self.lines.clear();
        let passes: [fn(&str) -> bool; 4] = [
            |key| matches!(key, "maxRank" | "maxFile"),
            is_piece,
            sets_others,
            |key| !is_piece(key) && !matches!(key, "maxRank" | "maxFile") && !sets_others(key),
        ];
        for pass in passes {
            for entry in section.entries.iter().filter(|entry| pass(&entry.key)) {
                self.lines.insert(entry.key.clone(), entry.line);
                if let Err(text) = self.set_option(entry) {
                    notes.push(Note { line: entry.line, text, matters: true });
                }
            }
        }
        // `doubleStep = false` empties the regions of double steps. A later section needs both `doubleStep = true` and
        // a region to allow them again.
        if !self.is("doubleStep") {
            for side in ["White", "Black"] {
                self.regions.insert(format!("doubleStepRegion{side}"), BTreeSet::new());
            }
        }
    }

    fn set_option(&mut self, entry: &Entry) -> Result<(), String> {
        let Entry { key, value, .. } = entry;
        if is_piece(key) {
            return self.set_piece(key, value);
        }
        if let Some((_, targets)) = ALIASES.iter().find(|(name, _)| name == key) {
            for target in *targets {
                self.set_value(target, value)?;
            }
            return Ok(());
        }
        // An older option that means the same as a value of `enclosingDrop`.
        if key == "dropOnTop" {
            return if value == "true" { self.set_value("enclosingDrop", "top") } else { Ok(()) };
        }
        if RANKS.contains(&key.as_str()) {
            let rank = number(value).filter(|rank| (1..=16).contains(rank));
            return rank.map(|rank| self.set_ranks(key, rank)).ok_or_else(|| format!("`{key}` must be a rank"));
        }
        self.set_value(key, value)
    }

    /// Sets the regions of an older option.
    fn set_ranks(&mut self, key: &str, rank: i64) {
        let (name, ranks) = if key == "promotionRank" {
            ("promotionRegion", rank..=16)
        } else {
            self.numbers.insert(key.to_owned(), rank);
            let given = |key: &str| self.numbers.get(key).copied().unwrap_or(2);
            ("doubleStepRegion", given("doubleStepRankMin").min(2)..=given("doubleStepRank"))
        };
        let last = i64::from(self.ranks);
        let own: Vec<i64> = ranks.filter(|rank| *rank <= last).collect();
        let rows = |rank: &dyn Fn(i64) -> i64| -> BTreeSet<Square> {
            own.iter().flat_map(|own| row(16, (rank(*own) - 1) as u8)).collect()
        };
        let regions = [rows(&|own| own), rows(&|own| last + 1 - own)];
        for (side, region) in ["White", "Black"].iter().zip(regions) {
            self.regions.insert(format!("{name}{side}"), region);
        }
    }

    fn set_piece(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(letter) = value.chars().next().filter(char::is_ascii_alphabetic) else {
            self.remove(name);
            return if value == "-" { Ok(()) } else { Err(format!("`{value}` is not a letter")) };
        };
        let betza = match value.split_once(':') {
            Some((_, betza)) => betza.trim().to_owned(),
            None if name.starts_with("customPiece") => return Err(format!("`{name}` needs a notation after a colon")),
            None => notation(name),
        };
        if betza.contains('e') && name != "pawn" {
            for side in ["White", "Black"] {
                self.sets.entry(format!("enPassantTypes{side}")).or_default().insert(name.to_owned());
            }
        }
        self.add(name, letter.to_ascii_lowercase(), betza);
        Ok(())
    }

    fn set_value(&mut self, key: &str, value: &str) -> Result<(), String> {
        if IGNORED.contains(&key) {
            return Ok(());
        }
        if FLAGS.contains(&key) {
            match value {
                "true" | "1" => self.flags.insert(key.to_owned()),
                "false" | "0" => self.flags.remove(key),
                _ => return Err(format!("`{key}` must be `true` or `false`, not `{value}`")),
            };
        } else if WORDS.contains(&key) {
            self.words.insert(key.to_owned(), value.to_owned());
        } else if NUMBERS.contains(&key) || matches!(key, "maxRank" | "maxFile") {
            let number = number(value).ok_or_else(|| format!("`{key}` must be a number, not `{value}`"))?;
            match key {
                "maxRank" | "maxFile" if !(1..=16).contains(&number) => {
                    return Err(format!("a board has at most 16 files and ranks, not {number}"));
                }
                "maxRank" => self.ranks = number as u8,
                "maxFile" => self.files = number as u8,
                _ => {
                    self.numbers.insert(key.to_owned(), number);
                }
            }
        } else if REGIONS.contains(&key) || key == "connectRegion2Black" || key.starts_with("mobilityRegion") {
            let region = squares(value).ok_or_else(|| format!("`{key}` must be a list of squares, not `{value}`"))?;
            self.regions.insert(key.to_owned(), region);
        } else if SETS.contains(&key) {
            let set = self.letters(value)?;
            self.sets.insert(key.to_owned(), set);
        } else if matches!(key, "promotionLimit" | "promotedPieceType") {
            let mut pairs =
                if key == "promotedPieceType" { self.pairs.remove(key).unwrap_or_default() } else { vec![] };
            for item in value.split_whitespace().filter(|item| *item != "-") {
                let Some((one, other)) = item.split_once(':') else { return Err(format!("`{item}` has no colon")) };
                let from = self.letter(one)?;
                let to = match other {
                    "-" => String::new(),
                    _ if key == "promotionLimit" => other.to_owned(),
                    _ => self.letter(other)?,
                };
                pairs.retain(|(known, _)| *known != from);
                pairs.push((from, to));
            }
            self.pairs.insert(key.to_owned(), pairs);
        } else if key == "startFen" {
            self.start = value.to_owned();
        } else if key == "castlingWins" {
            self.words.insert(key.to_owned(), value.to_owned());
        } else {
            return Err(format!("the option `{key}` is not known"));
        }
        Ok(())
    }

    fn letter(&self, text: &str) -> Result<String, String> {
        let letter = text.chars().next().unwrap_or(' ').to_ascii_lowercase();
        let own = self.types.iter().find(|own| own.letter == letter);
        own.map(|own| own.name.clone()).ok_or_else(|| format!("no piece has the letter `{text}`"))
    }

    fn letters(&self, value: &str) -> Result<Types, String> {
        let mut set = Types::new();
        for letter in value.chars().filter(|c| !c.is_whitespace()) {
            match letter {
                '-' => {}
                '*' => {
                    set.insert("*".to_owned());
                }
                _ => {
                    set.insert(self.letter(&letter.to_string())?);
                }
            }
        }
        Ok(set)
    }
}

/// Whether an option sets several other options, which can also be given on their own.
fn sets_others(key: &str) -> bool {
    ALIASES.iter().any(|(name, _)| *name == key) || RANKS.contains(&key)
}

fn is_piece(key: &str) -> bool {
    key == "king" || KNOWN.iter().any(|(name, _)| *name == key) || key.starts_with("customPiece")
}

/// The notation of a known piece type.
fn notation(name: &str) -> String {
    let known = KNOWN.iter().find(|(known, _)| *known == name);
    known.map_or("K", |(_, betza)| betza).to_owned()
}

/// The largest number of an option. Larger numbers are refused.
const MOST_NUMBER: i64 = 1_000_000;

/// A number, or the letter of a file.
fn number(text: &str) -> Option<i64> {
    let letter = text.bytes().next().filter(|_| text.len() == 1).filter(u8::is_ascii_lowercase);
    let number = letter.map(|letter| i64::from(letter - b'a') + 1).or_else(|| text.parse().ok());
    number.filter(|number| (-MOST_NUMBER..=MOST_NUMBER).contains(number))
}

/// A list of squares. A star means every file or rank.
fn squares(text: &str) -> Option<BTreeSet<Square>> {
    let mut found = BTreeSet::new();
    for item in text.split_whitespace().filter(|item| *item != "-") {
        let (file, rank) = item.split_at_checked(1)?;
        let files: Vec<u8> = match file.bytes().next()? {
            b'*' => (0..16).collect(),
            letter @ b'a'..=b'p' => vec![letter - b'a'],
            _ => return None,
        };
        let ranks: Vec<u8> = match rank {
            "*" => (0..16).collect(),
            rank => vec![rank.parse::<u8>().ok().filter(|rank| (1..=16).contains(rank))? - 1],
        };
        found.extend(files.iter().flat_map(|file| ranks.iter().map(|rank| (*file, *rank))));
    }
    Some(found)
}

//! Finds the kinds of pieces that a variant can have, and their names.

use super::{SIDES, Writer};
use crate::variant::{Type, Types};

/// The type that a piece had before its promotion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The piece is not promoted.
    Plain,
    /// The piece was a pawn, and becomes a pawn again in a hand.
    Pawn,
    /// The piece was a piece of this type.
    Type(String),
}

/// A kind of piece of the board game.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub code: String,
    pub name: String,
    pub letter: String,
    pub type_name: String,
    pub(super) origin: Origin,
}

impl Writer<'_> {
    /// Whether a promoted piece remembers what it was, so that it needs a kind of its own.
    pub(super) fn remembers(&self) -> bool {
        let v = self.variant;
        (v.is("capturesToHand") && !v.is("dropLoop")) || v.is("pieceDemotion")
    }

    pub(super) fn promoted_type(&self, name: &str) -> Option<String> {
        let pairs = self.variant.pairs.get("promotedPieceType")?;
        let (_, to) = pairs.iter().find(|(from, to)| from == name && !to.is_empty())?;
        self.variant.type_of(to).map(|own| own.name.clone())
    }

    /// The letters that other programs write for a kind that does not remember what it was: a plus and the letter of each
    /// type that promotes to it.
    pub(super) fn promoted_letters(&self, kind: &Kind) -> Vec<String> {
        if self.remembers() || kind.origin != Origin::Plain {
            return vec![];
        }
        let promotes = |own: &&Type| self.promoted_type(&own.name).as_deref() == Some(&kind.type_name);
        self.variant.types.iter().filter(promotes).map(|own| format!("+{}", own.letter.to_ascii_uppercase())).collect()
    }

    /// For each side, whether a type promotes to the pieces to which pawns promote. The type `pawn` always does.
    pub(super) fn promotes_as_pawn(&self, name: &str) -> [bool; 2] {
        SIDES.map(|side| name == "pawn" || self.variant.set(&format!("promotionPawnTypes{side}")).contains(name))
    }

    /// Finds the kinds of pieces that the game can have.
    pub(super) fn find_kinds(&mut self) -> Result<(), String> {
        let v = self.variant;
        let mut open: Vec<(String, Origin)> = Vec::new();
        let signs = self.start.pieces.iter().map(|(_, sign, plus, _)| (*sign, *plus));
        let held = self.start.hands.iter().flatten().map(|sign| (*sign, false));
        for (sign, plus) in signs.chain(held).collect::<Vec<_>>() {
            let Some(own) = v.types.iter().find(|own| own.letter == sign) else {
                return Err(format!("the start has the letter `{sign}`, but no piece has this letter"));
            };
            let name = own.name.clone();
            match self.promoted_type(&name).filter(|_| plus) {
                Some(to) if self.remembers() => open.extend([(name.clone(), Origin::Plain), (to, Origin::Type(name))]),
                Some(to) => open.push((to, Origin::Plain)),
                None => open.push((name, Origin::Plain)),
            }
        }
        if v.is("freeDrops") {
            open.extend(v.types.iter().map(|own| (own.name.clone(), Origin::Plain)));
        }
        let mut found: Vec<(String, Origin)> = Vec::new();
        while let Some(kind) = open.pop() {
            if found.contains(&kind) {
                continue;
            }
            let (name, origin) = kind.clone();
            found.push(kind);
            for (side, word) in SIDES.iter().enumerate() {
                if self.promotes_as_pawn(&name)[side] {
                    for option in v.set(&format!("promotionPieceTypes{word}")) {
                        if v.type_of(&option).is_some() {
                            let hands = v.is("capturesToHand") && !v.is("dropLoop");
                            open.push((option, if hands { Origin::Pawn } else { Origin::Plain }));
                        }
                    }
                }
            }
            if let Some(to) = self.promoted_type(&name) {
                open.push((to, if self.remembers() { Origin::Type(name.clone()) } else { Origin::Plain }));
            }
            match origin {
                Origin::Pawn => open.push((self.main_pawn(0), Origin::Plain)),
                Origin::Type(from) => open.push((from, Origin::Plain)),
                Origin::Plain => {}
            }
        }
        let order = |name: &str| v.types.iter().position(|own| own.name == name);
        found.sort_by_key(|(name, origin)| match origin {
            Origin::Plain => (0, order(name)),
            Origin::Pawn => (1, order(name)),
            Origin::Type(from) => (2, order(from)),
        });
        for (type_name, origin) in found {
            let Some(own) = v.type_of(&type_name) else { continue };
            let (code, name) = words(own);
            let upper = own.letter.to_ascii_uppercase();
            let (code, name, letter) = match &origin {
                Origin::Plain => (code, name, upper.to_string()),
                Origin::Pawn => (format!("{code}_PROMOTED"), format!("promoted {name}"), format!("{upper}~")),
                Origin::Type(from) => {
                    let Some(from) = v.type_of(from) else { continue };
                    let (base, base_name) = words(from);
                    let plus = from.letter.to_ascii_uppercase();
                    (format!("{base}_PROMOTED_TO_{code}"), format!("promoted {base_name}"), format!("+{plus}"))
                }
            };
            self.kinds.push(Kind { code, name, letter, type_name, origin });
        }
        if self.kinds.len() > 48 {
            return Err(format!("the game needs {} kinds of pieces; the limit is 48", self.kinds.len()));
        }
        Ok(())
    }

    pub(super) fn main_pawn(&self, side: usize) -> String {
        let set = self.variant.set(&format!("mainPawn{}", SIDES[side]));
        set.into_iter().next().unwrap_or_else(|| "pawn".to_owned())
    }

    /// The codes of the kinds of a type.
    pub(super) fn codes(&self, type_name: &str) -> Vec<&str> {
        self.kinds.iter().filter(|kind| kind.type_name == type_name).map(|kind| kind.code.as_str()).collect()
    }

    pub(super) fn codes_of(&self, types: &Types) -> Vec<&str> {
        if types.contains("*") {
            return self.kinds.iter().map(|kind| kind.code.as_str()).collect();
        }
        types.iter().flat_map(|name| self.codes(name)).collect()
    }

    pub(super) fn code(&self, type_name: &str, origin: &Origin) -> Option<&str> {
        let kind = self.kinds.iter().find(|kind| kind.type_name == type_name && kind.origin == *origin);
        kind.map(|kind| kind.code.as_str())
    }
}

/// The code and the name of a piece type.
fn words(own: &Type) -> (String, String) {
    if own.name.starts_with("customPiece") {
        let letter = own.letter.to_ascii_uppercase();
        return (format!("PIECE_{letter}"), format!("piece {letter}"));
    }
    let mut code = String::new();
    for sign in own.name.chars() {
        if sign.is_ascii_uppercase() {
            code.push('_');
        }
        code.push(sign.to_ascii_uppercase());
    }
    let name = code.to_lowercase().replace('_', " ");
    (code, name)
}

//! Search, chance and order (CGML 13.3).

use rulebook_diag::{Node, Value as Reader};
use serde_json::{Value, json};

use super::super::basics::At;
use super::super::expr::Expr;
use super::super::message::Message;
use super::super::name::is_word;
use super::super::part::{Cx, Part};
use super::super::record::record;
use super::super::schema::Defs;
use super::super::who::{Who, WhoWord};
use super::super::words::words;
use super::Face;

record! {
    /// Shuffles a zone.
    pub struct Shuffle {
        /// The zone.
        target: Expr,
    }
}

record! {
    /// Puts a zone into another order.
    pub struct Reorder {
        /// The zone.
        target: Expr,
        /// How: a word, or a key to sort by that reads `$.card`.
        by: ReorderBy,
        /// The cards that go to the top or the bottom (extension).
        cards: Option<Expr>,
        /// Which way to sort; else ascending (extension).
        order: Option<At<SortOrder>>,
        /// Who is asked, with `by: choose` (extension).
        player: Option<Who>,
        /// What is asked then (extension).
        prompt: Option<Message>,
    }
}

words! {
    /// Which way to sort.
    pub enum SortOrder {
        /// The least at the bottom.
        Ascending = "ascending",
        /// The least on top.
        Descending = "descending",
    }
}

/// How a zone is put into order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReorderBy {
    /// The given cards go on top.
    Top,
    /// The given cards go to the bottom.
    Bottom,
    /// The other way round.
    Reverse,
    /// As a player likes.
    Choose,
    /// By a key.
    Key(Expr),
}

impl ReorderBy {
    const WORDS: [(&'static str, ReorderBy); 4] = [
        ("top", ReorderBy::Top),
        ("bottom", ReorderBy::Bottom),
        ("reverse", ReorderBy::Reverse),
        ("choose", ReorderBy::Choose),
    ];
}

impl Part for ReorderBy {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<ReorderBy> {
        match node.as_text() {
            Some(text) if is_word(text) => Reader::of(node, cx.diags).choice(&ReorderBy::WORDS),
            _ => Expr::read(node, cx).map(ReorderBy::Key),
        }
    }

    fn write(&self) -> Value {
        match self {
            ReorderBy::Key(key) => key.write(),
            word => ReorderBy::WORDS.iter().find(|(_, by)| by == word).map(|(word, _)| *word).into(),
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        let words = ReorderBy::WORDS.map(|(word, _)| word);
        json!({ "anyOf": [{ "enum": words }, Expr::schema(defs)] })
    }
}

record! {
    /// Chooses cards or other items at random.
    pub struct ChooseRandom {
        /// The zone or list.
        from: Expr,
        /// How many; without it one.
        count: Option<Expr>,
        /// True for those that can be chosen; reads `$.card` (extension).
        filter: Option<Expr>,
    }
}

record! {
    /// Finds cards in a zone.
    pub struct SearchZone {
        /// The zone.
        zone: Expr,
        /// True for the cards to find; reads `$.card`.
        filter: Option<Expr>,
        /// How many at most; without it all.
        max: Option<Expr>,
        /// Does a player choose among them? Else the first from the top are found (extension).
        choose: bool = false,
        /// Who chooses; else the current player (extension).
        player: Option<Who>,
        /// What is asked then (extension).
        prompt: Option<Message>,
    }
}

record! {
    /// Puts cards from the top of a deck aside.
    pub struct Mill {
        /// The deck.
        from: Expr,
        /// Where they go.
        to: Expr,
        /// How many; without it one.
        count: Option<Expr>,
        /// Which way they lie; else as the zone says.
        face: Option<At<Face>>,
    }
}

record! {
    /// Lets players know the cards that match.
    pub struct RevealMatching {
        /// The zone.
        from: Expr,
        /// True for the cards to reveal; reads `$.card`.
        filter: Expr,
        /// Who learns them.
        to: Who = Who::unwritten(WhoWord::All),
    }
}

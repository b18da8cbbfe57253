//! Actions that search, shuffle, sort and choose at random (CGML 13.3).

use rulebook_diag::{Node, Value as Reader};
use serde_json::{Value, json};

use super::super::basics::At;
use super::super::expr::Expr;
use super::super::message::Message;
use super::super::name::is_word;
use super::super::part::{Part, ReadContext};
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
    /// Changes the order of a zone.
    pub struct Reorder {
        /// The zone.
        target: Expr,
        /// How to order the zone: a word, or a sort key that reads `$.card`.
        by: ReorderBy,
        /// The cards that move to the top or the bottom (extension).
        cards: Option<Expr>,
        /// Sort direction. Default: `ascending` (extension).
        order: Option<At<SortOrder>>,
        /// The player who chooses the order, for `by: choose` (extension).
        player: Option<Who>,
        /// The question for that player (extension).
        prompt: Option<Message>,
    }
}

words! {
    /// Sort direction.
    pub enum SortOrder {
        /// The lowest key at the bottom.
        Ascending = "ascending",
        /// The lowest key on top.
        Descending = "descending",
    }
}

/// The new order of a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReorderBy {
    /// Move the given cards to the top.
    Top,
    /// Move the given cards to the bottom.
    Bottom,
    /// Reverse the order.
    Reverse,
    /// A player chooses the order.
    Choose,
    /// Sort by a key.
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
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<ReorderBy> {
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
        /// A zone or a list.
        from: Expr,
        /// Number of items. Default: 1.
        count: Option<Expr>,
        /// A condition that selects the candidates. Reads `$.card` (extension).
        filter: Option<Expr>,
    }
}

record! {
    /// Finds cards in a zone.
    pub struct SearchZone {
        /// The zone.
        zone: Expr,
        /// A condition that selects the cards. Reads `$.card`.
        filter: Option<Expr>,
        /// Maximum number of cards. Default: all matching cards.
        max: Option<Expr>,
        /// Whether a player chooses among the matching cards. If not, the first ones from the top are taken
        /// (extension).
        choose: bool = false,
        /// The player who chooses. Default: the current player (extension).
        player: Option<Who>,
        /// The question for that player (extension).
        prompt: Option<Message>,
    }
}

record! {
    /// Moves cards from the top of a deck to another zone.
    pub struct Mill {
        /// The deck.
        from: Expr,
        /// The target zone.
        to: Expr,
        /// Number of cards. Default: 1.
        count: Option<Expr>,
        /// Whether the action fails, and moves nothing, if there are fewer cards. Default: moves the cards there are
        /// (extension).
        exactly: Option<bool>,
        /// Facing of the cards. Default: the `default_face` of the zone.
        face: Option<At<Face>>,
    }
}

record! {
    /// Shows the matching cards to players.
    pub struct RevealMatching {
        /// The zone.
        from: Expr,
        /// A condition that selects the cards. Reads `$.card`.
        filter: Expr,
        /// The players who learn the cards. Default: all players.
        to: Who = Who::unwritten(WhoWord::All),
    }
}

//! How a game is shown (extension): scoreboards, texts for options and phases, messages about events, and facts for bots
//! and models. Presentation never changes how a game plays.
//!
//! ```yaml
//! presentation:
//!   scoreboards:                              # a table with one row for each player
//!     - title: This hand
//!       columns:
//!         - { name: tricks, value: "count($.player.zones.won) / 4" }
//!         - { name: points, value: $.player.score, audience: all }
//!   labels:                                   # texts for options
//!     - { ask: victim, text: "Ask {ref:item}" }   # for the REQUEST_INPUT that stores `victim`
//!   phases:                                   # names of phases for players
//!     - { phase: LayAway, text: The crib }
//!   recap:                                    # messages about events, after all rules
//!     - { trigger: on.play, text: "{$.player} plays {$.card}." }
//!   facts:                                    # facts about the standing of a player
//!     - { name: hearts held, value: "count(filter($.player.zones.hand, $.card.properties.suit == 'H'))", weight: -1 }
//! ```
//!
//! Values read `$.player`, the player of the row or fact. A value is visible to players who can see everything it is
//! computed from; `audience` restricts them further.

use super::basics::At;
use super::components::Audience;
use super::expr::Expr;
use super::message::Message;
use super::name::Name;
use super::record::record;
use super::trigger::Trigger;
use super::words::words;

record! {
    /// Scoreboards, labels, messages and facts that the game shows (extension).
    pub struct Presentation {
        /// Tables with one row for each player.
        scoreboards: Vec<Scoreboard> = Vec::new(),
        /// Texts for options.
        labels: Vec<Label> = Vec::new(),
        /// Names of phases for players.
        phases: Vec<PhaseName> = Vec::new(),
        /// Messages about events.
        recap: Vec<Recap> = Vec::new(),
        /// Facts about the standing of a player, for bots and models.
        facts: Vec<PlayerFact> = Vec::new(),
    }
}

record! {
    /// A table with one row for each player, or with shared values.
    pub struct Scoreboard {
        /// The title of the table.
        title: Name,
        /// Whether rows are players or shared values.
        rows: Rows = Rows::Players,
        /// The columns after the column of players. In a table of shared values, each entry is a row.
        columns: Vec<Column>,
    }
}

words! {
    /// The rows of a scoreboard.
    pub enum Rows {
        /// One row for each player.
        Players = "players",
        /// Shared values: one row for each value.
        Table = "table",
    }
}

record! {
    /// A column of a scoreboard.
    pub struct Column {
        /// The heading.
        name: Name,
        /// The value in the row of a player. Reads `$.player`, except in a table of shared values.
        value: Expr,
        /// Restricts the players who see the value, among players who can see everything it is computed from.
        /// Default: all of them.
        audience: Option<At<Audience>>,
    }
}

record! {
    /// The text for the options of a question.
    pub struct Label {
        /// The name that stores the answer.
        ask: Name,
        /// The rule with the question. Default: any rule.
        rule: Option<Name>,
        /// The text. Reads `ref:item`, and `$.card`, `$.player` or `$.zone` for options of that type.
        text: Message,
    }
}

record! {
    /// The name of a phase for players.
    pub struct PhaseName {
        /// The phase.
        phase: Name,
        /// The name that players read.
        text: Name,
    }
}

record! {
    /// A message about an event.
    pub struct Recap {
        /// The event.
        trigger: Trigger,
        /// The condition for the message. Reads the same values as a rule on the event.
        condition: Option<Expr>,
        /// The text. Reads the same values as a rule on the event.
        text: Message,
        /// The players who see the message. Default: all players; values that a player may not know are left out.
        audience: Option<At<Audience>>,
    }
}

record! {
    /// A number that measures the standing of a player.
    pub struct PlayerFact {
        /// The name of the fact.
        name: Name,
        /// The number. Reads `$.player`.
        value: Expr,
        /// The weight of the fact. Negative if a high number is bad.
        weight: i64 = 1,
        /// Restricts the players who know the number, among players who can see everything it is computed from.
        /// Default: all of them.
        audience: Option<At<Audience>>,
    }
}

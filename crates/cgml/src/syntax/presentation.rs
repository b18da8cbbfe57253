//! How a game is shown (extension): scoreboards, names of options and phases, lines about what happened, facts for players that are
//! programs. Nothing in here changes how it plays.
//!
//! ```yaml
//! presentation:
//!   scoreboards:                              # a table with a row a player
//!     - title: This hand
//!       columns:
//!         - { name: tricks, value: "count($.player.zones.won) / 4" }
//!         - { name: points, value: $.player.score, audience: all }
//!   labels:                                   # what an option is called
//!     - { ask: victim, text: "Ask {ref:item}" }   # of the REQUEST_INPUT that stores `victim`
//!   phases:                                   # what people read of a phase; else its name in words
//!     - { phase: LayAway, text: The crib }
//!   recap:                                    # said when it happens, after all rules
//!     - { trigger: on.play, text: "{$.player} plays {$.card}." }
//!   facts:                                    # what is good or bad for a player
//!     - { name: hearts held, value: "count(filter($.player.zones.hand, $.card.properties.suit == 'H'))", weight: -1 }
//! ```
//!
//! Values read `$.player`, whose row or fact it is. A value is shown to those who know what it is computed from;
//! `audience` takes some of them out.

use super::basics::At;
use super::components::Audience;
use super::expr::Expr;
use super::message::Message;
use super::name::Name;
use super::record::record;
use super::trigger::Trigger;
use super::words::words;

record! {
    /// How the game is shown (extension).
    pub struct Presentation {
        /// Tables with a row a player.
        scoreboards: Vec<Scoreboard> = Vec::new(),
        /// What options are called.
        labels: Vec<Label> = Vec::new(),
        /// What phases are called.
        phases: Vec<PhaseName> = Vec::new(),
        /// What is said when something happens.
        recap: Vec<Recap> = Vec::new(),
        /// What is good or bad for a player, for those that are programs.
        facts: Vec<PlayerFact> = Vec::new(),
    }
}

record! {
    /// A table with a row a player, or with what all have together.
    pub struct Scoreboard {
        /// What it is called.
        title: Name,
        /// Whose rows it has.
        rows: Rows = Rows::Players,
        /// Its columns, behind the one with the players; of the table each is a line.
        columns: Vec<Column>,
    }
}

words! {
    /// Whose rows a scoreboard has.
    pub enum Rows {
        /// A row for each player.
        Players = "players",
        /// What belongs to nobody: a line for each value.
        Table = "table",
    }
}

record! {
    /// A column of a scoreboard.
    pub struct Column {
        /// Its head.
        name: Name,
        /// What a player's cell shows; reads `$.player`, unless it is of the table.
        value: Expr,
        /// Who sees it, of those who know what it is computed from; else all of those.
        audience: Option<At<Audience>>,
    }
}

record! {
    /// What the options of an ask are called.
    pub struct Label {
        /// The name that the answer is stored under.
        ask: Name,
        /// The rule with the ask; without it any rule.
        rule: Option<Name>,
        /// The text; reads `ref:item`, and `$.card`, `$.player` or `$.zone` by what can be chosen.
        text: Message,
    }
}

record! {
    /// What people read of a phase.
    pub struct PhaseName {
        /// The phase.
        phase: Name,
        /// What it is called.
        text: Name,
    }
}

record! {
    /// What is said when something happens.
    pub struct Recap {
        /// When.
        trigger: Trigger,
        /// Is it said? Reads what a rule on the event reads.
        condition: Option<Expr>,
        /// The text; reads what a rule on the event reads.
        text: Message,
        /// Who hears it; else everybody, without what they may not know.
        audience: Option<At<Audience>>,
    }
}

record! {
    /// A number that tells how well a player stands.
    pub struct PlayerFact {
        /// What it is called.
        name: Name,
        /// The number; reads `$.player`.
        value: Expr,
        /// How much it counts; negative if it is bad to have.
        weight: i64 = 1,
        /// Who knows it, of those who know what it is computed from; else all of those.
        audience: Option<At<Audience>>,
    }
}

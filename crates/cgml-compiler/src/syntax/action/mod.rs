//! Actions (CGML 13). Each action is a record in the file of its section. An extension is in the file whose header
//! describes it best.

mod cards;
mod control;
mod flow;
mod input;
mod movement;
mod random;
mod state;
mod table;
mod visibility;

pub use cards::{CreateCard, DestroyCard, Discard, Draw, Play, SetProperty};
pub use control::{ForEach, ForEachPlayer, If, LoopOrder, Parallel, Repeat, Try, Wait};
pub use flow::{ExtraTurn, InsertPhase, NextSeat, RemovePhase, RepeatTurn, ReverseOrder, SkipTurn};
pub use input::{Button, Buttons, Must, OptionKind, Options, RequestInput, TypedOptions};
pub use movement::{Deal, DealAll, DealRoundRobin, End, Move, MoveAll, Position, SeatOrder};
pub use random::{ChooseRandom, Mill, Reorder, ReorderBy, RevealMatching, SearchZone, Shuffle, SortOrder};
pub use state::{Increment, SetPhase, SetState, SetVariable};
pub use table::{Announce, Emit, EndGame, Prevent, Score};
pub use visibility::{Conceal, Flip, Look, Peek, Reveal, RuleIn, RuleOut};

use rulebook_diag::{Node, Span};
use serde_json::Value;

use super::basics::At;
use super::expr::Expr;
use super::name::Word;
use super::part::{Part, ReadContext};
use super::record::record;
use super::schema::Defs;
use super::tagged::{self, tagged};
use super::trigger::Emits;
use super::words::words;

/// An action and its source span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The verb of the action with its parameters.
    pub verb: Verb,
    /// The keys that every action accepts.
    pub common: Common,
    /// The source span.
    pub span: Span,
}

record! {
    /// The keys that every action accepts.
    pub struct Common {
        /// The action is skipped unless this is true (extension). `IF` has a condition of its own.
        condition: Option<Expr>,
        /// Stores the result under a name, which is read as `ref:name` (CGML 11).
        store_as: Option<Word>,
        /// How long a stored value or a change of the phases lasts. By default, a stored value lasts until the rule
        /// ends, and a change of the phases until the turn ends (extension).
        keep: Option<At<Keep>>,
        /// What happens if the action fails. Default: as the rule says (CGML 17).
        on_failure: Option<At<OnFailure>>,
        /// The event to trigger when the action moves cards, instead of the event of the zone roles (extension).
        emit: Option<Emits>,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

words! {
    /// The lifetime of a stored value or an inserted phase.
    pub enum Keep {
        /// Until the end of the turn.
        Turn = "turn",
        /// Until the end of the game.
        Game = "game",
    }
}

words! {
    /// The reaction to a failed action (CGML 13, 17).
    pub enum OnFailure {
        /// Continue with the next action.
        Continue = "continue",
        /// Skip the rest of the effect.
        Abort = "abort",
        /// Undo the whole effect.
        Rollback = "rollback",
    }
}

words! {
    /// Facing of a card.
    pub enum Face {
        /// The face is visible.
        Up = "up",
        /// The back is visible.
        Down = "down",
    }
}

tagged! {
    /// What an action does.
    pub enum Verb by "action", "an action" {
        // CGML 13.1
        Move = "MOVE",
        MoveAll = "MOVE_ALL",
        Deal = "DEAL",
        DealRoundRobin = "DEAL_ROUND_ROBIN",
        DealAll = "DEAL_ALL",
        // CGML 13.2
        Reveal = "REVEAL",
        Conceal = "CONCEAL",
        Flip = "FLIP",
        Peek = "PEEK",
        Look = "LOOK",
        // CGML 13.3
        Shuffle = "SHUFFLE",
        Reorder = "REORDER",
        ChooseRandom = "CHOOSE_RANDOM",
        SearchZone = "SEARCH_ZONE",
        Mill = "MILL",
        RevealMatching = "REVEAL_MATCHING",
        // CGML 13.4
        SetVariable = "SET_VARIABLE",
        Increment = "INCREMENT" | "INCREMENT_VARIABLE",
        SetState = "SET_STATE" | "SET_GAME_STATE",
        SetPhase = "SET_PHASE",
        // CGML 13.5
        SkipTurn = "SKIP_TURN",
        ExtraTurn = "EXTRA_TURN",
        ReverseOrder = "REVERSE_ORDER",
        InsertPhase = "INSERT_PHASE",
        RemovePhase = "REMOVE_PHASE",
        // CGML 13.6
        RequestInput = "REQUEST_INPUT",
        // CGML 13.7
        ForEachPlayer = "FOR_EACH_PLAYER",
        ForEach = "FOR_EACH",
        Parallel = "PARALLEL",
        If = "IF",
        // Extensions
        Try = "TRY",
        Repeat = "REPEAT",
        Draw = "DRAW",
        Play = "PLAY",
        Discard = "DISCARD",
        CreateCard = "CREATE_CARD",
        DestroyCard = "DESTROY_CARD",
        SetProperty = "SET_PROPERTY",
        RepeatTurn = "REPEAT_TURN",
        NextSeat = "NEXT_SEAT",
        Score = "SCORE",
        RuleOut = "RULE_OUT",
        RuleIn = "RULE_IN",
        Announce = "ANNOUNCE",
        Emit = "EMIT",
        Prevent = "PREVENT",
        EndGame = "END_GAME",
    }
}

impl Action {
    /// The actions directly inside this action, such as the body of a loop. `None` if its verb cannot contain actions.
    ///
    /// The first list is the body. The second list holds the `else` actions of `IF` and `TRY`, and is empty otherwise.
    /// The compiler numbers the actions of an effect in this order: the action itself, the first list, the second list.
    pub fn bodies(&self) -> Option<[&[Action]; 2]> {
        match &self.verb {
            Verb::ForEachPlayer(each) => Some([&each.body, &[]]),
            Verb::ForEach(each) => Some([&each.body, &[]]),
            Verb::Parallel(parallel) => Some([&parallel.body, &[]]),
            Verb::Repeat(repeat) => Some([&repeat.body, &[]]),
            Verb::If(branch) => Some([&branch.then, &branch.otherwise]),
            Verb::Try(attempt) => Some([&attempt.body, &attempt.otherwise]),
            Verb::Move(_)
            | Verb::MoveAll(_)
            | Verb::Deal(_)
            | Verb::DealRoundRobin(_)
            | Verb::DealAll(_)
            | Verb::Reveal(_)
            | Verb::Conceal(_)
            | Verb::Flip(_)
            | Verb::Peek(_)
            | Verb::Look(_)
            | Verb::Shuffle(_)
            | Verb::Reorder(_)
            | Verb::ChooseRandom(_)
            | Verb::SearchZone(_)
            | Verb::Mill(_)
            | Verb::RevealMatching(_)
            | Verb::SetVariable(_)
            | Verb::Increment(_)
            | Verb::SetState(_)
            | Verb::SetPhase(_)
            | Verb::SkipTurn(_)
            | Verb::ExtraTurn(_)
            | Verb::ReverseOrder(_)
            | Verb::InsertPhase(_)
            | Verb::RemovePhase(_)
            | Verb::RequestInput(_)
            | Verb::Draw(_)
            | Verb::Play(_)
            | Verb::Discard(_)
            | Verb::CreateCard(_)
            | Verb::DestroyCard(_)
            | Verb::SetProperty(_)
            | Verb::RepeatTurn(_)
            | Verb::NextSeat(_)
            | Verb::Score(_)
            | Verb::RuleOut(_)
            | Verb::RuleIn(_)
            | Verb::Announce(_)
            | Verb::Emit(_)
            | Verb::Prevent(_)
            | Verb::EndGame(_) => None,
        }
    }
}

impl Part for Action {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Action> {
        cx.deeper(node.span, |cx| {
            let (verb, common) = tagged::read::<Verb, Common>(node, cx)?;
            Some(Action { verb, common, span: node.span })
        })
    }

    fn write(&self) -> Value {
        tagged::write(&self.verb, &self.common)
    }

    fn schema(defs: &mut Defs) -> Value {
        defs.define("Action", tagged::schema::<Verb, Common>)
    }
}

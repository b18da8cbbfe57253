//! The instructions of an effect: flat code with jumps.

use super::ask::Ask;
use super::expr::{Cards, Expr, Item, List, Seats, Test, Zones};
use super::value::{At, ListId, SlotId, TempId};
use crate::syntax::{CardEvent, End};
use rulebook_table::{Facing, VarId};

/// An instruction, and what happens if it fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The operation.
    pub op: Op,
    /// The reaction to a failure.
    pub when: When,
    /// The number of the action in the effect of its rule, counted from 0 in the order of the document, including
    /// nested ones.
    pub action: u16,
    /// The start of the next action. Execution continues there after a failure with [`When::Continue`].
    pub next: At,
}

/// The reaction to a failed action (CGML 17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// Continue with the next action.
    Continue,
    /// Skip the rest of the effect.
    Abort,
    /// Roll back the whole effect.
    Rollback,
}

/// The target of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A scalar of the frame.
    Slot(SlotId),
    /// A global scalar, which outlives frames.
    Global(SlotId),
    /// A shared variable.
    Var(VarId),
    /// A seat's variable: definition and seat.
    VarOf(usize, Expr),
}

/// Where an action stores its result for `store_as` (CGML 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// The result is not stored.
    No,
    /// The result is stored as a scalar. If there are several results, the last result is stored.
    One(SlotId),
    /// All results are stored as a list.
    Many(ListId),
}

/// The cards that an action takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gather {
    /// The source, including its filter. Cards are taken from the top: the last card first, or in a fifo zone the
    /// first card.
    pub from: Cards,
    /// Whether cards are taken from the bottom, because the zone is a queue (fifo).
    pub fifo: bool,
    /// The exact number; the action fails if there are fewer. `None` takes all.
    pub count: Option<Expr>,
    /// Whether finding no card is a failure.
    pub needs_some: bool,
    /// Whether the action takes all cards that are stored under a name. If these cards were found by hidden
    /// information, moving them reveals the result of the search.
    pub found: bool,
}

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Jumps to an instruction.
    Jump(At),
    /// Continues if the condition is true. Otherwise jumps to an instruction.
    Branch(Expr, At),
    /// Ends the effect.
    End,
    /// Sets a scalar. The audience is the declared audience, or the seats that know everything the value was computed
    /// from.
    Set(Target, Expr),
    /// Adds to a number.
    Add(Target, Expr),
    /// Widens the audience of a value to all seats that know the cards it was computed from. Runs after an instruction
    /// that shows these cards.
    Known(Target, Expr),
    /// Sets a list.
    SetList(ListId, List),
    /// Sets a global list, which outlives frames.
    SetGlobalList(ListId, List),
    /// Moves the next item of a list (stored in reverse) into a slot, or jumps if the list is empty. `FOR_EACH`
    /// compiles to this instruction.
    Next {
        /// The items left, in reverse.
        left: ListId,
        /// The slot for the item.
        item: SlotId,
        /// The jump target if no item is left.
        done: At,
    },
    /// Fills the list of a loop with the items, in reverse order.
    Loop(ListId, Item),
    /// Runs the instructions up to `end` in one lane for each seat, each with a copy of the frame's scalars and lists
    /// (CGML 9.3). Lanes advance together. Answers are sealed until all lanes have answered.
    Lanes {
        /// The seats.
        seats: Seats,
        /// The slot for the seat.
        player: SlotId,
        /// The instruction after the body.
        end: At,
    },
    /// Inside lanes: waits until all asked lanes have answered, before the next action.
    Meet,
    /// Runs the branches of a `PARALLEL` that asks several players, in the order of the document, each up to its
    /// question. Answers are sealed until all players have answered. The branches share one frame.
    Branches {
        /// The first instruction of each branch.
        starts: Vec<At>,
        /// The instruction after the body.
        end: At,
    },
    /// Begins a `TRY`. If an instruction before its end fails, all instructions of the `TRY` are rolled back, and
    /// execution continues at `otherwise`.
    Try {
        /// The instruction after a failure.
        otherwise: At,
    },
    /// Ends a successful `TRY` and drops the copy that was saved for it.
    Done,
    /// Finds and moves cards in one instruction. The compiler emits this instruction if no rule listens to the move.
    Move {
        /// The cards.
        cards: Gather,
        /// The target.
        to: Expr,
        /// The facing.
        facing: Facing,
        /// The position in the zone.
        put: Put,
        /// The storage for the moved cards.
        result: Kept,
        /// The event and the player for recaps, if the game has recaps of this event.
        told: Option<Box<(Emitted, Expr)>>,
    },
    /// Finds the cards, the target and the player for the next instruction (`Send`), so that an action reads everything
    /// before a card moves. The compiler emits this instruction if rules listen to the move, and in lanes.
    Gather {
        /// The cards.
        cards: Gather,
        /// The target.
        to: Expr,
        /// The player.
        player: Expr,
        /// The slots for the target and the player.
        travel: (SlotId, SlotId),
        /// The list for the cards. The last card of the list moves first.
        into: ListId,
        /// The list with the zone of each card. If a card has left its zone before `Send` reaches it, another lane has
        /// taken the card.
        sources: ListId,
        /// The place where the action stores the cards under its name.
        result: Kept,
    },
    /// Moves the cards of a list, and fires one event for each card. Repeats until the list is empty.
    Send {
        /// The cards that have not moved yet. The last card of the list moves next.
        left: ListId,
        /// The zones in which these cards were.
        sources: ListId,
        /// Whether an action in a lane fails if another lane has already taken one of the cards. If `false`, the action
        /// skips such cards.
        whole: bool,
        /// The storage for the gathered cards.
        result: Kept,
        /// The slots of the target and the player.
        travel: (SlotId, SlotId),
        /// The facing.
        facing: Facing,
        /// The position in the zone.
        put: Put,
        /// The event of each move. By default, the roles of the zones decide it.
        event: Emitted,
    },
    /// Deals around the recipients, by the behaviour of the deck (CGML 13.1). If the deck has too few cards, deals all
    /// of them. Fails if cards are wanted, no card is dealt, and the zone has no deck behaviour.
    Deal {
        /// The deck.
        from: Expr,
        /// The recipients.
        to: Zones,
        /// The number for each recipient; `None` deals all.
        each: Option<Expr>,
        /// The size of a packet.
        packet: Option<Expr>,
        /// Whether the deal fails if there are too few cards.
        exactly: bool,
        /// The facing.
        facing: Facing,
        /// The event of each move. By default, the roles of the zones decide it.
        event: Emitted,
        /// The order of the recipients, which may follow the direction of play.
        round: Round,
        /// The number of cards dealt so far, kept while events run.
        dealt: SlotId,
        /// The parameters, read at the start of the deal. `None` if no rule can listen.
        held: Option<Held>,
        /// The storage for the dealt cards.
        result: Kept,
    },
    /// Shuffles zones.
    Shuffle(Zones),
    /// Reorders a zone.
    Reorder(Expr, OrderBy),
    /// Turns cards face up, face down, or over.
    Turn(Cards, Option<bool>),
    /// Changes the seats that may see cards.
    Sight(Sight, Cards, Seats),
    /// Adds a note about hidden cards: no card passes the test, or at least `least` cards pass it. Fails if the note is
    /// false.
    Note {
        /// The cards.
        of: NoteSubject,
        /// The test.
        such: Test,
        /// The minimum number of cards that pass. `None` means that no card passes.
        least: Option<Expr>,
    },
    /// Chooses cards or items at random. Fails if there are too few.
    Random {
        /// The source.
        from: Item,
        /// The number.
        count: Expr,
        /// The storage for the result.
        result: Kept,
    },
    /// Creates cards. Fails if there is no room.
    Create {
        /// The face.
        face: u16,
        /// The zone.
        to: Expr,
        /// The number.
        count: Expr,
        /// The facing.
        facing: Facing,
        /// The storage for the created cards.
        result: Kept,
    },
    /// Removes cards from the game. Created cards that everybody sees are destroyed. All others go to `Program::limbo`.
    Destroy(Cards),
    /// Sets a changeable property of cards: its index in `Program::properties`, and the value.
    Mark(usize, Cards, Expr),
    /// Changes the flow.
    Flow(Change),
    /// Announces a message to some seats.
    Say(usize, Seats),
    /// Fires a declared event with its fields. Stores `false` if the event is prevented, else `true`.
    Emit(usize, Vec<Expr>, Kept),
    /// Prevents the event. Only a rule that fires before the event contains this instruction.
    Prevent,
    /// Asks a player.
    Ask(Box<Ask>),
    /// Fails with a reason in `Program::messages`. The compiler emits this instruction for a failure that can be
    /// detected only during play.
    Fail(usize),
    /// Records that a rule with `once_per` has fired.
    Fired(usize),
}

/// The position of a card in its new zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Put {
    /// At an end of the zone or in the middle.
    At(End),
    /// Above this number of cards. The slot holds the number.
    Above(SlotId),
}

impl Put {
    /// On top, the default position.
    pub const ON_TOP: Put = Put::At(End::Top);
}

/// The cards that a note is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteSubject {
    /// All cards of a zone.
    Zone(Expr),
    /// These cards, if every viewer can tell which cards they are.
    Cards(Cards),
}

/// The parameters of a deal, read before the first card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Held {
    /// The deck.
    pub from: SlotId,
    /// The recipients, in order.
    pub to: ListId,
    /// The number for each recipient.
    pub each: SlotId,
    /// The size of a packet.
    pub packet: SlotId,
}

/// The order of the recipients of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Round {
    /// In the order of the list.
    Listed,
    /// In the direction of play, beginning with the first recipient.
    FromFirst,
    /// In the direction of play, beginning after a seat that is not a recipient.
    FromNext,
}

/// The event of a moved card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Emitted {
    /// The roles of the zones decide.
    ByRole,
    /// No event.
    Nothing,
    /// This card event.
    Card(CardEvent),
    /// A declared event, by its number.
    Declared(u16),
}

/// A new order for a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderBy {
    /// These cards go on top; the last one becomes the top.
    Top(Cards),
    /// These cards go to the bottom; the first one becomes the bottom.
    Bottom(Cards),
    /// The order is reversed.
    Reverse,
    /// The zone is sorted by a key of the card in the temporary. The least key is at the bottom or on top.
    Key {
        /// The card.
        card: TempId,
        /// The key.
        key: Expr,
        /// Whether the card with the least key is on top.
        descending: bool,
    },
    /// The cards of an answer, in its order. The first card becomes the bottom.
    List(ListId),
}

/// Changes of visibility (CGML 13.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// The seats learn the faces. Everybody sees that these seats learn them.
    Peek,
    /// The seats see the cards until they move or are concealed.
    Reveal,
    /// The seats no longer see the cards.
    Conceal,
    /// The seats see the cards until the effect ends.
    Look,
}

/// The state or phase that a change of the flow names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlowTarget {
    /// The number of the state or phase.
    Known(u16),
    /// A text that names the state or phase. The action fails if no state or phase has this name.
    Named(Expr),
}

/// Changes of the flow (CGML 13.4, 13.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Enters a state after the effect.
    State(FlowTarget),
    /// Goes to a phase after the effect.
    Phase(FlowTarget),
    /// The seats skip their next turn.
    Skip(Seats),
    /// The seats get an extra turn.
    Extra(Seats),
    /// Reverses the turn order.
    Reverse,
    /// Inserts a phase after another one (by default the current one), for this turn or permanently.
    Insert {
        /// The phase it follows.
        after: Option<FlowTarget>,
        /// The new phase.
        phase: FlowTarget,
        /// Whether the change is permanent.
        for_ever: bool,
    },
    /// Removes a phase, for this turn or permanently.
    Remove {
        /// The phase.
        phase: FlowTarget,
        /// Whether the change is permanent.
        for_ever: bool,
    },
    /// Starts the turn again.
    Repeat,
    /// Names the seat that has the next turn.
    Next(Expr),
    /// Ends the game by the win condition.
    Over,
    /// Ends the game; these seats share the first rank.
    Won(Seats, Option<usize>),
    /// Ends the game with this ranking, the best first.
    Ranked(Seats, Option<usize>),
}

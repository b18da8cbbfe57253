//! The steps of an effect: flat code with jumps.

use super::ask::Ask;
use super::expr::{Cards, Expr, Item, List, Seats, Test, Zones};
use super::value::{At, ListId, SlotId, TempId};
use crate::syntax::{CardEvent, End};
use rulebook_table::{Facing, VarId};

/// A step, and what happens if it cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What is done.
    pub op: Op,
    /// What happens if it cannot be done.
    pub when: When,
    /// The number of the action in its rule's effect, counted in the order of the document from 0, nested ones included.
    pub action: u16,
    /// Where the next action starts: where a failure with [`When::Continue`] goes on.
    pub next: At,
}

/// What happens when an action cannot be done (CGML 17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// The next action is done.
    Continue,
    /// The rest of the effect is not done.
    Abort,
    /// The whole effect is undone.
    Rollback,
}

/// Where a value goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A scalar of the frame.
    Slot(SlotId),
    /// One that outlives frames.
    Global(SlotId),
    /// A shared variable.
    Var(VarId),
    /// A seat's variable: definition and seat.
    VarOf(usize, Expr),
}

/// Where the result of an action is kept for `store_as` (CGML 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// Nowhere.
    No,
    /// The only one, or the last one, as a scalar.
    One(SlotId),
    /// All, as a list.
    Many(ListId),
}

/// Which cards an action takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gather {
    /// Where from, with the filter in it. They are taken from the top: the last first, or the first of a fifo zone.
    pub from: Cards,
    /// From the bottom instead: the zone is fifo.
    pub fifo: bool,
    /// Exactly so many, or the action fails; without it all there are.
    pub count: Option<Expr>,
    /// Is it a failure to find none?
    pub needs_some: bool,
    /// Are they all that is stored under a name, and were perhaps found by what not everybody knows? That they move tells it.
    pub found: bool,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Goes on elsewhere.
    Jump(At),
    /// Goes on here if it is true, else there.
    Branch(Expr, At),
    /// The effect is over.
    End,
    /// Sets a scalar. Its audience: the variable's own, or those who know what the value was computed from.
    Set(Target, Expr),
    /// Adds to a number.
    Add(Target, Expr),
    /// What was set to this is known to all who know by now what it was computed from: the cards have come to lie openly.
    Known(Target, Expr),
    /// Sets a list.
    SetList(ListId, List),
    /// Sets a list that outlives frames.
    SetGlobalList(ListId, List),
    /// Takes the first item of a list (kept the last one first) into a slot, or goes there if none is left. `FOR_EACH`.
    Next {
        /// What is left, reversed.
        left: ListId,
        /// Where the item goes.
        item: SlotId,
        /// Where to when nothing is left.
        done: At,
    },
    /// Fills the list of a loop, reversed.
    Loop(ListId, Item),
    /// Does the steps up to `end` for each seat at once, each with its own copy of the frame's scalars and lists
    /// (CGML 9.3): a step is done for all before the next one is, answers are sealed until all are in.
    Lanes {
        /// For whom.
        seats: Seats,
        /// Where the seat goes.
        player: SlotId,
        /// The step after the last one.
        end: At,
    },
    /// In lanes, between two steps: who was not asked in the one waits here for those who were, before the next is done.
    Meet,
    /// Does the branches of a `PARALLEL` in which several are asked, in the order of the document, each up to its question; the
    /// answers are sealed until all are in. The frame is one.
    Branches {
        /// Where each starts.
        starts: Vec<At>,
        /// The step after the last one.
        end: At,
    },
    /// From here to `end` all is done or nothing; if something fails it is undone and goes on at `otherwise`.
    Try {
        /// Where to if it failed.
        otherwise: At,
    },
    /// The end of a try that worked: its copy is dropped.
    Done,
    /// Moves cards, nobody listening: gathered and moved in one step.
    Move {
        /// Which.
        cards: Gather,
        /// Where to.
        to: Expr,
        /// How they come to lie.
        facing: Facing,
        /// Where in the zone?
        put: Put,
        /// The cards moved go here.
        result: Kept,
        /// What is said about it, if anything is: the event, and who does it.
        told: Option<Box<(Emitted, Expr)>>,
    },
    /// Finds the cards that the next step moves (`Send`), where to, and who does it: all that an action reads it reads before
    /// anything moves. With listeners, and in lanes, the two are apart.
    Gather {
        /// Which.
        cards: Gather,
        /// Where to.
        to: Expr,
        /// Who does it.
        player: Expr,
        /// What was read of the two.
        travel: (SlotId, SlotId),
        /// Where they go, the next one to move last.
        into: ListId,
        /// Where each of them lies: one that lies elsewhere when its turn comes was taken by somebody else.
        sources: ListId,
        /// They are kept here, too.
        result: Kept,
    },
    /// Moves the cards of a list, one event each. Stays until the list is empty.
    Send {
        /// What is left, the next one last.
        left: ListId,
        /// Where each of them lay.
        sources: ListId,
        /// In lanes: is it a failure if one of them is gone?
        whole: bool,
        /// The cards that were to move are kept here.
        result: Kept,
        /// Where to, and who does it.
        travel: (SlotId, SlotId),
        /// How they come to lie.
        facing: Facing,
        /// Where in the zone?
        put: Put,
        /// The event that they make; without it the roles of the zones decide.
        event: Emitted,
    },
    /// Deals one at a time round the recipients, as the deck's behaviour says (CGML 13.1). Fails if not one card is dealt
    /// though some were wanted.
    Deal {
        /// The deck.
        from: Expr,
        /// The recipients.
        to: Zones,
        /// How many each; without it all there are.
        each: Option<Expr>,
        /// How many at a time.
        packet: Option<Expr>,
        /// How they come to lie.
        facing: Facing,
        /// The event that they make; without it the roles of the zones decide.
        event: Emitted,
        /// Do they follow each other as play goes, if it goes the other way round?
        round: Round,
        /// How many have been dealt: where the step stands when somebody listens.
        dealt: SlotId,
        /// What it read when it began, if somebody can listen.
        held: Option<Held>,
        /// The cards dealt go here.
        result: Kept,
    },
    /// Shuffles zones.
    Shuffle(Zones),
    /// Puts a zone into another order.
    Reorder(Expr, OrderBy),
    /// Turns cards: up, down, or the other way.
    Turn(Cards, Option<bool>),
    /// Who may look at what.
    Sight(Sight, Cards, Seats),
    /// Notes for all who guess hidden cards that none of some cards is such a one, or that at least so many are. Fails if it
    /// is not so.
    Note {
        /// Which cards.
        of: Noted,
        /// Such a card.
        such: Test,
        /// How many at least; without it none.
        least: Option<Expr>,
    },
    /// Chooses so many cards or items at random. Fails if there are not so many.
    Random {
        /// From what.
        from: Item,
        /// How many.
        count: Expr,
        /// They go here.
        result: Kept,
    },
    /// Makes cards. Fails if there is no room.
    Create {
        /// Which face: looked up when compiled.
        face: u16,
        /// Where.
        to: Expr,
        /// How many.
        count: Expr,
        /// How they come to lie.
        facing: Facing,
        /// The cards made go here.
        result: Kept,
    },
    /// Takes cards out of the game: made ones cease to be, deck cards go to the zone for them (`Program::limbo`).
    Destroy(Cards),
    /// Changes a changeable property of cards: its place in `Program::properties`, the value.
    Mark(usize, Cards, Expr),
    /// Changes the flow.
    Flow(Change),
    /// Says something: a message, to whom.
    Say(usize, Seats),
    /// Makes a declared event, with its fields. Whether it was prevented is kept: true unless it was.
    Emit(usize, Vec<Expr>, Kept),
    /// The event that this rule comes before is over before it has happened.
    Prevent,
    /// Asks a player.
    Ask(Box<Ask>),
    /// Fails, with a reason in `Program::messages`: what cannot be done for a reason known only now.
    Fail(usize),
    /// Marks that a rule with `once_per` has fired.
    Fired(usize),
}

/// Where in a zone a card comes to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Put {
    /// At an end, or between them.
    At(End),
    /// Above as many cards as the slot says.
    Above(SlotId),
}

impl Put {
    /// Where most cards come to lie.
    pub const ON_TOP: Put = Put::At(End::Top);
}

/// Which cards are noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noted {
    /// All of a zone.
    Zone(Expr),
    /// These, where everybody can tell which they are.
    Cards(Cards),
}

/// What a deal read before the first card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Held {
    /// The deck.
    pub from: SlotId,
    /// The recipients, in order.
    pub to: ListId,
    /// How many each.
    pub each: SlotId,
    /// How many at a time.
    pub packet: SlotId,
}

/// In which order the recipients of a deal follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Round {
    /// As they are listed.
    Listed,
    /// Round the table as play goes, the first of them first.
    FromFirst,
    /// Round the table as play goes, from somebody who is not among them.
    FromNext,
}

/// What a moved card tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Emitted {
    /// As the roles of its zones say.
    ByRole,
    /// Nothing.
    Nothing,
    /// This.
    Card(CardEvent),
    /// A declared event, by its number.
    Declared(u16),
}

/// How a zone is put into order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderBy {
    /// These go on top; the last one is the top.
    Top(Cards),
    /// These go to the bottom; the first one is the bottom.
    Bottom(Cards),
    /// The other way round.
    Reverse,
    /// By a key of the card in the temporary, the least at the bottom; or on top.
    Key {
        /// The card.
        card: TempId,
        /// The key.
        key: Expr,
        /// The least on top?
        descending: bool,
    },
    /// In this order, bottom first: the answer to an ask.
    List(ListId),
}

/// Who may look at what (CGML 13.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// They learn the faces; everybody sees them told.
    Peek,
    /// They may look until the card moves or is concealed.
    Reveal,
    /// They may no longer look.
    Conceal,
    /// They look until the effect is over.
    Look,
}

/// Changes of the flow (CGML 13.4, 13.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Goes to a state when the effect is done.
    State(u16),
    /// Goes to a phase when the effect is done.
    Phase(u16),
    /// They lose their next turn.
    Skip(Seats),
    /// They have another turn.
    Extra(Seats),
    /// Turns go round the other way.
    Reverse,
    /// A phase after another (without it: after the current one), for the turn or for ever.
    Insert {
        /// The phase it follows.
        after: Option<u16>,
        /// Which.
        phase: u16,
        /// For ever?
        for_ever: bool,
    },
    /// A phase is left out, for the turn or for ever.
    Remove {
        /// Which.
        phase: u16,
        /// For ever?
        for_ever: bool,
    },
    /// The turn starts again.
    Repeat,
    /// Who has the next turn.
    Next(Expr),
    /// The game is over: as the win condition says,
    Over,
    /// these have won (all of them share the first place),
    Won(Seats, Option<usize>),
    /// or this is the ranking, the best first.
    Ranked(Seats, Option<usize>),
}

//! The whole of what a document compiles to, for one number of seats.

use super::expr::Expr;
use super::flow::Flow;
use super::op::Instruction;
use super::value::{Field, Kind, SlotId, SlotInfo, Symbol, Symbols, Value};
pub use crate::syntax::{OncePer, Role};
use rulebook_kernel::SeatSet;
use rulebook_table::{Shape, ZoneId};

/// Rules for one number of seats.
#[derive(Clone, Debug)]
pub struct Program {
    /// The table.
    pub shape: Shape,
    /// How many seats.
    pub seats: usize,
    /// The team of each seat.
    pub teams: Vec<u8>,
    /// The names of the teams, by number, as symbols.
    pub team_names: Vec<Symbol>,
    /// What texts call the seats, as symbols: `p1`, `p2`, …
    pub seat_names: Vec<Symbol>,
    /// What rules call them, as symbols: the same, if the document says nothing else.
    pub seat_ids: Vec<Symbol>,
    /// Every text.
    pub symbols: Symbols,
    /// Those that are suits which people know by a sign. Found out when the program is folded.
    pub suits: Vec<Symbol>,
    /// Where the scalars of effects stand in an observation. Found out when the program is folded.
    pub columns: super::Columns,
    /// Does play note what it has shown of hidden cards? Found out when the program is folded.
    pub notes: bool,
    /// The properties that cards have.
    pub properties: Vec<Property>,
    /// The deck of each face, as a symbol.
    pub face_decks: Vec<Symbol>,
    /// The id of each face, as a symbol.
    pub face_ids: Vec<Symbol>,
    /// The rank value of each face, or missing.
    pub rank_of_face: Vec<Value>,
    /// The rank value of each symbol, or missing.
    pub rank_of_symbol: Vec<Value>,
    /// What is known of each zone, by its number.
    pub zones: Vec<ZoneCode>,
    /// What is known of each variable definition, by the number that the shape gave it.
    pub vars: Vec<VarCode>,
    /// The definition of each variable, by its number.
    pub var_defs: Vec<usize>,
    /// Scalars that outlive frames,
    pub globals: Vec<SlotInfo>,
    /// who knows each of them, where the file says so, else whoever knows what it was computed from,
    pub cell_audiences: Vec<Option<SeatSet>>,
    /// which of them end with the turn,
    pub turn_globals: Vec<SlotId>,
    /// and lists that do.
    pub global_lists: Vec<SlotInfo>,
    /// Who knows each of those lists; else whoever knows what it was computed from.
    pub list_audiences: Vec<Option<SeatSet>>,
    /// Which of those end with the turn.
    pub turn_lists: Vec<super::ListId>,
    /// How many scalars outlive frames: those, and one a changeable property and card.
    pub kept_cells: usize,
    /// Where deck cards go that are destroyed; only if the document destroys any.
    pub limbo: Option<ZoneId>,
    /// What is done before play.
    pub setup: Unit,
    /// The rules, in the order of the document.
    pub rules: Vec<RuleCode>,
    /// Rules on card events, by `CardEvent as usize`: those on `on.draw` include those on `on.move`.
    pub card_events: [Listeners; 4],
    /// The declared events.
    pub events: Vec<EventCode>,
    /// States and phases.
    pub flow: Flow,
    /// What is shown beside the table.
    pub presentation: super::presentation::Presentation,
    /// Texts with values in them: prompts, announcements, reasons.
    pub messages: Vec<Message>,
}

/// A property of cards.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
    /// Its value by face, or missing.
    pub by_face: Vec<Value>,
    /// Can `SET_PROPERTY` change it? Then its number among those that can.
    pub mark: Option<usize>,
}

/// A zone.
#[derive(Clone, Debug)]
pub struct ZoneCode {
    /// Its name, as a symbol.
    pub name: Symbol,
    /// The seat that it belongs to.
    pub owner: Option<u8>,
    /// What it is for.
    pub role: Option<Role>,
    /// First in, first out?
    pub fifo: bool,
    /// May it not be put into another order?
    pub fixed: bool,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct VarCode {
    /// Its name.
    pub name: String,
    /// What its value is.
    pub kind: Kind,
    /// Is the audience written? Else a value is for those who know what it was computed from.
    pub declared_audience: bool,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct RuleCode {
    /// Its id.
    pub id: String,
    /// `enabled_when` and `condition`; reads the slots of the context.
    pub when: Option<Expr>,
    /// Does the condition read a frame? Found out when the program is folded.
    pub needs_frame: bool,
    /// Is its effect over at once? Found out when the program is folded.
    pub inline: bool,
    /// How often, and the number of its mark.
    pub once: Option<(OncePer, usize)>,
    /// What it does.
    pub unit: Unit,
}

/// The code of one effect.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// The steps. The last one is `Op::End`.
    pub code: Vec<Instruction>,
    /// The scalars of its frame.
    pub slots: Vec<SlotInfo>,
    /// The lists of its frame.
    pub lists: Vec<SlotInfo>,
    /// Which fields of the event go into which slots before it starts.
    pub context: Vec<(Field, SlotId)>,
    /// Can it be undone?
    pub rollback: bool,
}

/// Rules that listen to an event, each list in the order in which they fire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listeners {
    /// Before it,
    pub pre: Vec<u16>,
    /// in its place: the first that applies,
    pub replace: Vec<u16>,
    /// after it.
    pub post: Vec<u16>,
    /// What is said when all of that is done. It is no part of the play.
    pub recaps: Vec<u16>,
    /// Those among them that listen to any move, where the event is more than that.
    pub moves: Vec<u16>,
}

impl Listeners {
    /// Does nobody listen?
    pub fn is_empty(&self) -> bool {
        self.pre.is_empty() && self.replace.is_empty() && self.post.is_empty()
    }
}

/// A declared event.
#[derive(Clone, Debug)]
pub struct EventCode {
    /// Its name.
    pub name: String,
    /// What its fields are. One that a moved card makes (`emit:`) has the fields of a card event instead.
    pub fields: Vec<Kind>,
    /// The rules on it.
    pub rules: Listeners,
}

/// A text with values in it.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its parts.
    pub pieces: Vec<Piece>,
}

/// A part of a text.
#[derive(Clone, Debug)]
pub enum Piece {
    /// As it is.
    Text(String),
    /// A value.
    Value(Expr, Kind),
    /// The items of a list, with commas.
    List(super::List, Kind),
}

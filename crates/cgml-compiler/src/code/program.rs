//! The compiled form of a document for one number of seats.

use super::expr::Expr;
use super::flow::Flow;
use super::op::Instruction;
use super::value::{Field, Kind, SlotId, SlotInfo, Symbol, Symbols, Value};
pub use crate::syntax::{OncePer, Role};
use rulebook_kernel::SeatSet;
use rulebook_table::{Entry, Shape, ZoneId};

/// The compiled rules for one number of seats.
#[derive(Clone, Debug)]
pub struct Program {
    /// The shape of the table.
    pub shape: Shape,
    /// The number of seats.
    pub seats: usize,
    /// The team of each seat.
    pub teams: Vec<u8>,
    /// The names of the teams, by number, as symbols.
    pub team_names: Vec<Symbol>,
    /// The names of the seats in texts, as symbols: `p1`, `p2`, …
    pub seat_names: Vec<Symbol>,
    /// The ids of the seats in rules, as symbols. By default they are equal to the names.
    pub seat_ids: Vec<Symbol>,
    /// All texts that can be values.
    pub symbols: Symbols,
    /// The texts that are French suits. Constant folding fills this field.
    pub suits: Vec<Symbol>,
    /// The position of each stored value and list of an effect in an observation. Constant folding fills this field.
    pub columns: super::Columns,
    /// Whether play adds notes about hidden cards. Constant folding fills this field.
    pub notes: bool,
    /// Whether play reads what players have learned, so that playouts keep it. Constant folding fills this field.
    pub keeps_lore: bool,
    /// The properties that cards have.
    pub properties: Vec<Property>,
    /// The deck of each face, as a symbol.
    pub face_decks: Vec<Symbol>,
    /// The id of each face, as a symbol.
    pub face_ids: Vec<Symbol>,
    /// The rank of each face, or missing.
    pub rank_of_face: Vec<Value>,
    /// The rank of each deck card, or missing. Empty if cards can leave the table. Constant folding fills this field.
    pub rank_of_entry: Vec<Value>,
    /// The rank of each symbol, or missing.
    pub rank_of_symbol: Vec<Value>,
    /// Properties of each zone, by its number.
    pub zones: Vec<ZoneCode>,
    /// Properties of each variable definition, by its number in the shape.
    pub vars: Vec<VarCode>,
    /// The definition of each variable, by its number.
    pub var_defs: Vec<usize>,
    /// The global scalars. They outlive frames.
    pub globals: Vec<SlotInfo>,
    /// The declared audience of each global scalar. `None` means the seats that know everything the value was computed
    /// from.
    pub cell_audiences: Vec<Option<SeatSet>>,
    /// The global scalars that are cleared when the turn ends.
    pub turn_globals: Vec<SlotId>,
    /// The global lists. They outlive frames.
    pub global_lists: Vec<SlotInfo>,
    /// The declared audience of each global list. `None` means the seats that know everything the list was computed
    /// from.
    pub list_audiences: Vec<Option<SeatSet>>,
    /// The global lists that are cleared when the turn ends.
    pub turn_lists: Vec<super::ListId>,
    /// The number of cells that outlive frames: one for each global scalar, and one for each changeable property of
    /// each card.
    pub kept_cells: usize,
    /// The zone for destroyed deck cards, if the document destroys any.
    pub limbo: Option<ZoneId>,
    /// The effect of the setup.
    pub setup: Unit,
    /// The rules, in the order of the document.
    pub rules: Vec<RuleCode>,
    /// The rules on card events, by `CardEvent as usize`. A rule on `on.move` is also in the list for `on.draw`.
    pub card_events: [Listeners; 4],
    /// The declared events.
    pub events: Vec<EventCode>,
    /// The states, phases and turns.
    pub flow: Flow,
    /// All values shown beside the table.
    pub presentation: super::presentation::Presentation,
    /// Texts with values in them: prompts, announcements, reasons.
    pub messages: Vec<Message>,
    /// The register code. Constant folding fills this field.
    pub linear: super::linear::Linear,
}

/// The rule number of the setup.
pub const SETUP: u16 = u16::MAX;

impl Program {
    /// The effect of a rule, or of the setup.
    #[inline]
    #[must_use]
    pub fn unit(&self, rule: u16) -> &Unit {
        if rule == SETUP { &self.setup } else { &self.rules[rule as usize].unit }
    }

    /// The name of a rule.
    #[must_use]
    pub fn rule_name(&self, rule: u16) -> &str {
        if rule == SETUP { "setup" } else { &self.rules[rule as usize].id }
    }

    /// The cell of a changed property of a card.
    #[inline]
    #[must_use]
    pub fn mark_cell(&self, mark: usize, card: Entry) -> usize {
        self.globals.len() + mark * self.shape.entries() + card.index()
    }

    /// Returns whether the game has several cards with the same face.
    #[inline]
    #[must_use]
    pub fn copies(&self) -> bool {
        self.shape.entries() > self.shape.face_count()
    }
}

/// A property of cards.
#[derive(Clone, Debug)]
pub struct Property {
    /// The name of the property.
    pub name: String,
    /// The kind of the values.
    pub kind: Kind,
    /// The value for each face: `MISSING` for a face without a value.
    pub by_face: Vec<Value>,
    /// The value for each deck card. Empty if the property can change or cards can leave the table. Constant folding
    /// fills this field.
    pub by_entry: Vec<Value>,
    /// The index among the changeable properties, if `SET_PROPERTY` can change it.
    pub mark: Option<usize>,
}

/// A zone.
#[derive(Clone, Debug)]
pub struct ZoneCode {
    /// The name of the zone, as a symbol.
    pub name: Symbol,
    /// The seat that owns the zone.
    pub owner: Option<u8>,
    /// The role of the zone.
    pub role: Option<Role>,
    /// Whether cards leave in the order in which they came (first in, first out).
    pub fifo: bool,
    /// Whether reordering is forbidden.
    pub fixed: bool,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct VarCode {
    /// The name of the variable.
    pub name: String,
    /// The kind of the value.
    pub kind: Kind,
    /// Whether the file declares the audience. If not, the audience is the seats that know everything the value was
    /// computed from.
    pub declared_audience: bool,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct RuleCode {
    /// The id of the rule.
    pub id: String,
    /// The condition of the rule: `enabled_when` and `condition` combined. The condition reads the slots of the
    /// context.
    pub when: Option<Expr>,
    /// Whether the condition reads a frame. Constant folding fills this field.
    pub needs_frame: bool,
    /// The period of `once_per`, and the number of the mark that records the firing.
    pub once: Option<(OncePer, usize)>,
    /// The effect.
    pub unit: Unit,
}

/// The code of one effect.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// The instructions. The last one is `Op::End`.
    pub code: Vec<Instruction>,
    /// The scalars of its frame.
    pub slots: Vec<SlotInfo>,
    /// The lists of its frame.
    pub lists: Vec<SlotInfo>,
    /// The fields of the event that are copied into slots before the effect starts.
    pub context: Vec<(Field, SlotId)>,
    /// Whether the effect can be rolled back.
    pub rollback: bool,
    /// When the effect gets a frame. Constant folding fills this field.
    pub framing: Framing,
}

/// When an effect gets a frame on the stack of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Framing {
    /// Before the first instruction of the effect, because an instruction refers to the frame.
    #[default]
    AtOnce,
    /// When the effect waits for an answer or an event.
    IfItWaits,
    /// Never, because the effect never waits.
    Never,
}

/// The rules that listen to an event, in the order in which they fire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listeners {
    /// Rules before the event.
    pub pre: Vec<u16>,
    /// Rules that replace the event; only the first that applies fires.
    pub replace: Vec<u16>,
    /// Rules after the event.
    pub post: Vec<u16>,
    /// Recaps, announced at the end. They do not affect play.
    pub recaps: Vec<u16>,
    /// The rules in the other lists that listen to `on.move`. Only events that are also moves, such as `on.draw`, have
    /// such rules.
    pub moves: Vec<u16>,
}

impl Listeners {
    /// Returns whether no rule listens.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.pre.is_empty() && self.replace.is_empty() && self.post.is_empty()
    }
}

/// A declared event.
#[derive(Clone, Debug)]
pub struct EventCode {
    /// The name of the event.
    pub name: String,
    /// The kinds of the fields. If a moved card fires the event (`emit:`), the event has the fields of a card event
    /// instead.
    pub fields: Vec<Kind>,
    /// The rules that listen to the event.
    pub rules: Listeners,
}

/// A message: text with values.
#[derive(Clone, Debug)]
pub struct Message {
    /// The parts of the message.
    pub parts: Vec<MessagePart>,
}

/// A part of a message.
#[derive(Clone, Debug)]
pub enum MessagePart {
    /// Fixed text.
    Text(String),
    /// A value.
    Value(Expr, Kind),
    /// The items of a list, separated by commas.
    List(super::List, Kind),
}

#![warn(missing_docs)]
//! Cards in zones, and the knowledge of each viewer about the cards. Every game with cards uses this crate.
//!
//! * A [`Shape`] is the immutable part of a table: its zones, faces, decks and variables.
//! * A [`Table`] is the state: two flat buffers that can be copied in nanoseconds.
//! * Only the atoms ([`Atoms`]) change a table. Each atom updates the knowledge of the viewers and reports a [`Fact`].
//!   Folding the facts gives the same table again.
//! * [`CardNumbering`] makes the [`TableView`] of one viewer. Unknown cards are numbered blanks, and there are no entry
//!   ids.
//! * [`sample`] draws a random table that fits a view. It uses nothing but the view.
//!
//! This crate has no IO, clock, threads or floats, and contains no rules of a game. No other crate decides who sees a
//! card.
//!
//! # Example
//!
//! ```
//! use rulebook_kernel::{Rng, Seat, Viewer};
//! use rulebook_table::{ZoneVisibility, CardNumbering, Ordering, Shape, Table, ZoneDef, sample};
//!
//! let mut b = Shape::build(2);
//! let deck = b.zone(ZoneDef::shared("deck").ordered(Ordering::Shuffled).levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly));
//! let hand = b.zone(ZoneDef::per_seat("hand").ordered(Ordering::Unordered).levels(ZoneVisibility::All, ZoneVisibility::CountOnly));
//! let blue = b.back("blue");
//! for id in ["A", "B", "C", "D"] {
//!     let face = b.face(id, blue);
//!     b.card(face, deck, Seat::new(0), None);
//! }
//! let shape = b.finish();
//! let deck = shape.zone_of(deck, Seat::new(0));
//!
//! let mut rng = Rng::seeded("demo");
//! let mut facts = Vec::new();
//! let mut table = Table::new(&shape);
//! let mut atoms = table.atoms(&shape, &mut facts);
//! atoms.shuffle(deck, &mut rng);
//! for seat in Seat::all(2) {
//!     let top = atoms.table().top(&shape, deck).unwrap();
//!     atoms.move_to(top, shape.zone_of(hand, seat));
//! }
//!
//! // The first seat knows one card; the other three are blanks.
//! let who = Viewer::Seat(Seat::new(0));
//! let view = CardNumbering::new(&shape, who, &table, &[], &[]).view();
//! assert_eq!(view.cards.iter().filter(|card| card.face.is_some()).count(), 1);
//!
//! // Every sample of the view looks the same to that seat.
//! let other = sample(&shape, &view, &[], &mut rng).table;
//! assert_eq!(CardNumbering::new(&shape, who, &other, &[], &[]).view(), view);
//!
//! // The facts alone rebuild the table.
//! assert_eq!(Table::folded(&shape, &facts), table);
//! ```

mod atoms;
pub mod behavior;
mod bits;
mod draw;
mod fact;
mod hint_rows;
mod ids;
mod knowledge;
mod lore;
mod move_traits;
mod note_merge;
mod observe;
mod one_pack_moves;
mod one_pack_notes;
mod pools;
mod sample;
mod scene;
mod seat_rotation;
mod shape;
mod table;
mod tokens;
mod validate_state;
mod view;
mod zone;

pub use atoms::{Atoms, Facing};
pub use bits::Ones;
pub use fact::{Fact, Motion, Spot};
pub use hint_rows::Hints;
pub use ids::{Entry, Face, VarId, ZoneId};
pub use move_traits::{MoveForm, NO_CLASS, Situation, TraitPlan, mix};
pub use pools::Hint;
pub use sample::{Sampled, sample, sample_into};
pub use shape::{Audience, MAX_ENTRIES, MAX_POOLS, MAX_ZONES, Shape, ShapeBuilder};
pub use table::Table;
pub use view::{CardNumbering, CardView, TableView};
pub use zone::{Ordering, PileVisibility, Scope, Zone, ZoneDef, ZoneVisibility};

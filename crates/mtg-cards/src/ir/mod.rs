//! The typed form of a card: the meaning of its text as Rust types, without strings.
//!
//! A [`Card`] has [`Face`]s, and a face has [`Ability`]s. A [`Body`] is an effect: the targets it announces and the
//! [`TextStep`]s that run when it resolves. A continuous effect is a list of [`Mod`]s on an [`Obj`]. Names, subtypes
//! and kinds of counters are indices into the [`Lexicon`](crate) of the card file.
//!
//! **Meaning and wording.** The printer restores the text from this form alone. So some fields only choose between
//! words with the same meaning. They are called `say`, have the type [`Joint`], or their comment says *wording only*.
//! The engine ignores them.
//!
//! **Acting player.** A step contains the player who performs it ([`Who`]). If the text names no player, it is the
//! controller (`Who::You`, CR 608.2).
//!
//! **Pronouns.** The parser resolves pronouns such as `it`: an [`Obj::Back`] says which object is meant ([`Link`]).

mod ability;
mod act;
mod amount;
mod cond;
mod cost;
mod keyword;
mod modify;
mod noun;
mod parts;
mod replace;
mod step;
mod time;
mod trigger;
mod visit;
mod words;

pub use ability::*;
pub use act::*;
pub use amount::*;
pub use cond::*;
pub use cost::*;
pub use keyword::*;
pub use modify::*;
pub use noun::*;
pub use parts::*;
pub use replace::*;
pub use step::*;
pub use time::*;
pub use trigger::*;
pub use visit::*;
pub use words::*;

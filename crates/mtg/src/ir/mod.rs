//! The typed form of a card: what its text means, without a string in it.
//!
//! A [`Card`] has [`Face`]s, a face has [`Ability`]s. What happens on resolution is a [`Body`]: the targets it announces
//! and the [`TextStep`]s it runs. What holds for a while or for good is a list of [`Mod`]s on an [`Obj`]. Names, subtypes
//! and kinds of counters are indices into the [`Lexicon`](crate) of the card file.
//!
//! **Meaning and wording.** The printer gives the text back from this form alone, so a few fields keep a choice of words
//! that has no meaning: they are called `say`, or are of the type [`Joint`]. An engine ignores them, and two forms that
//! differ only there play alike.
//!
//! **Who acts.** A step's subject is written in it ([`Who`]); an instruction without a subject is the controller's
//! (`Who::You`, CR 608.2).
//!
//! **Pronouns** are resolved by the parser: [`Obj::Back`] says what it stands for ([`Link`]).

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

#![warn(missing_docs)]
//! Turns the counts of many games into one HTML page with charts and advice.
//!
//! This crate does not play games and does not read files. A [`Record`] of each game is added to a [`Sample`].
//! [`page::html`] renders the page of a [`Study`], [`advice::of`] lists its problems, and [`flow`] draws the states and
//! phases.
//!
//! ```
//! use rulebook_report::{End, Record, Sample};
//!
//! let mut sample = Sample::new(2);
//! sample.add(&Record { end: End::Over { places: vec![1, 2], scores: None, reason: "five points".into() }, ..Record::default() });
//! let first = sample.share(0);
//! assert_eq!(first.value, 1.0);
//! assert!(first.low > 0.2 && first.high == 1.0); // one game proves little
//! ```

pub mod advice;
mod cards;
mod chart;
pub mod flow;
pub mod html;
pub mod page;
mod record;
mod sample;
pub mod stats;
mod study;

pub use cards::{CardRow, CardStudy, Contact, Contacts, PairRow};
pub use record::{End, Pick, Record};
pub use sample::{Asked, Chosen, Leads, Progress, Sample, Scores, Seen};
pub use stats::{Interval, Moments};
pub use study::{Against, Failing, Pace, Part, RuleUse, Search, Setting, Skill, Study, Sweep, SweepValue};

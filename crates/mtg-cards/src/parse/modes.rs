//! Parses modes: `choose one —`, then one line with a bullet for each mode.

use super::P;
use crate::ir::{Body, Mode, ModeCount, Modes};

impl P<'_> {
    /// Parses `choose two —` and one bullet for each mode.
    pub fn modal(&mut self) -> Option<Body> {
        self.attempt(|p| {
            p.need("choose")?;
            let choose = p.one_of(&[
                ("one or both —", ModeCount::OneOrBoth),
                ("one or more —", ModeCount::OneOrMore),
                ("one —", ModeCount::Exactly(1)),
                ("two —", ModeCount::Exactly(2)),
                ("three —", ModeCount::Exactly(3)),
                ("up to one —", ModeCount::UpTo(1)),
                ("up to two —", ModeCount::UpTo(2)),
                ("up to three —", ModeCount::UpTo(3)),
                ("any number —", ModeCount::AnyNumber),
            ])?;
            p.modes_of(choose, false)
        })
        .or_else(|| self.repeated_modes())
    }

    /// Parses `choose three. you may choose the same mode more than once.` and the modes.
    fn repeated_modes(&mut self) -> Option<Body> {
        self.attempt(|p| {
            p.need("choose")?;
            let count = u8::try_from(p.number()?).ok()?;
            p.need(". you may choose the same mode more than once .")?;
            p.modes_of(ModeCount::Exactly(count), true)
        })
    }

    fn modes_of(&mut self, choose: ModeCount, repeat: bool) -> Option<Body> {
        self.attempt(|p| {
            let mut modes = Vec::new();
            while p.is("\n •") {
                p.eat("\n •");
                let (seen, people) = (p.seen.len(), p.people.len());
                modes.push(Mode { body: p.body()? });
                p.seen.truncate(seen);
                p.people.truncate(people);
            }
            let modes = Modes { choose, repeat, modes };
            (modes.modes.len() > 1).then(|| Body { modes: Some(Box::new(modes)), ..Body::default() })
        })
    }
}

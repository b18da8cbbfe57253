//! Parses instructions that move objects between zones: return and put.

use super::P;
use crate::ir::{Act, Entering, Link, MoveVerb, Obj, Order, Where, Who};

impl P<'_> {
    pub fn move_act(&mut self) -> Option<Act> {
        let verb = if self.verb("return").is_some() {
            MoveVerb::Return
        } else {
            self.verb("put")?;
            MoveVerb::Put
        };
        let what = self.object()?;
        let to = self.place()?;
        if matches!(what, Obj::Choose { .. } | Obj::TopOf { .. }) {
            let many = crate::ir::is_plural(&what, &self.targets);
            self.mention(Link::Last, many);
        }
        Some(Act::Move { who: self.actor(), verb, what, to })
    }

    /// Parses the place to which objects move.
    pub fn place(&mut self) -> Option<Where> {
        self.attempt(|p| {
            if p.eat("onto the battlefield") || p.eat("to the battlefield") {
                return p.battlefield();
            }
            if p.eat("on top of") {
                let who = p.possessive()?;
                p.library()?;
                return Some(Where::LibraryTop(who));
            }
            if p.eat("on the bottom of") {
                let who = p.possessive()?;
                p.library()?;
                return Some(Where::LibraryBottom(who, p.order()));
            }
            if p.eat("on their choice of the top or bottom of") || p.eat("on the top or bottom of") {
                let who = p.possessive()?;
                p.library()?;
                return Some(Where::TopOrBottom(who));
            }
            if p.eat("into exile") {
                return Some(Where::Exile);
            }
            if !p.eat("into") {
                p.need("to")?;
            }
            let who = p.possessive()?;
            if p.eat("hand") || p.eat("hands") {
                return Some(Where::Hand(who));
            }
            if p.eat("graveyard") || p.eat("graveyards") {
                return Some(Where::Graveyard(who));
            }
            p.need("library")?;
            let place =
                p.one_of(&[("second from the top", 2), ("third from the top", 3), ("fourth from the top", 4)])?;
            Some(Where::LibraryFromTop(who, place))
        })
    }

    fn library(&mut self) -> Option<()> {
        if self.eat("library") { Some(()) } else { self.need("libraries") }
    }

    pub fn order(&mut self) -> Order {
        self.one_of(&[("in any order", Order::Any), ("in a random order", Order::Random)]).unwrap_or(Order::None)
    }

    /// Parses the words after `onto the battlefield`.
    pub fn battlefield(&mut self) -> Option<Where> {
        let mut entering = Entering::default();
        if self.eat("tapped and attacking") {
            (entering.tapped, entering.attacking) = (true, true);
        } else if self.eat("tapped") {
            entering.tapped = true;
        }
        if self.eat("transformed") || entering.tapped && self.eat("and transformed") {
            entering.transformed = true;
        }
        let under = self.attempt(Self::under);
        let tapped_last = under.is_some() && !entering.tapped && self.eat("tapped");
        entering.tapped |= tapped_last;
        if let Some(counters) = self.attempt(|p| {
            p.need("with")?;
            let counters = p.counters()?;
            (p.eat("on it") || p.eat("on them")).then_some(counters)
        }) {
            entering.counters = Some(counters);
        }
        if self.eat("attached to") {
            entering.attached = Some(Box::new(self.object_single()?));
        }
        Some(Where::Battlefield { under, entering, tapped_last })
    }

    /// Parses `under your control`, `under its owner's control`.
    fn under(&mut self) -> Option<Who> {
        self.need("under")?;
        let who = self.possessive()?;
        self.need("control")?;
        Some(who)
    }
}

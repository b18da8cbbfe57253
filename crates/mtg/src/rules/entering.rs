//! How a permanent enters: replacement effects of its own and of others (CR 614.12).

use super::G;
use super::eval::Cx;
use super::pool::Ab;
use super::state::{Id, Ids, Kind};
use crate::ir::{Replacement, Static};

impl G<'_> {
    /// Counters that a permanent enters with. They are as old as it is (CR 613.7c).
    pub(super) fn enter_with(&mut self, id: Id, kind: Kind, n: i32) {
        let n = self.counters_put(id, kind, n).clamp(0, 9999) as i16;
        let obj = &mut self.s.objs[id.slot as usize];
        obj.add(kind, n);
        obj.stamp(kind, obj.time);
    }

    /// Replacement effects of entering (CR 614.12), of the permanent itself and of others.
    pub(super) fn as_it_enters(&mut self, id: Id) {
        let r = self.r;
        let mut sources: Ids = Ids::from_slice(&[id]);
        sources.extend(self.s.permanents().filter(|(_, o)| r.pool.defs[o.face as usize].replaces).map(|(id, _)| id));
        for source in sources {
            let you = self.s.obj(source).chars.controller;
            let abilities: Vec<_> = r.abilities(self.s, source).collect();
            for ab in abilities {
                let Ab::Static(Static::Replace(replacement)) = &r.pool.abilities[ab as usize] else { continue };
                let cx = Cx {
                    x: i32::from(self.s.obj(id).x),
                    kicked: self.s.obj(id).kicked,
                    each: id,
                    ..Cx::of(source, you)
                };
                match replacement {
                    Replacement::EntersTapped { what, unless, cond } => {
                        let holds = r.is_pattern(self.s, &cx, what, id)
                            && unless.as_ref().is_none_or(|cond| !r.cond(self.s, &cx, cond))
                            && cond.as_ref().is_none_or(|cond| r.cond(self.s, &cx, cond));
                        self.s.objs[id.slot as usize].tapped |= holds;
                    }
                    Replacement::EntersWith { what, count, kind, each, x, cond, .. } => {
                        let holds = r.is_pattern(self.s, &cx, what, id)
                            && cond.as_ref().is_none_or(|cond| r.cond(self.s, &cx, cond));
                        if holds {
                            let cx = match x {
                                Some(x) => Cx { x: r.amount(self.s, &cx, x), ..cx },
                                None => cx,
                            };
                            let times = each.as_ref().map_or(1, |each| r.amount(self.s, &cx, each));
                            let n = r.amount(self.s, &cx, count) * times;
                            self.enter_with(id, r.pool.kind_of(*kind), n);
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

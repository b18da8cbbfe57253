//! Rotates the indices of zones and variables, so that the zones and variables of the observing seat come first. One
//! network can then play every seat.

use crate::{Scope, Shape, ZoneId};
use rulebook_kernel::Seat;

/// The rotated index of each zone and variable, for each seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeatRotation {
    zones: Vec<Vec<u16>>,
    vars: Vec<Vec<u16>>,
}

impl SeatRotation {
    pub(crate) fn new(shape: &Shape) -> SeatRotation {
        let each = |of: &dyn Fn(Seat) -> Vec<u16>| Seat::all(shape.seats).map(of).collect();
        SeatRotation { zones: each(&|seat| zones(shape, seat)), vars: each(&|seat| vars(shape, seat)) }
    }

    /// The rotated index of each variable.
    pub(crate) fn vars(&self, seat: Seat) -> &[u16] {
        &self.vars[seat.index()]
    }
}

impl Shape {
    /// The rotated index of a zone: the zones of this seat come first among the owned zones.
    #[inline]
    #[must_use]
    pub fn zone_from(&self, zone: ZoneId, seat: Seat) -> ZoneId {
        ZoneId(self.rotation.zones[seat.index()][zone.index()])
    }
}

fn zones(shape: &Shape, seat: Seat) -> Vec<u16> {
    let stride = shape.stride as usize;
    let shared = shape.defs.len() - stride;
    let scopes = shape.zones.iter().map(|zone| shape.defs[zone.def].scope);
    scopes.enumerate().map(|(zone, scope)| rotated(shape, zone, shared, stride, scope, seat)).collect()
}

fn vars(shape: &Shape, seat: Seat) -> Vec<u16> {
    let shared = shape.var_base.iter().filter(|(_, _, scope)| *scope == Scope::Shared).count();
    let stride = shape.var_base.len() - shared;
    let place = |var: usize| {
        let within = var.checked_sub(shared).map(|owned| shared + owned % stride.max(1));
        let scope = within.and_then(|base| {
            shape.var_base.iter().find(|(at, _, scope)| *at as usize == base && *scope != Scope::Shared)
        });
        let scope = scope.map_or(Scope::Shared, |(_, _, scope)| *scope);
        rotated(shape, var, shared, stride, scope, seat)
    };
    (0..shape.vars.len()).map(place).collect()
}

fn rotated(shape: &Shape, index: usize, shared: usize, stride: usize, scope: Scope, seat: Seat) -> u16 {
    let Some(owned) = index.checked_sub(shared).filter(|_| stride > 0) else { return index as u16 };
    let (owner, within) = (owned / stride, owned % stride);
    let teams = shape.teams.iter().max().map_or(1, |&last| usize::from(last) + 1);
    let (owners, own) = match scope {
        Scope::Shared => return index as u16,
        Scope::Seat => (shape.seats, seat.index()),
        Scope::Team => (teams, usize::from(shape.teams[seat.index()])),
    };
    // The shape has numbers for more teams than exist. Zones and variables of missing teams keep their place.
    let owner = if owner < owners { (owner + owners - own) % owners } else { owner };
    (shared + owner * stride + within) as u16
}

//! Random shapes that use all features of tables.

use rulebook_kernel::{Rng, Seat};
use rulebook_table::behavior::{DeckBehavior, DrawFrom, Reshuffle};
use rulebook_table::{Audience, Ordering, Scope, Shape, ShapeBuilder, ZoneDef, ZoneVisibility};

const LEVELS: [ZoneVisibility; 4] =
    [ZoneVisibility::Hidden, ZoneVisibility::CountOnly, ZoneVisibility::TopOnly, ZoneVisibility::All];
const ORDERINGS: [Ordering; 4] = [Ordering::Unordered, Ordering::Fifo, Ordering::Lifo, Ordering::Shuffled];

/// A random number below `n`.
pub fn roll(rng: &mut Rng, n: usize) -> usize {
    rng.below(n as u32) as usize
}

/// A random element of a list.
pub fn pick<T: Clone>(rng: &mut Rng, from: &[T]) -> T {
    from[roll(rng, from.len())].clone()
}

/// Returns `true` with a probability of 1 in `n`.
pub fn once_in(rng: &mut Rng, n: usize) -> bool {
    roll(rng, n) == 0
}

/// A random shape for one to six seats, with zones of every kind. If `large` is set, the shape has more than 64
/// entries, so a set needs several words.
pub fn random_shape(rng: &mut Rng, large: bool) -> Shape {
    let seats = 1 + roll(rng, 6);
    let mut build = Shape::build(seats);
    if once_in(rng, 2) {
        let teams: Vec<u8> = (0..seats).map(|_| roll(rng, seats.min(3)) as u8).collect();
        build.teams(&teams);
    }
    let zones = random_zones(rng, &mut build);
    random_cards(rng, &mut build, &zones, seats, large);
    for (i, audience) in [Audience::Everyone, Audience::Owner, Audience::Nobody].into_iter().enumerate() {
        build.var(&format!("shared{i}"), i as i32, audience);
        build.seat_var(&format!("own{i}"), -(i as i32), audience);
    }
    build.finish()
}

fn random_zones(rng: &mut Rng, build: &mut ShapeBuilder) -> Vec<usize> {
    let mut scopes = Vec::new();
    let mut zones = Vec::new();
    for i in 0..3 + roll(rng, 4) {
        let scope = pick(rng, &[Scope::Shared, Scope::Seat, Scope::Team]);
        let id = format!("zone{i}");
        let def = match scope {
            Scope::Shared => ZoneDef::shared(&id),
            Scope::Seat => ZoneDef::per_seat(&id),
            Scope::Team => ZoneDef::per_team(&id),
        };
        // Unordered zones are chosen more often, because most difficult cases concern them.
        let ordering = if once_in(rng, 3) { Ordering::Unordered } else { pick(rng, &ORDERINGS) };
        let mut def = def.ordered(ordering).levels(pick(rng, &LEVELS), pick(rng, &LEVELS));
        if once_in(rng, 3) {
            def = def.face_down();
        }
        if once_in(rng, 2) {
            def = def.deck(random_deck(rng, &scopes, scope));
        }
        scopes.push(scope);
        zones.push(build.zone(def));
    }
    zones
}

fn random_deck(rng: &mut Rng, earlier: &[Scope], own: Scope) -> DeckBehavior {
    let knows_owner = |scope: Scope| match scope {
        Scope::Shared => true,
        Scope::Team => own != Scope::Shared,
        Scope::Seat => own == Scope::Seat,
    };
    let targets: Vec<usize> = (0..earlier.len()).filter(|&i| knows_owner(earlier[i])).collect();
    DeckBehavior {
        draw_from: pick(rng, &[DrawFrom::Top, DrawFrom::Bottom, DrawFrom::Random]),
        reshuffle_from: (!targets.is_empty()).then(|| format!("zone{}", pick(rng, &targets))),
        reshuffle: pick(rng, &[Reshuffle::WhenShort, Reshuffle::WhenEmpty]),
        keep_top: roll(rng, 3) / 2,
    }
}

fn random_cards(rng: &mut Rng, build: &mut ShapeBuilder, zones: &[usize], seats: usize, large: bool) {
    let backs: Vec<u8> = (0..1 + roll(rng, 3)).map(|i| build.back(&format!("back{i}"))).collect();
    let faces = if large { 66 + roll(rng, 10) } else { 3 + roll(rng, 10) };
    let most = 1 + roll(rng, 3);
    // All cards start in one or two zones, so that there are large piles.
    let start = [pick(rng, zones), pick(rng, zones)].map(|zone| (zone, Seat::new(roll(rng, seats))));
    for i in 0..faces {
        let back = pick(rng, &backs);
        let face = build.face(&format!("face{i}"), back);
        // Some faces exist only as tokens.
        let copies = if once_in(rng, 8) { 0 } else { 1 + roll(rng, most) };
        for _ in 0..copies {
            let owner = once_in(rng, 4).then(|| Seat::new(roll(rng, seats)));
            let (zone, seat) = pick(rng, &start);
            build.card(face, zone, seat, owner);
        }
    }
    build.spare(pick(rng, &[0, 0, 2, 4]));
}

//! A small table for tests. Tests name its zones and cards by text.

use rulebook_kernel::{Rng, Seat, SeatSet, Viewer};
use rulebook_table::{
    Atoms, CardNumbering, CardView, Entry, Fact, Shape, ShapeBuilder, Table, TableView, ZoneId, sample,
};

/// A table, its random generator, and the reported facts.
#[derive(Clone, Debug)]
pub struct Desk {
    pub shape: Shape,
    pub table: Table,
    pub rng: Rng,
    pub facts: Vec<Fact>,
}

pub const SPECTATOR: Viewer = Viewer::Spectator;

pub fn seat(index: usize) -> Viewer {
    Viewer::Seat(Seat::new(index))
}

pub fn seats(of: impl IntoIterator<Item = usize>) -> SeatSet {
    of.into_iter().map(Seat::new).collect()
}

/// Adds one card for each letter, with this back. The cards start in a zone of the first seat or in a shared zone.
pub fn cards(build: &mut ShapeBuilder, back: &str, letters: &str, zone: usize) {
    let back = build.back(back);
    for letter in letters.chars() {
        let face = build.face(&letter.to_string(), back);
        build.card(face, zone, Seat::new(0), None);
    }
}

impl Desk {
    pub fn new(build: ShapeBuilder) -> Desk {
        let shape = build.finish();
        let table = Table::new(&shape);
        Desk { shape, table, rng: Rng::seeded("desk"), facts: Vec::new() }
    }

    pub fn atoms(&mut self) -> Atoms<'_, Vec<Fact>> {
        self.table.atoms(&self.shape, &mut self.facts)
    }

    pub fn zone(&self, id: &str) -> ZoneId {
        self.shape.find_zone(id).unwrap_or_else(|| panic!("no zone {id}"))
    }

    /// The entry whose face has this id.
    pub fn card(&self, face: &str) -> Entry {
        let mut all = (0..self.shape.entries()).map(|e| Entry(e as u16)).filter(|&e| self.table.zone(e).is_some());
        let named = |e: &Entry| self.shape.face_id(self.table.face(&self.shape, *e)) == face;
        all.find(named).unwrap_or_else(|| panic!("no card {face}"))
    }

    /// The ids of the faces in a zone, from the bottom to the top.
    pub fn lying(&self, zone: &str) -> String {
        let order = self.table.order(&self.shape, self.zone(zone));
        order.map(|e| self.shape.face_id(self.table.face(&self.shape, e))).collect()
    }

    pub fn put(&mut self, face: &str, zone: &str) {
        let (entry, to) = (self.card(face), self.zone(zone));
        self.atoms().move_to(entry, to);
    }

    pub fn put_all(&mut self, faces: &str, zone: &str) {
        faces.chars().for_each(|face| self.put(&face.to_string(), zone));
    }

    pub fn draw(&mut self, deck: &str, to: &str, count: usize) -> usize {
        let (deck, to) = (self.zone(deck), self.zone(to));
        self.table.atoms(&self.shape, &mut self.facts).draw(deck, to, count, &mut self.rng)
    }

    pub fn shuffle(&mut self, zone: &str) {
        let zone = self.zone(zone);
        self.table.atoms(&self.shape, &mut self.facts).shuffle(zone, &mut self.rng);
    }

    pub fn knows(&self, who: Viewer, face: &str) -> bool {
        self.table.names(&self.shape, who, self.card(face))
    }

    pub fn sees(&self, who: Viewer, face: &str) -> bool {
        self.table.shown(&self.shape, self.card(face)).admits(who)
    }

    pub fn view(&self, who: Viewer) -> TableView {
        CardNumbering::new(&self.shape, who, &self.table, &[], &[]).view()
    }

    /// The faces in a zone as a viewer knows them, from the bottom to the top. `?` is a card that the viewer cannot
    /// name.
    pub fn looks(&self, who: Viewer, zone: &str) -> String {
        let view = self.view(who);
        let text = |card: &CardView| card.face.map_or("?", |face| self.shape.face_id(face)).to_owned();
        view.zone(self.zone(zone)).map(|(_, card)| text(card)).collect()
    }

    /// Draws sample tables for this viewer, and checks that each looks the same to the viewer.
    pub fn samples(&self, who: Viewer, count: usize) -> Vec<Desk> {
        let (view, mut rng) = (self.view(who), Rng::seeded("samples"));
        let draw = |_| {
            let drawn = Desk { table: sample(&self.shape, &view, &[], &mut rng).table, ..self.clone() };
            drawn.table.validate_state(&self.shape).expect("a sample is a table of this shape");
            assert_eq!(drawn.view(who), view, "a sample looks the same");
            drawn
        };
        (0..count).map(draw).collect()
    }

    /// The table that results from folding the facts.
    pub fn folded(&self) -> Table {
        Table::folded(&self.shape, &self.facts)
    }
}

//! A match as one viewer sees it. Modules make texts and scenes from it.

use super::board::Board;
use super::{Action, Card, Intent, Pile, RuleModule, View};
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::Scoreboard;
use rulebook_table::ZoneId;

/// A view, together with the names of piles and cards.
#[derive(Debug)]
pub struct Shown<'a, M: RuleModule> {
    pub(crate) board: &'a Board,
    pub(crate) view: &'a View<M::Public, M::Private, M::Note>,
}

impl<'a, M: RuleModule> Shown<'a, M> {
    /// The viewer.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.view.table.who
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.view.core.seats as usize
    }

    /// The public rules state.
    #[must_use]
    pub fn rules(&self) -> &'a M::Public {
        &self.view.public
    }

    /// The private rules state of the viewer's seat. `None` for spectators.
    #[must_use]
    pub fn private(&self) -> Option<&'a M::Private> {
        self.view.private[self.viewer().seat()?.index()].as_ref()
    }

    /// The seat whose turn it is. `None` if no seat has the turn.
    #[must_use]
    pub fn current_player(&self) -> Option<Seat> {
        self.view.core.current
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.view.winner.is_some()
    }

    /// Whether the table waits for the start of the next hand.
    #[must_use]
    pub fn between_hands(&self) -> bool {
        !self.view.core.dealt && !self.is_over()
    }

    /// The number of the current deal, counted from 1.
    #[must_use]
    pub fn deal_number(&self) -> u16 {
        self.view.core.deal
    }

    /// The points of each seat.
    #[must_use]
    pub fn scores(&self) -> &'a [i32] {
        &self.view.core.scores[..self.seats()]
    }

    /// The announced notes, the newest last.
    #[must_use]
    pub fn notes(&self) -> &'a [M::Note] {
        &self.view.notes
    }

    /// The number of cards in a pile.
    #[must_use]
    pub fn size(&self, pile: Pile) -> usize {
        self.view.table.count(pile.zone())
    }

    /// The cards of a pile that the viewer may look at now, with the top card last.
    pub fn cards(&self, pile: Pile) -> impl Iterator<Item = Card> + use<'a, M> {
        let who = self.viewer();
        let cards = self.view.table.zone(pile.zone());
        cards
            .filter(move |(_, card)| card.shown.admits(who))
            .filter_map(|(_, card)| Some(Card::from_index(card.face?.index())))
    }

    /// The piles that scenes show, in display order.
    pub(crate) fn piles(&self) -> impl Iterator<Item = Pile> + use<'a, M> {
        let shape = &self.board.shape;
        let all = (0..shape.zones().len()).map(|zone| Pile::from(ZoneId(zone as u16)));
        all.filter(|pile| !shape.zone(pile.zone()).internal)
    }

    /// The name of a pile: `hand`, or `hand of seat 2` if it belongs to another seat.
    #[must_use]
    pub fn pile_name(&self, pile: Pile) -> String {
        let (zone, def) = (self.board.shape.zone(pile.zone()), self.board.shape.def(pile.zone()));
        let own = self.viewer().seat().is_some_and(|seat| zone.owners.has(seat));
        match zone.seat {
            Some(seat) if !own => format!("{} of {seat}", def.name),
            _ => def.name.clone(),
        }
    }

    /// One scoreboard with the points of each seat. Empty as long as no seat has points.
    #[must_use]
    pub fn plain_scores(&self) -> Vec<Scoreboard> {
        if self.scores().iter().all(|&score| score == 0) {
            return Vec::new();
        }
        let rows = Seat::all(self.seats()).zip(self.scores());
        vec![Scoreboard {
            title: "Score".to_owned(),
            columns: vec!["seat".to_owned(), "points".to_owned()],
            rows: rows.map(|(seat, score)| vec![seat.to_string(), score.to_string()]).collect(),
        }]
    }

    /// A move in generic words: `move the queen of hearts to the table`.
    #[must_use]
    pub fn plain_label(&self, intent: &Intent) -> String {
        match intent {
            Intent::Action(Action::START) => "start the next hand".to_owned(),
            Intent::Action(action) => M::ACTIONS.get(action.0 as usize).map_or("?", |(_, label)| label).to_owned(),
            Intent::Move { from, to, cards } => {
                let names: Vec<String> = cards.iter().map(|card| format!("the {}", card.name())).collect();
                let what = match names.is_empty() {
                    true => format!("the top of the {}", self.pile_name(*from)),
                    false => names.join(", "),
                };
                format!("move {what} to the {}", self.pile_name(*to))
            }
        }
    }
}

//! A match as one viewer knows it, for words and pictures.

use super::board::Board;
use super::{Action, Card, Intent, Pile, RuleModule, View};
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::Scoreboard;
use rulebook_table::ZoneId;

/// A view with the names of things at hand.
#[derive(Debug)]
pub struct Shown<'a, M: RuleModule> {
    pub(crate) board: &'a Board,
    pub(crate) view: &'a View<M::Public, M::Private, M::Note>,
}

impl<'a, M: RuleModule> Shown<'a, M> {
    /// Whose eyes these are.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.view.table.who
    }

    /// How many seats take part.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.view.core.seats as usize
    }

    /// The public rules state.
    #[must_use]
    pub fn rules(&self) -> &'a M::Public {
        &self.view.public
    }

    /// What the viewer alone knows of the rules state; nothing for somebody who watches.
    #[must_use]
    pub fn private(&self) -> Option<&'a M::Private> {
        self.view.private[self.viewer().seat()?.index()].as_ref()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn current_player(&self) -> Option<Seat> {
        self.view.core.current
    }

    /// Is it over?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.view.winner.is_some()
    }

    /// Does the table wait for the next hand?
    #[must_use]
    pub fn between_hands(&self) -> bool {
        !self.view.core.dealt && !self.is_over()
    }

    /// Which deal this is, from one.
    #[must_use]
    pub fn deal_number(&self) -> u16 {
        self.view.core.deal
    }

    /// The points of each seat.
    #[must_use]
    pub fn scores(&self) -> &'a [i32] {
        &self.view.core.scores[..self.seats()]
    }

    /// What was announced, the newest last.
    #[must_use]
    pub fn notes(&self) -> &'a [M::Note] {
        &self.view.notes
    }

    /// How many cards lie in a pile.
    #[must_use]
    pub fn size(&self, pile: Pile) -> usize {
        self.view.table.count(pile.zone())
    }

    /// The cards of a pile that the viewer may look at now, the top last.
    pub fn cards(&self, pile: Pile) -> impl Iterator<Item = Card> + use<'a, M> {
        let who = self.viewer();
        let cards = self.view.table.zone(pile.zone());
        cards
            .filter(move |(_, card)| card.shown.admits(who))
            .filter_map(|(_, card)| Some(Card::from_index(card.face?.index())))
    }

    /// The piles that scenes show, in their order.
    pub(crate) fn piles(&self) -> impl Iterator<Item = Pile> + use<'a, M> {
        let shape = &self.board.shape;
        let all = (0..shape.zones().len()).map(|zone| Pile::from(ZoneId(zone as u16)));
        all.filter(|pile| !shape.zone(pile.zone()).internal)
    }

    /// A pile in words: `hand`, or `hand of seat 2` where it is not the viewer's own.
    #[must_use]
    pub fn pile_name(&self, pile: Pile) -> String {
        let (zone, def) = (self.board.shape.zone(pile.zone()), self.board.shape.def(pile.zone()));
        let own = self.viewer().seat().is_some_and(|seat| zone.owners.has(seat));
        match zone.seat {
            Some(seat) if !own => format!("{} of {seat}", def.name),
            _ => def.name.clone(),
        }
    }

    /// One table with the points of each seat, once there are any.
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

    /// A move in plain words: `move the queen of hearts to the table`.
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

//! Shows game designers the values of a match that are not visible on the board.

use crate::notation::square_text;
use crate::rules::Boards;
use crate::state::BoardState;

impl<const W: usize, const N: usize> Boards<W, N> {
    /// The values of a match that the board does not show, with their names: position as text, castling rights, clocks,
    /// repetition, hands, counted checks, last move.
    #[must_use]
    pub fn inspect(&self, state: &BoardState<W, N>) -> Vec<(String, String)> {
        let (plan, position) = (&self.plan, &state.position);
        let text = self.position_text(state);
        // In the text, the castling rights and the square passed over come after the rows and the turn.
        let mut fields = text.split(' ').skip(2);
        let (rights, passed) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let repeated = state.past.iter().filter(|key| Some(*key) == state.past.last()).count();
        let mut values = vec![
            ("position".to_owned(), text.clone()),
            ("rights".to_owned(), rights.to_owned()),
            ("passed square".to_owned(), passed.to_owned()),
            ("clock".to_owned(), position.clock.to_string()),
            ("moves".to_owned(), position.ply.to_string()),
            ("times here".to_owned(), repeated.max(1).to_string()),
        ];
        let players: Vec<(u8, &String)> = (0..).zip(&plan.names.players).collect();
        let hands = plan.held.iter().any(Option::is_some);
        for &(player, name) in players.iter().filter(|_| hands) {
            let held = (0..plan.planes.kinds as u8).filter_map(|kind| {
                let count = position.counters[plan.held(player, kind)? as usize];
                (count > 0).then(|| format!("{} × {count}", plan.names.kinds[kind as usize]))
            });
            values.push((format!("in hand of {name}"), held.collect::<Vec<_>>().join(", ")));
        }
        if let Some(first) = plan.checks {
            let checked = players.iter().map(|&(player, name)| {
                let count = position.counters[(first + player) as usize];
                (format!("checks to {name}"), count.to_string())
            });
            values.extend(checked);
        }
        let last = state.last.map(|(from, to)| format!("{} {}", square_text(plan, from), square_text(plan, to)));
        values.push(("last move".to_owned(), last.unwrap_or_default()));
        values
    }
}

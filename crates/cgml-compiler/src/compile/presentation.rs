//! Compiles the presentation: scoreboards, labels, names of phases, recaps and facts. It never changes how a game
//! plays.

use super::value::{Val, missing};
use super::variables::Variable;
use super::{Compiler, codes};
use crate::code::walk::mentions;
use crate::code::{
    Board, Column, Computed, Expr, Item, Kind, Op, Presentation, RuleCode, Seats, Shown, Source, Standing, TempId,
};
use crate::syntax::{self, Action, At, Audience, Recap, Rows, Scope};
use rulebook_diag::Diagnostic;

impl<'a> Compiler<'a> {
    /// Compiles scoreboards and facts.
    pub(super) fn presentation(&mut self) -> Presentation {
        let Some(written) = &self.document.presentation else { return Presentation::default() };
        let mut presentation = Presentation::default();
        for board in &written.scoreboards {
            let of_table = board.rows == Rows::Table;
            let columns = board.columns.iter().map(|column| {
                let cell = self.shown(&column.value, column.audience, None);
                if of_table {
                    self.is_nobodys(column, &cell);
                }
                Column { name: column.name.text.clone(), cell }
            });
            let columns = columns.collect();
            presentation.scoreboards.push(Board { title: board.title.text.clone(), of_table, columns });
        }
        for fact in &written.facts {
            let mut found = Vec::new();
            let weight = super::game::whole(fact.weight, fact.span, &mut found);
            found.into_iter().for_each(|found| self.report(found));
            let number = self.shown(&fact.value, fact.audience, Some(Kind::Number));
            presentation.facts.push(Standing { name: fact.name.text.clone(), weight, number });
        }
        for named in &written.phases {
            let phase = self.phase(&named.phase);
            presentation.phases.extend(phase.map(|phase| (phase, named.text.text.clone())));
        }
        for label in &written.labels {
            let mut known = false;
            let mut look = |action: &Action| {
                let stores = action.common.store_as.as_ref().is_some_and(|name| name.text == label.ask.text);
                // New action: add it if it asks a player and stores the answer.
                known |= stores && matches!(action.verb, syntax::Verb::RequestInput(_));
            };
            for rule in self.document.rules.iter().filter(|rule| !rule.disabled) {
                if label.rule.as_ref().is_none_or(|name| name.text == rule.id.text) {
                    super::prescan::each(&rule.effect, &mut look);
                }
            }
            if !known {
                let message = format!("no question stores its answer as `{}`", label.ask);
                let found = Diagnostic::error(codes::UNKNOWN_REF, label.ask.span, message);
                self.report(found.label("not stored by a REQUEST_INPUT"));
            }
        }
        presentation
    }

    /// Reports a column of shared values that reads a player, or whose audience is the owner.
    fn is_nobodys(&mut self, column: &'a syntax::Column, cell: &Shown) {
        if mentions(&cell.value, cell.seat) {
            let found =
                Diagnostic::error(codes::NOT_HERE, column.value.span, "a table of shared values cannot read a player");
            self.report(found.help("remove `rows: table`, so that each player has a row"));
        }
        if let Some(audience) = column.audience.filter(|own| matches!(own.value, Audience::Owner | Audience::Team)) {
            let found = Diagnostic::error(codes::NOT_HERE, audience.span, "shared values have no owner");
            self.report(
                found.help("remove `audience`: players see the value if they can see everything it is computed from"),
            );
        }
    }

    /// Compiles a value that each player has.
    fn shown(&mut self, value: &'a syntax::Expr, audience: Option<At<Audience>>, wanted: Option<Kind>) -> Shown {
        let audience = audience.map(|audience| audience.value);
        let (seat, (kind, value)) = self.free(|check| {
            check.with_item(Kind::Seat, None, None, value.span, |check, seat| {
                // In a simultaneous game, the owner of the value is the current player.
                check.loop_player = Some(Expr::Temp(seat));
                match (check.lower(value), wanted) {
                    (Val::One(kind, value), None) => (kind, value),
                    (Val::Hole | Val::Null, None) => (Kind::Number, missing()),
                    (found, _) => (Kind::Number, check.number(found, value.span)),
                }
            })
        });
        Shown { seat, value, kind, audience }
    }

    /// Compiles the computed variables for the author's view of a state, and checks the expressions that nothing reads.
    /// Leaves out variables that need the player of a loop. Compiling a variable here does not count as reading it, so
    /// warnings about unread variables still appear.
    pub(super) fn computed_variables(&mut self) -> Vec<Computed> {
        if self.learning {
            return Vec::new();
        }
        let (left, spent, read) = (self.left, self.spent, self.read.clone());
        let phases = (self.phase_reads, self.phase_compared, self.phase_names.clone());
        let mut all = Vec::new();
        let of_cycle = |found: &Diagnostic| found.code == codes::CYCLE;
        for variable in self.game.variables.clone() {
            if variable.computed.is_none() {
                continue;
            }
            let known = self.diags.len();
            let computed = self.computed_variable(&variable, false);
            let mut own = self.diags.split_off(known);
            if own.is_empty() {
                all.extend(computed);
            } else if self.game.simultaneous && own.iter().any(|found| found.code == codes::NO_CURRENT) {
                // A loop over players can read the variable. The player of the loop is then the current player.
                self.computed_variable(&variable, true);
                own = self.diags.split_off(known);
            }
            // If something reads the variable, its mistakes have already been reported at that place. A cycle is
            // reported once.
            let is_read = read.contains(&variable.name);
            let mut told = self.diags.iter().any(of_cycle);
            own.retain(|found| match of_cycle(found) {
                true => !std::mem::replace(&mut told, true),
                false => !is_read,
            });
            self.diags.append(&mut own);
        }
        (self.left, self.spent, self.read) = (left, spent, read);
        (self.phase_reads, self.phase_compared, self.phase_names) = phases;
        all
    }

    /// Compiles a computed variable outside any rule. If `in_loop` is set, compiles it as if a loop over players read
    /// it. `None` if it has no value outside a rule, or if it belongs to teams or cards.
    fn computed_variable(&mut self, variable: &Variable<'a>, in_loop: bool) -> Option<Computed> {
        let (name, span) = (variable.name.clone(), variable.span);
        let kind = if variable.scope == Scope::PerCard { Kind::Card } else { Kind::Seat };
        let (owner, value) = self.free(|check| {
            check.with_item(kind, None, None, span, |check, owner| {
                let owner = Expr::Temp(owner);
                if in_loop {
                    check.loop_player = Some(owner.clone());
                }
                let owner = (variable.scope != Scope::Global).then_some(Val::One(kind, owner));
                check.read_variable(&name, owner, span)
            })
        });
        let seat = match variable.scope {
            Scope::Global => None,
            Scope::PerPlayer => Some(owner),
            Scope::PerTeam | Scope::PerCard => return None,
        };
        let (kind, from) = match value {
            Val::One(kind, value) => (kind, Source::One(value)),
            Val::Cards(cards) => (Kind::Card, Source::Many(Item::Cards(cards))),
            Val::Seats(seats) => (Kind::Seat, Source::Many(Item::Seats(seats))),
            Val::Zones(zones) => (Kind::Zone, Source::Many(Item::Zones(zones))),
            Val::List(kind, list) => (kind, Source::Many(Item::List(list))),
            _ => return None,
        };
        Some(Computed { name, seat, from, kind })
    }

    /// The label that the file declares for the options of a question: the temporary that holds the option, and the
    /// number of the message. `None` if the file declares no such label.
    pub(super) fn label(&mut self, kind: Kind, action: &'a Action) -> Option<(TempId, usize)> {
        let stored = action.common.store_as.as_ref()?;
        let rule = self.rule.clone()?;
        let labels = &self.document.presentation.as_ref()?.labels;
        let label = labels
            .iter()
            .find(|label| label.ask.text == stored.text && label.rule.as_ref().is_none_or(|name| name.text == rule))?;
        let (temp, message) = self.with_item(kind, None, None, label.text.span, |check, _| check.message(&label.text));
        Some((temp, message))
    }

    /// Compiles recap messages as rules that run after all others.
    pub(super) fn recaps(&mut self) -> Vec<RuleCode> {
        let recaps = self.document.presentation.as_ref().map_or(&[][..], |written| written.recap.as_slice());
        recaps.iter().enumerate().map(|(number, recap)| self.recap(number, recap)).collect()
    }

    fn recap(&mut self, number: usize, recap: &'a Recap) -> RuleCode {
        self.begin_unit();
        self.bind_context(&recap.trigger.event);
        let when = recap.condition.as_ref().map(|condition| self.condition(condition));
        let message = self.message(&recap.text);
        let owner = match self.bound_path("player") {
            Some(bound) => {
                let player = self.unfold(bound, recap.text.span);
                self.seat(player, recap.text.span)
            }
            None => missing(),
        };
        let to = match recap.audience.map(|audience| audience.value) {
            None | Some(Audience::All) => Seats::These((0..self.game.seats as u8).collect()),
            Some(Audience::Owner) => Seats::One(Box::new(owner)),
            Some(Audience::Team) => {
                let team = Expr::TeamOf(Box::new(owner));
                Seats::Team(Box::new(team))
            }
            Some(Audience::Nobody) => Seats::These(Vec::new()),
        };
        self.unit.emit(Op::Say(message, to));
        self.unit.end_action(0);
        RuleCode { id: format!("recap {}", number + 1), when, needs_frame: true, once: None, unit: self.end_unit() }
    }
}

//! What can be used and is probably not meant.

use super::{Check, codes};
use crate::code::walk::each::{self, Node};
use crate::code::{Cards, Expr, Item, List, Options, Zones};
use crate::syntax::{Action, Event, Verb};
use rulebook_diag::{Diagnostic, Span};
use rulebook_table::{Level, Scope};
use std::collections::BTreeSet;

/// Names that something else has in some places.
const TAKEN: [&str; 11] =
    ["players", "zones", "teams", "turn_index", "card", "zone", "player", "from", "to", "phase", "state"];

impl<'a> Check<'a> {
    fn warn(&mut self, code: &'static str, span: Span, message: String, help: &str) {
        let found = Diagnostic::warning(code, span, message);
        self.report(if help.is_empty() { found } else { found.help(help) });
    }

    /// Warnings about the whole of a document that has been compiled without a mistake.
    pub(super) fn warnings(&mut self) {
        self.unused();
        let reached = self.reached();
        self.dead_ends(&reached);
        self.silent_rules(&reached);
        self.hidden_names();
    }

    fn unused(&mut self) {
        let variables: Vec<(String, Span)> = self
            .game
            .variables
            .iter()
            .filter(|variable| {
                let prefix = format!("{}.", variable.name);
                let part_read = self.read.iter().any(|read| *read == variable.name || read.starts_with(&prefix));
                !part_read && !variable.name.contains('.') && variable.audience.is_none()
            })
            .map(|variable| (variable.name.clone(), variable.span))
            .collect();
        for (name, span) in variables {
            let help = "if it is there to be seen, say by whom: `audience: all`";
            self.warn(codes::NEVER_READ, span, format!("no rule reads the variable `{name}`"), help);
        }
        let zones: Vec<(String, Span)> = self
            .game
            .zones
            .iter()
            .enumerate()
            .filter(|(def, zone)| zone.deck.is_none() && zone.def.behavior.is_none() && !self.filled.contains(def))
            .map(|(_, zone)| (zone.name.clone(), zone.span))
            .collect();
        for (name, span) in zones {
            self.warn(codes::NEVER_FILLED, span, format!("no card can come into the zone `{name}`"), "");
        }
    }

    /// The states that play can come to.
    fn reached(&self) -> BTreeSet<&'a str> {
        let flow = &self.document.flow;
        let mut reached: BTreeSet<&'a str> = self.survey.entered.iter().copied().collect();
        reached.insert(flow.initial_state.as_str());
        loop {
            let before = reached.len();
            for transition in flow.transitions.iter().filter(|transition| !transition.disabled) {
                if reached.contains(transition.from.as_str()) {
                    reached.insert(transition.to.as_str());
                }
            }
            if reached.len() == before {
                return reached;
            }
        }
    }

    fn dead_ends(&mut self, reached: &BTreeSet<&'a str>) {
        let flow = &self.document.flow;
        let last = |name: &str| flow.states.get(name).is_some_and(|state| state.phases.is_empty());
        let ends = self.survey.ends || reached.iter().any(|name| last(name));
        if !ends {
            let message = "this game never ends: no state without phases can be entered, and nothing ends it";
            let help = "add a state with `phases: []` and a transition to it, or `END_GAME`";
            self.warn(codes::NO_END, flow.initial_state.span, message.into(), help);
            return;
        }
        for (name, state) in flow.states.iter() {
            let left = flow.transitions.iter().any(|t| !t.disabled && t.from.text == name.text);
            let by_action = self.survey.ends || self.survey.entered.iter().any(|entered| *entered != name.as_str());
            if !state.phases.is_empty() && reached.contains(name.as_str()) && !left && !by_action {
                self.warn(codes::NEVER_LEFT, name.span, format!("the state `{name}` is never left"), "");
            }
        }
    }

    fn silent_rules(&mut self, reached: &BTreeSet<&'a str>) {
        let flow = &self.document.flow;
        let emitted: BTreeSet<&str> = self.emits().chain(self.survey.emitted.iter().copied()).collect();
        for rule in self.document.rules.iter().filter(|rule| !rule.disabled) {
            let why = match &rule.trigger.event {
                Event::TurnBegin | Event::TurnEnd if self.game.simultaneous => {
                    Some("where play is simultaneous there are no turns".to_owned())
                }
                Event::Custom(name) if !emitted.contains(name.as_str()) => Some(format!("nothing makes `on.{name}`")),
                Event::Phase(name) => {
                    let states =
                        flow.states.iter().filter(|(_, state)| state.phases.iter().any(|p| p.text == name.text));
                    let inserted = self.survey.inserted.iter().any(|phase| phase.text == name.text);
                    let entered = states.into_iter().any(|(state, _)| reached.contains(state.as_str()));
                    (!inserted && !entered).then(|| format!("the phase `{name}` is never entered"))
                }
                Event::StateEnter(name) | Event::StateExit(name) if !reached.contains(name.as_str()) => {
                    Some(format!("the state `{name}` is never entered"))
                }
                _ => None,
            };
            if let Some(why) = why {
                let found =
                    Diagnostic::warning(codes::NEVER_FIRES, rule.trigger.span, format!("this rule never fires: {why}"));
                self.report(found.label("never happens"));
            }
        }
    }

    /// The declared events that actions make.
    fn emits(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let mut names = Vec::new();
        let mut look = |action: &'a Action| {
            if let Verb::Emit(emit) = &action.verb {
                names.push(emit.event.as_str());
            }
        };
        super::survey::each(&self.document.setup, &mut look);
        self.document.rules.iter().for_each(|rule| super::survey::each(&rule.effect, &mut look));
        names.into_iter()
    }

    /// Names that can be read in some places only, because something else has them there.
    fn hidden_names(&mut self) {
        let mut names: Vec<(String, Span, &str)> = Vec::new();
        for variable in self.document.components.variables.iter().filter(|variable| !variable.disabled) {
            names.push((variable.name.text.clone(), variable.name.span, "variable"));
        }
        for event in &self.document.components.events {
            for field in &event.context {
                let variable = self.game.variable(field.as_str()).is_some();
                if variable || ["players", "zones", "teams"].contains(&field.as_str()) {
                    let message =
                        format!("in rules on this event `$.{}` is the event's, and hides another", field.text);
                    self.warn(codes::HIDES, field.span, message, "");
                }
            }
        }
        for (name, span, what) in names {
            if TAKEN.contains(&name.as_str()) {
                let message = format!(
                    "`$.{name}` can be something else than this {what}: events, filters or the game have it too"
                );
                self.warn(codes::HIDES, span, message, "the innermost is taken; another name is clearer");
            }
        }
        let mut loops = Vec::new();
        let mut look = |action: &'a Action| {
            if let Verb::ForEach(each) = &action.verb {
                loops.extend(each.name.as_ref());
            }
        };
        self.document.rules.iter().for_each(|rule| super::survey::each(&rule.effect, &mut look));
        for name in loops {
            if TAKEN.contains(&name.as_str()) || self.game.variable(name.as_str()).is_some() {
                let message = format!("inside of this loop `$.{}` is its item, and hides another", name.text);
                self.warn(codes::HIDES, name.span, message, "");
            }
        }
    }

    /// Options that depend on cards that the one who is asked cannot see.
    pub(super) fn tells(&mut self, who: &Expr, options: &Options, span: Span) {
        let mut zones = Vec::new();
        match options {
            Options::Cards(cards) => sources(cards, &mut zones),
            Options::Values(list, _) => list_sources(list, &mut zones),
            _ => {}
        }
        each::options(options, &mut |part| match part {
            Node::Expr(Expr::AnyCard(cards) | Expr::HasCard(cards, _)) => sources(cards, &mut zones),
            Node::Expr(Expr::Bottom(zone) | Expr::CardAt(zone, _)) => zones.push((**zone).clone()),
            _ => {}
        });
        for zone in zones {
            let def = match &zone {
                Expr::Const(number) => self.game.def_of(*number),
                Expr::ZoneOf(def, _) => Some(*def),
                _ => None,
            };
            let Some(info) = def.map(|def| &self.game.zones[def]) else { continue };
            let own = info.scope != Scope::Shared && matches!(&zone, Expr::ZoneOf(_, seat) if **seat == *who);
            let level = if own { info.def.owner_level } else { info.def.others_level };
            if level < Level::All {
                let name = info.name.clone();
                let message =
                    format!("what can be chosen depends on cards in `{name}` that the one who chooses cannot see");
                let found = Diagnostic::warning(codes::TELLS, span, message).label("tells what is hidden");
                self.report(found.help("offer it whatever the cards are, or let them `LOOK` first"));
                return;
            }
        }
    }
}

/// The zones whose cards these are.
fn sources(cards: &Cards, zones: &mut Vec<Expr>) {
    match cards {
        Cards::Zone(zone) => zones.push((**zone).clone()),
        Cards::Zones(Zones::These(these)) => zones.extend(these.iter().map(|zone| Expr::Const(i32::from(zone.0)))),
        Cards::Zones(Zones::One(zone)) => zones.push((**zone).clone()),
        Cards::Filter(cards, _)
        | Cards::Prefer(cards, _)
        | Cards::Take(cards, _)
        | Cards::TakeLast(cards, _)
        | Cards::SortBy(cards, ..) => {
            sources(cards, zones);
        }
        Cards::Join(parts) => parts.iter().for_each(|part| sources(part, zones)),
        Cards::List(list) => list_sources(list, zones),
        _ => {}
    }
}

fn list_sources(list: &List, zones: &mut Vec<Expr>) {
    match list {
        List::Cards(cards) => sources(cards, zones),
        List::Map(item, ..) => match &**item {
            Item::Cards(cards) => sources(cards, zones),
            Item::List(list) => list_sources(list, zones),
            _ => {}
        },
        List::Filter(list, ..) | List::Distinct(list) | List::SortBy(list, ..) | List::Take(list, _) => {
            list_sources(list, zones);
        }
        List::Join(parts) => parts.iter().for_each(|part| list_sources(part, zones)),
        _ => {}
    }
}

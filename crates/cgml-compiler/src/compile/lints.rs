//! Warnings about valid documents that are probably mistakes.

use super::constant::{is_false, is_true};
use super::{Compiler, codes};
use crate::syntax::{Action, CardEvent, Emits, Event, FlowName, Role, Timing, Transition, Verb};
use rulebook_diag::{Diagnostic, Span};
use std::collections::BTreeSet;

/// Names that mean something else in some places.
const TAKEN: [&str; 7] = ["card", "zone", "player", "from", "to", "phase", "state"];

impl<'a> Compiler<'a> {
    fn warn(&mut self, code: &'static str, span: Span, message: String, help: &str) {
        let found = Diagnostic::warning(code, span, message);
        self.report(if help.is_empty() { found } else { found.help(help) });
    }

    /// Reports warnings about a whole document that compiled without errors.
    pub(super) fn warnings(&mut self) {
        self.unused();
        let reached = self.reached();
        self.dead_ends(&reached);
        self.silent_rules(&reached);
        self.empty_phases();
        self.endless();
        self.never_true();
        self.hidden_names();
        self.secret_options();
        self.unequal_to_nothing();
        self.lonely_seed();
    }

    /// Warns about a seed without `deterministic: true`, and about `deterministic: true` without a seed.
    fn lonely_seed(&mut self) {
        let Some(rng) = &self.document.meta.rng else { return };
        match (rng.deterministic, &rng.seed) {
            (false, Some(seed)) => {
                let message = "this seed is not used, because `deterministic: true` is missing";
                self.warn(codes::SEED, seed.span, message.into(), "add `deterministic: true`");
            }
            (true, None) => {
                let message = "there is no seed, so every match is different";
                self.warn(codes::SEED, rng.span, message.into(), "add a `seed:`");
            }
            _ => {}
        }
    }

    fn unused(&mut self) {
        // A game need not use everything in an included file, so only the main file is checked.
        let own = self.document.span.file;
        let variables: Vec<(String, Span)> = self
            .game
            .variables
            .iter()
            .filter(|variable| {
                let prefix = format!("{}.", variable.name);
                let part_read = self.read.iter().any(|read| *read == variable.name || read.starts_with(&prefix));
                let written_here = variable.span.file == own;
                written_here && !part_read && !variable.name.contains('.') && variable.audience.is_none()
            })
            .map(|variable| (variable.name.clone(), variable.span))
            .collect();
        for (name, span) in variables {
            let help = "if players should see it, write `audience: all`";
            self.warn(codes::NEVER_READ, span, format!("no rule reads the variable `{name}`"), help);
        }
        let zones: Vec<(String, Span)> = self
            .game
            .zones
            .iter()
            .enumerate()
            .filter(|(def, zone)| {
                let starts = zone.deck.is_some_and(|deck| self.game.faces.has_cards(deck));
                zone.span.file == own && !starts && zone.def.behavior.is_none() && !self.filled.contains(def)
            })
            .map(|(_, zone)| (zone.name.clone(), zone.span))
            .collect();
        let functions = self.document.functions.0.iter().enumerate();
        let idle: Vec<(String, Span)> = functions
            .filter(|(number, function)| function.name.span.file == own && !self.applied.contains(number))
            .map(|(_, function)| (function.name.text.clone(), function.name.span))
            .collect();
        for (name, span) in idle {
            let help = "a function is tested only where it is called";
            self.warn(codes::NEVER_READ, span, format!("no expression calls the function `{name}`"), help);
        }
        for (name, span) in zones {
            self.warn(codes::NEVER_FILLED, span, format!("no card can enter the zone `{name}`"), "");
        }
    }

    /// The states that can be entered.
    fn reached(&self) -> BTreeSet<&'a str> {
        self.reached_by(|_| true)
    }

    /// The states that can be entered through the transitions for which `may_be_taken` is true.
    fn reached_by(&self, may_be_taken: impl Fn(&Transition) -> bool) -> BTreeSet<&'a str> {
        let flow = &self.document.flow;
        let mut reached: BTreeSet<&'a str> = self.survey.entered.iter().copied().collect();
        reached.insert(flow.initial_state.as_str());
        loop {
            let before = reached.len();
            for transition in flow.transitions.iter().filter(|transition| !transition.disabled) {
                if reached.contains(transition.from.as_str()) && may_be_taken(transition) {
                    reached.insert(transition.to.as_str());
                }
            }
            if reached.len() == before {
                return reached;
            }
        }
    }

    /// Finds the condition that keeps the game from ever ending. It is false because of a variable that nothing
    /// changes. Returns the condition and the variable. `None` if the game can end or has no such condition.
    pub(super) fn no_way_out(&self) -> Option<(Span, String)> {
        let flow = &self.document.flow;
        let last = |name: &str| flow.states.get(name).is_some_and(|state| state.phases.is_empty());
        let shut = self.never_taken();
        let open = self.reached_by(|transition| !shut.contains_key(&transition.span));
        if self.survey.ends || open.iter().any(|name| last(name)) {
            return None;
        }
        let ways = flow.transitions.iter().filter(|way| !way.disabled && open.contains(way.from.as_str()));
        let mut waits = ways.filter_map(|way| way.condition.as_ref().zip(shut.get(&way.span)));
        waits.find(|(when, _)| !is_false(when)).map(|(when, name)| (when.span, name.clone()))
    }

    fn dead_ends(&mut self, reached: &BTreeSet<&'a str>) {
        let flow = &self.document.flow;
        let last = |name: &str| flow.states.get(name).is_some_and(|state| state.phases.is_empty());
        let ends = self.survey.ends || reached.iter().any(|name| last(name));
        if !ends {
            let message = "this game never ends: no state without phases can be entered, and no action ends the game";
            let help = "add a state with `phases: []` and a transition to it, or `END_GAME`";
            self.warn(codes::NO_END, flow.initial_state.span, message.into(), help);
            return;
        }
        if let Some((span, name)) = self.no_way_out() {
            let message =
                format!("this game never ends: this condition is false at the start, and no action changes `{name}`");
            self.warn(codes::NO_END, span, message, "");
        }
        for (name, state) in flow.states.iter() {
            let left = flow.transitions.iter().any(|t| !t.disabled && t.from.text == name.text);
            let by_action = self.survey.ends || self.survey.entered.iter().any(|entered| *entered != name.as_str());
            if !state.phases.is_empty() && reached.contains(name.as_str()) && !left && !by_action {
                self.warn(codes::NEVER_LEFT, name.span, format!("the state `{name}` has no exit"), "");
            }
        }
        self.unentered(reached);
    }

    /// Warns about states that are never entered. If a rule listens to such a state, the warning about the rule is
    /// enough.
    fn unentered(&mut self, reached: &BTreeSet<&'a str>) {
        let document = self.document;
        let rules = || document.rules.iter().filter(|rule| !rule.disabled).map(|rule| &rule.trigger.event);
        // The phase may also belong to another state that is entered.
        let states = document.flow.states.iter().filter(|(name, _)| reached.contains(name.as_str()));
        let entered: BTreeSet<&str> = states.flat_map(|(_, state)| &state.phases).map(|phase| phase.as_str()).collect();
        let heard = |name: &str, phases: &[crate::syntax::Name]| {
            rules().any(|event| match event {
                Event::StateEnter(state) | Event::StateExit(state) => state.as_str() == name,
                Event::Phase(phase) => {
                    phases.iter().any(|own| own.text == phase.text) && !entered.contains(phase.as_str())
                }
                _ => false,
            })
        };
        let lost = document.flow.states.iter().filter(|(name, _)| !reached.contains(name.as_str()));
        let lost = lost.filter(|(name, state)| !heard(name.as_str(), &state.phases)).map(|(name, _)| name);
        let lost: Vec<_> = lost.collect();
        for name in lost {
            let help = "add a transition with `to:` this state, or a `SET_STATE`";
            self.warn(codes::NEVER_ENTERED, name.span, format!("the state `{name}` is never entered"), help);
        }
    }

    /// Warns about phases that no rule, action or condition mentions. A state needs at least one phase for its turns.
    /// So if no phase of a state has a rule, its phases are not reported.
    fn empty_phases(&mut self) {
        if self.phase_reads > self.phase_compared {
            return;
        }
        let document = self.document;
        let triggers = document.rules.iter().filter(|rule| !rule.disabled).map(|rule| &rule.trigger);
        let recaps = document.presentation.iter().flat_map(|written| &written.recap).map(|recap| &recap.trigger);
        let mut known: BTreeSet<&str> = self.phase_names.iter().map(String::as_str).collect();
        let mut heard = BTreeSet::new();
        for trigger in triggers.chain(recaps) {
            if let Event::Phase(phase) = &trigger.event {
                heard.insert(phase.as_str());
            }
        }
        document.rules.iter().for_each(|rule| {
            super::prescan::each(&rule.effect, &mut |action: &'a Action| {
                known.extend(
                    match &action.verb {
                        Verb::SetPhase(set) => set.phase.name(),
                        Verb::InsertPhase(insert) => insert.after.as_ref().and_then(FlowName::name),
                        // New action: add it if it names a phase.
                        Verb::RemovePhase(remove) => remove.name.name(),
                        _ => None,
                    }
                    .map(|name| name.as_str()),
                );
            });
        });
        let states = document
            .flow
            .states
            .iter()
            .filter(|(_, state)| state.phases.iter().any(|phase| heard.contains(phase.as_str())));
        let empty = states.flat_map(|(_, state)| &state.phases);
        let own = empty.filter(|phase| phase.span.file == document.span.file);
        let empty = own.filter(|phase| !heard.contains(phase.as_str()) && !known.contains(phase.as_str()));
        let empty: Vec<(String, Span)> = empty.map(|phase| (phase.text.clone(), phase.span)).collect();
        for (phase, span) in empty {
            let help = format!("add a rule with `trigger: on.phase.{phase}`");
            self.warn(codes::NEVER_HEARD, span, format!("nothing happens in the phase `{phase}`"), &help);
        }
    }

    /// Warns about rules that always trigger themselves, without a question in between.
    fn endless(&mut self) {
        let rules: Vec<_> = self.document.rules.iter().filter(|rule| !rule.disabled).collect();
        let mut found: Vec<(Span, String)> = Vec::new();
        for rule in &rules {
            if rule.condition.is_some() || rule.enabled_when.is_some() || rule.once_per.is_some() {
                continue;
            }
            // Look only at the actions before the first action that can fail. Later actions may not run.
            let sure = rule.effect.iter().take_while(|action| always_works(action)).count();
            let mut certain = rule.effect.iter().take(sure + 1);
            let again = certain.find(|action| action.common.condition.is_none() && makes(action, &rule.trigger.event));
            // A `replace` rule is not triggered by its own actions.
            let made = matches!(rule.trigger.event, Event::Card(_) | Event::Custom(_));
            let instead = rule.timing == Timing::Replace && made;
            let again = again.filter(|_| !instead);
            // Another rule may ask a player or leave the loop.
            let other = rules.iter().filter(|other| is_same(&other.trigger.event, &rule.trigger.event));
            let mut stopped = false;
            for other in other {
                super::prescan::each(&other.effect, &mut |action: &'a Action| {
                    stopped |= matches!(
                        action.verb,
                        // New action: add it if it asks a player, ends the game, enters a state or prevents an event.
                        Verb::RequestInput(_) | Verb::EndGame(_) | Verb::SetState(_) | Verb::Prevent(_)
                    );
                });
            }
            if let (Some(action), false) = (again, stopped) {
                found.push((action.span, rule.id.text.clone()));
            }
        }
        for (span, rule) in found {
            let message = format!("this triggers the event of the rule `{rule}` again, without end");
            self.warn(codes::ENDLESS, span, message, "add a `condition:` that stops it");
        }
    }

    fn silent_rules(&mut self, reached: &BTreeSet<&'a str>) {
        let flow = &self.document.flow;
        let emitted: BTreeSet<&str> = self.emits().chain(self.survey.emitted.iter().copied()).collect();
        for rule in self.document.rules.iter().filter(|rule| !rule.disabled) {
            let why = match &rule.trigger.event {
                Event::TurnBegin | Event::TurnEnd if self.game.simultaneous => {
                    Some("a simultaneous game has no turns".to_owned())
                }
                Event::TurnEnd if self.no_turn_ends(reached) => {
                    Some("a transition ends every turn before its end".to_owned())
                }
                Event::Custom(name) if !emitted.contains(name.as_str()) => {
                    Some(format!("no action triggers `on.{name}`"))
                }
                Event::Phase(name) => {
                    let states =
                        flow.states.iter().filter(|(_, state)| state.phases.iter().any(|p| p.text == name.text));
                    let inserted = self.survey.inserted.iter().any(|phase| phase.text == name.text);
                    let entered = states.into_iter().any(|(state, _)| reached.contains(state.as_str()));
                    (!inserted && !entered && !self.survey.any_phase)
                        .then(|| format!("the phase `{name}` is never entered"))
                }
                Event::StateEnter(name) | Event::StateExit(name) if !reached.contains(name.as_str()) => {
                    Some(format!("the state `{name}` is never entered"))
                }
                Event::Card(event) => self.no_such_move(*event).map(str::to_owned),
                _ => None,
            };
            if let Some(why) = why {
                let found =
                    Diagnostic::warning(codes::NEVER_FIRES, rule.trigger.span, format!("this rule never fires: {why}"));
                self.report(found.label("never happens"));
            }
        }
    }

    /// Whether each state that can be entered is left by a transition whose condition is always true. Transitions are
    /// tested after every phase, so no turn reaches its end in such a state. An effect that changes phases or repeats
    /// the turn can skip this test; then the function returns `false`.
    fn no_turn_ends(&self, reached: &BTreeSet<&'a str>) -> bool {
        let document = self.document;
        let mut skips = false;
        document.rules.iter().filter(|rule| !rule.disabled).for_each(|rule| {
            super::prescan::each(&rule.effect, &mut |action: &'a Action| {
                // New action: add it if it changes phases or repeats the turn.
                skips |= matches!(action.verb, Verb::SetPhase(_) | Verb::RemovePhase(_) | Verb::RepeatTurn(_));
            });
        });
        let always = |name: &str| {
            let mut leaving = document.flow.transitions.iter().filter(|way| !way.disabled && way.from.text == name);
            leaving.any(|way| way.condition.as_ref().is_none_or(is_true))
        };
        let states = document.flow.states.iter();
        let mut played = states.filter(|(name, state)| reached.contains(name.as_str()) && !state.phases.is_empty());
        !skips && played.all(|(name, _)| always(name.as_str()))
    }

    /// The reason why no card can be drawn, played or discarded in this game. `None` if this is possible.
    fn no_such_move(&self, event: CardEvent) -> Option<&'static str> {
        let (verb, roles, why): (&str, &[Role], &'static str) = match event {
            CardEvent::Move => return None,
            CardEvent::Draw => ("DRAW", &[Role::Deck, Role::Hand], "no card can move from a deck to a hand"),
            CardEvent::Play => ("PLAY", &[Role::Hand, Role::Play], "no card can move from a hand into play"),
            CardEvent::Discard => ("DISCARD", &[Role::Discard], "no zone is a discard pile"),
        };
        let by_roles = roles.iter().all(|role| self.game.zones.iter().any(|zone| zone.role == Some(*role)));
        let mut said = false;
        let mut look = |action: &'a Action| {
            said |= action.verb.word() == verb;
            said |= matches!(action.common.emit, Some(Emits::Card(own)) if own == event);
        };
        super::prescan::each(&self.document.setup, &mut look);
        self.document.rules.iter().for_each(|rule| super::prescan::each(&rule.effect, &mut look));
        (!by_roles && !said).then_some(why)
    }

    /// The declared events that actions trigger.
    fn emits(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let mut names = Vec::new();
        let mut look = |action: &'a Action| {
            // New action: add it if it triggers an event that the file declares.
            if let Verb::Emit(emit) = &action.verb {
                names.push(emit.event.as_str());
            }
        };
        super::prescan::each(&self.document.setup, &mut look);
        self.document.rules.iter().for_each(|rule| super::prescan::each(&rule.effect, &mut look));
        names.into_iter()
    }

    /// Warns about names that are shadowed in some places.
    fn hidden_names(&mut self) {
        let mut names: Vec<(String, Span, &str)> = Vec::new();
        for variable in self.document.components.variables.iter().filter(|variable| !variable.disabled) {
            names.push((variable.name.text.clone(), variable.name.span, "variable"));
        }
        for event in &self.document.components.events {
            for field in &event.context {
                let variable = self.game.variable(field.as_str()).is_some();
                if variable || super::select::ROOTS.contains(&field.as_str()) {
                    let message = format!(
                        "in rules on this event, `$.{}` is the event's field and shadows another name",
                        field.text
                    );
                    self.warn(codes::HIDES, field.span, message, "");
                }
            }
        }
        for (name, span, what) in names {
            if TAKEN.contains(&name.as_str()) {
                let message = format!(
                    "`$.{name}` does not always mean this {what}, because events, filters or the game use the same name"
                );
                self.warn(codes::HIDES, span, message, "choose another name; the innermost meaning counts");
            }
        }
        let mut loops = Vec::new();
        let mut look = |action: &'a Action| {
            // New action: add it if it declares a name for the item of a loop.
            if let Verb::ForEach(each) = &action.verb {
                loops.extend(each.name.as_ref());
            }
        };
        self.document.rules.iter().for_each(|rule| super::prescan::each(&rule.effect, &mut look));
        for name in loops {
            if TAKEN.contains(&name.as_str()) || self.game.variable(name.as_str()).is_some() {
                let message = format!("in this loop, `$.{}` is the item and shadows another name", name.text);
                self.warn(codes::HIDES, name.span, message, "");
            }
        }
    }
}

/// Whether the action can never fail.
fn always_works(action: &Action) -> bool {
    // New action: add it if it can never fail.
    let plain = matches!(
        action.verb,
        Verb::SetVariable(_)
            | Verb::Increment(_)
            | Verb::Announce(_)
            | Verb::Emit(_)
            | Verb::SetPhase(_)
            | Verb::RepeatTurn(_)
            | Verb::Shuffle(_)
    );
    plain && action.common.condition.is_none()
}

/// Whether two events are the same, ignoring spans.
fn is_same(a: &Event, b: &Event) -> bool {
    match (a, b) {
        (Event::Phase(a), Event::Phase(b)) | (Event::Custom(a), Event::Custom(b)) => a.text == b.text,
        _ => a == b,
    }
}

/// Whether this action triggers the event each time it runs.
fn makes(action: &Action, event: &Event) -> bool {
    match (&action.verb, event) {
        (Verb::Emit(emit), Event::Custom(name)) => emit.event.text == name.text,
        (Verb::SetPhase(set), Event::Phase(name)) => set.phase.name().is_some_and(|own| own.text == name.text),
        (Verb::RepeatTurn(_), Event::TurnBegin) => true,
        // A rule on `on.move` also listens to draws, plays and discards. The rule stops triggering itself only when
        // effects are nested too deeply or the cards run out.
        (_, Event::Card(heard)) => moves_as(action).is_some_and(|event| *heard == CardEvent::Move || event == *heard),
        _ => false,
    }
}

/// The card event of an action that moves cards each time it runs. If the roles of the zones decide the event, returns
/// `Move`. `None` for an action without a card event.
fn moves_as(action: &Action) -> Option<CardEvent> {
    let event = match action.verb {
        Verb::Draw(_) => CardEvent::Draw,
        Verb::Play(_) => CardEvent::Play,
        Verb::Discard(_) => CardEvent::Discard,
        Verb::Move(_) | Verb::Deal(_) | Verb::Mill(_) => CardEvent::Move,
        // New action: add it if it moves cards each time it runs. Do not add an action like MOVE_ALL: its first run
        // empties the zone, so the second run moves nothing and triggers nothing.
        _ => return None,
    };
    match action.common.emit {
        None => Some(event),
        Some(Emits::Card(event)) => Some(event),
        Some(Emits::Nothing | Emits::Custom(_)) => None,
    }
}

//! Compiles the flow (CGML 9, 10, 16): rules, listeners of events, states, phases and transitions.

use super::emitter::Emitter;
use super::scope::{Bound, How, UNDECLARED};
use super::value::{Ty, Val};
use super::{Compiler, codes};
use crate::code::{
    EventCode, Expr, Field, Flow, Kind, Listeners, Op, Order, Phase, RuleCode, StateCode, Transition, Unit, Zones,
};
use crate::syntax::{
    CardEvent, Event, ExprKind, Name, PlayerOrder, Root, Rule, SegmentKind, Timing, Verb, ZoneOrdering,
};
use rulebook_table::ZoneId;

/// The context fields of a moved card.
const MOVED: [(&str, Field, Kind); 4] = [
    ("card", Field::Card, Kind::Card),
    ("from", Field::From, Kind::Zone),
    ("to", Field::To, Kind::Zone),
    ("player", Field::Player, Kind::Seat),
];

/// A rule or a recap that listens to an event.
struct Listener<'a> {
    number: usize,
    event: &'a Event,
    /// The timing of a rule. `None` for a recap message.
    timing: Option<Timing>,
    priority: i64,
}

/// The rules that listen to an event, with their priorities.
#[derive(Default)]
struct EventListeners {
    rules: Vec<(Option<Timing>, i64, u16)>,
    moves: Vec<u16>,
}

impl EventListeners {
    fn add(&mut self, rule: &Listener<'_>) {
        self.rules.push((rule.timing, rule.priority, rule.number as u16));
    }

    /// Sorts by priority, then by document order.
    fn listeners(mut self) -> Listeners {
        self.rules.sort_by_key(|(_, priority, number)| (std::cmp::Reverse(*priority), *number));
        let of = |wanted: Option<Timing>| {
            self.rules.iter().filter(|(timing, ..)| *timing == wanted).map(|(_, _, number)| *number).collect()
        };
        Listeners {
            pre: of(Some(Timing::Pre)),
            replace: of(Some(Timing::Replace)),
            post: of(Some(Timing::Post)),
            recaps: of(None),
            moves: self.moves,
        }
    }
}

impl<'a> Compiler<'a> {
    /// The enabled rules in document order.
    fn rules(&self) -> Vec<&'a Rule> {
        self.document.rules.iter().filter(|rule| !rule.disabled).collect()
    }

    /// All listeners with their numbers. Recap messages come after all rules.
    fn all_listeners(&self) -> Vec<Listener<'a>> {
        let rules = self.rules().into_iter().map(|rule| (&rule.trigger.event, Some(rule.timing), rule.priority));
        let recaps = self.document.presentation.iter().flat_map(|written| &written.recap);
        let recaps = recaps.map(|recap| (&recap.trigger.event, None, i64::MIN));
        let all = rules.chain(recaps).enumerate();
        all.map(|(number, (event, timing, priority))| Listener { number, event, timing, priority }).collect()
    }

    /// Collects the names of states and phases, before anything is compiled.
    pub(super) fn name_flow(&mut self) {
        let flow = &self.document.flow;
        for (name, state) in flow.states.iter() {
            self.states.push(name.text.clone());
            for phase in &state.phases {
                self.add_phase(phase);
            }
        }
        for phase in self.survey.inserted.clone() {
            self.add_phase(phase);
        }
        for phases in self.document.flow.states.iter().map(|(_, state)| &state.phases) {
            for (at, phase) in phases.iter().enumerate() {
                if phases[..at].iter().any(|before| before.text == phase.text) {
                    self.error(codes::TWICE, phase.span, format!("the phase `{phase}` occurs twice in this state"));
                }
            }
        }
    }

    fn add_phase(&mut self, name: &Name) {
        if self.phases.iter().all(|known| *known != name.text) {
            self.phases.push(name.text.clone());
        }
    }

    /// Compiles the setup.
    pub(super) fn setup(&mut self) -> Unit {
        self.begin_unit();
        self.in_setup = true;
        for number in 0..self.game.variables.len() {
            let variable = self.game.variables[number].clone();
            let Some(initial) = variable.initial else { continue };
            if matches!(initial.kind, ExprKind::Literal(_) | ExprKind::Record(_)) {
                continue;
            }
            let value = self.lower(initial);
            for owner in 0..self.game.owners(variable.scope) {
                let seat = super::value::Val::seat(Expr::Const(owner as i32));
                let owner = (variable.scope != crate::syntax::Scope::Global).then_some(seat);
                self.assign(&variable.name, owner, value.clone(), initial.span);
            }
        }
        self.first_shuffles();
        self.unit.end_action(0);
        self.actions(&self.document.setup);
        self.in_setup = false;
        self.end_unit()
    }

    /// Shuffles each `shuffled` zone (CGML 7.1), unless the setup already starts by shuffling it.
    fn first_shuffles(&mut self) {
        let begins = self.document.setup.iter().map_while(|action| match &action.verb {
            Verb::Shuffle(shuffle) => Some(&shuffle.target.kind),
            // New action: add it if it shuffles a zone.
            _ => None,
        });
        let names: Vec<&str> = begins
            .filter_map(|target| match target {
                ExprKind::Path(path) if path.root == Root::Game => match path.segments.as_slice() {
                    [zones, zone] => match (&zones.kind, &zone.kind) {
                        (SegmentKind::Field(zones), SegmentKind::Field(zone)) if zones.as_str() == "zones" => {
                            Some(zone.as_str())
                        }
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let zones = self.game.zones.iter().enumerate().filter(|(_, zone)| {
            let shuffled = zone.ordering == ZoneOrdering::Shuffled && zone.deck.is_some();
            shuffled && !(zone.is_shared() && names.contains(&zone.name.as_str()))
        });
        let defs: Vec<usize> = zones.map(|(def, _)| def).collect();
        let all = self.game.shape.zones().iter().enumerate();
        let zones: Vec<ZoneId> =
            all.filter(|(_, zone)| defs.contains(&zone.def)).map(|(number, _)| ZoneId(number as u16)).collect();
        if !zones.is_empty() {
            self.unit.emit(Op::Shuffle(Zones::These(zones)));
        }
    }

    pub(super) fn begin_unit(&mut self) {
        self.unit = Emitter::default();
        self.scope.clear();
        self.temps = 0;
        self.temp_lists = 0;
        self.lane = None;
        self.loop_player = None;
        self.rule_stores = None;
        self.rule = None;
        self.can_prevent = false;
        self.shown.clear();
    }

    pub(super) fn end_unit(&mut self) -> Unit {
        std::mem::take(&mut self.unit).finish()
    }

    /// Compiles every rule, in document order.
    pub(super) fn compile_rules(&mut self) -> Vec<RuleCode> {
        self.rules().into_iter().map(|rule| self.rule(rule)).collect()
    }

    fn rule(&mut self, rule: &'a Rule) -> RuleCode {
        self.begin_unit();
        self.rule = Some(rule.id.text.clone());
        self.can_prevent =
            rule.timing == Timing::Pre && matches!(rule.trigger.event, Event::Card(_) | Event::Custom(_));
        self.bind_context(&rule.trigger.event);
        self.unit.when = rule.on_failure.map(|policy| super::act::when(policy.value));
        self.unit.rollback = rule.on_failure.is_some_and(|p| p.value == crate::syntax::OnFailure::Rollback);
        let parts = [&rule.enabled_when, &rule.condition];
        let mut parts: Vec<Expr> = parts.into_iter().flatten().map(|part| self.condition(part)).collect();
        let when = match parts.len() {
            0 => None,
            1 => parts.pop(),
            _ => Some(Expr::And(parts)),
        };
        let once = rule.once_per.map(|once| {
            let number = self.onces;
            self.onces += 1;
            self.unit.emit(Op::Fired(number));
            self.unit.end_action(0);
            (once.value, number)
        });
        self.rule_stores = rule
            .store_as
            .as_ref()
            .zip(rule.effect.last())
            .map(|(name, last)| (last.span, name.text.clone(), rule.keep.map(|keep| keep.value)));
        self.actions(&rule.effect);
        RuleCode { id: rule.id.text.clone(), when, needs_frame: true, once, unit: self.end_unit() }
    }

    /// Binds the context of an event for a rule (CGML 10.2).
    pub(super) fn bind_context(&mut self, event: &'a Event) {
        let fields: &[(&str, Field, Kind)] = match event {
            Event::Card(CardEvent::Play) => &[
                ("card", Field::Card, Kind::Card),
                ("zone", Field::From, Kind::Zone),
                ("from", Field::From, Kind::Zone),
                ("to", Field::To, Kind::Zone),
                ("player", Field::Player, Kind::Seat),
            ],
            Event::Card(_) => &MOVED,
            Event::Phase(_) if self.game.simultaneous => {
                &[("phase", Field::Phase, Kind::Text), ("state", Field::State, Kind::Text)]
            }
            Event::Phase(_) => &[
                ("phase", Field::Phase, Kind::Text),
                ("state", Field::State, Kind::Text),
                ("player", Field::Player, Kind::Seat),
            ],
            Event::StateEnter(_) | Event::StateExit(_) => &[("state", Field::State, Kind::Text)],
            Event::TurnBegin | Event::TurnEnd => {
                &[("player", Field::Player, Kind::Seat), ("turn_index", Field::TurnIndex, Kind::Number)]
            }
            Event::Custom(name) => {
                let declared = self.document.components.events.iter().find(|event| event.name.text == name.text);
                let Some(declared) = declared else {
                    return self.bind(UNDECLARED, How::Path, Bound::Val(Val::Hole));
                };
                for (number, field) in declared.context.iter().enumerate().take(256) {
                    let key = format!("on.{}.{}", declared.name.text, field.text);
                    let kind = self.learned.get(&key).map(Ty::kind);
                    self.bind(field.as_str(), How::Path, Bound::Field(Field::Declared(number as u8), kind));
                }
                // An event that moved cards trigger has the fields of a move.
                match self.survey.emitted.contains(name.as_str()) {
                    true => &MOVED,
                    false => return,
                }
            }
        };
        for (name, field, kind) in fields {
            self.bind(name, How::Path, Bound::Field(*field, Some(*kind)));
        }
    }

    /// The listeners of card events, indexed by `CardEvent as usize`. A listener of `on.move` listens to each of them.
    pub(super) fn card_listeners(&self) -> [Listeners; 4] {
        [CardEvent::Draw, CardEvent::Play, CardEvent::Discard, CardEvent::Move].map(|wanted| {
            let mut heard = EventListeners::default();
            for rule in self.all_listeners() {
                if let Event::Card(event) = rule.event
                    && (*event == wanted || *event == CardEvent::Move)
                {
                    heard.add(&rule);
                    if *event != wanted {
                        heard.moves.push(rule.number as u16);
                    }
                }
            }
            heard.listeners()
        })
    }

    fn listeners(&self, hears: impl Fn(&Event) -> bool) -> Listeners {
        let mut heard = EventListeners::default();
        for rule in self.all_listeners().iter().filter(|rule| hears(rule.event)) {
            heard.add(rule);
        }
        heard.listeners()
    }

    /// Compiles the declared events.
    pub(super) fn events(&mut self) -> Vec<EventCode> {
        for rule in self.all_listeners() {
            match rule.event {
                Event::Custom(name) => {
                    if self.document.components.events.iter().all(|event| event.name.text != name.text) {
                        let known = self.document.components.events.iter().map(|event| event.name.as_str());
                        let known = known.chain(["draw", "play", "discard", "move"]);
                        self.report(super::unknown_names::unknown_event(name, known));
                    }
                }
                Event::Phase(name) => {
                    self.phase(name);
                }
                Event::StateEnter(name) | Event::StateExit(name) => {
                    self.state(name);
                }
                Event::TurnBegin | Event::TurnEnd | Event::Card(_) => {}
            }
        }
        let declared = self.document.components.events.iter().map(|event| {
            let is = |heard: &Event| matches!(heard, Event::Custom(name) if name.text == event.name.text);
            let kind = |field: &str| self.learned.get(&format!("on.{}.{field}", event.name.text)).map(Ty::kind);
            let fields = event.context.iter().map(|field| kind(field.as_str()).unwrap_or(Kind::Number)).collect();
            EventCode { name: event.name.text.clone(), fields, rules: self.listeners(is) }
        });
        declared.collect()
    }

    /// Compiles states, phases, transitions and the end of the game.
    pub(super) fn flow(&mut self) -> Flow {
        let written = &self.document.flow;
        let phases: Vec<(String, Listeners)> = self
            .phases
            .iter()
            .map(|name| (name.clone(), self.listeners(|event| matches!(event, Event::Phase(own) if own.text == *name))))
            .collect();
        let phases =
            phases.into_iter().map(|(name, rules)| Phase { name: self.game.symbols.intern(&name), rules }).collect();
        let mut states = Vec::new();
        for (name, state) in written.states.iter() {
            let own = |event: &Event, enter: bool| match event {
                Event::StateEnter(own) => enter && own.text == name.text,
                Event::StateExit(own) => !enter && own.text == name.text,
                _ => false,
            };
            states.push(StateCode {
                name: self.game.symbols.intern(name.as_str()),
                phases: state.phases.iter().filter_map(|phase| self.phase(phase)).collect(),
                enter: self.listeners(|event| own(event, true)),
                exit: self.listeners(|event| own(event, false)),
            });
        }
        let mut transitions: Vec<(i64, Transition)> = Vec::new();
        for transition in written.transitions.iter().filter(|transition| !transition.disabled) {
            let (from, to) = (self.state(&transition.from), self.state(&transition.to));
            let when = transition.condition.as_ref().map(|condition| self.free(|check| check.condition(condition)));
            if let (Some(from), Some(to)) = (from, to) {
                transitions.push((transition.priority, Transition { from, to, when }));
            }
        }
        transitions.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
        let order = match written.player_order.map(|order| order.value) {
            None | Some(PlayerOrder::Clockwise) => Order::Clockwise,
            Some(PlayerOrder::Counterclockwise) => Order::Counterclockwise,
            Some(PlayerOrder::Simultaneous) => Order::Simultaneous,
        };
        Flow {
            states,
            phases,
            initial: self.state(&written.initial_state).unwrap_or(0),
            order,
            transitions: transitions.into_iter().map(|(_, transition)| transition).collect(),
            turn_begin: self.listeners(|event| *event == Event::TurnBegin),
            turn_end: self.listeners(|event| *event == Event::TurnEnd),
            win: self.win(),
            won: self.won(),
            redeals: false,
        }
    }

    /// Compiles an expression outside any rule.
    pub(super) fn free<R>(&mut self, body: impl FnOnce(&mut Compiler<'a>) -> R) -> R {
        self.begin_unit();
        let result = body(self);
        self.unit = Emitter::default();
        result
    }
}

//! `rulebook explain`: shows the flow of a game as text or as a picture.

use crate::failure::Failure;
use crate::games::Games;
use crate::observed_flow;
use clap::Args;
use rulebook_cgml::syntax::{Action, Document, Event, OncePer, PlayerOrder, Rule as Written, Timing, Verb};
use rulebook_report::flow::{self, Arrow, Flow, FlowState, Rule};
use std::io::Write;

/// Shows the flow of a game: states, phases, transitions, and which rules listen where
///
/// The flow of a CGML game is in its file. For other games the command plays random games and shows their phases and
/// how they end. N in the name of such a phase means any number.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook explain my-game\n  rulebook explain my-game.cgml --svg > flow.svg")]
pub struct Explain {
    /// Game id, folder, or a file in the folder
    game: String,
    /// Draw it as SVG
    #[arg(long)]
    svg: bool,
    #[command(flatten)]
    games: Games,
}

/// Colours of a standalone picture, for light and dark mode.
const STYLE: &str = "<style>\
    svg{--ink:#18202b;--muted:#566273;--grid:#e4e8ee;--track:#edf0f4;--accent:#2563c9;--rule:#d5dbe3;--shade:#eef3fb;background:#fff}\
    @media(prefers-color-scheme:dark){svg{--ink:#e7ebf1;--muted:#9ba8b8;--grid:#2a323d;--track:#222a34;--accent:#6fa8ff;--rule:#2d3642;--shade:#1b2634;background:#171c23}}\
    text{font:12px system-ui,sans-serif;fill:var(--ink)}.small{font-size:11px;fill:var(--muted)}.end{text-anchor:end}.grid{stroke:var(--grid)}\
    .box{fill:var(--shade);stroke:var(--accent)}.over{fill:var(--track);stroke:var(--rule)}.head{font-size:14px;font-weight:650}\
    .strong{font-size:12.5px;font-weight:600}.code{font:11.5px ui-monospace,Menlo,Consolas,monospace}.muted{fill:var(--muted)}\
    .arrow{fill:none;stroke:var(--muted);stroke-width:1.4}.tip{fill:var(--muted)}</style>";

impl Explain {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let game = crate::games::find(&self.games.catalog(before)?, &self.game)?;
        let flow = match game.cgml() {
            Some((_, document)) => flow(document),
            None => observed_flow::of(&game)?,
        };
        if self.svg {
            let drawn = flow::svg(&flow);
            let at = drawn.find('>').map_or(0, |at| at + 1);
            writeln!(out, "{}{STYLE}{}", &drawn[..at], &drawn[at..])?;
        } else {
            writeln!(out, "{}", game.meta.game_name)?;
            write!(out, "{}", flow::text(&flow))?;
        }
        Ok(())
    }
}

/// Visits each action. An inner action comes after the action that contains it.
fn each<'a>(actions: &'a [Action], visit: &mut impl FnMut(&'a Action)) {
    for action in actions {
        visit(action);
        action.bodies().into_iter().flatten().for_each(|body| each(body, visit));
    }
}

/// The event that triggers the rule, as written in the file.
pub fn trigger(rule: &Written) -> String {
    match &rule.trigger.event {
        Event::StateEnter(name) => format!("on.state.enter.{name}"),
        Event::StateExit(name) => format!("on.state.exit.{name}"),
        Event::Phase(name) => format!("on.phase.{name}"),
        Event::TurnBegin => "on.turn.begin".to_owned(),
        Event::TurnEnd => "on.turn.end".to_owned(),
        Event::Card(event) => format!("on.{}", event.word()),
        Event::Custom(name) => format!("on.{name}"),
    }
}

/// The flow of a document.
pub fn flow(document: &Document) -> Flow {
    let rules: Vec<&Written> = document.rules.iter().filter(|rule| !rule.disabled).collect();
    let on = |wanted: &dyn Fn(&Event) -> bool| -> Vec<Rule> {
        let mut there: Vec<&&Written> = rules.iter().filter(|rule| wanted(&rule.trigger.event)).collect();
        there.sort_by_key(|rule| (timing(rule.timing), std::cmp::Reverse(rule.priority)));
        there.into_iter().map(|rule| told(rule)).collect()
    };
    let states: Vec<FlowState> = document
        .flow
        .states
        .iter()
        .map(|(name, state)| FlowState {
            name: name.text.clone(),
            phases: state
                .phases
                .iter()
                .map(|phase| {
                    (phase.text.clone(), on(&|event| matches!(event, Event::Phase(n) if n.text == phase.text)))
                })
                .collect(),
            enter: on(&|event| matches!(event, Event::StateEnter(n) if n.text == name.text)),
            exit: on(&|event| matches!(event, Event::StateExit(n) if n.text == name.text)),
        })
        .collect();
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut transitions: Vec<_> = document.flow.transitions.iter().filter(|arrow| !arrow.disabled).collect();
    transitions.sort_by_key(|arrow| std::cmp::Reverse(arrow.priority));
    for arrow in transitions {
        arrows.push(Arrow {
            from: arrow.from.text.clone(),
            to: arrow.to.text.clone(),
            when: arrow.condition.as_ref().map(ToString::to_string).unwrap_or_default(),
            by: String::new(),
        });
    }
    for rule in &rules {
        each(&rule.effect, &mut |action| {
            // New action: add it if it enters a state.
            let Verb::SetState(set) = &action.verb else { return };
            for state in &states {
                let listens = state.phases.iter().flat_map(|(_, rules)| rules).chain(&state.enter).chain(&state.exit);
                if listens.into_iter().any(|known| known.id == rule.id.text) {
                    let to = set.state.name().map_or_else(|| "?".to_owned(), |name| name.text.clone());
                    let from = state.name.clone();
                    arrows.push(Arrow { from, to, when: String::new(), by: rule.id.text.clone() });
                }
            }
        });
    }
    let of_phase = |name: &str| states.iter().any(|state| state.phases.iter().any(|(phase, _)| phase == name));
    let mut everywhere: Vec<(String, Vec<Rule>)> = Vec::new();
    for rule in &rules {
        let placed = match &rule.trigger.event {
            Event::StateEnter(_) | Event::StateExit(_) => true,
            // If only `INSERT_PHASE` starts a phase, the phase belongs to no state.
            Event::Phase(name) => of_phase(&name.text),
            _ => false,
        };
        if !placed {
            let name = trigger(rule);
            match everywhere.iter_mut().find(|(known, _)| *known == name) {
                Some((_, listening)) => listening.push(told(rule)),
                None => everywhere.push((name, vec![told(rule)])),
            }
        }
    }
    let order = match document.flow.player_order.map(|order| order.value) {
        Some(PlayerOrder::Simultaneous) => "rounds: all players act at once",
        Some(PlayerOrder::Counterclockwise) => "turns go counterclockwise",
        Some(PlayerOrder::Clockwise) | None => "turns go clockwise",
    };
    Flow {
        setup: document.setup.iter().map(|action| action.verb.word().to_owned()).collect(),
        states,
        initial: document.flow.initial_state.text.clone(),
        order: order.to_owned(),
        arrows,
        everywhere,
        win: document.flow.win_condition.as_ref().map(|win| win.evaluator.to_string()).unwrap_or_default(),
    }
}

fn timing(timing: Timing) -> u8 {
    match timing {
        Timing::Pre => 0,
        Timing::Replace => 1,
        Timing::Post => 2,
    }
}

fn told(rule: &Written) -> Rule {
    let mut notes = Vec::new();
    match rule.timing {
        Timing::Pre => notes.push("before".to_owned()),
        Timing::Replace => notes.push("replaces it".to_owned()),
        Timing::Post => {}
    }
    if let Some(per) = rule.once_per {
        let per = match per.value {
            OncePer::Turn => "once per turn",
            OncePer::Phase => "once per phase",
            OncePer::Game => "once per game",
        };
        notes.push(per.to_owned());
    }
    let mut asks = false;
    // New action: add it if it asks a player.
    each(&rule.effect, &mut |action| asks |= matches!(action.verb, Verb::RequestInput(_)));
    if asks {
        notes.push("asks".to_owned());
    }
    let conditions: Vec<String> =
        [&rule.enabled_when, &rule.condition].into_iter().flatten().map(ToString::to_string).collect();
    Rule { id: rule.id.text.clone(), when: conditions.join(" and "), notes }
}

//! Renders the states, phases and rules of a game, as text and as a diagram.

use crate::chart::Svg;
use crate::html::short;
use std::fmt::Write;

/// The flow of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// The actions of the setup, one line for each.
    pub setup: Vec<String>,
    /// The states, in the order of the file.
    pub states: Vec<FlowState>,
    /// The name of the first state.
    pub initial: String,
    /// The turn order in words.
    pub order: String,
    /// The transitions between states.
    pub arrows: Vec<Arrow>,
    /// Rules that can fire in every state, grouped by trigger.
    pub everywhere: Vec<(String, Vec<Rule>)>,
    /// The win condition, as written in the game file.
    pub win: String,
}

/// A state of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlowState {
    /// The name of the state.
    pub name: String,
    /// The phases with their rules. Empty if the match ends in this state.
    pub phases: Vec<(String, Vec<Rule>)>,
    /// The rules that run when the match enters the state.
    pub enter: Vec<Rule>,
    /// The rules that run when the match leaves the state.
    pub exit: Vec<Rule>,
}

/// A rule of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// The id of the rule.
    pub id: String,
    /// The condition of the rule. Empty if the rule always applies.
    pub when: String,
    /// Properties of the rule: `before`, `in its place`, `asks`, `once a turn`.
    pub notes: Vec<String>,
}

/// A transition from one state to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrow {
    /// The state before the transition.
    pub from: String,
    /// The state after the transition.
    pub to: String,
    /// The condition of the transition. Empty if the transition has no condition.
    pub when: String,
    /// The rule that causes the transition. Empty if the flow of the game file contains the transition itself.
    pub by: String,
}

impl Arrow {
    fn told(&self) -> String {
        let by = if self.by.is_empty() { String::new() } else { format!("by {}", self.by) };
        let when = if self.when.is_empty() { String::new() } else { format!("if {}", self.when) };
        [by, when].iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(", ")
    }
}

impl Rule {
    fn told(&self) -> String {
        let mut text = self.id.clone();
        if !self.notes.is_empty() {
            let _ = write!(text, " ({})", self.notes.join(", "));
        }
        if !self.when.is_empty() {
            let _ = write!(text, " if {}", self.when);
        }
        text
    }
}

impl Flow {
    fn from<'a>(&'a self, state: &'a str) -> impl Iterator<Item = &'a Arrow> {
        self.arrows.iter().filter(move |arrow| arrow.from == state)
    }

    /// The lines in the box of a state: the indent, the text and the CSS class of each.
    fn lines(&self, state: &FlowState) -> Vec<(usize, String, &'static str)> {
        let mut lines = Vec::new();
        let mut rules = |head: String, rules: &[Rule], always: bool| {
            if always || !rules.is_empty() {
                lines.push((0, head, "phase"));
            }
            lines.extend(rules.iter().map(|rule| (1, rule.told(), "rule")));
        };
        rules("on entering".into(), &state.enter, false);
        for (phase, listening) in &state.phases {
            rules(phase.clone(), listening, true);
        }
        rules("on leaving".into(), &state.exit, false);
        lines
    }
}

/// Renders the flow as text for a terminal.
#[must_use]
pub fn text(flow: &Flow) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", flow.order);
    if !flow.setup.is_empty() {
        let _ = writeln!(text, "\nsetup");
        flow.setup.iter().for_each(|line| _ = writeln!(text, "    {line}"));
    }
    for state in &flow.states {
        let begins = if state.name == flow.initial { "  (begins here)" } else { "" };
        let ends = if state.phases.is_empty() { "  (the match ends)" } else { "" };
        let _ = writeln!(text, "\n[{}]{begins}{ends}", state.name);
        for (depth, line, _) in flow.lines(state) {
            let _ = writeln!(text, "{}{line}", "    ".repeat(depth + 1));
        }
        for arrow in flow.from(&state.name) {
            let told = arrow.told();
            let gap = if told.is_empty() { "" } else { "  " };
            let _ = writeln!(text, "    --> [{}]{gap}{told}", arrow.to);
        }
    }
    if !flow.everywhere.is_empty() {
        let _ = writeln!(text, "\nin every state");
        for (trigger, rules) in &flow.everywhere {
            let _ = writeln!(text, "    {trigger}");
            rules.iter().for_each(|rule| _ = writeln!(text, "        {}", rule.told()));
        }
    }
    if !flow.win.is_empty() {
        let _ = writeln!(text, "\nwins: {}", flow.win);
    }
    text
}

const WIDTH: f64 = 640.0;
const LINE: f64 = 18.0;
const HEAD: f64 = 28.0;
const GAP: f64 = 26.0;
/// Maximum number of letters in a line of the diagram.
const LETTERS: usize = 72;

/// Renders the flow as an SVG diagram.
#[must_use]
pub fn svg(flow: &Flow) -> String {
    let lanes = flow.arrows.iter().filter(|arrow| arrow.from != arrow.to).count().min(6) as f64;
    let right = WIDTH - 26.0 - 13.0 * lanes;
    let mut boxes = Vec::new();
    let mut y = 8.0;
    for state in &flow.states {
        let lines = flow.lines(state);
        let out = flow.from(&state.name).count();
        let tail = if out > 0 { 8.0 } else { 0.0 };
        let height = HEAD + LINE * (lines.len() + out) as f64 + tail + if lines.len() + out > 0 { 6.0 } else { 0.0 };
        boxes.push((y, height, lines));
        y += height + GAP;
    }
    let elsewhere: usize = flow.everywhere.iter().map(|(_, rules)| rules.len() + 1).sum();
    let more = if elsewhere > 0 { HEAD + LINE * elsewhere as f64 + 10.0 } else { -GAP };
    let mut svg = Svg::new(WIDTH, y + more + 4.0);
    svg.raw("<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" class=\"tip\"/></marker></defs>");
    let letters = LETTERS.min(((right - 40.0) / 6.3) as usize);
    let mut lane = 0.0;
    for (state, (top, height, lines)) in flow.states.iter().zip(&boxes) {
        let ends = state.phases.is_empty();
        svg.round((8.0, *top), (right - 8.0, *height), if ends { "box over" } else { "box" });
        svg.text((22.0, top + 19.0), "head", &state.name);
        let said = match (state.name == flow.initial, ends) {
            (true, _) => "begins here",
            (_, true) => "the match ends",
            _ => "",
        };
        svg.text((right - 14.0, top + 19.0), "small end", said);
        let mut at = top + HEAD + 14.0;
        for (depth, line, voice) in lines {
            let class = if *voice == "phase" { "strong" } else { "code" };
            svg.told((22.0 + 16.0 * *depth as f64, at), class, &short(line, letters - 2 * depth), line);
            at += LINE;
        }
        let arrows: Vec<&Arrow> = flow.from(&state.name).collect();
        if !arrows.is_empty() {
            svg.line((22.0, at - 7.0), (right - 14.0, at - 7.0), "grid");
            at += 8.0;
        }
        for arrow in arrows {
            let told = format!("→ {}  {}", arrow.to, arrow.told());
            svg.told((22.0, at), "code muted", &short(&told, letters), &told);
            let to = flow.states.iter().position(|state| state.name == arrow.to);
            if let Some((to_top, ..)) = to.filter(|_| arrow.from != arrow.to).map(|to| &boxes[to]) {
                // Each arrow runs in a lane at the right of the boxes. The lanes are used in turn.
                let x = right + 12.0 + 13.0 * lane;
                lane = if lane + 1.0 >= lanes { 0.0 } else { lane + 1.0 };
                let end = to_top + 14.0;
                svg.path(
                    &format!("M{right:.1} {:.1} H{x:.1} V{end:.1} H{:.1}", at - 4.0, right + 2.0),
                    "arrow",
                    "marker-end=\"url(#tip)\"",
                );
            }
            at += LINE;
        }
    }
    if elsewhere > 0 {
        svg.round((8.0, y), (right - 8.0, more - 4.0), "box over");
        svg.text((22.0, y + 19.0), "head", "In every state");
        let mut at = y + HEAD + 14.0;
        for (trigger, rules) in &flow.everywhere {
            svg.text((22.0, at), "strong", trigger);
            at += LINE;
            for rule in rules {
                let told = rule.told();
                svg.told((38.0, at), "code", &short(&told, letters - 2), &told);
                at += LINE;
            }
        }
    }
    svg.finish("States, phases and the rules that listen there")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow() -> Flow {
        let rule = |id: &str, when: &str| Rule { id: id.into(), when: when.into(), notes: vec!["asks".into()] };
        let play = FlowState {
            name: "Playing".into(),
            phases: vec![("Play".into(), vec![rule("play_a_card", "")])],
            ..FlowState::default()
        };
        let over = FlowState { name: "Over".into(), ..FlowState::default() };
        Flow {
            states: vec![play, over],
            initial: "Playing".into(),
            order: "turns go clockwise".into(),
            arrows: vec![Arrow {
                from: "Playing".into(),
                to: "Over".into(),
                when: "count($.zones.deck) < 1".into(),
                by: String::new(),
            }],
            everywhere: vec![("on.play".into(), vec![rule("score_it", "$.card.worth > 0")])],
            ..Flow::default()
        }
    }

    #[test]
    fn as_text() {
        let told = text(&flow());
        assert!(told.contains("[Playing]  (begins here)\n    Play\n        play_a_card (asks)\n"), "{told}");
        assert!(told.contains("    --> [Over]  if count($.zones.deck) < 1\n"), "{told}");
        assert!(
            told.contains("[Over]  (the match ends)") && told.contains("score_it (asks) if $.card.worth > 0"),
            "{told}"
        );
    }

    #[test]
    fn as_a_picture() {
        let drawn = svg(&flow());
        assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>"), "{drawn}");
        assert!(drawn.contains("count($.zones.deck) &lt; 1") && drawn.contains("marker-end"), "{drawn}");
    }
}

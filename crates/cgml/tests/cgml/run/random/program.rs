//! Generates random programs: most actions with most of their keys, in nested effects. Some programs make no sense and
//! some are refused. This is intended.

use rulebook_kernel::{Draws, Rng};
use std::fmt::Write;

/// The random program with this number.
pub fn random(number: u32) -> String {
    let draws = Rng::seeded(&format!("program {number}")).draws();
    Writer { draws, refs: Vec::new(), stored: 0, loops: 0, depth: 0, pre: false, simultaneous: false }.document()
}

/// The kind of a value that an earlier action has stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Card,
    Cards,
    Player,
    Truth,
    Numbers,
}

struct Writer {
    draws: Draws,
    /// The values that can be read here.
    refs: Vec<(String, Kind)>,
    /// The number of values stored so far. Each value gets its own name.
    stored: u32,
    /// The number of loops over players around this action.
    loops: u32,
    depth: u32,
    /// Whether the rule runs before an event and can prevent it.
    pre: bool,
    /// Whether there is no current player.
    simultaneous: bool,
}

const SHARED: [&str; 4] = ["deck", "table", "discard", "box"];
const OWNED: [&str; 2] = ["hand", "pile"];
const LEVELS: [&str; 4] = ["all", "count_only", "hidden", "top_card_only"];

impl Writer {
    fn below(&mut self, n: u32) -> u32 {
        self.draws.below(n)
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u32) as usize]
    }

    fn document(&mut self) -> String {
        let seats = self.pick(&["2, max: 2", "2, max: 2", "3, max: 3", "1, max: 2"]);
        let order = self.pick(&["clockwise", "clockwise", "clockwise", "counterclockwise", "simultaneous"]);
        self.simultaneous = order == "simultaneous";
        let mut text = format!(
            "cgml_version: \"1.3\"\nmeta: {{ name: Random, players: {{ min: {seats} }} }}\nimports: [ !include standard_24 ]\n\
             functions: {{ \"more(number)\": \"number + 1\", \"best(cards)\": \"max(cards as one, rank_value(one))\" }}\n\
             components:\n  decks: {{ cards: {{ type: standard_24 }} }}\n  events: [ {{ name: foo, context: [what] }} ]\n  zones:\n"
        );
        let behavior = self.behavior();
        let deck = self.shared_type();
        let deck = if self.one_in(3) { deck } else { "deck".to_owned() };
        let _ = writeln!(text, "    - {{ name: deck, type: {deck}, of_deck: cards, role: deck{behavior} }}");
        for (name, role) in [("table", "play"), ("discard", "discard")] {
            let kind = self.shared_type();
            let _ = writeln!(text, "    - {{ name: {name}, type: {kind}, role: {role} }}");
        }
        let kind = self.shared_type();
        let _ = writeln!(text, "    - {{ name: box, type: {kind} }}");
        for name in OWNED {
            let kind = self.owned_type();
            let role = if name == "hand" { ", role: hand" } else { "" };
            let _ = writeln!(text, "    - {{ name: {name}, type: {kind}, per_player: true{role} }}");
        }
        text += "  variables:\n    - { name: score, scope: per_player, initial_value: 0 }\n    - { name: list, initial_value: [] }\n    - { name: marks, initial_value: [] }\n";
        for (name, scope, value) in [("n", "global", "0"), ("own", "per_player", "0"), ("flag", "global", "false")] {
            let audience = self.pick(&["", "", ", audience: all", ", audience: nobody", ", audience: owner"]);
            let _ = writeln!(text, "    - {{ name: {name}, scope: {scope}, initial_value: {value}{audience} }}");
        }
        let hands = 1 + self.below(4);
        let _ = writeln!(
            text,
            "setup:\n  - {{ action: SHUFFLE, target: $.zones.deck }}\n  - {{ action: DEAL_ROUND_ROBIN, from: $.zones.deck, to: \
             \"$.players[*].zones.hand\", count: {hands} }}"
        );
        for _ in 0..self.below(3) {
            let (to, count) = (self.zone(), self.below(4));
            let _ = writeln!(text, "  - {{ action: DEAL, from: $.zones.deck, to: \"{to}\", count: {count} }}");
        }
        let turns = 2 + self.below(4);
        let over = "$.turn_index >= ";
        let _ = writeln!(
            text,
            "flow:\n  initial_state: P\n  player_order: {order}\n  states: {{ P: {{ phases: [Main, Bonus] }}, Over: {{}} }}\n  \
             transitions: [ {{ from: P, to: Over, condition: {over}{turns} }} ]\n  win_condition: {{ evaluator: \
             \"max($.players, 1)\" }}\nrules:"
        );
        self.rule(&mut text, "main", "on.phase.Main", 5);
        if self.one_in(2) {
            self.rule(&mut text, "bonus", "on.phase.Bonus", 2);
        }
        for name in ["one", "two", "three"].iter().take(self.below(4) as usize) {
            let trigger = self.pick(&[
                "on.draw",
                "on.play",
                "on.discard",
                "on.move",
                "on.foo",
                "on.foo",
                "on.turn.begin",
                "on.turn.end",
            ]);
            self.rule(&mut text, name, trigger, 2);
        }
        text
    }

    fn behavior(&mut self) -> String {
        if self.one_in(2) {
            return String::new();
        }
        let (from, when, keep) =
            (self.pick(&["top", "bottom", "random"]), self.pick(&["when_short", "when_empty"]), self.below(2));
        format!(
            ", behavior: {{ type: deck, draw_from: {from}, reshuffle_from: discard, reshuffle: {when}, keep_top: {keep} }}"
        )
    }

    fn shared_type(&mut self) -> String {
        if self.one_in(2) {
            return self.pick(&["public", "discard", "deck"]).to_owned();
        }
        let (ordering, face, level) = (self.ordering(), self.pick(&["up", "down"]), self.pick(&LEVELS));
        format!(
            "{{ ordering: {ordering}, default_face: {face}, visibility: {{ all: {level} }}, allows_reorder: true }}"
        )
    }

    fn owned_type(&mut self) -> String {
        if self.one_in(2) {
            return self.pick(&["hand", "hand", "private", "public"]).to_owned();
        }
        let (ordering, owner, others) = (self.ordering(), self.pick(&LEVELS), self.pick(&LEVELS));
        let face = self.pick(&["up", "down"]);
        let seen = format!("visibility: {{ owner: {owner}, others: {others} }}");
        format!("{{ ordering: {ordering}, default_face: {face}, {seen}, allows_reorder: true }}")
    }

    fn ordering(&mut self) -> &'static str {
        self.pick(&["unordered", "fifo", "lifo", "shuffled"])
    }

    fn rule(&mut self, text: &mut String, id: &str, trigger: &str, steps: u32) {
        self.refs.retain(|(name, _)| name.starts_with('k'));
        self.pre = false;
        let mut more = String::new();
        if matches!(trigger, "on.draw" | "on.play" | "on.discard" | "on.move" | "on.foo") {
            let timing = self.pick(&["post", "post", "pre", "replace"]);
            let _ = write!(more, ", timing: {timing}");
            self.pre = timing == "pre";
            if trigger != "on.foo" {
                more += ", once_per: turn";
            }
        }
        if self.one_in(4) {
            let condition = self.truth();
            let _ = write!(more, ", condition: \"{condition}\"");
        }
        if self.one_in(3) {
            let failure = self.pick(&["continue", "rollback", "abort"]);
            let _ = write!(more, ", on_failure: {failure}");
        }
        let _ = writeln!(text, "  - {{ id: {id}, trigger: {trigger}{more}, effect: [");
        let count = 1 + self.below(steps);
        for _ in 0..count {
            let step = self.action();
            let _ = writeln!(text, "      {step},");
        }
        text.push_str("    ] }\n");
    }

    /// The actions of a block. Only actions of the same block read the values that the block stores.
    fn block(&mut self) -> String {
        let known = self.refs.len();
        self.depth += 1;
        let steps: Vec<String> = (0..=self.below(3)).map(|_| self.action()).collect();
        self.depth -= 1;
        self.refs.truncate(known);
        steps.join(", ")
    }

    fn action(&mut self) -> String {
        let (body, result) = match self.below(if self.depth < 3 { 44 } else { 34 }) {
            0..=3 => self.ask(),
            4..=6 => (self.movement("MOVE", true), Some(Kind::Cards)),
            7 => (self.movement("MOVE_ALL", false), Some(Kind::Cards)),
            8 => (
                format!(
                    "DRAW, player: {}, count: {}{}",
                    self.who_one(),
                    self.below(4),
                    self.pick(&["", "", ", exactly: true"])
                ),
                Some(Kind::Cards),
            ),
            9 => (
                format!("DEAL, from: \"{}\", to: \"{}\", count: \"{}\"", self.zone(), self.zone(), self.number()),
                None,
            ),
            10 => (self.deal_round(), None),
            11 => (format!("PLAY, card: \"{}\"", self.card()), None),
            12 => (format!("DISCARD, card: \"{}\"", self.card()), None),
            13 => (
                format!("MILL, from: \"{}\", to: \"{}\", count: {}", self.zone(), self.zone(), self.below(4)),
                Some(Kind::Cards),
            ),
            14 => (format!("REVEAL, target: \"{}\", to: {}", self.cards(), self.who()), None),
            15 => (format!("CONCEAL, target: \"{}\", from: {}", self.cards(), self.pick(&["others", "all"])), None),
            16 => {
                (format!("FLIP, target: \"{}\"{}", self.cards(), self.pick(&["", ", face: up", ", face: down"])), None)
            }
            17 => (format!("PEEK, players: {}, target: \"{}\"", self.who(), self.cards()), None),
            18 => (format!("LOOK, player: {}, target: \"{}\"", self.who_one(), self.cards()), None),
            19 => (format!("SHUFFLE, target: \"{}\"", self.zone()), None),
            20 => (self.reorder(), None),
            21 => {
                (format!("CHOOSE_RANDOM, from: \"{}\", count: {}", self.zone(), 1 + self.below(2)), Some(Kind::Cards))
            }
            22..=23 => (self.search(), Some(Kind::Cards)),
            24 => (
                format!(
                    "REVEAL_MATCHING, from: \"{}\", filter: \"{}\", to: {}",
                    self.zone(),
                    self.matches(),
                    self.who()
                ),
                None,
            ),
            25..=26 => (self.assignment(), None),
            27 => {
                (format!("CREATE_CARD, to: \"{}\", properties: {{ rank: A, suit: S }}", self.zone()), Some(Kind::Card))
            }
            28 => (format!("DESTROY_CARD, target: \"{}\"", self.card()), None),
            29 => (self.in_words(), None),
            30 => (format!("EMIT, event: foo, with: {{ what: \"{}\" }}", self.number()), Some(Kind::Truth)),
            31 => (format!("SCORE, player: {}, points: \"{}\"", self.who_one(), self.number()), None),
            32 if self.pre => ("PREVENT".to_owned(), None),
            32 => (
                self.pick(&["REVERSE_ORDER", "SKIP_TURN", "EXTRA_TURN", "END_GAME", "SET_PHASE, phase: Bonus"])
                    .to_owned(),
                None,
            ),
            33 => {
                let audience = self.pick(&["", ", audience: owner", ", audience: nobody", ", audience: all"]);
                (format!("SET_PROPERTY, target: \"{}\", property: suit, value: \"'S'\"{audience}", self.card()), None)
            }
            34..=36 => (self.for_each_player(), None),
            37 => (self.for_each(), None),
            38 => (format!("PARALLEL, do: [ {} ]", self.block()), None),
            39..=40 => (
                format!("IF, condition: \"{}\", then: [ {} ], else: [ {} ]", self.truth(), self.block(), self.block()),
                None,
            ),
            41..=42 => (format!("TRY, do: [ {} ], else: [ {} ]", self.block(), self.block()), None),
            _ => (self.repeat(), None),
        };
        self.finished(body, result)
    }

    /// An action with the keys that every action may have.
    fn finished(&mut self, body: String, result: Option<Kind>) -> String {
        let mut text = format!("{{ action: {body}");
        if self.one_in(8) && !body.starts_with("IF") {
            let condition = self.truth();
            let _ = write!(text, ", condition: \"{condition}\"");
        }
        if self.one_in(4) {
            let failure = self.pick(&["continue", "continue", "rollback", "abort"]);
            let _ = write!(text, ", on_failure: {failure}");
        }
        if let Some(kind) = result {
            let keep = self.one_in(4);
            self.stored += 1;
            let name = format!("{}{}", if keep { 'k' } else { 'r' }, self.stored);
            let _ = write!(text, ", store_as: {name}");
            if keep {
                let keep = self.pick(&["turn", "game"]);
                let _ = write!(text, ", keep: {keep}");
            }
            self.refs.push((name, kind));
        }
        text + " }"
    }

    fn ask(&mut self) -> (String, Option<Kind>) {
        let (options, kind) = match self.below(10) {
            0 => ("{ type: yes_no }".to_owned(), Kind::Truth),
            1 => (format!("{{ type: number, min: 0, max: \"{}\" }}", self.number()), Kind::Number),
            2 => ("{ type: player }".to_owned(), Kind::Player),
            3 => ("\"[1, 2, 3]\", multiselect: true, min: 0, max: 2".to_owned(), Kind::Numbers),
            4 => (
                format!(
                    "{{ type: card_set, from: \"{}\", min: 1, max: 2, constraint: \"count($.cards) <= 2\" }}",
                    self.zone()
                ),
                Kind::Cards,
            ),
            5 => (format!("\"{}\", multiselect: true, min: 0, max: 2", self.cards()), Kind::Cards),
            6 => (format!("\"{}\", filter: \"{}\"", self.zone(), self.matches()), Kind::Card),
            7 => (format!("\"{}\", otherwise: Pass", self.zone()), Kind::Card),
            8 => {
                let buttons =
                    "otherwise: [ Stay, { text: Leave, condition: $.turn_index > 0 } ], must: $.turn_index > 1";
                (format!("\"{}\", {buttons}, pressed_as: pressed", self.zone()), Kind::Card)
            }
            _ => ("\"[1, 2]\"".to_owned(), Kind::Number),
        };
        let of_cards = matches!(kind, Kind::Card | Kind::Cards);
        let audience = if !of_cards && self.one_in(3) { ", audience: owner" } else { "" };
        (format!("REQUEST_INPUT, player: {}, prompt: Well, options: {options}{audience}", self.who_one()), Some(kind))
    }

    fn movement(&mut self, action: &str, counted: bool) -> String {
        let (from, to) = (if self.one_in(2) { self.cards() } else { self.zone() }, self.zone());
        let mut text = format!("{action}, from: \"{from}\", to: \"{to}\"");
        if counted && self.one_in(3) {
            let count = self.number();
            let _ = write!(text, ", count: \"{count}\"");
        }
        if self.one_in(4) {
            let filter = self.matches();
            let _ = write!(text, ", filter: \"{filter}\"");
        }
        if self.one_in(4) {
            text += self.pick(&[", face: up", ", face: down"]);
        }
        if self.one_in(3) {
            let position = match self.below(4) {
                0 => format!("\"{} + 0\"", self.number()),
                _ => self.pick(&["top", "bottom", "middle"]).to_owned(),
            };
            let _ = write!(text, ", position: {position}");
        }
        text
    }

    fn deal_round(&mut self) -> String {
        let (from, to) = (self.zone(), self.pick(&OWNED));
        match self.one_in(3) {
            true => format!("DEAL_ALL, from: \"{from}\", to: \"$.players[*].zones.{to}\""),
            false => format!("DEAL_ROUND_ROBIN, from: \"{from}\", to: \"$.players[*].zones.{to}\", count: 1"),
        }
    }

    fn reorder(&mut self) -> String {
        let zone = self.zone();
        let by = match self.below(5) {
            0 => "reverse".to_owned(),
            1 => "\"rank_value($.card)\", order: descending".to_owned(),
            2 => format!("top, cards: \"{}\"", self.cards()),
            3 => format!("bottom, cards: \"{}\"", self.cards()),
            _ => format!("choose, player: {}, prompt: Order", self.who_one()),
        };
        format!("REORDER, target: \"{zone}\", by: {by}")
    }

    fn search(&mut self) -> String {
        let mut text = format!("SEARCH_ZONE, zone: \"{}\", max: {}", self.zone(), 1 + self.below(3));
        if self.one_in(2) {
            let filter = self.matches();
            let _ = write!(text, ", filter: \"{filter}\"");
        }
        if self.one_in(2) {
            let who = self.who_one();
            let _ = write!(text, ", choose: true, player: {who}, prompt: Find");
        }
        text
    }

    fn assignment(&mut self) -> String {
        match self.below(7) {
            0 => format!("SET_VARIABLE, path: $.n, value: \"{}\"", self.number()),
            1 => format!("INCREMENT, path: $.n, by: \"{}\"", self.number()),
            2 => format!("SET_VARIABLE, path: $.flag, value: \"{}\"", self.truth()),
            3 => format!("SET_VARIABLE, path: $.list, value: \"{}\"", self.cards()),
            4 => format!("SET_VARIABLE, path: $.marks, value: \"{}\"", self.numbers()),
            5 => format!("INCREMENT, path: \"{}.score\", by: \"{}\"", self.player(), self.number()),
            _ => format!("SET_VARIABLE, path: \"{}.own\", value: \"{}\"", self.player(), self.number()),
        }
    }

    fn in_words(&mut self) -> String {
        let said = match self.below(4) {
            0 => self.number(),
            1 => self.truth(),
            2 => self.cards(),
            _ => format!("{}.properties.rank", self.card()),
        };
        format!("ANNOUNCE, text: \"{{{said}}}\", to: {}", self.who())
    }

    fn for_each_player(&mut self) -> String {
        let order = self.pick(&["", ", order: simultaneous", ", order: simultaneous", ", order: counterclockwise"]);
        self.loops += 1;
        let body = self.block();
        self.loops -= 1;
        format!("FOR_EACH_PLAYER{order}, do: [ {body} ]")
    }

    fn for_each(&mut self) -> String {
        let (items, kind) = match self.below(3) {
            0 => ("[1, 2]".to_owned(), Kind::Number),
            1 => ("range(1, 3)".to_owned(), Kind::Number),
            _ => (format!("take({}, 3)", self.zone()), Kind::Card),
        };
        self.refs.push(("item".to_owned(), kind));
        let body = self.block();
        self.refs.pop();
        format!("FOR_EACH, in: \"{items}\", do: [ {body} ]")
    }

    fn repeat(&mut self) -> String {
        let (body, number) = (self.block(), self.below(3));
        format!("REPEAT, until: \"$.n > {number}\", do: [ {body}, {{ action: INCREMENT, path: $.n }} ]")
    }

    /// A random choice of one or several players.
    fn who(&mut self) -> String {
        match self.below(3) {
            0 => self.who_one(),
            _ => self.pick(&["all", "others", "current", "current"]).to_owned(),
        }
    }

    fn who_one(&mut self) -> String {
        match self.below(3) {
            0 if !self.simultaneous => "current".to_owned(),
            _ => format!("\"{}\"", self.player()),
        }
    }

    fn player(&mut self) -> String {
        if self.loops > 0 && !self.one_in(4) {
            return "$player".to_owned();
        }
        match self.below(5) {
            0 => "$.players[1]".to_owned(),
            1 => match self.stored(Kind::Player) {
                Some(name) => format!("$.players[{name}]"),
                None => "$.players[0]".to_owned(),
            },
            2 => "$.players[0]".to_owned(),
            _ if self.simultaneous => "$.players[0]".to_owned(),
            _ => "$currentPlayer".to_owned(),
        }
    }

    fn zone(&mut self) -> String {
        match self.one_in(2) {
            true => format!("$.zones.{}", self.pick(&SHARED)),
            false => format!("{}.zones.{}", self.player(), self.pick(&OWNED)),
        }
    }

    fn card(&mut self) -> String {
        match self.below(7) {
            6 => format!("best({})", self.cards()),
            0 => format!("bottom({})", self.zone()),
            1 => format!("first({})", self.zone()),
            2..=4 => self.stored(Kind::Card).unwrap_or_else(|| format!("top({})", self.zone())),
            _ => format!("top({})", self.zone()),
        }
    }

    fn cards(&mut self) -> String {
        match self.below(8) {
            0 => self.zone(),
            1 => format!("[{}]", self.card()),
            2 => format!("filter({}, {})", self.zone(), self.matches()),
            3 => format!("take({}, 2)", self.zone()),
            4 => "$.list".to_owned(),
            _ => self.stored(Kind::Cards).unwrap_or_else(|| self.zone()),
        }
    }

    fn number(&mut self) -> String {
        match self.below(10) {
            0..=2 => self.below(4).to_string(),
            3 => "$.n".to_owned(),
            4 => format!("{}.own", self.player()),
            5 => match self.below(3) {
                0 => format!("count({})", self.numbers()),
                1 => format!("sum({})", self.numbers()),
                _ => format!("count({})", self.cards()),
            },
            6 if self.one_in(3) => format!("more({})", self.number()),
            6 => format!("count(filter({}, {}))", self.zone(), self.matches()),
            7 => format!("rank_value({})", self.card()),
            _ => self.stored(Kind::Number).unwrap_or_else(|| "1".to_owned()),
        }
    }

    fn numbers(&mut self) -> String {
        match self.below(3) {
            0 => self.stored(Kind::Numbers).unwrap_or_else(|| "$.marks".to_owned()),
            1 => "$.marks".to_owned(),
            _ => format!("map({}, rank_value($.card))", self.zone()),
        }
    }

    fn truth(&mut self) -> String {
        match self.below(8) {
            0 => "$.flag".to_owned(),
            1 => format!("exists({})", self.card()),
            2 => format!("{}.properties.suit == 'S'", self.card()),
            3 | 4 => self.stored(Kind::Truth).unwrap_or_else(|| "$.n < 3".to_owned()),
            5 => format!("any({}, {})", self.zone(), self.matches()),
            _ => format!("{} >= {}", self.number(), self.number()),
        }
    }

    /// A condition on cards.
    fn matches(&mut self) -> String {
        match self.below(5) {
            0 => "rank_value($.card) > 3".to_owned(),
            1 => format!("$.card.properties.rank == top($.zones.{}).properties.rank", self.pick(&SHARED)),
            2 => "rank_value($.card) >= $.n".to_owned(),
            _ => format!("$.card.properties.suit == '{}'", self.pick(&["S", "H"])),
        }
    }

    fn stored(&mut self, kind: Kind) -> Option<String> {
        let fitting: Vec<usize> = (0..self.refs.len()).filter(|&i| self.refs[i].1 == kind).collect();
        let chosen = *fitting.get(self.below(fitting.len().max(1) as u32) as usize)?;
        Some(format!("ref:{}", self.refs[chosen].0))
    }
}

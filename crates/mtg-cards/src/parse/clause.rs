//! Parses sentences: instructions with the conditions, options, connecting words and times around them.

use super::P;
use crate::ir::{
    Act, Amount, AmountSay, Body, Cond, Cost, CostPart, DamageSay, Delay, Duration, Event, InsteadSay, Joint, Keep,
    Link, Mod, Node, Obj, Say, TextStep, Token, TriggerSay, Triggered, Visit, Who, WhoLink,
};

impl<'a> P<'a> {
    /// Parses all sentences up to the end of the line or of the quotation.
    pub fn body(&mut self) -> Option<Body> {
        let outer = std::mem::take(&mut self.targets);
        let steps = self.sentences();
        let targets = std::mem::replace(&mut self.targets, outer);
        Some(Body { targets, steps: steps?, modes: None })
    }

    /// Whether the text of this ability ends here.
    pub fn at_end(&self) -> bool {
        matches!(self.peek(), "" | "\n" | "\"" | "•")
    }

    fn sentences(&mut self) -> Option<Vec<TextStep>> {
        let mut steps = Vec::new();
        let mut joint = Joint::First;
        while !self.at_end() && !self.at_limit() {
            if joint == Joint::Stop && self.eat("then") {
                joint = Joint::StopThen;
            }
            self.sentence(joint, &mut steps)?;
            joint = Joint::Stop;
        }
        (!steps.is_empty()).then_some(steps)
    }

    /// Whether the next sentence limits the ability: `activate only …`.
    pub fn at_limit(&self) -> bool {
        self.is("activate only")
            || self.is("activate no more")
            || self.is("this ability triggers only once")
            || self.is("this ability costs")
            || self.is("any player may activate")
    }

    fn sentence(&mut self, joint: Joint, steps: &mut Vec<TextStep>) -> Option<()> {
        self.actor = Who::You;
        self.third = false;
        self.subject = None;
        if self.eat("otherwise ,") {
            let inner = self.clauses(Joint::First)?;
            self.stop()?;
            let Some(TextStep::If { otherwise, .. }) = steps.last_mut() else { return None };
            if !otherwise.is_empty() {
                return None;
            }
            *otherwise = inner;
            return Some(());
        }
        if let Some(many) = self.one_of(&[("it's still a land .", false), ("they're still lands .", true)]) {
            return still_a_land(steps.last_mut()?, many);
        }
        if self.is("it has \"") || self.is("they have \"") {
            return self.token_has(steps.last_mut()?);
        }
        if let Some(ability) = self.attempt(Self::watched) {
            let step = TextStep::Watch { joint, until: Duration::ThisTurn, ability: Box::new(ability) };
            steps.push(step);
            return Some(());
        }
        if self.eat("when you do ,") {
            let mut body = self.reflexive()?;
            let step = TextStep::Reflexive { body: Box::new(std::mem::take(&mut body)) };
            steps.push(step);
            return Some(());
        }
        if self.is("if") {
            return self.if_sentence(joint, steps);
        }
        if let Some(duration) = self.leading_duration() {
            let step = self.under_duration(joint, duration)?;
            steps.push(step);
            return self.stop();
        }
        if let Some(when) = self.leading_delay() {
            let inner = self.clauses(Joint::First)?;
            steps.push(TextStep::Later { joint, when, first: true, steps: inner });
            return self.stop();
        }
        let inner = self.clauses(joint)?;
        self.finish(inner, steps)?;
        self.stop()
    }

    /// Parses the words that may follow at the end of a sentence, such as `where x is …` or `if …`.
    fn finish(&mut self, inner: Vec<TextStep>, steps: &mut Vec<TextStep>) -> Option<()> {
        if let Some(x) = self.where_x() {
            steps.push(TextStep::WhereX { x, steps: inner });
        } else if self.eat("instead if") {
            let cond = self.cond()?;
            let base = last_sentence(steps)?;
            steps.push(TextStep::Instead { cond, say: InsteadSay::EndIf, base, steps: inner });
        } else if self.is("if") {
            // After several clauses, a condition is ambiguous. It could limit only the last clause or all clauses.
            if inner.len() > 1 {
                return None;
            }
            self.bump();
            let cond = self.cond()?;
            let joint = joint_of(&inner)?;
            steps.push(TextStep::If { joint, cond, after: true, then: inner, otherwise: Vec::new() });
        } else {
            steps.extend(inner);
        }
        Some(())
    }

    /// Parses `when that creature dies this turn, …` and `whenever that creature attacks this turn, …`. The ability
    /// triggers only for the object that the text has already mentioned (CR 603.7).
    fn watched(&mut self) -> Option<Triggered> {
        let say = self.one_of(&[("whenever", TriggerSay::Whenever), ("when", TriggerSay::When)])?;
        let what = self.object_single()?;
        if !matches!(what, Obj::Back { .. }) {
            return None;
        }
        let event = match say {
            TriggerSay::Whenever => {
                self.need("attacks this turn ,")?;
                Event::Attacks { what, alone: false, whom: None }
            }
            _ => {
                self.need("dies this turn ,")?;
                Event::Dies(what)
            }
        };
        let outer = std::mem::take(&mut self.targets);
        let inner = self.attempt(|p| {
            let inner = p.clauses(Joint::First)?;
            p.stop()?;
            p.targets.is_empty().then_some(inner)
        });
        self.targets = outer;
        let body = Body { targets: Vec::new(), steps: inner?, modes: None };
        Some(Triggered { event, say, cond: None, body, once_each_turn: false })
    }

    /// Parses `it has "…"` after a step that creates a token, and adds the ability to the token.
    fn token_has(&mut self, step: &mut TextStep) -> Option<()> {
        let many = self.is("they");
        self.at += 2;
        let ability = self.quoted()?;
        let TextStep::Do { act: Act::Create { token: Token::Spec(spec), count, .. }, .. } = step else { return None };
        if many == (*count == Amount::Number(1)) || !spec.abilities.is_empty() {
            return None;
        }
        spec.later = true;
        spec.abilities.push(ability);
        Some(())
    }

    fn reflexive(&mut self) -> Option<Body> {
        let outer = std::mem::take(&mut self.targets);
        // The inner ability numbers its own targets, so it cannot refer to targets of the outer ability.
        let (seen, people) = (self.seen.clone(), self.people.clone());
        self.seen.retain(|seen| !matches!(seen.link, Link::Target(_)));
        self.people.retain(|link| !matches!(link, WhoLink::Target(_)));
        let result = self.attempt(|p| {
            let inner = p.clauses(Joint::First)?;
            let mut steps = Vec::new();
            p.finish(inner, &mut steps)?;
            p.stop()?;
            Some(steps)
        });
        let targets = std::mem::replace(&mut self.targets, outer);
        (self.seen, self.people) = (seen, people);
        Some(Body { targets, steps: result?, modes: None })
    }

    fn if_sentence(&mut self, joint: Joint, steps: &mut Vec<TextStep>) -> Option<()> {
        self.need("if")?;
        if let Some(what) = self.attempt(|p| {
            let what = p.object_single()?;
            p.need("would die this turn , exile it instead .")?;
            matches!(what, Obj::Back { .. }).then_some(what)
        }) {
            steps.push(TextStep::Do { joint, said: true, act: Act::ExileIfDies(what) });
            return Some(());
        }
        let cond = self.did().or_else(|| self.cond())?;
        self.need(",")?;
        self.third = false;
        self.actor = Who::You;
        if self.eat("instead") {
            let inner = self.clauses(Joint::First)?;
            let base = last_sentence(steps)?;
            steps.push(TextStep::Instead { cond, say: InsteadSay::IfBefore, base, steps: inner });
            return self.stop();
        }
        let inner = self.clauses(Joint::First)?;
        if self.eat("instead") {
            let base = last_sentence(steps)?;
            steps.push(TextStep::Instead { cond, say: InsteadSay::IfEnd, base, steps: inner });
            return self.stop();
        }
        let mut then = Vec::new();
        self.finish(inner, &mut then)?;
        steps.push(TextStep::If { joint, cond, after: false, then, otherwise: Vec::new() });
        self.stop()
    }

    /// Parses `you do`, `you don't`, `they do`.
    fn did(&mut self) -> Option<Cond> {
        self.attempt(|p| {
            let who = p.who()?;
            if !matches!(who, Who::You | Who::Back { .. }) {
                return None;
            }
            let plural = p.plural_who(&who);
            let not = if p.eat(if plural { "don't" } else { "doesn't" }) {
                true
            } else {
                p.need(if plural { "do" } else { "does" })?;
                false
            };
            p.is(",").then_some(Cond::Did { who, not })
        })
    }

    fn leading_duration(&mut self) -> Option<Duration> {
        self.attempt(|p| {
            let duration = if p.eat("until end of turn ,") {
                Duration::EndOfTurn { first: true }
            } else if p.eat("until your next turn ,") {
                Duration::YourNextTurn { first: true }
            } else {
                p.need("until the end of your next turn ,")?;
                Duration::EndOfYourNextTurn { first: true }
            };
            Some(duration)
        })
    }

    /// Parses the one instruction after `until end of turn,`.
    fn under_duration(&mut self, joint: Joint, duration: Duration) -> Option<TextStep> {
        if let Some(act) = self.attempt(|p| p.may_play(duration.clone())) {
            return Some(TextStep::Do { joint, said: true, act });
        }
        let what = self.object()?;
        let mods = self.mods(false)?;
        let step = TextStep::Do { joint, said: true, act: Act::Modify { what, mods, until: duration } };
        Some(match self.where_x() {
            Some(x) => TextStep::WhereX { x, steps: vec![step] },
            None => step,
        })
    }

    fn delay(&mut self) -> Option<Delay> {
        self.one_of(&[
            ("at the beginning of the next end step", Delay::NextEndStep),
            ("at the beginning of the next turn 's upkeep", Delay::NextTurnsUpkeep),
            ("at the beginning of your next upkeep", Delay::YourNextUpkeep),
            ("at the beginning of your next end step", Delay::YourNextEndStep),
            ("at end of combat", Delay::EndOfCombat),
        ])
    }

    fn leading_delay(&mut self) -> Option<Delay> {
        self.attempt(|p| {
            let delay = p.delay()?;
            p.need(",")?;
            Some(delay)
        })
    }

    /// Parses clauses connected by `and` and `then`.
    pub fn clauses(&mut self, first: Joint) -> Option<Vec<TextStep>> {
        let mut steps = vec![self.clause(first)?];
        loop {
            let next = self.attempt(|p| {
                let joint = p.one_of(&[
                    (", then", Joint::Then),
                    (", and", Joint::CommaAnd),
                    ("and", Joint::And),
                    (",", Joint::Comma),
                ])?;
                p.clause(joint)
            });
            match next {
                Some(step) => steps.push(step),
                None => break,
            }
        }
        // A comma between clauses is allowed only in a list that ends with `, and` or `, then`.
        let commas = steps.iter().filter(|step| joint_of(std::slice::from_ref(step)) == Some(Joint::Comma)).count();
        let listed = matches!(joint_of(&steps[steps.len() - 1..]), Some(Joint::CommaAnd | Joint::Then));
        (commas == 0 || listed).then_some(steps)
    }

    /// Parses one clause: an instruction with an option (`you may`) or a limit (`unless`) around it.
    pub fn clause(&mut self, joint: Joint) -> Option<TextStep> {
        if let Some(step) = self.attempt(|p| p.may(joint)) {
            return Some(step);
        }
        let (act, said) = self.act()?;
        let step = TextStep::Do { joint, said, act };
        if let Some((who, cost)) = self.unless() {
            return Some(TextStep::Unless { joint, steps: vec![first(step)], who, cost });
        }
        if let Some(when) = self.delay() {
            return Some(TextStep::Later { joint, when, first: false, steps: vec![first(step)] });
        }
        Some(step)
    }

    fn may(&mut self, joint: Joint) -> Option<TextStep> {
        let who = self.who()?;
        self.need("may")?;
        self.actor = who.clone();
        self.third = false;
        if let Some(cost) = self.attempt(Self::pay_cost) {
            return Some(TextStep::MayPay { joint, who, cost });
        }
        if self.eat("have") {
            let (act, said) = self.object_act_infinitive()?;
            return Some(TextStep::May {
                joint,
                who,
                have: true,
                steps: vec![TextStep::Do { joint: Joint::First, said, act }],
            });
        }
        let act = self.player_act()?;
        let mut steps = vec![TextStep::Do { joint: Joint::First, said: false, act }];
        while let Some(step) = self.attempt(|p| {
            let joint = p.one_of(&[(", then", Joint::Then), ("and", Joint::And)])?;
            let act = p.player_act()?;
            Some(TextStep::Do { joint, said: false, act })
        }) {
            steps.push(step);
        }
        Some(TextStep::May { joint, who, have: false, steps })
    }

    /// Parses `pay {2}`, `pay 3 life`. Costs with other verbs are parsed as instructions.
    fn pay_cost(&mut self) -> Option<Cost> {
        if !self.is("pay") {
            return None;
        }
        let part = self.cost_part()?;
        Some(vec![part])
    }

    /// Parses `unless its controller pays {3}`.
    fn unless(&mut self) -> Option<(Who, Cost)> {
        self.attempt(|p| {
            p.need("unless")?;
            let who = p.who()?;
            let plural = p.plural_who(&who);
            let verb = p.peek();
            let base = ["pay", "discard", "sacrifice", "return", "exile", "reveal", "mill"]
                .into_iter()
                .find(|base| if plural { *base == verb } else { super::third_person(base) == verb })?;
            let part = p.cost_with(base)?;
            Some((who, vec![part]))
        })
    }

    /// Parses a cost whose verb has an ending: `sacrifices`. The parser for costs gets `base` in place of the verb.
    fn cost_with(&mut self, base: &'static str) -> Option<CostPart> {
        let mut toks: Vec<&'a str> = vec![base];
        toks.extend(self.toks[self.at + 1..].iter().copied());
        let mut inner = P::new(&toks, self.lex);
        (inner.fuel, inner.nesting) = (self.fuel, self.nesting);
        inner.seen.clone_from(&self.seen);
        inner.people.clone_from(&self.people);
        let part = inner.cost_part();
        self.fuel = inner.fuel;
        let part = part?;
        let read = inner.at;
        self.at += read;
        self.far = self.far.max(self.at);
        Some(part)
    }

    /// Parses an instruction. The flag says whether the text names the subject.
    pub fn act(&mut self) -> Option<(Act, bool)> {
        if self.peek_at(1) == "damage"
            && let Some((to, _)) = self.subject
            && let Some(act) = self.attempt(|p| {
                let amount = p.amount_word()?;
                p.need("damage to")?;
                let from = Obj::Back { to, say: Say::Unsaid };
                let to = p.damage_to(&from)?;
                Some(Act::Damage { from, amount, to, say: DamageSay::Again })
            })
        {
            return Some((act, false));
        }
        // A clause without its own subject continues the subject of the previous clause: `…and can't be blocked this
        // turn`.
        if self.at_object_verb()
            && let Some((to, many)) = self.subject
            && let Some(act) = self.attempt(|p| {
                let act = p.object_act(Obj::Back { to, say: Say::Unsaid }, many)?;
                Some(act)
            })
        {
            return Some((act, false));
        }
        if self.is("for each")
            && let Some(found) = self.attempt(Self::for_each_first)
        {
            return Some(found);
        }
        if let Some(act) = self.attempt(Self::player_act) {
            return Some((act, false));
        }
        self.only(&[Self::act_of_player, Self::act_of_object]).map(|act| (act, true))
    }

    /// Parses `for each creature you control, create a 1/1 …`. The instruction is performed once, with a multiple of its
    /// number. So it cannot refer to one of the counted objects.
    fn for_each_first(&mut self) -> Option<(Act, bool)> {
        self.need("for each")?;
        let each = self.each_of()?;
        self.need(",")?;
        if self.is("for each") {
            return None;
        }
        let (mut act, said) = self.act()?;
        let one = matches!(&act, Act::Create { .. }) && self.is(". it has");
        if one || act.any(&|node| matches!(node, Node::Obj(Obj::Back { .. }))) {
            return None;
        }
        match &mut act {
            Act::Create { count: amount, say, .. }
            | Act::Draw { amount, say, .. }
            | Act::GainLife { amount, say, .. }
            | Act::LoseLife { amount, say, .. } => {
                let (Amount::Number(number), AmountSay::Number) = (&*amount, *say) else { return None };
                *amount = Amount::Times(u8::try_from(*number).ok()?, Box::new(each));
                *say = AmountSay::ForEachFirst;
            }
            _ => return None,
        }
        if matches!(act, Act::Create { .. }) {
            self.mention(Link::Last, true);
        }
        Some((act, said))
    }

    fn act_of_player(&mut self) -> Option<Act> {
        let mut who = self.who()?;
        if let Some(other) = self.attempt(|p| {
            p.need("and")?;
            let other = p.who()?;
            p.need("each")?;
            Some(other)
        }) {
            who = Who::Both(vec![who, other]);
        }
        self.third = !self.plural_who(&who);
        self.subject = None;
        self.actor = who;
        self.player_act()
    }

    fn act_of_object(&mut self) -> Option<Act> {
        let what = self.object()?;
        let many = self.plural_object(&what);
        let link = match &what {
            Obj::Back { to, .. } => Some(*to),
            _ => self.seen.last().map(|seen| seen.link),
        };
        let what = if many && self.eat("each") { Obj::Apiece(Box::new(what)) } else { what };
        let act = self.object_act(what, many)?;
        if let Some(link) = link {
            self.subject = Some((link, many));
        }
        Some(act)
    }

    fn object_act_infinitive(&mut self) -> Option<(Act, bool)> {
        let what = self.object()?;
        let act = self.object_act(what, true)?;
        Some((act, true))
    }

    /// Whether the verb after this phrase is plural.
    pub fn plural_object(&self, what: &Obj) -> bool {
        crate::ir::is_plural(what, &self.targets)
    }

    /// Parses `equal to` and an amount.
    pub fn equal_to(&mut self) -> Option<Amount> {
        self.attempt(|p| {
            p.need("equal to")?;
            p.quantity()
        })
    }
}

/// Applies a sentence such as `it's still a land` to the modification before it.
fn still_a_land(step: &mut TextStep, many: bool) -> Option<()> {
    if let TextStep::May { steps, .. } = step {
        return still_a_land(steps.last_mut()?, many);
    }
    let TextStep::Do { act: Act::Modify { what, mods, .. }, .. } = step else { return None };
    let Some(Mod::Become(new)) = mods.last_mut() else { return None };
    if new.keep != Keep::No || many != matches!(what, Obj::Every { .. }) {
        return None;
    }
    new.keep = Keep::StillLandStop;
    Some(())
}

/// Removes the steps of the last sentence and returns them, because the next sentence replaces them.
fn last_sentence(steps: &mut Vec<TextStep>) -> Option<Vec<TextStep>> {
    let begins = |step: &TextStep| !matches!(joint_of(std::slice::from_ref(step)), Some(joint) if continues(joint));
    let from = steps.iter().rposition(begins)?;
    Some(steps.split_off(from))
}

/// Whether a step with this connection belongs to the same sentence as the previous step.
fn continues(joint: Joint) -> bool {
    matches!(joint, Joint::And | Joint::Then | Joint::CommaAnd | Joint::Comma)
}

/// The step without its connection to the previous step. The connection is stored in the group around the step.
fn first(step: TextStep) -> TextStep {
    match step {
        TextStep::Do { said, act, .. } => TextStep::Do { joint: Joint::First, said, act },
        other => other,
    }
}

/// How the first of these steps is connected to the step before it.
pub(crate) fn joint_of(steps: &[TextStep]) -> Option<Joint> {
    match steps.first()? {
        TextStep::Do { joint, .. }
        | TextStep::May { joint, .. }
        | TextStep::MayPay { joint, .. }
        | TextStep::If { joint, .. }
        | TextStep::Unless { joint, .. }
        | TextStep::Later { joint, .. }
        | TextStep::Watch { joint, .. } => Some(*joint),
        TextStep::WhereX { steps, .. } => joint_of(steps),
        TextStep::Instead { .. } | TextStep::Reflexive { .. } | TextStep::Choose(_) => None,
    }
}

//! Keywords that trigger when a permanent enters: living weapon (CR 702.92), exploit (CR 702.110) and fabricate
//! (CR 702.123).

use super::compiled_cards::{AbilityId, CompiledAbility, CompiledCards, Op, Words};
use crate::ir::{
    Act, Amount, AmountSay, Body, CardType, Choice, Color, Colors, Cond, CounterKind, Entering, Event, Filter, Head,
    Joint, Kind, Link, Obj, Say, SubtypeId, TextStep, Token, TokenSpec, Who,
};

/// A step that consists of one instruction.
fn does(act: Act) -> TextStep {
    TextStep::Do { joint: Joint::First, said: false, act }
}

/// A token that a keyword creates. If a card has the keyword, the lexicon contains the token's subtypes.
fn token(words: &dyn Words, subtypes: &[&str], types: &[CardType], colors: Colors, size: u16) -> Token {
    let subtypes: Vec<SubtypeId> = subtypes.iter().filter_map(|word| words.find(word)).collect();
    let size = || Amount::Number(size);
    Token::Spec(Box::new(TokenSpec {
        pt: Some((size(), size())),
        supertypes: Vec::new(),
        colors,
        subtypes,
        types: types.to_vec(),
        name: None,
        keywords: Vec::new(),
        abilities: Vec::new(),
        later: false,
    }))
}

fn creates(n: u16, token: Token) -> TextStep {
    let (count, entering, say) = (Amount::Number(n), Entering::default(), AmountSay::Number);
    does(Act::Create { who: Who::You, count, token, entering, say })
}

impl CompiledCards {
    fn on_arrival(&mut self, steps: Vec<TextStep>, words: &dyn Words) -> AbilityId {
        let code = self.body(&Body { steps, ..Body::default() }, words);
        self.ability(CompiledAbility::Triggered { event: Event::Enters(Obj::Source), cond: None, code, once: false })
    }

    /// Compiles living weapon: create a Germ, then attach this Equipment to it.
    pub(super) fn living_weapon(&mut self, words: &dyn Words) -> AbilityId {
        let black = Colors::default().with(Color::Black);
        let germ = token(words, &["phyrexian", "germ"], &[CardType::Creature], black, 0);
        let it = Obj::Back { to: Link::Last, say: Say::It };
        let attach = does(Act::Attach { what: Obj::Source, to: it });
        self.on_arrival(vec![creates(1, germ), attach], words)
    }

    /// Compiles exploit: the player may sacrifice a creature. If so, an exploit event is emitted (CR 702.110a,
    /// 702.110b).
    pub(super) fn exploit(&mut self, words: &dyn Words) -> AbilityId {
        let filter = Filter::of(Head::typed(Kind::Permanent, CardType::Creature));
        let what = Obj::Choose { count: Choice::One, filter };
        let gives = does(Act::Sacrifice { who: Who::You, what });
        let may = TextStep::May { joint: Joint::First, who: Who::You, have: false, steps: vec![gives] };
        let code = self.body(&Body { steps: vec![may], ..Body::default() }, words);
        self.codes[code as usize].ops.push(Op::Exploited);
        self.ability(CompiledAbility::Triggered { event: Event::Enters(Obj::Source), cond: None, code, once: false })
    }

    /// Compiles fabricate: the player puts counters on the creature or creates Servos. If the creature is gone, the
    /// player creates Servos.
    pub(super) fn fabricate(&mut self, n: u16, words: &dyn Words) -> AbilityId {
        let types = [CardType::Artifact, CardType::Creature];
        let servos = creates(n, token(words, &["servo"], &types, Colors::default(), 1));
        let (count, kind, say) = (Amount::Number(n), CounterKind::PlusOne, AmountSay::Number);
        let grows = does(Act::PutCounters { count, kind, on: Obj::Source, say, who: Who::You });
        let may = TextStep::May { joint: Joint::First, who: Who::You, have: false, steps: vec![grows] };
        let if_so = |cond: Cond, then: Vec<TextStep>, otherwise: Vec<TextStep>| TextStep::If {
            joint: Joint::First,
            cond,
            after: false,
            then,
            otherwise,
        };
        let did_not = if_so(Cond::Did { who: Who::You, not: true }, vec![servos.clone()], Vec::new());
        let there = if_so(Cond::OnBattlefield(Obj::Source), vec![may, did_not], vec![servos]);
        self.on_arrival(vec![there], words)
    }
}

//! Parses instructions that a player performs on themselves or their cards: draw, discard, gain life and others.

use super::P;
use crate::ir::{Act, Amount, AmountSay, Choice, KeywordAct, Link, NumberAct, Obj, Phase, Round, Who, WhoLink};

impl<'a> P<'a> {
    /// Parses an instruction after its subject. The subject is the player in `actor`.
    pub fn player_act(&mut self) -> Option<Act> {
        self.only(&[
            Self::draw,
            Self::discard,
            Self::mill,
            Self::gain_life,
            Self::lose_life,
            Self::life_becomes,
            Self::scry,
            Self::create,
            Self::sacrifice,
            Self::add_mana,
            Self::search,
            Self::shuffle,
            Self::dig,
            Self::dig_until,
            Self::look,
            Self::put_back,
            Self::reveal,
            Self::put_counters,
            Self::remove_counters,
            Self::distribute,
            Self::double_counters,
            Self::get_counters,
            Self::move_act,
            Self::exile,
            Self::destroy,
            Self::counter,
            Self::tap,
            Self::untap,
            Self::regenerate,
            Self::attach,
            Self::turns,
            Self::goad,
            Self::copy_spell,
            Self::prevent,
            Self::prevent_next,
            Self::unpreventable,
            Self::gain_control,
            Self::switch,
            Self::ends,
            Self::keyword_act,
            Self::transform,
            Self::choose_new_targets,
            Self::choose_kind,
            Self::may_play_now,
        ])
    }

    pub fn actor(&self) -> Who {
        self.actor.clone()
    }

    /// Parses a number with a noun: `two cards`, `cards equal to …`, `a card for each …`.
    fn measured(&mut self, one: &str, many: &str) -> Option<(Amount, AmountSay)> {
        if self.eat(many) {
            return Some((self.equal_to()?, AmountSay::EqualTo));
        }
        let amount = if one == many {
            let amount = self.amount_word()?;
            self.need(one)?;
            amount
        } else {
            self.counted(one, many)?
        };
        Some(self.for_each(amount))
    }

    /// Parses `for each …` after a number. Returns the number alone if `for each` does not follow.
    pub fn for_each(&mut self, amount: Amount) -> (Amount, AmountSay) {
        let Amount::Number(number) = amount else { return (amount, AmountSay::Number) };
        let Ok(times) = u8::try_from(number) else { return (amount, AmountSay::Number) };
        let each = self.attempt(|p| {
            p.need("for each")?;
            p.each_of()
        });
        match each {
            Some(each) => (Amount::Times(times, Box::new(each)), AmountSay::ForEach),
            None => (amount, AmountSay::Number),
        }
    }

    fn draw(&mut self) -> Option<Act> {
        self.verb("draw")?;
        let (amount, say) = self.measured("card", "cards")?;
        Some(Act::Draw { who: self.actor(), amount, say })
    }

    fn discard(&mut self) -> Option<Act> {
        self.verb("discard")?;
        if self.eat("your hand") {
            return Some(Act::Discard { who: self.actor(), what: Obj::HandOf(Who::You), random: false });
        }
        if self.eat("their hand") {
            let their = Who::Back { to: crate::ir::WhoLink::Subject, say: crate::ir::WhoSay::They };
            return Some(Act::Discard { who: self.actor(), what: Obj::HandOf(their), random: false });
        }
        let what = self.object_single()?;
        if matches!(what, Obj::Target(_) | Obj::Every { .. } | Obj::Source) {
            return None;
        }
        let random = self.eat("at random");
        Some(Act::Discard { who: self.actor(), what, random })
    }

    fn mill(&mut self) -> Option<Act> {
        self.verb("mill")?;
        let amount = self.counted("card", "cards")?;
        self.mention(Link::Last, true);
        Some(Act::Mill { who: self.actor(), amount })
    }

    fn gain_life(&mut self) -> Option<Act> {
        self.verb("gain")?;
        let (amount, say) = self.measured("life", "life")?;
        Some(Act::GainLife { who: self.actor(), amount, say })
    }

    fn lose_life(&mut self) -> Option<Act> {
        self.verb("lose")?;
        if let Some(amount) = self.attempt(|p| {
            p.need("half")?;
            let whose = p.possessive()?;
            p.need("life ,")?;
            let round = p.one_of(&[("rounded up", Round::Up), ("rounded down", Round::Down)])?;
            let own = matches!(whose, Who::You | Who::Back { to: WhoLink::Subject, .. });
            own.then(|| Amount::Half(Box::new(Amount::LifeOf(whose)), round))
        }) {
            return Some(Act::LoseLife { who: self.actor(), amount, say: AmountSay::Number });
        }
        let (amount, say) = self.measured("life", "life")?;
        Some(Act::LoseLife { who: self.actor(), amount, say })
    }

    fn life_becomes(&mut self) -> Option<Act> {
        let who = self.possessive()?;
        self.need("life total becomes")?;
        let to = self.quantity()?;
        Some(Act::SetLife { who, to })
    }

    fn scry(&mut self) -> Option<Act> {
        if self.verb("scry").is_some() {
            return Some(Act::Scry(self.actor(), self.amount_word()?));
        }
        self.verb("surveil")?;
        Some(Act::Surveil(self.actor(), self.amount_word()?))
    }

    fn sacrifice(&mut self) -> Option<Act> {
        self.verb("sacrifice")?;
        let what = self.object()?;
        if matches!(what, Obj::Target(_)) {
            return None;
        }
        Some(Act::Sacrifice { who: self.actor(), what })
    }

    fn shuffle(&mut self) -> Option<Act> {
        self.verb("shuffle")?;
        if let Some((what, into)) = self.attempt(|p| {
            let what = if p.is("your graveyard into") || p.is("their graveyard into") {
                let who = p.possessive()?;
                p.bump();
                Obj::GraveyardOf(who)
            } else {
                p.object()?
            };
            p.need("into")?;
            let into = p.possessive()?;
            if !p.eat("library") {
                p.need("libraries")?;
            }
            Some((what, into))
        }) {
            return Some(Act::ShuffleInto { what, into, who: self.actor() });
        }
        Some(Act::Shuffle(self.actor()))
    }

    fn look(&mut self) -> Option<Act> {
        self.verb("look")?;
        self.need("at")?;
        if let Some(who) = self.attempt(|p| {
            let who = p.possessive()?;
            p.need("hand")?;
            Some(who)
        }) {
            return Some(Act::LookAtHand(who));
        }
        match self.object_single()? {
            Obj::TopOf { count, of } => Some(Act::LookTop { count, of }),
            _ => None,
        }
    }

    /// Parses `put them back`, after a step that looks at the top cards.
    fn put_back(&mut self) -> Option<Act> {
        self.verb("put")?;
        self.need("them back in any order")?;
        Some(Act::PutBack)
    }

    fn reveal(&mut self) -> Option<Act> {
        self.verb("reveal")?;
        if self.eat("their hand") || self.is("your hand") {
            let yours = self.eat("your hand");
            return (yours == (self.actor == Who::You)).then(|| Act::RevealHand(self.actor()));
        }
        let what = self.object_single()?;
        if matches!(what, Obj::Target(_) | Obj::Source) {
            return None;
        }
        Some(Act::Reveal { who: self.actor(), what })
    }

    fn turns(&mut self) -> Option<Act> {
        if self.verb("take").is_some() {
            self.need("an extra turn after this one")?;
            return Some(Act::ExtraTurn(self.actor()));
        }
        if self.eat("after this phase , there is an additional combat phase followed by an additional main phase") {
            return Some(Act::ExtraCombat { main: true });
        }
        if self.eat("after this phase , there is an additional combat phase") {
            return Some(Act::ExtraCombat { main: false });
        }
        if self.eat("end the turn") {
            return Some(Act::EndTurn);
        }
        if self.verb("skip").is_some() {
            let own = if self.actor == Who::You { self.eat("your next") } else { self.eat("their next") };
            let phase = self.one_of(&[
                ("draw step", Phase::Draw),
                ("untap step", Phase::Untap),
                ("combat phase", Phase::Combat),
            ])?;
            return own.then(|| Act::SkipNext(self.actor(), phase));
        }
        self.need("play")?;
        if self.eat("an additional land this turn") {
            return Some(Act::ExtraLand(Amount::Number(1)));
        }
        self.need("up to")?;
        let amount = self.amount_word()?;
        self.need("additional lands this turn")?;
        Some(Act::ExtraLand(amount))
    }

    fn ends(&mut self) -> Option<Act> {
        if self.verb("win").is_some() {
            self.need("the game")?;
            return Some(Act::Win(self.actor()));
        }
        self.verb("lose")?;
        self.need("the game")?;
        Some(Act::Lose(self.actor()))
    }

    fn keyword_act(&mut self) -> Option<Act> {
        if self.actor == Who::You
            && let Some(act) = self.one_of(&[
                ("proliferate", KeywordAct::Proliferate),
                ("investigate", KeywordAct::Investigate),
                ("populate", KeywordAct::Populate),
                ("manifest dread", KeywordAct::ManifestDread),
                ("venture into the dungeon", KeywordAct::Venture),
                ("the ring tempts you", KeywordAct::RingTempts),
                ("become the monarch", KeywordAct::BecomeMonarch),
                ("take the initiative", KeywordAct::Initiative),
            ])
        {
            if act == KeywordAct::Investigate {
                self.mention(Link::Last, false);
            }
            return Some(Act::Keyword(act));
        }
        if self.actor == Who::You && self.eat("amass") {
            let word = self.bump();
            let subtype = self.lex.subtype(word)?;
            return Some(Act::Amass(subtype, self.amount_word()?));
        }
        let act = self.one_of(&[
            ("monstrosity", NumberAct::Monstrosity),
            ("bolster", NumberAct::Bolster),
            ("adapt", NumberAct::Adapt),
            ("support", NumberAct::Support),
            ("fateseal", NumberAct::Fateseal),
            ("discover", NumberAct::Discover),
        ])?;
        Some(Act::KeywordNumber(act, self.amount_word()?))
    }

    fn choose_kind(&mut self) -> Option<Act> {
        self.verb("choose")?;
        if self.eat("a creature type") {
            return Some(Act::ChooseType);
        }
        if self.eat("a color") {
            return Some(Act::ChooseColor);
        }
        let what = self.object_single()?;
        match &what {
            Obj::Target(_) => {}
            Obj::Choose { count: Choice::One | Choice::UpTo(_) | Choice::Exactly(_), .. } => {}
            _ => return None,
        }
        Some(Act::ChooseObj { who: self.actor(), what })
    }
}

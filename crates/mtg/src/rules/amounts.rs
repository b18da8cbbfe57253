//! Evaluates amounts: numbers that the text states, a player chooses or the engine counts.

use super::Duel;
use super::compiled_cards::{DefId, has_sub, type_bit};
use super::eval::EvalContext;
use super::state::{DuelState, Zone};
use crate::ir::{Amount, CardType, Choice, Filter, Obj, Pred, Round, Stat, Who, ZoneOf};
use rulebook_kernel::Seat;

impl Duel {
    pub(crate) fn amount(&self, s: &DuelState, cx: &EvalContext<'_>, amount: &Amount) -> i32 {
        match amount {
            Amount::Number(n) => i32::from(*n),
            Amount::X => cx.x,
            Amount::CountOf(filter) => self.count(s, cx, filter),
            Amount::Players(who) => self.players(s, cx, who).len() as i32,
            Amount::StatOf(stat, what) | Amount::StatOfLong(stat, what) => self.stat_of(s, cx, *stat, what),
            Amount::NumberPlus(n, inner, _) => self.amount(s, cx, inner) + i32::from(*n),
            Amount::CountersOn(kind, what) => {
                let ids = self.objects(s, cx, what);
                ids.iter().filter(|id| s.known(**id).is_some()).map(|id| self.counters(s, *id, *kind)).sum()
            }
            Amount::Greatest(stat, filter) => self.stats(s, cx, *stat, filter).max().unwrap_or(0),
            Amount::Total(stat, filter) => self.stats(s, cx, *stat, filter).sum(),
            Amount::LifeOf(who) => self.players(s, cx, who).iter().map(|seat| s.player(*seat).life).sum(),
            Amount::ThatMuch | Amount::ThisWay(_) => cx.amount,
            Amount::Times(n, inner) => i32::from(*n) * self.amount(s, cx, inner),
            Amount::Half(inner, round) => {
                let n = self.amount(s, cx, inner);
                if *round == Round::Up { (n + 1).div_euclid(2) } else { n.div_euclid(2) }
            }
            Amount::Plus(inner, n) => self.amount(s, cx, inner) + i32::from(*n),
            Amount::Devotion(who, color) => self.devotion(s, cx, who, 1 << *color as u8),
            Amount::DevotionBoth(who, one, other) => self.devotion(s, cx, who, 1 << *one as u8 | 1 << *other as u8),
            Amount::ColorsAmong(filter) => {
                let ids = self.every(s, cx, filter);
                let colors = ids.iter().filter_map(|id| s.known(*id)).fold(0, |colors, o| colors | o.chars.colors);
                colors.count_ones() as i32
            }
            Amount::ColorsOf(what) => {
                let ids = self.objects(s, cx, what);
                ids.iter().filter_map(|id| s.known(*id)).map(|o| o.chars.colors.count_ones() as i32).sum()
            }
            Amount::Party => self.party(s, cx.you),
            Amount::CreaturesDied => s.players.iter().map(|player| i32::from(player.died)).sum(),
            Amount::Domain => {
                let lands = |at: usize| {
                    s.permanents().any(|(_, o)| {
                        o.chars.controller == cx.you
                            && o.chars.types & type_bit(CardType::Land) != 0
                            && has_sub(&o.chars.subs, at)
                    })
                };
                self.cards.basics.iter().flatten().filter(|at| lands(**at)).count() as i32
            }
            Amount::TimesKicked => i32::from(cx.kicked),
            Amount::TypesInGraveyard(who) => {
                let seats = self.players(s, cx, who);
                let mine = s.all().filter(|(_, o)| o.zone == Zone::Graveyard && seats.contains(&o.owner));
                mine.fold(0, |bits, (_, o)| bits | o.chars.types).count_ones() as i32
            }
            // `supported` refuses cards with this amount.
            Amount::AnyNumber => 0,
        }
    }

    /// The devotion to these colors, which are bits of a mana mask (CR 700.5).
    fn devotion(&self, s: &DuelState, cx: &EvalContext<'_>, who: &Who, colors: u8) -> i32 {
        let seats = self.players(s, cx, who);
        let mine = s.permanents().filter(|(_, o)| seats.contains(&o.chars.controller));
        let of = |def: DefId| {
            let cost = self.cards.defs[def as usize].cost.as_deref().unwrap_or(&[]);
            cost.iter()
                .filter(|symbol| {
                    super::mana::symbol_mask(**symbol) & colors != 0
                        && !matches!(symbol, crate::ir::ManaSymbol::Generic(_) | crate::ir::ManaSymbol::X)
                })
                .count()
        };
        mine.map(|(_, o)| of(o.face) as i32).sum()
    }

    /// The number of creatures in the party of this player: at most one Cleric, one Rogue, one Warrior and one Wizard.
    /// A creature with several of these types fills the role that makes the party largest (CR 700.8).
    fn party(&self, s: &DuelState, seat: Seat) -> i32 {
        let known = |word: &str| self.cards.subtype_names.iter().position(|name| name == word);
        let roles = ["cleric", "rogue", "warrior", "wizard"].map(known);
        let roles_of = |o: &super::state::GameObject| {
            let every = o.chars.subs.iter().zip(self.cards.living).all(|(subs, living)| subs & living == living);
            let has = |role: &Option<usize>| every || role.is_some_and(|at| has_sub(&o.chars.subs, at));
            roles.iter().enumerate().fold(0_u8, |bits, (at, role)| bits | u8::from(has(role)) << at)
        };
        let mine = s
            .permanents()
            .filter(|(_, o)| o.chars.controller == seat && o.chars.types & type_bit(CardType::Creature) != 0);
        // The sets of roles that can be filled by the creatures so far, one bit for each of the sixteen sets.
        let filled = mine.map(|(_, o)| roles_of(o)).fold(1_u16, |sets, roles| {
            let with = (0..16_u8).filter(|set| sets & (1 << set) != 0);
            with.flat_map(|set| (0..4).filter(move |at| roles & !set & (1 << at) != 0).map(move |at| set | 1 << at))
                .fold(sets, |sets, set| sets | 1 << set)
        });
        (0..16_u8).filter(|set| filled & (1 << set) != 0).map(|set| set.count_ones() as i32).max().unwrap_or(0)
    }

    fn stat_of(&self, s: &DuelState, cx: &EvalContext<'_>, stat: Stat, what: &Obj) -> i32 {
        let ids = self.objects(s, cx, what);
        ids.iter().filter_map(|id| self.thing(s, *id)).map(|thing| self.stat(s, &thing, stat)).sum()
    }

    fn stats<'a>(
        &'a self,
        s: &'a DuelState,
        cx: &EvalContext<'_>,
        stat: Stat,
        filter: &Filter,
    ) -> impl Iterator<Item = i32> + use<'a> {
        let ids = self.every(s, cx, filter);
        ids.into_iter().filter_map(|id| self.thing(s, id)).map(move |thing| self.stat(s, &thing, stat))
    }

    /// Counts the objects that match the filter. If the filter names hands or libraries, counts all cards there.
    pub(super) fn count(&self, s: &DuelState, cx: &EvalContext<'_>, filter: &Filter) -> i32 {
        let hidden = filter.post.iter().chain(filter.nouns.iter().flat_map(|n| &n.adj)).find_map(|pred| match pred {
            Pred::In(ZoneOf { zone: crate::ir::Zone::Hand, of, .. }) => Some((of, false)),
            Pred::In(ZoneOf { zone: crate::ir::Zone::Library, of, .. }) => Some((of, true)),
            _ => None,
        });
        if let Some((of, library)) = hidden {
            let seats = of.as_ref().map_or_else(|| s.from(s.active), |who| self.players(s, cx, who));
            let size = |seat: Seat| if library { self.library_size(s, seat) } else { self.hand_size(s, seat) };
            return seats.iter().map(|seat| size(*seat) as i32).sum();
        }
        self.every(s, cx, filter).len() as i32
    }

    /// The minimum and the maximum number of objects that the player may choose.
    pub(crate) fn range(&self, s: &DuelState, cx: &EvalContext<'_>, choice: &Choice) -> (usize, usize) {
        let size = |amount: &Amount| self.amount(s, cx, amount).max(0) as usize;
        match choice {
            Choice::One => (1, 1),
            Choice::Exactly(amount) => (size(amount), size(amount)),
            Choice::UpTo(amount) => (0, size(amount)),
            Choice::Any => (0, usize::MAX),
            Choice::OrMore(n) => (usize::from(*n), usize::MAX),
            Choice::OneTo(n) => (1, usize::from(*n)),
        }
    }
}

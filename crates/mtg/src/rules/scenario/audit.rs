//! The audit of cards: puts a card into generated situations, plays them, and reports instructions that never happened,
//! changed nothing, acted on nothing, or harmed their own source.

use super::super::action_watch::{ActionWatch, Performed, may_change_nothing};
use super::super::compiled_cards::{CodeId, CompiledCards, Op};
use super::super::moves::Move;
use super::super::state::{Question, Zone};
use super::super::{Deck, Duel, Engine};
use super::position::Item;
use super::{Scenario, ScenarioMatch, read};
use crate::compile::compile;
use crate::database::{RawCard, add_basics};
use crate::ir::{Act, Card, CardType, DamageSay};
use crate::lexicon::Lexicon;
use rulebook_kernel::{Rng, Seat};

/// The cards around the audited card: something of every kind for each player.
const HELPERS: &str = include_str!("audit_cards.txt");

/// Number of matches that are played from each situation at first.
const FIRST: u64 = 3;

/// Number of matches from each situation if an instruction has not happened yet.
const MOST: u64 = 12;

/// Number of decisions in a busy match, in which players do much in one turn.
const BUSY: usize = 80;

/// Number of decisions in a quiet match, in which players mostly pass, so that several turns are played.
const QUIET: usize = 240;

/// The moves that the players of a match prefer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Preference {
    /// The players prefer moves that use the audited card.
    About,
    /// The players prefer to pass.
    Quiet,
    /// Anything.
    Free,
}

/// What is wrong with an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlagKind {
    /// The instruction happened in no match.
    NeverHappened,
    /// The instruction happened, but it never changed anything.
    ChangedNothing,
    /// The instruction happened, but it never found an object to act on.
    ActedOnNothing,
    /// The instruction damaged its own source or attached the source to itself, although the text has only a pronoun.
    HarmedItself,
}

impl FlagKind {
    /// The kind in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            FlagKind::NeverHappened => "never happened",
            FlagKind::ChangedNothing => "changed nothing",
            FlagKind::ActedOnNothing => "acted on nothing",
            FlagKind::HarmedItself => "harmed its own source",
        }
    }
}

/// A flagged instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// What is wrong.
    pub kind: FlagKind,
    /// The instruction as text.
    pub clause: String,
    /// The reason why the flag is not a mistake of the engine. `None` if no reason is known.
    pub explained: Option<&'static str>,
}

/// The result of the audit of one card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardAudit {
    /// The number of instructions.
    pub clauses: usize,
    /// The number of instructions that happened.
    pub happened: usize,
    /// The flagged instructions.
    pub flags: Vec<Flag>,
}

/// The helper cards and the basic lands.
fn helpers() -> Vec<RawCard> {
    let mut cards = read::page(HELPERS).map(|page| page.cards).unwrap_or_default();
    add_basics(&mut cards);
    cards
}

/// Audits a card. `None` if the card does not compile or the engine does not play it.
#[must_use]
pub fn audit(card: &RawCard) -> Option<CardAudit> {
    audit_changed(card, &|_| {})
}

/// Audits a card after a change of its typed form. With it, a test can make a card wrong on purpose.
#[must_use]
pub fn audit_changed(card: &RawCard, change: &dyn Fn(&mut Card)) -> Option<CardAudit> {
    let mut cards = vec![card.clone()];
    cards.extend(helpers().into_iter().filter(|helper| helper.name != card.name));
    let lexicon = Lexicon::of(&cards);
    let mut typed: Vec<Card> = cards.iter().map(|card| compile(card, &lexicon)).collect::<Result<_, _>>().ok()?;
    change(&mut typed[0]);
    super::super::supported(&typed[0]).ok()?;
    let permanent = typed[0].faces[0].types.iter().any(|card_type| card_type.is_permanent());
    let aura = typed[0].faces[0].types.contains(&CardType::Enchantment) && card.type_line.contains("Aura");
    let situations = situations(&card.name, permanent && !aura, &cards[1..]);
    let decks = (0..2)
        .map(|at| {
            let seat = Seat::new(at);
            let of = |place: usize| {
                let name = &cards[place].name;
                let most = situations.iter().map(|(_, given)| {
                    let mine = given.iter().filter(|(whose, item)| *whose == seat && item.card() == Some(name));
                    mine.map(|(_, item)| item.count()).sum::<u8>()
                });
                most.max().unwrap_or(0)
            };
            Deck { name: format!("p{}", at + 1), cards: (0..cards.len()).map(|place| (place, of(place))).collect() }
        })
        .collect();
    let mut alone = CompiledCards::new();
    let begin = alone.codes.len() as CodeId;
    alone.card(&typed[0], &lexicon);
    let rules = Duel::new("audit", "audit", &typed, decks, &lexicon);
    let mut watch = ActionWatch { codes: begin..alone.codes.len() as CodeId, ..ActionWatch::default() };
    let wanted: Vec<(CodeId, u16)> = wanted(&rules, &watch);
    for round in 0..MOST {
        let missing = wanted.iter().any(|key| !watch.seen.contains_key(key));
        if round >= FIRST && !missing {
            break;
        }
        for (turn, given) in &situations {
            let scenario = Scenario {
                name: format!("{} {round}", card.name),
                turn: *turn,
                given: given.clone(),
                ..Scenario::default()
            };
            let Ok(mut lab) = ScenarioMatch::set_up(&rules, &scenario) else { continue };
            let mut rng = Rng::seeded(&format!("{} {turn} {round}", card.name));
            let manner = [Preference::About, Preference::Quiet, Preference::Free][(round % 3) as usize];
            lab.play_about(&card.name, manner, &mut rng, &mut watch);
        }
    }
    Some(judge(&rules, &wanted, &watch, &lexicon))
}

/// The instructions of the watched codes.
fn wanted(rules: &Duel, watch: &ActionWatch) -> Vec<(CodeId, u16)> {
    let of = |code: CodeId| {
        let ops = rules.cards.codes[code as usize].ops.iter().enumerate();
        ops.filter(|(_, op)| matches!(op, Op::Act(..))).map(move |(at, _)| (code, at as u16)).collect::<Vec<_>>()
    };
    watch.codes.clone().flat_map(of).collect()
}

fn judge(rules: &Duel, wanted: &[(CodeId, u16)], watch: &ActionWatch, lexicon: &Lexicon) -> CardAudit {
    let mut found = CardAudit { clauses: wanted.len(), ..CardAudit::default() };
    for key in wanted {
        let code = &rules.cards.codes[key.0 as usize];
        let Some(Op::Act(act, _)) = code.ops.get(usize::from(key.1)) else { continue };
        let clause = crate::print::act_text(act, &code.targets, lexicon);
        let mut flag = |kind: FlagKind, explained: Option<&'static str>| {
            found.flags.push(Flag { kind, clause: clause.clone(), explained });
        };
        let Some(Performed { times, changed, found: acted, hurt_itself }) = watch.seen.get(key).copied() else {
            flag(FlagKind::NeverHappened, None);
            continue;
        };
        if hurt_itself > 0 {
            flag(FlagKind::HarmedItself, None);
        }
        if acted == 0 && times > 0 {
            flag(FlagKind::ActedOnNothing, None);
        } else if changed == 0 {
            let next = code.ops.get(usize::from(key.1) + 1);
            let together = matches!(next, Some(Op::Act(Act::Damage { say: DamageSay::Again, .. }, _)));
            let why = together.then_some("its damage is dealt together with that of the next instruction");
            flag(FlagKind::ChangedNothing, why.or_else(|| may_change_nothing(act)));
        }
        found.happened += 1;
    }
    found
}

/// The situations: whose turn it is, and the cards of both players.
fn situations(name: &str, permanent: bool, helpers: &[RawCard]) -> Vec<(usize, Vec<(Seat, Item)>)> {
    let card = |name: &str, count: u8, zone: Zone| Item::Card { name: name.to_owned(), count, zone, notes: Vec::new() };
    let mut around = Vec::new();
    for seat in [Seat::new(0), Seat::new(1)] {
        around.push((seat, Item::Life(20)));
        for helper in helpers {
            let line = &helper.type_line;
            let land = line.contains("Land");
            let lasting = !line.contains("Instant") && !line.contains("Sorcery");
            if land {
                around.push((seat, card(&helper.name, 3, Zone::Battlefield)));
            } else if lasting {
                around.push((seat, card(&helper.name, 1, Zone::Battlefield)));
            }
            if !line.contains("Aura") && !land {
                around.push((seat, card(&helper.name, 1, Zone::Graveyard)));
                around.push((seat, card(&helper.name, 1, Zone::Library)));
                around.push((seat, card(&helper.name, 1, Zone::Hand)));
            }
        }
        around.push((seat, card("Forest", 1, Zone::Hand)));
        around.push((seat, card("Island", 1, Zone::Library)));
        around.push((seat, card("Forest", super::position::FILLER, Zone::Library)));
    }
    let me = Seat::new(0);
    let with = |zones: &[Zone]| {
        let mut given = around.clone();
        given.extend(zones.iter().map(|zone| (me, card(name, 1, *zone))));
        given
    };
    let mut list = vec![(0, with(&[Zone::Hand, Zone::Hand, Zone::Graveyard]))];
    if permanent {
        list.push((0, with(&[Zone::Battlefield, Zone::Hand])));
        list.push((1, with(&[Zone::Battlefield])));
    } else {
        list.push((1, with(&[Zone::Hand])));
    }
    list
}

impl ScenarioMatch<'_> {
    /// Plays a number of decisions at random, and prefers decisions about the card.
    fn play_about(&mut self, name: &str, manner: Preference, rng: &mut Rng, watch: &mut ActionWatch) {
        for _ in 0..if manner == Preference::Quiet { QUIET } else { BUSY } {
            if self.s.over.is_some() || self.s.ask.is_none() {
                return;
            }
            let Some(mv) = self.pick(name, manner, rng) else { return };
            let mut engine = Engine::new(self.r, &mut self.s, None);
            engine.watch = Some(std::mem::take(watch));
            engine.answer(mv);
            engine.run();
            *watch = engine.watch.take().unwrap_or_default();
        }
    }

    fn pick(&self, name: &str, manner: Preference, rng: &mut Rng) -> Option<Move> {
        let mut moves = Vec::new();
        self.r.list(&self.s, &mut moves);
        moves.retain(|mv| !matches!(mv, Move::Scoop | Move::Cancel));
        let priority = matches!(self.s.ask, Some(ask) if ask.what == Question::Priority);
        let weight = |mv: &Move| -> u32 {
            let text = || self.r.move_text(&self.s, *mv).contains(name);
            match mv {
                // Spells and abilities must resolve before the match ends.
                Move::Pass if manner == Preference::Quiet || !self.s.stack.is_empty() => 8 * moves.len() as u32,
                Move::Pass => (moves.len() as u32 / 2).max(4),
                Move::Done | Move::No => 1,
                Move::Yes => 6,
                _ if manner == Preference::About && priority && text() => 4 * (moves.len() as u32).max(4),
                _ => 2,
            }
        };
        let weights: Vec<u32> = moves.iter().map(weight).collect();
        let all: u32 = weights.iter().sum();
        let mut left = if all == 0 { return None } else { rng.below(all) };
        for (mv, weight) in moves.iter().zip(weights) {
            if left < weight {
                return Some(*mv);
            }
            left -= weight;
        }
        moves.first().copied()
    }
}

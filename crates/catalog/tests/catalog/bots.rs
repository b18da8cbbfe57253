//! Tests of bots on the shipped games. A bot uses only the information of its seat. A search stops at the end of a
//! hand. A model chooses among whole decisions. `greedy` uses the facts of a game file.

use rulebook_bots::Worth;
use rulebook_catalog::{Catalog, Game};
use rulebook_kernel::{Key, Rng, Seat, Setup, Turn, Viewer};
use rulebook_matches::{AnyMatch, Staged, Visit};
use rulebook_policy::{Candidate, CandidateList, Context, Message, ModelTurn};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The candidates of a model that gets the short list of the bots.
fn candidates(the_match: &dyn AnyMatch, seat: Seat) -> Vec<Candidate> {
    rulebook_policy::candidates(the_match, seat, CandidateList::Short)
}

/// The candidates of a model that gets all legal moves.
fn all(the_match: &dyn AnyMatch, seat: Seat) -> Vec<Candidate> {
    rulebook_policy::candidates(the_match, seat, CandidateList::All)
}

const SPECS: [&str; 8] =
    ["random", "greedy", "flat:12", "ismcts:12", "mo-ismcts:12", "ismcts:12x2", "guided:12", "policy"];
/// Number of decisions in a match that are tested. Every `BETWEEN`th decision is tested.
const LOOKS: usize = 6;
const BETWEEN: usize = 7;

struct Compare<'a>(&'a Game, &'a [&'a str]);

impl Visit for Compare<'_> {
    /// Number of pairs of different states that were compared.
    type Out = usize;

    fn visit<R: Staged>(self, rules: Arc<R>) -> usize {
        let make = self.0.make_bots::<R>();
        let choice = |state: &R::State, seat: Seat, spec: &str| {
            let mut moves = Vec::new();
            rules.shortlist(state, seat, &mut moves);
            let (mut bot, budget) = make(rules.info(), spec, Key::from_seed("equal")).unwrap();
            bot.pick(&rules, seat, &rules.view(state, Viewer::Seat(seat)), &moves, budget)
        };
        let setup = Setup::seats(rules.info().min_seats);
        let mut state = rules.start(&setup, Rng::seeded("equal"), &mut ());
        let (mut draws, mut rng) = (Rng::seeded("picks").draws(), Rng::seeded("samples"));
        let mut different = 0;
        for step in 0..LOOKS * BETWEEN {
            let Some(seat) = rules.turn(&state).seats().lowest() else { break };
            let mut moves = Vec::new();
            rules.shortlist(&state, seat, &mut moves);
            if step % BETWEEN == 0 && moves.len() > 1 {
                let view = rules.view(&state, Viewer::Seat(seat));
                let other = rules.sample(&view, &mut rng);
                assert_eq!(rules.view(&other, Viewer::Seat(seat)), view);
                different += usize::from(other != state);
                for spec in self.1 {
                    let (here, there) = (choice(&state, seat, spec), choice(&other, seat, spec));
                    assert_eq!(here, there, "{}: {spec} at step {step}", rules.info().id);
                }
            }
            let next = draws.below(moves.len() as u32) as usize;
            rules.play(&mut state, seat, &moves[next], &mut ());
        }
        different
    }
}

// clause: Cards 8.2-4 8.9-7
#[test]
fn equal_views_get_equal_choices() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    // Rummy is included because its game file has facts, and `greedy` uses them.
    let games = ["crazy-eights", "durak", "katko", "scopa", "whist", "hearts"].map(|id| (id, &SPECS[..]));
    for (id, specs) in games.into_iter().chain([("rummy", &["greedy"][..])]) {
        let game = catalog.find(id).map_err(|report| report.to_string()).unwrap();
        assert!(game.visit(Compare(&game, specs)) > 0, "{id}: no two states were different");
    }
}

/// Finds the decisions in which a bot chooses another move if it is also asked for its reasons.
struct Asked<'a>(&'a Game, &'a str);

impl Visit for Asked<'_> {
    type Out = Vec<usize>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Vec<usize> {
        let make = || self.0.make_bots::<R>()(rules.info(), self.1, Key::from_seed("asked")).unwrap();
        let mut state = rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("asked"), &mut ());
        let (mut draws, mut moves, mut changed) = (Rng::seeded("picks").draws(), Vec::new(), Vec::new());
        for step in 0..24 {
            let Some(seat) = rules.turn(&state).seats().lowest() else { break };
            moves.clear();
            rules.shortlist(&state, seat, &mut moves);
            let view = rules.view(&state, Viewer::Seat(seat));
            let ((mut silent, budget), (mut telling, _)) = (make(), make());
            let unasked = silent.pick(&rules, seat, &view, &moves, budget);
            let advice = telling.advise(&rules, seat, &view, &moves, budget);
            if advice.choice != unasked || advice.lines.first().is_some_and(|line| line.index != unasked) {
                changed.push(step);
            }
            let next = draws.below(moves.len() as u32) as usize;
            rules.play(&mut state, seat, &moves[next], &mut ());
        }
        changed
    }
}

#[test]
fn a_bot_that_is_asked_for_its_reasons_chooses_as_it_does_unasked() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let asked = [("chess", "alphabeta:60"), ("chess", "alphabeta:400"), ("chess", "puct:40"), ("reversi", "mcts:40")];
    for (id, spec) in asked.into_iter().chain([("katko", "ismcts:40"), ("katko", "flat:40"), ("katko", "greedy")]) {
        let game = catalog.find(id).map_err(|report| report.to_string()).unwrap();
        assert_eq!(game.visit(Asked(&game, spec)), Vec::<usize>::new(), "{spec} at {id}");
    }
}

/// Plays every move twice, with the function for searches and with the function for matches.
struct Rehearse;

impl Visit for Rehearse {
    /// The scores at the end of each hand at which a search would stop.
    type Out = Vec<Vec<i32>>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        let mut state = rules.start(&Setup::seats(4), Rng::seeded("hands"), &mut ());
        let (mut draws, mut moves, mut ends) = (Rng::seeded("moves").draws(), Vec::new(), Vec::new());
        while let Some(seat) = rules.turn(&state).seats().lowest() {
            moves.clear();
            rules.shortlist(&state, seat, &mut moves);
            let mv = &moves[draws.below(moves.len() as u32) as usize];
            let mut rehearsed = state.clone();
            let stands = rules.play_in_playout(&mut rehearsed, seat, mv, &mut ());
            rules.play(&mut state, seat, mv, &mut ());
            match stands {
                None => assert!(rehearsed == state, "{}: a rehearsed move is the move", rules.info().id),
                Some(outcome) => {
                    assert!(!rules.turn(&state).is_over(), "{}: another hand is played", rules.info().id);
                    ends.push(outcome.scores().expect("points").to_vec());
                }
            }
        }
        ends
    }
}

#[test]
fn a_search_stops_at_the_end_of_a_hand_and_knows_the_points() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    for (id, a_hand) in [("whist", Some(1..=7)), ("hearts", Some(26..=78)), ("oh-hell", None), ("katko", None)] {
        let game = catalog.find(id).map_err(|report| report.to_string()).unwrap();
        let ends = game.visit(Rehearse);
        assert!(!ends.is_empty(), "{id}: no hand ended");
        let mut before = vec![0; 4];
        for scores in ends {
            let gained: i32 = scores.iter().zip(&before).map(|(now, before)| now - before).sum();
            // Both partners get the points of their team, so the sum counts them twice.
            let gained = if id == "whist" { gained / 2 } else { gained };
            assert!(a_hand.as_ref().is_none_or(|usual| usual.contains(&gained)), "{id}: {gained} points in a hand");
            before = scores;
        }
    }
    // This game has no points before its end.
    let game = catalog.find("go-fish").map_err(|report| report.to_string()).unwrap();
    assert_eq!(game.visit(Rehearse), Vec::<Vec<i32>>::new());
}

/// In cribbage, each player lays away two of six cards. People pick them in any order and can put them back. A model
/// chooses one of fifteen pairs.
// clause: Cards 8.5-1
#[test]
fn a_model_chooses_among_sets_and_not_among_ways_to_pick_them() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let game = catalog.find("cribbage").map_err(|report| report.to_string()).unwrap();
    let mut cribbage = game.rules.start(&Setup::seats(2), Key::from_seed("crib")).unwrap();
    let seat = Seat::new(0);
    let whole = candidates(&*cribbage, seat);
    assert_eq!(whole.len(), 15, "{whole:?}");
    assert_eq!(all(&*cribbage, seat), whole);
    // A player may type all picks of a decision as one text.
    for one in &whole {
        for text in [one.moves.join(", "), one.moves.join(" ")] {
            assert_eq!(cribbage.row(seat, &text).as_ref(), Ok(&one.moves), "{text}");
        }
    }
    assert!(cribbage.row(seat, &format!("{0}, {0}", whole[0].moves[0])).is_err(), "a card is picked once");
    let sets: BTreeSet<BTreeSet<&String>> = whole.iter().map(|one| one.moves.iter().collect()).collect();
    assert_eq!(sets.len(), 15, "{whole:?}");
    // In the middle of the decision, people may put a card back. A model may do so too, unless it gets the short list.
    cribbage.play(seat, &whole[0].moves[0]).unwrap();
    let (legal, offered) = (cribbage.legal_texts(seat), candidates(&*cribbage, seat));
    assert!(offered.len() < legal.len() && !offered.is_empty(), "{offered:?} of {legal:?}");
    assert!(offered.iter().all(|one| legal.contains(&one.moves[0])));
    let firsts: BTreeSet<String> = all(&*cribbage, seat).into_iter().map(|mut one| one.moves.swap_remove(0)).collect();
    assert_eq!(firsts, legal.into_iter().collect());
    // Bots pick cards in order: after the fifth card, a bot would be offered only the sixth. A model is offered all
    // five other cards.
    let mut cribbage = game.rules.start(&Setup::seats(2), Key::from_seed("crib")).unwrap();
    let fifth = cribbage.legal_texts(seat).swap_remove(4);
    cribbage.play(seat, &fifth).unwrap();
    let offered = candidates(&*cribbage, seat);
    assert_eq!(offered.len(), 5, "{offered:?}");
}

/// In hearts, each player passes three of thirteen cards. There are too many sets to list them. So a model first picks
/// any card, and then chooses among the pairs of the other cards.
#[test]
fn a_model_picks_the_cards_of_a_set_in_any_order() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let game = catalog.find("hearts").map_err(|report| report.to_string()).unwrap();
    let mut hearts = game.rules.start(&Setup::seats(4), Key::from_seed("pass")).unwrap();
    let seat = Seat::new(0);
    let picks = candidates(&*hearts, seat);
    assert_eq!(picks.len(), 13, "{picks:?}");
    assert!(picks.iter().all(|one| one.moves.len() == 1 && !one.summary.contains("then one of")), "{picks:?}");
    // All pairs are offered after any first card, even if this is the last card of the list. A bot picks cards in
    // order, so it would not pick the last card first.
    for first in [12, 8] {
        let mut begun = hearts.fork();
        begun.play(seat, &picks[first].moves[0]).unwrap();
        let pairs = candidates(&*begun, seat);
        let is_card = |text: &&String| picks.iter().any(|pick| pick.moves[0] == **text);
        let sets: BTreeSet<BTreeSet<&String>> =
            pairs.iter().map(|one| one.moves.iter().filter(is_card).collect()).collect();
        assert_eq!((pairs.len(), sets.len()), (66, 66), "{pairs:?}");
        assert!(sets.iter().all(|set| set.len() == 2 && !set.contains(&picks[first].moves[0])), "{pairs:?}");
        for one in &pairs {
            let mut next = begun.fork();
            one.moves.iter().for_each(|text| drop(next.play(seat, text).unwrap()));
            assert!(!next.turn().seats().has(seat), "{one:?} is all of it");
        }
    }
    // After two picks, the candidates are the eleven remaining cards. No candidate puts a card back.
    hearts.play(seat, &picks[9].moves[0]).unwrap();
    hearts.play(seat, &picks[5].moves[0]).unwrap();
    let last = candidates(&*hearts, seat);
    assert_eq!(last.len(), 11, "{last:?}");
    assert!(last.iter().all(|one| picks.iter().any(|pick| pick.moves[0] == one.moves[0])), "{last:?}");
}

/// A model is offered every legal move in every state, and nothing else. If a candidate is a whole decision, every
/// legal pick is part of some candidate. The short list of the bots leaves moves out.
// clause: Cards 8.5-1 8.5-2
#[test]
fn a_model_is_offered_every_legal_move() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let shortened = ["bridge", "canasta", "durak", "kasino"];
    let others = ["gin-rummy", "scopa", "katko", "mau-mau", "hearts", "rummy", "casino", "chess", "duel"];
    for id in shortened.into_iter().chain(others) {
        let game = catalog.find(id).map_err(|report| report.to_string()).unwrap();
        let seats = game.rules.info().min_seats;
        let (mut fewer, mut asked, mut asked_short) = (0, 0, 0);
        for seed in ["1", "2", "3"] {
            let mut table = game.rules.start(&Setup::seats(seats), Key::from_seed(seed)).unwrap();
            let mut draws = Rng::seeded(seed).draws();
            for step in 0..120 {
                let Some(seat) = table.turn().seats().lowest() else { break };
                let legal = table.legal_texts(seat);
                let nth = draws.below(legal.len() as u32) as usize;
                if step % 3 == 0 || legal.len() > 20 {
                    let offered = all(&*table, seat);
                    let named: BTreeSet<&String> = offered.iter().flat_map(|one| &one.moves).collect();
                    for text in &legal {
                        assert!(named.contains(text), "{id}, step {step}: {text} is not offered: {offered:?}");
                    }
                    assert!(offered.iter().all(|one| legal.contains(&one.moves[0])), "{id}: {offered:?} of {legal:?}");
                    let short = candidates(&*table, seat).len();
                    fewer += usize::from(short < offered.len());
                    asked += usize::from(offered.len() > 1);
                    asked_short += usize::from(short > 1);
                }
                table.play(seat, &legal[nth]).unwrap();
            }
        }
        assert!(!shortened.contains(&id) || fewer > 3, "{id}: {fewer}");
        assert!(asked >= asked_short && asked > 10, "{id}: {asked} {asked_short}");
    }
}

/// In the auction of bridge, a model may make any call. With the short list, it often could only pass.
#[test]
fn a_model_may_make_any_call_in_bridge() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let game = catalog.find("bridge").map_err(|report| report.to_string()).unwrap();
    let mut passed_for_it = 0;
    for seed in 0..12 {
        let mut bridge = game.rules.start(&Setup::seats(4), Key::from_seed(&seed.to_string())).unwrap();
        let seat = bridge.turn().seats().lowest().unwrap();
        assert_eq!(all(&*bridge, seat).len(), 36, "35 bids and a pass");
        passed_for_it += usize::from(candidates(&*bridge, seat).len() == 1);
        bridge.play(seat, &all(&*bridge, seat)[0].moves[0].clone()).unwrap();
    }
    assert!(passed_for_it > 0);
}

/// After a knock in gin rummy, a model chooses its melds itself. The short list of candidates would contain only one
/// way to lay all melds.
#[test]
fn a_model_lays_its_own_melds_in_gin_rummy() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let game = catalog.find("gin-rummy").map_err(|report| report.to_string()).unwrap();
    let mut gin = game.rules.start(&Setup::seats(2), Key::from_seed("744")).unwrap();
    let one = Seat::new(0);
    for text in ["8S discard->hand", "QC hand->knock"] {
        gin.play(one, text).unwrap();
    }
    let laid: Vec<String> = all(&*gin, one).into_iter().flat_map(|one| one.moves).collect();
    assert_eq!(laid, gin.legal_texts(one));
    for text in ["8S 9S 10S JS open->meld-1", "9S 10S JS open->meld-1", "7D 7H 7S open->meld-1"] {
        assert!(laid.iter().any(|other| other == text), "{text}: {laid:?}");
    }
    assert_eq!(candidates(&*gin, one).len(), 1);
}

/// In canasta, a model lays a whole meld at once, or card by card.
// clause: Cards 8.9-9
// departs: Cards 8.9-10: a model is offered every legal move; a table can ask for the short list, which has whole melds only
#[test]
fn a_model_may_lay_a_whole_meld_in_canasta() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let game = catalog.find("canasta").map_err(|report| report.to_string()).unwrap();
    let mut canasta = game.rules.start(&Setup::seats(4), Key::from_seed("6")).unwrap();
    let one = Seat::new(0);
    for text in ["3H hand->threes", "? stock->hand"] {
        canasta.play(one, text).unwrap();
    }
    let melds: Vec<Vec<String>> = all(&*canasta, one).into_iter().map(|one| one.moves).collect();
    let nines = ["9C", "9H", "9S"].map(|card| format!("{card} hand->meld-9"));
    assert!(nines.iter().all(|nine| melds.contains(&vec![nine.clone()])), "{melds:?}");
    assert!(melds.contains(&nines.to_vec()) && melds.contains(&nines[..2].to_vec()), "{melds:?}");
    assert!(candidates(&*canasta, one).iter().all(|one| one.moves.len() == 1));
}

/// In durak, a model may attack with one of two sevens, or with both.
#[test]
fn a_model_may_attack_with_one_card_or_with_several() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let game = catalog.find("durak").map_err(|report| report.to_string()).unwrap();
    let durak = game.rules.start(&Setup::seats(2), Key::from_seed("2")).unwrap();
    let attacks: Vec<String> = all(&*durak, Seat::new(0)).into_iter().flat_map(|one| one.moves).collect();
    for text in ["7C hand->battle-1", "7H hand->battle-1", "7C 7H hand->battle-1"] {
        assert!(attacks.iter().any(|other| other == text), "{text}: {attacks:?}");
    }
}

/// The prompt for a model in this seat.
fn told(the_match: &dyn AnyMatch, seat: Seat) -> Vec<Message> {
    let brief = the_match.brief(seat);
    let context = Context { game: "", rules: "", recap: &brief.recap, facts: &brief.facts };
    let scene = the_match.scene(Viewer::Seat(seat));
    ModelTurn::new(&scene, context, all(the_match, seat)).messages().to_vec()
}

#[test]
fn a_prompt_contains_no_sealed_answers() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    for (id, seats) in [("goofspiel", 2), ("hearts", 4), ("cribbage", 2)] {
        let game = catalog.find(id).map_err(|report| report.to_string()).unwrap();
        let begun = game.rules.start(&Setup::seats(seats), Key::from_seed("sealed")).unwrap();
        let (one, other) = (Seat::new(0), Seat::new(1));
        assert!(begun.turn().seats().has(one) && begun.turn().seats().has(other), "{id}: both are asked");
        let before = told(&*begun, one);
        let answers = candidates(&*begun, other);
        for answer in [&answers[0], &answers[answers.len() - 1]] {
            let mut answered = begun.fork();
            answer.moves.iter().for_each(|text| drop(answered.play(other, text).unwrap()));
            assert_eq!(told(&*answered, one), before, "{id}: {answer:?}");
        }
    }
}

const RANKS: &str = r#"cgml_version: "1.3"
meta: { name: Ranks, players: { min: 2, max: 2 } }
imports:
  - !include standard_52
components:
  decks:
    cards: { type: standard_52 }
  zones:
    - { name: deck, type: deck, of_deck: cards }
setup:
  - { action: SHUFFLE, target: $.zones.deck }
flow:
  initial_state: Playing
  states:
    Playing: { phases: [Choose] }
    Over: {}
  transitions:
    - { from: Playing, to: Over, condition: $.turn_index >= 2 }
rules:
  - id: three_ranks
    trigger: on.phase.Choose
    effect:
      - { action: REQUEST_INPUT, prompt: Three ranks, options: { type: rank }, multiselect: true, min: 3, max: 3, store_as: ranks }
"#;

/// The table marks picked cards, but not picked ranks. So each candidate for a rank lists the ranks that can be picked
/// after it.
#[test]
fn a_prompt_for_a_pick_lists_the_moves_that_can_follow() {
    let folder = rulebook_testkit::scratch::Folder::new("picks");
    let file = folder.path("picks.cgml");
    std::fs::write(&file, RANKS).unwrap();
    let found = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")).find(&file);
    let game = found.map_err(|report| report.to_string()).unwrap();
    let ranks = game.rules.start(&Setup::seats(2), Key::from_seed("ranks")).unwrap();
    let picks = candidates(&*ranks, Seat::new(0));
    assert!(picks.len() > 3 && picks.iter().all(|one| one.moves.len() == 1), "{picks:?}");
    assert!(picks[1..].iter().all(|one| one.summary.contains(", then one of: ")), "{picks:?}");
}

/// Plays deals between two bots. Each bot plays each seat equally often. Returns the number of deals that the first bot
/// won.
struct Duel<'a>(&'a Game, [&'a str; 2], u64);

impl Visit for Duel<'_> {
    type Out = usize;

    fn visit<R: Staged>(self, rules: Arc<R>) -> usize {
        let Duel(game, specs, deals) = self;
        let make = game.make_bots::<R>();
        let mut won = 0;
        for deal in 0..deals {
            let seat = |bot: usize| (bot + deal as usize) % 2;
            let key = |bot: usize| Key::from_seed("bots").child(deal).child(bot as u64);
            let mut bots = [0, 1].map(|bot| make(rules.info(), specs[seat(bot)], key(bot)).unwrap());
            let mut state = rules.start(&Setup::seats(2), Rng::new(Key::from_seed("deals").child(deal / 2)), &mut ());
            let outcome = loop {
                let due = match rules.turn(&state) {
                    Turn::Over(outcome) => break outcome,
                    Turn::Seats(due) => due.lowest().unwrap(),
                };
                let mut moves = Vec::new();
                rules.shortlist(&state, due, &mut moves);
                let (bot, budget) = &mut bots[due.index()];
                let nth = bot.pick(&rules, due, &rules.view(&state, Viewer::Seat(due)), &moves, *budget);
                rules.play(&mut state, due, &moves[nth], &mut ());
            };
            won += usize::from(outcome.winners().has(Seat::new(seat(0))));
        }
        won
    }
}

fn turn_up(table: &mut dyn AnyMatch, seat: Seat, cards: [usize; 2]) {
    cards.iter().for_each(|card| drop(table.play(seat, &format!("#{card}")).unwrap()));
}

/// In memory, random playouts of six hundred decisions say nothing about one move. Still, a bot that has seen both
/// cards of a pair should take the pair.
#[test]
fn a_bot_that_has_seen_a_pair_takes_it() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let memory = catalog.find("memory").map_err(|report| report.to_string()).unwrap();
    let (one, other) = (Seat::new(0), Seat::new(1));
    for seed in ["1", "2", "3"] {
        let key = Key::from_seed(seed);
        let mut table = memory.rules.start(&Setup::seats(2), key.clone()).unwrap();
        // A player who finds a pair plays again, so the turn shows whether these two cards are a pair.
        let pairs = |first: usize, second: usize| {
            let mut trial = memory.rules.start(&Setup::seats(2), key.clone()).unwrap();
            turn_up(&mut *trial, one, [first, second]);
            trial.turn().seats().has(one)
        };
        let twin = (1..36).find(|card| pairs(0, *card)).unwrap();
        let miss = |card: usize| (1..36).find(|miss| *miss != card && *miss != twin && !pairs(card, *miss)).unwrap();
        turn_up(&mut *table, one, [0, miss(0)]);
        turn_up(&mut *table, other, [twin, miss(twin)]);
        table.play(one, "#0").unwrap();
        let mut bot = memory.bot("medium", key.clone()).unwrap();
        let choice = bot.pick(&*table, one);
        assert_eq!(table.nth_text(one, choice), Some(format!("#{twin}")), "seed {seed}");
    }
}

/// A bot captures an undefended piece. It does not capture a defended piece, even if a third player moves before the
/// defender.
#[test]
fn with_four_players_all_levels_see_attacked_and_defended_pieces() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let chess = catalog.find("four-player-chess").map_err(|report| report.to_string()).unwrap();
    let choice = |top: &str, taken: &str, level: &str| {
        let rows =
            format!("{top}/***8***/14/14/4{taken}9/134:K/2:K13/14/14/41:Q9/***8***/***8***/***41:K3*** 1 - - 0 1");
        let game = chess.from_position(&rows).unwrap_or_else(|why| panic!("{rows}: {why}"));
        let table = game.rules.start(&Setup::seats(4), Key::from_seed("four")).unwrap();
        let nth = game.bot(level, Key::from_seed("four")).unwrap().pick(&*table, Seat::new(0));
        table.nth_text(Seat::new(0), nth).unwrap()
    };
    for level in ["easy", "medium"] {
        assert_eq!(choice("***33:K4***/***8***", "2:Q", level), "e4e9", "{level}");
    }
    // Yellow's rook defends Blue's pawn.
    assert_ne!(choice("***33:K4***/***13:R6***", "2:P", "medium"), "e4e9");
}

/// With four players, a search of all captures could take very long. An easy bot must still answer quickly.
#[test]
fn with_four_players_an_easy_opponent_looks_at_few_positions() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let chess = catalog.find("four-player-chess").map_err(|report| report.to_string()).unwrap();
    for seed in ["1", "2", "3"] {
        let mut table = chess.rules.start(&Setup::seats(4), Key::from_seed(seed)).unwrap();
        let mut draws = Rng::seeded(seed).draws();
        for ply in 0..90 {
            let Some(seat) = table.turn().seats().lowest() else { break };
            if ply >= 40 && ply % 10 == 0 {
                let advice = chess.bot("easy", Key::from_seed(seed)).unwrap().advise(&*table, seat);
                assert!(advice.effort < 20_000, "{} positions at turn {ply}, seed {seed}", advice.effort);
            }
            let nth = draws.below(table.legal_count(seat) as u32) as usize;
            table.play_nth(seat, nth).unwrap();
        }
    }
}

/// In Clobber every move captures, so a search of all captures would play every game to its end. The search cannot stop
/// before it has judged each move once.
#[test]
fn where_every_move_captures_an_easy_opponent_still_answers() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let clobber = catalog.find("clobber").map_err(|report| report.to_string()).unwrap();
    let table = clobber.rules.start(&Setup::seats(2), Key::from_seed("1")).unwrap();
    let seat = table.turn().seats().lowest().unwrap();
    let advice = clobber.bot("easy", Key::from_seed("1")).unwrap().advise(&*table, seat);
    assert!(advice.effort < 50_000, "{} positions", advice.effort);
}

/// The values that `greedy` gives to the first moves of a match.
struct Values<'a>(&'a Game);

impl Visit for Values<'_> {
    type Out = Vec<Worth>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Vec<Worth> {
        let state = rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("4"), &mut ());
        let seat = rules.turn(&state).seats().lowest().unwrap();
        let mut moves = Vec::new();
        rules.shortlist(&state, seat, &mut moves);
        let (mut bot, budget) = self.0.make_bots::<R>()(rules.info(), "greedy", Key::from_seed("greedy")).unwrap();
        let advice = bot.advise(&rules, seat, &rules.view(&state, Viewer::Seat(seat)), &moves, budget);
        advice.lines.iter().map(|line| line.worth).collect()
    }
}

/// Klondike counts cards and cannot be lost, so only the points distinguish moves.
#[test]
fn greedy_looks_at_points_where_there_are_no_facts() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let klondike = catalog.find("klondike").map_err(|report| report.to_string()).unwrap();
    let values = klondike.visit(Values(&klondike));
    assert!(values.len() > 1 && values.iter().any(|worth| *worth != values[0]), "{values:?}");
}

/// A player may pick up a card and put it back, which changes nothing. Bots are not offered the move that puts it back.
#[test]
fn bots_are_not_offered_to_put_a_card_back() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let klondike = catalog.find("klondike").map_err(|report| report.to_string()).unwrap();
    let mut table = klondike.rules.start(&Setup::seats(1), Key::from_seed("1")).unwrap();
    let alone = Seat::new(0);
    let offered = |table: &dyn AnyMatch| table.offered(alone).into_iter().map(|offer| offer.text).collect::<Vec<_>>();
    assert_eq!(offered(&*table), ["3S@pile1", "turn"], "the button beside the cards does something");
    table.play(alone, "3S@pile1").unwrap();
    assert_eq!(table.legal_texts(alone), ["pile3", "put it back"]);
    assert_eq!(offered(&*table), ["pile3"]);
}

/// In beacons, all players nearly always lose together, so only the points distinguish moves.
#[test]
fn bots_play_for_points_in_games_that_are_always_lost() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let beacons = catalog.find("beacons").map_err(|report| report.to_string()).unwrap();
    let points = |spec: &str| -> i32 {
        let play = |seed: u64| {
            let mut table = beacons.rules.start(&Setup::seats(2), Key::from_seed(&seed.to_string())).unwrap();
            let mut bot = beacons.bot(spec, Key::from_seed(spec)).unwrap();
            loop {
                match table.turn() {
                    Turn::Over(outcome) => return outcome.scores().unwrap()[0],
                    Turn::Seats(due) => {
                        let seat = due.lowest().unwrap();
                        let nth = bot.pick(&*table, seat);
                        table.play_nth(seat, nth).unwrap();
                    }
                }
            }
        };
        (0..20).map(play).sum()
    };
    let (thinks, random) = (points("ismcts:60"), points("random"));
    assert!(thinks > random + random / 2, "{thinks} points against {random}");
}

#[test]
fn facts_of_a_file_make_a_player_of_greedy() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let rummy = catalog.find("rummy").map_err(|report| report.to_string()).unwrap().varied("target", 1).unwrap();
    let won = rummy.visit(Duel(&rummy, ["greedy", "random"], 20));
    assert!(won >= 16, "{won} of 20 deals");
}

//! Tests that the laws can fail. Each fault of a game that is broken on purpose must be found by the right laws.

pub mod duel;
mod fault;
mod fold;
mod hidden;
mod notation;
mod staged;
mod table;

use duel::{Duel, Fact};
use fault::Fault;
use rulebook_kernel::{Hidden, Notation, Rng, Rules, Seat, Setup, Viewer};
use rulebook_testkit::laws::exact::exact;
use rulebook_testkit::laws::{self, Plan, Report, Walk};

fn report(fault: Option<Fault>) -> Report {
    let rules = Duel::new(fault);
    laws::all(&rules, &Plan::of(&rules).seeds(4)).err().unwrap_or_default()
}

/// Checks that exactly these laws are broken. The comparison is exact, because a law that fails for another reason than
/// the fault would mislead people. Some faults break several laws: for example, a seat without a move also stops random
/// play from a sample.
fn names(fault: Fault, laws: &[&str]) {
    let report = report(Some(fault));
    assert_eq!(report.laws(), laws, "{fault:?}:\n{report}");
}

#[test]
fn the_whole_game_obeys_every_law() {
    let rules = Duel::new(None);
    let plan = Plan::of(&rules).seeds(20).consistent(|_, state| state.table.check(true).map_err(str::to_owned));
    laws::all(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
    laws::fold(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
}

#[test]
fn a_report_tells_how_to_see_it_again() {
    let text = report(Some(Fault::AmbiguousText)).to_string();
    assert!(text.starts_with("law `notation` is broken by duel (2 seats, seed \""), "{text}");
}

macro_rules! faults {
    ($($test:ident: $fault:ident breaks $($law:literal),+;)*) => {
        $(#[test] fn $test() { names(Fault::$fault, &[$($law),+]); })*
    };
}

faults! {
    undetermined: Undetermined breaks "replay", "copies", "lore", "save";
    opening_undetermined: OpeningUndetermined breaks "replay";
    silent_differs: SilentDiffers breaks "silent", "lore";
    lore_counts: LoreCounts breaks "lore";
    uneven_picks: UnevenPicks breaks "random picks";
    copy_keeps_old: CopyKeepsOld breaks "copies";
    missing_move: MissingMove breaks "moves", "illegal";
    accepts_too_much: AcceptsTooMuch breaks "moves", "illegal", "views from facts";
    listed_twice: ListedTwice breaks "moves", "notation", "random picks";
    empty_when_due: EmptyWhenDue breaks "moves", "worlds";
    moves_when_not_due: MovesWhenNotDue breaks "moves";
    clobbers_buffer: ClobbersBuffer breaks "moves";
    unordered_moves: UnorderedMoves breaks "lore", "moves", "sealed";
    invents_for_bots: InventsForBots breaks "moves";
    nothing_for_bots: NothingForBots breaks "moves";
    shortlist_leaks: ShortlistLeaks breaks "choices";
    refuses_listed: RefusesListed breaks "moves", "worlds";
    nobody_due: NobodyDue breaks "moves", "worlds";
    attempt_changes: AttemptChanges breaks "illegal", "save";
    parse_panics: ParsePanics breaks "illegal";
    refuses_silently: RefusesSilently breaks "illegal";
    save_loses: SaveLoses breaks "save";
    refuses_own_state: RefusesOwnState breaks "save", "worlds";
    admits_anything: AdmitsAnything breaks "damage";
    ambiguous_text: AmbiguousText breaks "notation", "views from facts";
    text_of_two_lines: TextOfTwoLines breaks "notation";
    parses_other: ParsesOther breaks "notation";
    gesture_at_nothing: GestureAtNothing breaks "offers";
    never_ends: NeverEnds breaks "ends", "worlds";
    ends_by_limit: EndsByLimit breaks "ends", "worlds";
    miscounts_seats: MiscountsSeats breaks "ends";
    play_panics: PlayPanics breaks "ends", "damage", "worlds";
    fact_names_card: FactNamesCard breaks "facts";
    fact_names_place: FactNamesPlace breaks "facts";
    move_list_leaks: MoveListLeaks breaks "choices";
    refusal_leaks: RefusalLeaks breaks "choices";
    view_variable_leaks: ViewVariableLeaks breaks "views", "views from facts";
    scene_leaks: SceneLeaks breaks "views";
    due_leaks: DueLeaks breaks "choices", "due";
    outcome_leaks: OutcomeLeaks breaks "due";
    spectators_see: SpectatorsSee breaks "public", "views from facts";
    view_leaks_honestly: ViewLeaksHonestly breaks "views from facts";
    sealed_is_seen: SealedIsSeen breaks "views from facts", "sealed", "worlds";
    sealed_is_counted: SealedIsCounted breaks "views", "sealed";
    sealed_for_all: SealedForAll breaks "sealed";
    sealed_is_told: SealedIsTold breaks "sealed";
    sample_forgets_effect: SampleForgetsEffect breaks "views", "worlds";
    sample_crosses_pools: SampleCrossesPools breaks "views", "worlds";
    sample_loses_cards: SampleLosesCards breaks "views", "worlds";
}

#[test]
fn a_family_checks_more_of_a_loaded_state_than_the_table() {
    let rules = Duel::new(Some(Fault::SampleForgetsEffectUnnoticed));
    let plan = Plan::of(&rules).consistent(|_, state| state.table.check(true).map_err(str::to_owned));
    let report = laws::all(&rules, &plan).expect_err("a sample contradicts itself");
    assert!(report.to_string().contains("contradicts itself: the card that is looked at"), "{report}");
}

/// A plan may declare that viewers witness a fact and do not remember it. Such a fact does not break the laws.
#[test]
fn a_declared_passing_fact_is_no_leak() {
    let rules = Duel::new(Some(Fault::FactNamesCard));
    let plan = Plan::of(&rules).in_passing(|_, fact| matches!(fact, Fact::Looked(..) | Fact::Kept { .. }));
    laws::all(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
}

#[test]
fn a_law_can_be_left_out() {
    let rules = Duel::new(Some(Fault::FactNamesCard));
    laws::all(&rules, &Plan::of(&rules).without("facts")).unwrap_or_else(|report| panic!("{report}"));
}

/// The report of a broken law contains the setup and the seed, which give the same match again.
#[test]
fn a_broken_match_can_be_played_again() {
    let rules = Duel::new(Some(Fault::AmbiguousText));
    let report = laws::all(&rules, &Plan::of(&rules).seeds(4)).expect_err("a broken law");
    let (broken, _) = &report.broken[0];
    let walk = Walk::random(&rules, &broken.setup, &broken.seed);
    let state = &walk.states[broken.at];
    let ambiguous = |seat| {
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        moves.iter().any(|mv| rules.parse(state, seat, &rules.text(state, seat, mv)).as_ref() != Ok(mv))
    };
    assert!(rules.turn(state).seats().iter().any(ambiguous), "{broken}");
}

// clause: Cards 4-1
#[test]
fn fold_differs() {
    let rules = Duel::new(Some(Fault::FoldDiffers));
    let report = laws::fold(&rules, &Plan::of(&rules)).expect_err("the facts miss a card");
    assert_eq!(report.laws(), ["fold"]);
}

/// Checks the samples of a seat's first view against all hands of three cards that the other seat could hold.
fn other_hands(rules: &Duel) -> Result<(), String> {
    let state = rules.start(&Setup::seats(2), Rng::seeded("1"), &mut ());
    let view = rules.view(&state, Viewer::Seat(Seat::new(0)));
    let unseen: Vec<u8> = (1..=9).filter(|card| !state.table.hands[0].contains(card)).collect();
    let mut hands = Vec::new();
    for (i, &a) in unseen.iter().enumerate() {
        for (j, &b) in unseen.iter().enumerate().skip(i + 1) {
            hands.extend(unseen[j + 1..].iter().map(|&c| vec![a, b, c]));
        }
    }
    assert_eq!(hands.len(), 20);
    exact(rules, &view, hands, |state| state.table.hands[1].clone(), 400)
}

/// Checks the samples of a spectator's first view against all cards that could be on top of the deck.
fn tops(rules: &Duel) -> Result<(), String> {
    let state = rules.start(&Setup::seats(2), Rng::seeded("1"), &mut ());
    let view = rules.view(&state, Viewer::Spectator);
    exact(rules, &view, 11..=20, |state| state.table.high[9], 400)
}

#[test]
fn the_samples_are_exactly_the_states_with_that_view() {
    let whole = Duel::new(None);
    assert_eq!((other_hands(&whole), tops(&whole)), (Ok(()), Ok(())));
    assert!(other_hands(&Duel::new(Some(Fault::SampleIsOne))).unwrap_err().contains("never came up"));
    assert!(tops(&Duel::new(Some(Fault::ViewLeaksHonestly))).unwrap_err().contains("never came up"));
    assert!(other_hands(&Duel::new(Some(Fault::SampleCrossesPools))).unwrap_err().contains("none of the 20"));
}

//! Random matches with small decks, which these tests build. All invariants are checked.

use rulebook_kernel::{Hidden, Rng, Rules, Seat, Setup, Turn, Viewer};
use rulebook_mtg::ir::*;
use rulebook_mtg::rules::{Deck, Duel, Move, Words};

struct Lexicon;

impl Words for Lexicon {
    fn name(&self, id: NameId) -> String {
        format!("card {}", id.0)
    }

    fn subtype(&self, id: SubtypeId) -> String {
        ["plains", "island", "swamp", "mountain", "forest", "aura", "equipment", "beast"][usize::from(id.0)].to_owned()
    }
}

fn face(name: u16, types: &[CardType]) -> Face {
    Face {
        name: NameId(name),
        mana_cost: None,
        colors: Colors::default(),
        supertypes: Vec::new(),
        types: types.to_vec(),
        subtypes: Vec::new(),
        power: None,
        toughness: None,
        loyalty: None,
        abilities: Vec::new(),
    }
}

fn card(face: Face) -> Card {
    Card { name: face.name, layout: Layout::Normal, faces: vec![face] }
}

fn basic(name: u16, subtype: u16) -> Card {
    let mut land = face(name, &[CardType::Land]);
    land.supertypes = vec![Supertype::Basic];
    land.subtypes = vec![SubtypeId(subtype)];
    card(land)
}

fn creature(name: u16, color: Color, generic: u8, power: i16, toughness: i16, keywords: &[PlainKeyword]) -> Card {
    let mut c = face(name, &[CardType::Creature]);
    c.mana_cost = Some(vec![ManaSymbol::Generic(generic), ManaSymbol::Color(color)]);
    c.colors = Colors::default().with(color);
    c.subtypes = vec![SubtypeId(7)];
    (c.power, c.toughness) = (Some(power), Some(toughness));
    if !keywords.is_empty() {
        c.abilities = vec![Ability::Keywords(keywords.iter().map(|k| Keyword::Plain(*k)).collect(), false)];
    }
    card(c)
}

fn duel() -> Duel {
    use PlainKeyword::*;
    let cards = vec![
        basic(0, 4),
        basic(1, 3),
        creature(2, Color::Green, 1, 2, 2, &[]),
        creature(3, Color::Green, 3, 4, 4, &[Trample]),
        creature(4, Color::Green, 2, 2, 3, &[Reach, Deathtouch]),
        creature(5, Color::Red, 0, 1, 1, &[Haste]),
        creature(6, Color::Red, 2, 3, 1, &[FirstStrike, Menace]),
        creature(7, Color::Red, 4, 4, 4, &[Flying]),
        creature(8, Color::Red, 1, 2, 1, &[DoubleStrike, Lifelink]),
        creature(9, Color::Green, 1, 0, 5, &[Defender, Vigilance]),
    ];
    let decks = vec![
        Deck { name: "green".into(), cards: vec![(0, 17), (2, 8), (3, 6), (4, 5), (9, 4)] },
        Deck { name: "red".into(), cards: vec![(1, 17), (5, 8), (6, 6), (7, 4), (8, 5)] },
    ];
    Duel::new("duel", "Duel", &cards, decks, &Lexicon)
}

#[test]
fn random_games_end() {
    let duel = duel();
    let setup = Setup::seats(2);
    let mut decisions = 0;
    let mut wins = [0; 3];
    for game in 0..40 {
        let (outcome, made) = super::random_game(&duel, &setup, game, |before, seat, mv| {
            duel.check(before, seat, mv).unwrap();
        });
        decisions += made;
        wins[outcome.winners().single().map_or(2, Seat::index)] += 1;
        assert!(!outcome.reason().contains("too long"), "{}", outcome.reason());
    }
    assert!(wins[0] > 5 && wins[1] > 5, "{wins:?}");
    assert!(decisions > 40 * 50, "{decisions}");
}

// clause: Magic 16-1
#[test]
fn a_sample_looks_the_same() {
    let duel = duel();
    let mut rng = Rng::seeded("walk");
    let mut state = duel.start(&Setup::seats(2), Rng::seeded("one game"), &mut ());
    while let Turn::Seats(seats) = duel.turn(&state) {
        let seat = seats.single().unwrap();
        for who in [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Spectator] {
            let view = duel.view(&state, who);
            let other = duel.sample(&view, &mut rng);
            assert_eq!(duel.view(&other, who), view);
        }
        let mut moves = Vec::new();
        duel.moves(&state, seat, &mut moves);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        duel.play(&mut state, seat, &mv, &mut ());
    }
}

// clause: Magic 1-4 3-2
#[test]
fn the_laws_hold() {
    let duel = duel();
    let plan = rulebook_testkit::laws::Plan::of(&duel).seeds(1).consistent(Duel::consistent);
    rulebook_testkit::laws::all(&duel, &plan).unwrap();
    rulebook_testkit::laws::fold(&duel, &plan).unwrap();
}

/// The rules for a deck of lands, creatures, and a spell that makes each player discard a card of their choice.
fn discarding() -> Duel {
    let mut spell = face(3, &[CardType::Sorcery]);
    spell.mana_cost = Some(vec![ManaSymbol::Color(Color::Green)]);
    let what = Obj::Choose { count: Choice::One, filter: Filter::of(Head::of(Kind::Card)) };
    let act = Act::Discard { who: Who::Each(Players::Any), what, random: false };
    let steps = vec![TextStep::Do { joint: Joint::First, said: true, act }];
    spell.abilities = vec![Ability::Spell(Body { targets: Vec::new(), steps, modes: None })];
    let cards = vec![
        basic(0, 4),
        creature(1, Color::Green, 0, 2, 1, &[]),
        creature(2, Color::Green, 2, 3, 3, &[]),
        card(spell),
    ];
    let deck = |name: &str| Deck { name: name.into(), cards: vec![(0, 16), (1, 8), (2, 8), (3, 8)] };
    Duel::new("duel", "Duel", &cards, vec![deck("one"), deck("two")], &Lexicon)
}

#[test]
fn discards_stay_sealed_until_all_players_have_chosen() {
    let duel = discarding();
    let mut rng = Rng::seeded("sealed");
    let mut seen = 0;
    for game in 0..12 {
        let mut state = duel.start(&Setup::seats(2), Rng::seeded(&format!("sealed {game}")), &mut ());
        while let Turn::Seats(seats) = duel.turn(&state) {
            let seat = seats.single().unwrap();
            let mut moves = Vec::new();
            duel.moves(&state, seat, &mut moves);
            let cards: Vec<Move> = moves.iter().copied().filter(|mv| matches!(mv, Move::Card(_))).collect();
            if let [one, other, ..] = cards[..] {
                let after = |mv: Move| {
                    let (mut next, mut facts) = (state.clone(), Vec::new());
                    duel.play(&mut next, seat, &mv, &mut facts);
                    (next, facts.is_empty())
                };
                let ((a, quiet), (b, _)) = (after(one), after(other));
                // The move emitted no facts, because the card stays hidden until the other player has chosen too.
                if quiet {
                    seen += 1;
                    for who in [Viewer::Spectator, Viewer::Seat(Seat::new(1 - seat.index()))] {
                        assert_eq!(duel.view(&a, who), duel.view(&b, who), "nobody else knows which");
                        let sample = duel.sample(&duel.view(&a, who), &mut rng);
                        assert_eq!(duel.view(&sample, who), duel.view(&a, who));
                    }
                    assert_ne!(duel.view(&a, Viewer::Seat(seat)), duel.view(&b, Viewer::Seat(seat)));
                }
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            duel.play(&mut state, seat, &mv, &mut ());
        }
    }
    assert!(seen > 5, "{seen}");
    let plan = rulebook_testkit::laws::Plan::of(&duel).seeds(1).consistent(Duel::consistent);
    rulebook_testkit::laws::all(&duel, &plan).unwrap();
    rulebook_testkit::laws::fold(&duel, &plan).unwrap();
}

use rulebook_kernel::{Key, Setup, Viewer};
use rulebook_natives::{durak::Durak, module::Native};
use rulebook_stage::{AnyRules, Hosted};
#[test]
fn explore() {
    let rules = Hosted::new(Native::<Durak>::new());
    for seats in [2usize, 3] {
        for seed in 1..=10 {
            let game = rules.start(&Setup::seats(seats), Key::from_seed(&seed.to_string())).unwrap();
            let scene = game.scene(Viewer::God);
            println!("seats {seats} seed {seed} due {:?} {:?} {:?}", scene.due, scene.phase, scene.announcements);
            for zone in scene.zones.iter().filter(|z| z.id.starts_with("hand") || z.id == "trump" || z.id == "talon") {
                let c: Vec<_> = zone.cards.iter().map(|c| c.face.as_ref().map_or("?".into(), |f| f.id.clone())).collect();
                println!("   {}: {}", zone.id, c.join(" "));
            }
        }
    }
    for seats in 2..=6 {
        let (mut draws, mut most, mut total) = (0, 0, 0);
        for seed in 1..=200 {
            let mut game = rules.start(&Setup::seats(seats), Key::from_seed(&seed.to_string())).unwrap();
            let mut n = 0;
            while let Some(seat) = game.turn().seats().lowest() {
                let t = game.nth_text(seat, 0).unwrap();
                game.play(seat, &t).unwrap();
                n += 1;
            }
            let o = game.outcome().unwrap();
            if o.is_draw() {
                draws += 1;
                println!("first-legal draw: seats {seats} seed {seed} after {n}: {}", o.reason());
            }
            most = most.max(n);
            total += n;
        }
        println!("seats {seats}: first-legal draws {draws} most {most} mean {}", total / 200);
    }
}

//! `rulebook print`: cards, boards and rules on paper, and pictures of cards.

use crate::failure::Failure;
use crate::games::{Games, Options, Shelves, find, note};
use crate::numbers::counted;
use clap::{Args, ValueEnum};
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Viewer};
use rulebook_print::{Components, PrintedCard, Settings, pdf, png, tabletop};
use rulebook_scene::layout::Shape;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Prints a game: cards at their size with bleed, cut marks and backs, the board with tokens, and the rules
///
/// A card looks as on the web table. Pages of faces and of backs alternate, for printing on both sides over the long
/// edge.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook print my-game -o cards.pdf\n  rulebook print my-game -o cards.pdf --paper letter --bleed 3
  rulebook print my-game --tts deck/\n  rulebook print my-game --png cards/"
)]
pub struct Print {
    /// Game id, folder, or a file in the folder
    game: String,
    /// Output file
    #[arg(short, long, value_name = "FILE", default_value = "cards.pdf", conflicts_with_all = ["tts", "png"])]
    out: PathBuf,
    /// Paper
    #[arg(long, value_enum, default_value = "a4")]
    paper: Paper,
    /// Width and height of a card in millimetres
    #[arg(long, value_name = "WxH", default_value = "63x88", value_parser = size)]
    card: (f32, f32),
    /// Strip in millimetres that is printed around each card and cut off
    #[arg(long, value_name = "MM", default_value_t = 1.0, value_parser = millimetres)]
    bleed: f32,
    /// No lines that show where to cut
    #[arg(long)]
    no_marks: bool,
    /// No pages of backs
    #[arg(long)]
    no_backs: bool,
    /// No leaflet with the rules
    #[arg(long)]
    no_rules: bool,
    /// Write a deck for Tabletop Simulator into this folder: pictures, and a saved object that refers to them
    #[arg(long, value_name = "DIR", conflicts_with = "png")]
    tts: Option<PathBuf>,
    /// Write a picture of each card into this folder
    #[arg(long, value_name = "DIR")]
    png: Option<PathBuf>,
    /// Width of these pictures in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 750, value_parser = clap::value_parser!(u32).range(50..=4000))]
    width: u32,
    /// Number of players [default: the most that the game allows]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=16))]
    seats: Option<u8>,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    shelves: Shelves,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Paper {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}

fn millimetres(text: &str) -> Result<f32, String> {
    let number = text.trim().parse::<f32>().ok().filter(|number| (0.0..=20.0).contains(number));
    number.ok_or_else(|| "write a number of millimetres from 0 to 20".to_owned())
}

fn size(text: &str) -> Result<(f32, f32), String> {
    let side = |text: &str| text.trim().parse::<f32>().ok().filter(|side| (10.0..=300.0).contains(side));
    let sides = text.split_once(['x', '×']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| "write width and height from 10 to 300 millimetres, as in 63x88".to_owned())
}

impl Print {
    pub fn run(self, games: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = games.clone().of(&self.shelves)?;
        let game = find(&catalog, &self.game)?;
        let components = self.components(&game)?;
        let read = |path: &str| game.picture(path).map(|(_, bytes)| bytes);
        if let Some(folder) = &self.png {
            return pictures(&components, folder, self.width, &read, out);
        }
        if let Some(folder) = &self.tts {
            return deck(&components, &game.id, folder, &read, out);
        }
        let settings = Settings {
            paper: if self.paper == Paper::A4 { Settings::A4 } else { Settings::LETTER },
            card: self.card,
            bleed: self.bleed,
            marks: !self.no_marks,
            backs: !self.no_backs,
        };
        let printed = pdf(&components, &settings, &read).map_err(Failure::Usage)?;
        printed.notes.iter().for_each(|told| note(told));
        write(&self.out, &printed.bytes)?;
        let cards: usize = components.cards.iter().map(|card| card.count).sum();
        let (cards, pages) = (counted(cards as u64, "card"), counted(printed.pages as u64, "page"));
        writeln!(out, "{}: {cards} on {pages}", self.out.display())?;
        Ok(())
    }

    /// All cards and the board at the start of a match, including hidden cards.
    fn components(&self, game: &Game) -> Result<Components, Failure> {
        let seats = self.seats.map_or(game.rules.info().max_seats, usize::from);
        let setup = self.options.setup(seats);
        crate::games::admitted(game.rules.info(), &setup)?;
        let begun = game.rules.start(&setup, Key::from_seed("print")).map_err(|why| Failure::Usage(why.to_string()))?;
        let scene = begun.scene(Viewer::God);
        let mut cards: Vec<PrintedCard> = Vec::new();
        for card in scene.zones.into_iter().flat_map(|zone| zone.cards) {
            let Some(face) = card.face else { continue };
            match cards.iter_mut().find(|known| known.face == face && known.deck == card.back) {
                Some(known) => known.count += 1,
                None => cards.push(PrintedCard { face, deck: card.back, count: 1 }),
            }
        }
        // The deal is random, so the cards are sorted: by deck, then as the faces are named.
        cards.sort_by(|a, b| {
            (&a.deck, &a.face.suit, &a.face.name, &a.face.id).cmp(&(&b.deck, &b.face.suit, &b.face.name, &b.face.id))
        });
        if cards.is_empty() && scene.board.is_none() {
            return Err(Failure::Input(format!("{} has no cards and no board to print", self.game)));
        }
        let rules = if self.no_rules { String::new() } else { game.rules_text.to_string() };
        let style = game.layouts.get(Shape::Plain).and_then(|layout| layout.board.clone());
        Ok(Components { title: game.meta.game_name.clone(), cards, board: scene.board, style, rules })
    }
}

/// Writes one picture for each face.
fn pictures(
    components: &Components,
    folder: &Path,
    width: u32,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    create(folder)?;
    for card in &components.cards {
        let bytes = png(&card.face, width, read).ok_or_else(|| Failure::Input("a card cannot be drawn".to_owned()))?;
        let safe = |sign: char| if sign.is_alphanumeric() || sign == '-' { sign } else { '_' };
        let name: String = card.face.id.chars().map(safe).collect();
        write(&folder.join(format!("{name}.png")), &bytes)?;
    }
    writeln!(out, "{}: {}", folder.display(), counted(components.cards.len() as u64, "picture"))?;
    Ok(())
}

/// Writes the files of a deck for Tabletop Simulator.
fn deck(
    components: &Components,
    name: &str,
    folder: &Path,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    create(folder)?;
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let path = whole.display().to_string().replace('\\', "/");
    let address = format!("file:///{}", path.trim_start_matches('/'));
    let name = name.rsplit('/').next().unwrap_or("deck");
    let files = tabletop(components, name, &address, read).map_err(Failure::Input)?;
    for (name, bytes) in &files {
        write(&folder.join(name), bytes)?;
    }
    writeln!(out, "{}: {}", folder.display(), counted(files.len() as u64, "file"))?;
    writeln!(out, "Put the JSON file into the folder Saves/Saved Objects of Tabletop Simulator.")?;
    Ok(())
}

fn create(folder: &Path) -> Result<(), Failure> {
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| Failure::Input(format!("{}: cannot create the folder: {error}", folder.display())))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::Input(format!("{}: cannot write: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!((size("63x88"), size("70 × 120")), (Ok((63.0, 88.0)), Ok((70.0, 120.0))));
        assert!(size("63").is_err() && size("0x5").is_err() && size("axb").is_err());
        assert!(millimetres("3").is_ok() && millimetres("-1").is_err() && millimetres("NaN").is_err());
    }
}

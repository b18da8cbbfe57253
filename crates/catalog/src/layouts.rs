//! Loads the `layout*.json` and `<id>.layout*.json` files of a folder, and checks them against the zones of the game.

use crate::{Report, codes, files, source};
use rulebook_diag::{Diagnostic, FileId, Span, nearest};
use rulebook_kernel::{Key, Setup, Viewer};
use rulebook_matches::{AnyRules, Declares};
use rulebook_scene::ZoneScene;
use rulebook_scene::layout::{LayoutParts, Layouts, Shape, read_layout};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Reads the layouts of a folder and checks them against the zones of the rules.
pub(crate) fn read(folder: &Path, rules: &dyn AnyRules, report: &mut Report) -> Layouts {
    let mut layouts = Layouts::default();
    let found = layout_files(folder, &rules.info().id);
    if found.is_empty() {
        return layouts;
    }
    let parts = parts(rules);
    let id = rules.info().id.as_str();
    let mut shapes: Vec<(Shape, FileId)> = Vec::new();
    for path in found {
        let Some(file) = files::read(&path, report) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The card engine puts the id of the game before the name of each file.
        let bare = name.strip_prefix(id).and_then(|rest| rest.strip_prefix('.')).unwrap_or(&name);
        let Some((shape, _)) = Shape::FILES.into_iter().find(|(_, known)| *known == bare) else {
            let known = Shape::FILES.map(|(_, name)| name);
            let help = match nearest(&name, known) {
                Some(meant) => format!("did you mean {meant}?"),
                None => format!("the layouts of a game are {}", known.join(", ")),
            };
            let message = format!("no screen uses {name}");
            report
                .diagnostics
                .push(Diagnostic::warning(codes::UNKNOWN_LAYOUT, Span::new(file, 0..0), message).help(help));
            continue;
        };
        if let Some((_, first)) = shapes.iter().find(|(other, _)| *other == shape) {
            let message = format!("this folder has two files for {bare}");
            let found = Diagnostic::error(codes::TWO_FILES, Span::new(file, 0..0), message);
            report
                .diagnostics
                .push(found.secondary(Span::new(*first, 0..0), "the other one").help("delete one of them"));
            continue;
        }
        shapes.push((shape, file));
        let layout = read_layout(&report.sources, file, &parts, &mut report.diagnostics);
        files::strictly_json(file, report);
        if let Some(layout) = layout {
            layouts.set(shape, layout);
        }
    }
    layouts
}

/// The files `layout*.json` and `<id>.layout*.json` of a folder.
fn layout_files(folder: &Path, id: &str) -> Vec<PathBuf> {
    let is_layout = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let bare = name.strip_prefix(id).and_then(|rest| rest.strip_prefix('.')).unwrap_or(&name);
        bare.starts_with("layout") && bare.ends_with(".json")
    };
    source::list(folder).unwrap_or_default().into_iter().filter(is_layout).collect()
}

/// The parts of a game that a layout can show, from a match with the maximum number of seats.
fn parts(rules: &dyn AnyRules) -> LayoutParts {
    let setup = Setup::seats(rules.info().max_seats);
    let Ok(game) = rules.start(&setup, Key::from_seed("layout")) else { return LayoutParts::default() };
    let scene = game.scene(Viewer::Spectator);
    // Collect the faces of all cards, to check the explicit orders of sorters.
    let all = game.scene(Viewer::God);
    let faces = all.zones.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.face.as_ref());
    let printed: BTreeSet<_> = faces.map(|face| (face.rank.clone(), face.suit.clone())).collect();
    let held = |zone: &&ZoneScene| zone.owner.is_some() && zone.category.as_deref() == Some("hand");
    let Declares { buttons, actions } = rules.declares();
    LayoutParts {
        aliases: rules.engine_ids().aliases(&scene.zones, scene.seats),
        actions,
        board: scene.board.is_some(),
        squares: scene.board.as_ref().map(|board| (board.width, board.height)),
        buttons,
        hands: scene.zones.iter().filter(held).map(|zone| zone.id.clone()).collect(),
        faces: printed.into_iter().filter(|(rank, suit)| rank.is_some() || suit.is_some()).collect(),
        zones: scene.zones.into_iter().map(|zone| zone.id).collect(),
    }
}

//! Arranges the piles in the middle of the table as the grid of the layout does.

use crate::flow::{self, LineBlock};
use rulebook_kernel::Seat;
use rulebook_scene::ZoneScene;
use rulebook_scene::layout::{Layout, Pile};
use std::collections::BTreeMap;

/// Minimum number of piles for which the grid is used.
const FEW: usize = 5;
/// Number of screen columns between two columns of the grid, if there is room.
pub(crate) const GAP: u16 = 2;

/// A cell of the grid, and the indexes of the zones in it.
struct Cell {
    row: u8,
    col: u8,
    cols: u8,
    zones: Vec<usize>,
}

/// Draws each row of the grid as one block. Columns are aligned, with `gap` screen columns between them. `None` if the
/// layout does not place all of these zones, or if a row is too wide.
pub(crate) fn grid(
    layout: &Layout,
    zones: &[(usize, &ZoneScene)],
    viewer: Option<Seat>,
    (width, gap): (u16, u16),
    draw: &dyn Fn(usize, &ZoneScene) -> LineBlock,
) -> Option<Vec<Vec<LineBlock>>> {
    let cells = cells(layout, zones, viewer)?;
    let block = |cell: &Cell| {
        let drawn = zones.iter().filter(|(number, _)| cell.zones.contains(number));
        flow::joined(drawn.map(|(number, zone)| draw(*number, zone)).collect(), gap)
    };
    let blocks: Vec<LineBlock> = cells.iter().map(block).collect();
    let mut widths = vec![0; layout.cols.into()];
    for (cell, block) in cells.iter().zip(&blocks).filter(|(cell, _)| cell.cols < 2) {
        let wide: &mut u16 = widths.get_mut(usize::from(cell.col))?;
        *wide = block.width().max(*wide);
    }
    for (cell, block) in cells.iter().zip(&blocks).filter(|(cell, _)| cell.cols > 1) {
        let there = usize::from(cell.col)..usize::from(cell.col.saturating_add(cell.cols)).min(widths.len());
        let has: u16 = widths.get(there.clone())?.iter().map(|wide| wide + gap).sum();
        *widths.get_mut(there.end.checked_sub(1)?)? += (block.width() + gap).saturating_sub(has);
    }
    // An empty column takes no room.
    let start =
        |col: u8| -> u16 { widths[..usize::from(col)].iter().filter(|wide| **wide > 0).map(|wide| wide + gap).sum() };
    let mut rows: BTreeMap<u8, Vec<(u16, LineBlock)>> = BTreeMap::new();
    for (cell, block) in cells.iter().zip(blocks) {
        rows.entry(cell.row).or_default().push((start(cell.col), block));
    }
    let row = |mut row: Vec<(u16, LineBlock)>| {
        row.sort_by_key(|(x, _)| *x);
        flow::beside(row)
    };
    let rows: Vec<LineBlock> = rows.into_values().map(row).collect();
    rows.iter().all(|row| row.width() <= width).then(|| rows.into_iter().map(|row| vec![row]).collect())
}

/// The cells of the layout that contain zones. `None` if there are only a few zones, or if the layout does not place
/// all of them.
fn cells(layout: &Layout, zones: &[(usize, &ZoneScene)], viewer: Option<Seat>) -> Option<Vec<Cell>> {
    let mut cells: Vec<Cell> = Vec::new();
    for place in &layout.zones {
        let here = |zone: &ZoneScene| place.piles.iter().any(|pile| Pile::parse(pile).shows(zone, viewer));
        let found: Vec<usize> = zones.iter().filter(|(_, zone)| here(zone)).map(|(number, _)| *number).collect();
        if !found.is_empty() {
            cells.push(Cell { row: place.row, col: place.col, cols: place.col_span, zones: found });
        }
    }
    let placed: usize = cells.iter().map(|cell| cell.zones.len()).sum();
    (placed == zones.len() && placed >= FEW).then_some(cells)
}

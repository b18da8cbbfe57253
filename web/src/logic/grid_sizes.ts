/** Computes the sizes of rows, columns, places and cards of a layout, so that nothing is cut off. Pure functions. */
import type { Scene, Scoreboard, ZoneScene } from '../messages';
import { isHand, pileLayout, styleOf, zonesIn, type Layout, type LayoutZone } from './layout';

export type Size = { width: number; height: number };

/** The widgets that are drawn on the table. The other widgets are shown in the header or in a bar. */
export type VisibleWidgets = { scoreboards: boolean; actions: boolean };

/** Whether the table has little height. Then scores open in a window, and the hands of other players are drawn as stacks. */
export const isLow = (size: Size): boolean => size.height < 340;

/** Whether a place of the layout has anything to show. */
export function isShown(zone: LayoutZone, scene: Scene, viewer: number | null, shown: VisibleWidgets): boolean {
  if (zone.widget === 'board') return Boolean(scene.board);
  if (zone.widget === 'scoreboards') return shown.scoreboards;
  if (zone.widget === 'actions') return shown.actions;
  return zonesIn(zone, scene, viewer).length > 0;
}

/** Makes hands wider if the columns next to them are empty. */
export function widenHands(layout: Layout, scene: Scene, viewer: number | null, shown: VisibleWidgets): Layout {
  const there = layout.zones.filter((zone) => isShown(zone, scene, viewer, shown));
  const free = (zone: LayoutZone, col: number) =>
    !there.some((other) => other !== zone && other.col <= col && col < other.col + other.colSpan && other.row < zone.row + zone.rowSpan && zone.row < other.row + other.rowSpan);
  const zones = layout.zones.map((zone) => {
    if (!there.includes(zone) || !(zone.piles ?? []).some((pile) => isHand(pile, scene))) return zone;
    let [from, to] = [zone.col, zone.col + zone.colSpan];
    while (from > 0 && free(zone, from - 1)) from--;
    while (to < layout.cols && free(zone, to)) to++;
    return { ...zone, col: from, colSpan: to - from };
  });
  return { ...layout, zones };
}

const rowsOf = (zone: LayoutZone, layout: Layout): number[] => Array.from({ length: Math.min(zone.rowSpan, layout.rows - zone.row) }, (_, n) => zone.row + n);

/** The weight of each row: large for the viewer's hand, small for other players and widgets, and zero for empty rows. */
export function rowWeights(layout: Layout, scene: Scene, viewer: number | null, shown: VisibleWidgets, low = false): number[] {
  const weights = new Array<number>(layout.rows).fill(0);
  for (const zone of layout.zones) {
    if (!isShown(zone, scene, viewer, shown)) continue;
    // If there are many rows, the hand gets more weight, because players use it most.
    const plain = weightOf(layout, zone, scene, viewer, low);
    const held = (zone.piles ?? []).some((pile) => isHand(pile, scene));
    const many = layout.rows > 5 || (low && layout.rows > 3);
    const bare = layout.rows > 4 && zonesIn(zone, scene, viewer).every((one) => (one.count ?? (one.cards ?? []).length) === 0) && !zone.widget;
    const weight = plain * (bare ? 0.62 : many && plain > 1 && held ? 1.5 : 1);
    for (const row of rowsOf(zone, layout)) weights[row] = Math.max(weights[row] ?? 0, weight / (zone.widget === 'board' ? 1 : Math.max(1, zone.rowSpan * 0.75)));
  }
  return weights;
}

/** The number of cards in the largest face-up hand. 1 if all hands are face down. */
export const openFan = (zones: ZoneScene[]): number => Math.max(1, ...zones.map((zone) => ((zone.cards ?? []).some((card) => card.face) ? (zone.cards ?? []).length : 1)));

function weightOf(layout: Layout, zone: LayoutZone, scene: Scene, viewer: number | null, low: boolean): number {
  if (zone.widget === 'board') return 1;
  if (zone.widget === 'scoreboards') return 0.5;
  if (zone.widget === 'actions') return 0.2;
  const piles = zone.piles ?? [];
  const held = (pile: string) => isHand(pile, scene);
  // In games with battlefields, the battlefields are the most important area.
  const here = zonesIn(zone, scene, viewer);
  if (here.length > 0 && here.every((one) => one.category === 'battlefield')) return 1.3;
  if (viewer !== null && piles.some((pile) => pile.endsWith('.self') && held(pile))) return low ? 1.7 : 1.25;
  // The hands of other players get little weight, unless they are face up.
  if (piles.length > 0 && piles.every((pile) => pile.endsWith('.others') && held(pile))) return openFan(here) > 1 ? 1.8 : low ? 0.5 : 0.72;
  // In most games, shared face-up zones are the most important area.
  const shared = (one: ZoneScene) => (one.owner ?? null) === null && !(one.team ?? []).length && pileLayout(styleOf(layout, one, viewer), one) !== 'complete';
  if (here.length > 0 && here.every(shared)) return 1.3;
  // Piles of other players that show only a number get little weight.
  if (piles.length > 0 && piles.every((pile) => pile.endsWith('.others')) && here.every((one) => (one.cards ?? []).length === 0 || one.ordered)) return 0.8;
  return 1;
}

/** The weight of each column: zero if it is empty, and less if it has only scores and buttons. */
export function colWeights(layout: Layout, scene: Scene, viewer: number | null, shown: VisibleWidgets): number[] {
  return Array.from({ length: layout.cols }, (_, col) => {
    const here = layout.zones.filter((zone) => zone.col <= col && col < zone.col + zone.colSpan && isShown(zone, scene, viewer, shown));
    if (here.length === 0) return 0;
    return here.every((zone) => zone.widget === 'scoreboards' || zone.widget === 'actions') ? 0.66 : 1;
  });
}

/** The minimum height of each row, in pixels, so that its scores and buttons fit. */
export function rowNeeds(layout: Layout, scene: Scene, height: number, shown: VisibleWidgets): number[] {
  const needs = new Array<number>(layout.rows).fill(0);
  const lines = Math.max(0, ...(scene.scoreboards ?? []).map((board) => (board.rows ?? []).length));
  const table = Math.min(lines === 0 ? 0 : 56 + lines * 23, height * 0.36);
  for (const zone of layout.zones) {
    const piles = zone.widget ? 0 : Math.min(56, (height / layout.rows) * 0.8);
    const whole = zone.widget === 'scoreboards' && shown.scoreboards ? table : zone.widget === 'actions' && shown.actions ? 50 : piles;
    if (whole === 0) continue;
    for (const row of rowsOf(zone, layout)) needs[row] = Math.max(needs[row] ?? 0, (whole - (zone.rowSpan - 1) * 8) / zone.rowSpan);
  }
  return needs;
}

/** The minimum width of each column, in pixels, so that its scores fit. */
export function colNeeds(layout: Layout, scene: Scene, width: number, shown: VisibleWidgets): number[] {
  const needs = new Array<number>(layout.cols).fill(0);
  // A cell that names a side also shows the name of its player, so it needs more width.
  const sides = (scene.board?.sides ?? []).map((side) => side.toLowerCase());
  const long = (cell: string) => cell.length + (sides.includes(cell.toLowerCase()) ? 8 : 0);
  const letters = (board: Scoreboard, col: number) => Math.max(0, ...[board.columns?.[col] ?? '', ...(board.rows ?? []).map((row) => row[col] ?? '')].map(long));
  const wide = (board: Scoreboard) => (board.columns ?? []).reduce((sum, _, col) => sum + 14 + letters(board, col) * 6.6, 0);
  const table = (scene.scoreboards ?? []).reduce((sum, board) => sum + wide(board) + 10, 0);
  for (const zone of layout.zones) {
    if (zone.widget !== 'scoreboards' || !shown.scoreboards) continue;
    const whole = Math.min(table * 0.85, width * (zone.colSpan === layout.cols ? 1 : 0.5));
    for (let col = zone.col; col < Math.min(zone.col + zone.colSpan, layout.cols); col++) needs[col] = (whole - (zone.colSpan - 1) * 8) / zone.colSpan;
  }
  return needs;
}

/** Enlarges the rows (or columns) that are smaller than their minimum. The other rows become smaller. */
export function fitRows(heights: number[], needs: number[]): number[] {
  const missing = heights.reduce((sum, height, row) => sum + Math.max(0, (needs[row] ?? 0) - height), 0);
  const spare = heights.reduce((sum, height, row) => sum + Math.max(0, height - (needs[row] ?? 0)), 0);
  const share = spare === 0 ? 0 : Math.min(1, missing / spare);
  return heights.map((height, row) => {
    const need = needs[row] ?? 0;
    return height < need ? need : height - (height - need) * share;
  });
}

/** Height of the heading above a pile, in pixels. */
export const PILE_HEAD_PX = 28;
export const CARD_RATIO = 1.4;

export type PileGrid = { cols: number; width: number; height: number; card: number };

/** The part of a card that must stay visible in a face-up fan. */
const READABLE_PART = 0.24;

/** Arranges `count` piles in a rectangle so that cards are as large as possible. `fan` is the number of face-up cards in one pile. */
export function arrangePiles(count: number, rect: Size, gap: number, head = PILE_HEAD_PX, fan = 1): PileGrid {
  let best: PileGrid | null = null;
  for (let cols = count; cols >= 1; cols--) {
    const rows = Math.ceil(count / cols);
    const width = (rect.width - gap * (cols - 1)) / cols;
    const height = (rect.height - gap * (rows - 1)) / rows;
    const card = Math.min((height - head - 10) / CARD_RATIO, (width - 8) / (1 + READABLE_PART * (fan - 1)));
    // Players expect one row, so several rows are used only if the cards become clearly larger.
    if (!best || card > best.card * 1.15) best = { cols, width, height, card };
  }
  return best!;
}

/** The number of columns and the card width, if cards are laid out in rows without overlap. */
export function rowsOfCards(count: number, rect: Size, gap: number, most: number): { cols: number; card: number } {
  let best = { cols: 1, card: 0 };
  for (let cols = 1; cols <= count; cols++) {
    const rows = Math.ceil(count / cols);
    const card = Math.min(most, (rect.width - gap * (cols - 1)) / cols, (rect.height - gap * (rows - 1)) / rows / CARD_RATIO);
    if (card > best.card) best = { cols, card };
  }
  return { cols: best.cols, card: Math.floor(best.card) };
}

/** The largest card width at which all cards fit in rows without overlap. A rotated card is as wide as it is high. */
export function spreadWidth(turned: readonly boolean[], room: Size, most: number, gap: number): number {
  const widest = (card: number) => (turned.includes(true) ? card * CARD_RATIO : card);
  for (let card = Math.floor(most); card > 24; card--) {
    let [rows, used] = [1, 0];
    for (const flat of turned) {
      const wide = flat ? card * CARD_RATIO : card;
      if (used > 0 && used + gap + wide > room.width) [rows, used] = [rows + 1, wide];
      else used += (used > 0 ? gap : 0) + wide;
    }
    if (widest(card) <= room.width && rows * (card * CARD_RATIO + gap) <= room.height + gap) return card;
  }
  return 24;
}

/** Gives cards positions that do not change. A card that leaves makes a gap, and a new card fills the first gap. */
export function stablePlaces(old: readonly number[], keys: readonly number[]): number[] {
  const now = new Set(keys);
  const places = old.map((key) => (now.has(key) ? key : 0));
  const there = new Set(places);
  for (const key of keys) {
    if (there.has(key)) continue;
    const free = places.indexOf(0);
    if (free >= 0) places[free] = key;
    else places.push(key);
  }
  // If only a few of the old cards are left, all positions are assigned again.
  return keys.length * 6 < places.length || keys.every((key) => !old.includes(key)) ? [...keys] : places;
}

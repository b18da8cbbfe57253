/** How large the rows, columns, places and cards of a layout are drawn, so that nothing is cut off. Plain arithmetic. */
import type { Scene, Scoreboard, ZoneScene } from '../messages';
import { isHand, pileLayout, styleOf, zonesIn, type Layout, type LayoutZone } from './layout';

export type Size = { width: number; height: number };

/** What of the widgets is drawn on the cloth; the rest stands elsewhere. */
export type VisibleWidgets = { scoreboards: boolean; actions: boolean };

/** So low that scores are a window over the cloth and the hands of others a heap. */
export const isLow = (size: Size): boolean => size.height < 340;

/** Does a rectangle show anything now? */
export function isShown(zone: LayoutZone, scene: Scene, viewer: number | null, shown: VisibleWidgets): boolean {
  if (zone.widget === 'board') return Boolean(scene.board);
  if (zone.widget === 'scoreboards') return shown.scoreboards;
  if (zone.widget === 'actions') return shown.actions;
  return zonesIn(zone, scene, viewer).length > 0;
}

/** Hands take the room beside them where nothing is drawn. */
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

/** How high each row of the grid should be, as weights: the own hand large, rows of others and of widgets small, rows without anything nothing. */
export function rowWeights(layout: Layout, scene: Scene, viewer: number | null, shown: VisibleWidgets, low = false): number[] {
  const weights = new Array<number>(layout.rows).fill(0);
  for (const zone of layout.zones) {
    if (!isShown(zone, scene, viewer, shown)) continue;
    // In many rows the hand would be small: it is what is touched most.
    const plain = weightOf(layout, zone, scene, viewer, low);
    const held = (zone.piles ?? []).some((pile) => isHand(pile, scene));
    const many = layout.rows > 5 || (low && layout.rows > 3);
    const bare = layout.rows > 4 && zonesIn(zone, scene, viewer).every((one) => (one.count ?? (one.cards ?? []).length) === 0) && !zone.widget;
    const weight = plain * (bare ? 0.62 : many && plain > 1 && held ? 1.5 : 1);
    for (const row of rowsOf(zone, layout)) weights[row] = Math.max(weights[row] ?? 0, weight / (zone.widget === 'board' ? 1 : Math.max(1, zone.rowSpan * 0.75)));
  }
  return weights;
}

/** The most cards that lie open in a hand of somebody else. */
export const openFan = (zones: ZoneScene[]): number => Math.max(1, ...zones.map((zone) => ((zone.cards ?? []).some((card) => card.face) ? (zone.cards ?? []).length : 1)));

function weightOf(layout: Layout, zone: LayoutZone, scene: Scene, viewer: number | null, low: boolean): number {
  if (zone.widget === 'board') return 1;
  if (zone.widget === 'scoreboards') return 0.5;
  if (zone.widget === 'actions') return 0.2;
  const piles = zone.piles ?? [];
  const held = (pile: string) => isHand(pile, scene);
  // Most of a game with battlefields happens there.
  const here = zonesIn(zone, scene, viewer);
  if (here.length > 0 && here.every((one) => one.category === 'battlefield')) return 1.3;
  if (viewer !== null && piles.some((pile) => pile.endsWith('.self') && held(pile))) return low ? 1.7 : 1.25;
  // The hands of others are backs; open ones are read.
  if (piles.length > 0 && piles.every((pile) => pile.endsWith('.others') && held(pile))) return openFan(here) > 1 ? 1.8 : low ? 0.5 : 0.72;
  // What lies open in the middle is what most of the game is about.
  const shared = (one: ZoneScene) => (one.owner ?? null) === null && !(one.team ?? []).length && pileLayout(styleOf(layout, one, viewer), one) !== 'complete';
  if (here.length > 0 && here.every(shared)) return 1.3;
  // Piles of others that are only counted.
  if (piles.length > 0 && piles.every((pile) => pile.endsWith('.others')) && here.every((one) => (one.cards ?? []).length === 0 || one.ordered)) return 0.8;
  return 1;
}

/** How wide each column should be: those that show nothing give way, those with nothing but tables and buttons are narrower. */
export function colWeights(layout: Layout, scene: Scene, viewer: number | null, shown: VisibleWidgets): number[] {
  return Array.from({ length: layout.cols }, (_, col) => {
    const here = layout.zones.filter((zone) => zone.col <= col && col < zone.col + zone.colSpan && isShown(zone, scene, viewer, shown));
    if (here.length === 0) return 0;
    return here.every((zone) => zone.widget === 'scoreboards' || zone.widget === 'actions') ? 0.66 : 1;
  });
}

/** What each row needs at least for its tables of text and its buttons, in pixels. */
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

/** What each column needs at least for its tables of text, in pixels. */
export function colNeeds(layout: Layout, scene: Scene, width: number, shown: VisibleWidgets): number[] {
  const needs = new Array<number>(layout.cols).fill(0);
  // Who plays a side stands before its name.
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

/** Rows (or columns) that are too small for what they need take from those that have more. */
export function fitRows(heights: number[], needs: number[]): number[] {
  const missing = heights.reduce((sum, height, row) => sum + Math.max(0, (needs[row] ?? 0) - height), 0);
  const spare = heights.reduce((sum, height, row) => sum + Math.max(0, height - (needs[row] ?? 0)), 0);
  const share = spare === 0 ? 0 : Math.min(1, missing / spare);
  return heights.map((height, row) => {
    const need = needs[row] ?? 0;
    return height < need ? need : height - (height - need) * share;
  });
}

/** What stands over the cards of a pile. */
export const PILE_HEAD_PX = 28;
export const CARD_RATIO = 1.4;

export type PileGrid = { cols: number; width: number; height: number; card: number };

/** How much of each card of an open fan must be seen to read it. */
const READABLE_PART = 0.24;

/** So many piles in a rectangle: in the rows and columns that leave the largest cards. `fan`: so many open cards lie beside each other in one of them. */
export function arrangePiles(count: number, rect: Size, gap: number, head = PILE_HEAD_PX, fan = 1): PileGrid {
  let best: PileGrid | null = null;
  for (let cols = count; cols >= 1; cols--) {
    const rows = Math.ceil(count / cols);
    const width = (rect.width - gap * (cols - 1)) / cols;
    const height = (rect.height - gap * (rows - 1)) / rows;
    const card = Math.min((height - head - 10) / CARD_RATIO, (width - 8) / (1 + READABLE_PART * (fan - 1)));
    // A single row is what people expect: others must be clearly better.
    if (!best || card > best.card * 1.15) best = { cols, width, height, card };
  }
  return best!;
}

/** Cards side by side in rows, as large as they can be without covering each other. */
export function rowsOfCards(count: number, rect: Size, gap: number, most: number): { cols: number; card: number } {
  let best = { cols: 1, card: 0 };
  for (let cols = 1; cols <= count; cols++) {
    const rows = Math.ceil(count / cols);
    const card = Math.min(most, (rect.width - gap * (cols - 1)) / cols, (rect.height - gap * (rows - 1)) / rows / CARD_RATIO);
    if (card > best.card) best = { cols, card };
  }
  return { cols: best.cols, card: Math.floor(best.card) };
}

/** How wide cards can be that lie beside each other in as many rows as they need, in this order; turned ones take their height in width. */
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

/** Where cards lie that stay where they are: who goes leaves a gap, who comes fills the first one. */
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
  // When hardly anything is left of what lay there, it is laid out anew.
  return keys.length * 6 < places.length || keys.every((key) => !old.includes(key)) ? [...keys] : places;
}

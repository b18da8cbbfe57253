/** Fits a layout into an area: computes the rectangle and the card width of each place. Pure functions. */
import type { Scene, ZoneScene } from '../messages';
import { PILE_HEAD_PX, CARD_RATIO, arrangePiles, colNeeds, colWeights, isShown, fitRows, widenHands, isLow, openFan, rowNeeds, rowWeights, type VisibleWidgets, type Size } from './grid_sizes';
import { isHand, pileLayout, pickLayout, styleOf, unplaced, zonesIn, type Layout, type Layouts, type LayoutZone, type PileLayout } from './layout';

export type LayoutInput = { scene: Scene; own: number | null; shown: VisibleWidgets; /** Zones that at least one legal move involves. */ wanted: ReadonlySet<string> };
export type Rect = Size & { left: number; top: number };
export type PlacedLayout = { layout: Layout; low: boolean; gap: number; places: { zone: LayoutZone; rect: Rect; card: number }[]; /** Zones that the layout omits although a legal move involves them. */ left: ZoneScene[] };

const LEFT_OVER = 110;

export function placeLayout(given: Layout, size: Size, seen: LayoutInput): PlacedLayout {
  const { scene, own, shown, wanted } = seen;
  const low = isLow(size);
  const layout = widenHands(given, scene, own, shown);
  const weights = rowWeights(layout, scene, own, shown, low);
  const cols = colWeights(layout, scene, own, shown);
  const edge = size.width < 500 ? 12 : 24;
  const gap = size.width < 500 || low ? 4 : 8;
  const [emptyRows, emptyCols] = [weights, cols].map((all) => all.filter((weight) => weight === 0).length) as [number, number];
  const inner = { width: size.width - edge - gap * (layout.cols - 1 - emptyCols), height: size.height - edge - gap * (layout.rows - 1 - emptyRows) };
  const left = unplaced(layout, scene, own).filter((zone) => wanted.has(zone.id ?? ''));
  if (left.length > 0) inner.height -= LEFT_OVER;
  const share = (all: number[], whole: number) => {
    const total = all.reduce((sum, weight) => sum + weight, 0) || 1;
    return all.map((weight) => (whole * weight) / total);
  };
  const widths = fitRows(share(cols, inner.width), colNeeds(layout, scene, inner.width, shown));
  // Empty rows and columns have no gap next to them.
  const span = (sizes: number[], from: number, count: number) => Math.max(0, sizes.slice(from, from + count).reduce((sum, one) => sum + (one > 0 ? one + gap : 0), -gap));
  const start = (sizes: number[], to: number) => sizes.slice(0, to).reduce((sum, one) => sum + (one > 0 ? one + gap : 0), 0);
  const there = layout.zones.filter((zone) => isShown(zone, scene, own, shown));
  const needs = rowNeeds(layout, scene, inner.height, shown);
  const useful = new Array<number>(layout.rows).fill(0);
  for (const zone of there) {
    const most = usefulHeight(zone, layout, span(widths, zone.col, zone.colSpan), needs[zone.row] ?? 0, size, gap, low, seen);
    for (let row = zone.row; row < Math.min(zone.row + zone.rowSpan, layout.rows); row++) useful[row] = Math.max(useful[row]!, zone.rowSpan > 1 ? Math.max(most / zone.rowSpan, 0) : most);
  }
  const heights = redistributeHeights(fitRows(share(weights, inner.height), needs), useful);
  const rects = there.map((zone) => ({ zone, rect: { left: start(widths, zone.col), top: start(heights, zone.row), width: span(widths, zone.col, zone.colSpan), height: span(heights, zone.row, zone.rowSpan) } }));
  const cards = cardWidths(rects, layout, size, gap, seen);
  return { layout, low, gap, left, places: rects.map((place, at) => ({ ...place, card: cards[at]! })) };
}

/** The number of face-up cards in the largest hand of another player in this place. */
export function openFanOf(zone: LayoutZone, { scene, own }: Pick<LayoutInput, 'scene' | 'own'>): number {
  const zones = zonesIn(zone, scene, own);
  return (zone.piles ?? []).some((pile) => isHand(pile, scene)) && !zones.some((one) => own !== null && one.owner === own) ? openFan(zones) : 1;
}

/** How battlefields side by side share the width, according to their numbers of cards. `null` if the zones are not battlefields in one row. */
export function fieldShares(zones: ZoneScene[], cols: number): number[] | null {
  if (zones.length < 2 || cols < zones.length || !zones.every((zone) => zone.category === 'battlefield')) return null;
  const sizes = zones.map((zone) => (zone.cards ?? []).length + 1);
  const sum = sizes.reduce((all, one) => all + one, 0);
  return sizes.map((one) => one / sum);
}

/** The maximum card width of a place, in pixels. */
function maxCardWidth(zone: LayoutZone, width: number, size: Size, { scene, own }: LayoutInput): number {
  const held = (zone.piles ?? []).some((pile) => isHand(pile, scene));
  if (!held) return Math.max(Math.min(112, size.width * 0.22), size.width * 0.075);
  const mine = own !== null && zonesIn(zone, scene, own).some((one) => one.owner === own);
  if (!mine && openFan(zonesIn(zone, scene, own)) > 1) return Math.max(112, size.width * 0.075);
  return mine ? Math.min(Math.max(128, size.width * 0.1), Math.max(64, size.width * 0.24)) : Math.max(40, Math.min(78, width * 0.1));
}

const pileLayoutOf = (zone: ZoneScene, layout: Layout, own: number | null): PileLayout => pileLayout(styleOf(layout, zone, own), zone);

/** The height above which the content of this place no longer gets larger, in pixels. */
function usefulHeight(zone: LayoutZone, layout: Layout, width: number, need: number, size: Size, gap: number, low: boolean, seen: LayoutInput): number {
  if (zone.widget === 'board') return Infinity;
  if (zone.widget) return need;
  const zones = zonesIn(zone, seen.scene, seen.own);
  const growing = zones.some((one) => {
    const lying = pileLayoutOf(one, layout, seen.own);
    return lying === 'vertical' || lying === 'spread' || (lying === 'horizontal' && one.owner === undefined && one.category !== 'hand' && (one.cards ?? []).length > 7);
  });
  if (growing) return Infinity;
  const most = maxCardWidth(zone, width, size, seen);
  const beside = (width - gap * (zones.length - 1)) / Math.max(1, zones.length) - 8;
  // Several narrow piles may be arranged in rows, so more height is always useful.
  if (zones.length > 1 && beside < most * 0.6) return Infinity;
  return Math.min(most, Math.max(24, beside)) * CARD_RATIO + (low ? 12 : PILE_HEAD_PX) + 14;
}

/** Takes height from rows that cannot use it, and gives it to rows that can. */
export function redistributeHeights(heights: number[], useful: number[]): number[] {
  let now = heights;
  for (let round = 0; round < 4; round++) {
    const over = now.map((height, row) => Math.max(0, height - useful[row]!));
    const under = now.map((height, row) => (height > 0 ? Math.max(0, useful[row]! - height) : 0));
    const [spare, wanted] = [over, under].map((all) => all.reduce((sum, one) => sum + one, 0)) as [number, number];
    if (spare < 1 || wanted < 1) break;
    const [boundless, given] = [under.filter((one) => one === Infinity).length, Math.min(spare, wanted)];
    const rows = now.map((height, row) => {
      const gets = boundless > 0 ? (under[row] === Infinity ? given / boundless : 0) : (under[row]! / wanted) * given;
      return height - (over[row]! / spare) * given + gets;
    });
    now = rows;
  }
  return now;
}

/** The card width of each place. Piles of the same kind have cards of the same size, and all columns of cards have cards of the same size. */
function cardWidths(places: { zone: LayoutZone; rect: Size }[], layout: Layout, size: Size, gap: number, seen: LayoutInput): number[] {
  const { scene, own } = seen;
  const base = (zone: LayoutZone) => (zone.piles ?? []).map((pile) => pile.replace(/\.(self|others|\*|\d+)$/, '')).join();
  const held = (zone: LayoutZone) => (zone.piles ?? []).some((pile) => isHand(pile, scene));
  const head = isLow(size) ? 12 : undefined;
  const free = places.map(({ zone, rect }) => {
    const zones = zonesIn(zone, scene, own);
    return zones.length === 0 ? 0 : arrangePiles(zones.length, rect, gap, head, openFanOf(zone, seen)).card;
  });
  const columns = places.map(({ zone, rect }, at) => {
    const zones = zonesIn(zone, scene, own).filter((one) => pileLayoutOf(one, layout, own) === 'vertical');
    const most = Math.min(free[at]!, maxCardWidth(zone, rect.width, size, seen));
    return zones.length === 0 ? Infinity : Math.min(...zones.map((one) => columnWidth((one.cards ?? []).map((card) => Boolean(card.face)), most, rect.height - 38)));
  });
  const column = Math.min(...columns);
  const named = places.map(({ zone, rect }, at) => {
    const zones = zonesIn(zone, scene, own);
    const share = arrangePiles(Math.max(1, zones.length), rect, gap, head, openFanOf(zone, seen)).width - 16;
    const most = zones.map((one) => (pileLayoutOf(one, layout, own) === 'horizontal' && hasTextCards(one) ? share / (1 + 0.8 * ((one.cards ?? []).length - 1)) : Infinity));
    return Math.max(Math.min(free[at]!, 60), Math.min(Infinity, ...most));
  });
  return places.map(({ zone, rect }, at) => {
    const most = Math.min(free[at]!, maxCardWidth(zone, rect.width, size, seen));
    if (columns[at] !== Infinity) return Math.min(most, column);
    if (held(zone)) return Math.min(most, named[at]!);
    const like = places.flatMap((other, n) => (base(other.zone) === base(zone) ? [free[n]!] : []));
    return Math.min(Math.max(Math.min(...like), 30), most, named[at]!);
  });
}

/** Whether players tell these cards apart by their text. Then the cards must not overlap much. */
export const hasTextCards = (zone: ZoneScene): boolean => (zone.cards ?? []).some((card) => card.face && !card.face.rank && !card.attachedTo);

/** The part of a covered card that stays visible: the rank and suit of a face (`OPEN`), or the edge of a back (`BACK`). */
const OPEN = { least: 0.29, most: 0.5 };
const BACK = { least: 0.07, most: 0.2 };

/** The height of a column, in cards, from which its cards lie further apart. */
const ROOMY = 6;

/**
 * The vertical position of each card in a column. If there is little space, backs move closer together first. Faces
 * show rank and suit as long as possible.
 */
export function columnTops(open: boolean[], high: number, room: number): number[] {
  const covered = open.slice(0, -1);
  const opens = covered.filter(Boolean).length;
  const backs = covered.length - opens;
  const spare = Math.max(0, room - high);
  const least = (opens * OPEN.least + backs * BACK.least) * high;
  // If there is more space than needed, the cards lie further apart. Small cards in a high column need it most.
  const apart = room > ROOMY * high ? 1.35 : 1;
  const most = (opens * OPEN.most + backs * BACK.most) * high * apart;
  const part = most > least ? Math.min(1, Math.max(0, (spare - least) / (most - least))) : 0;
  const tight = least > spare && least > 0 ? spare / least : 1;
  const step = ({ least, most }: typeof OPEN) => (least + (most * apart - least) * part) * high * tight;
  const tops = [0];
  covered.forEach((isOpen, at) => tops.push(tops[at]! + step(isOpen ? OPEN : BACK)));
  return open.length === 0 ? [] : tops;
}

/** The largest card width at which every face in a column shows its rank and suit. The result is at least 34 pixels if `most` allows it. */
export function columnWidth(open: boolean[], most: number, room: number): number {
  const covered = open.slice(0, -1);
  const opens = covered.filter(Boolean).length;
  const whole = 1 + opens * OPEN.least + (covered.length - opens) * BACK.least;
  return Math.min(most, Math.max(Math.min(most, 34), Math.floor(room / (CARD_RATIO * whole))));
}

/** Rates the card sizes of a placed layout, from 0 to 1. */
function score({ layout, places }: PlacedLayout, size: Size, seen: LayoutInput): number {
  let [sum, all] = [0, 0];
  for (const { zone, rect, card } of places) {
    if (zone.widget) continue;
    const mine = seen.own !== null && (zone.piles ?? []).some((pile) => pile.endsWith('.self') && isHand(pile, seen.scene));
    const weight = mine ? 3 : 1;
    // If the cards of a fan overlap too much, it is rated like a fan of smaller cards.
    const zones = zonesIn(zone, seen.scene, seen.own);
    const fan = Math.max(...zones.map((one) => (pileLayoutOf(one, layout, seen.own) === 'horizontal' ? 1 + (hasTextCards(one) ? 0.8 : 0.5) * ((one.count ?? 1) - 1) : 1)));
    const room = mine ? Math.min(1, rect.width / (card * fan)) : 1;
    sum += weight * room * Math.min(1, card / maxCardWidth(zone, rect.width, size, seen));
    all += weight;
  }
  return all === 0 ? 1 : sum / all;
}

/**
 * The layout that gives the largest cards in this area. The previous layout is kept unless another one is clearly better, so that the
 * table does not jump.
 */
export function bestLayout(layouts: Layouts, size: Size, seen: LayoutInput, before: Layout | null): Layout {
  const usual = pickLayout(layouts, seen.scene, size.width, size.height);
  if (seen.scene.board || size.height > size.width * 1.05) return usual;
  const all = [usual, layouts.plain, layouts.wide].filter((one, at, list): one is Layout => one !== undefined && list.indexOf(one) === at);
  const rate = (one: Layout) => score(placeLayout(one, size, seen), size, seen) * (one === (before && all.includes(before) ? before : usual) ? 1.2 : 1);
  return all.map((one) => [one, rate(one)] as const).reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

import { boardLines } from '../src/logic/board';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { arrangePiles, colWeights, fitRows, stablePlaces, rowNeeds, rowWeights, rowsOfCards, spreadWidth } from '../src/logic/grid_sizes';
import { pileLayout, pickLayout, placeButtons, matchesZone, styleOf, unplaced, portraitLayout, zonesIn, type Layout } from '../src/logic/layout';
import { bestLayout, columnTops, columnWidth, fieldShares, redistributeHeights, placeLayout } from '../src/logic/place_layout';
import type { Scene } from '../src/messages';

const scene: Scene = { seats: 3, zones: ['deck', 'hand.0', 'hand.1', 'hand.2'].map((id) => ({ id, cards: [], count: 0 })) };
const layout: Layout = {
  rows: 2,
  cols: 2,
  zones: [
    { id: 'a', row: 0, col: 0, rowSpan: 1, colSpan: 2, piles: ['hand.others'] },
    { id: 'b', row: 1, col: 0, rowSpan: 1, colSpan: 2, piles: ['hand.self'] },
  ],
  pileStyles: { 'hand.*': { layout: 'horizontal' }, 'hand.self': { layout: 'spread' }, 'hand.2': { layout: 'vertical' } },
};

describe('names of piles', () => {
  it('mean the same zones as on the server', () => {
    expect(matchesZone('hand.*', 'hand.1', 0)).toBe(true);
    expect(matchesZone('hand.self', 'hand.1', 1)).toBe(true);
    expect(matchesZone('hand.self', 'hand.1', null)).toBe(false);
    expect(matchesZone('hand.others', 'hand.1', null)).toBe(true);
    expect(matchesZone('deck', 'deck', 0)).toBe(true);
    expect(matchesZone('meld-A.0', 'meld-A.0', 1)).toBe(true);
    const melds = { id: 'meld-A.1', team: [1, 3] };
    expect(matchesZone('meld-A.self', melds, 3)).toBe(true);
    expect(matchesZone('meld-A.others', melds, 3)).toBe(false);
    expect(matchesZone('meld-A.others', melds, 0)).toBe(true);
    expect(matchesZone('meld-A.self', melds, null)).toBe(false);
  });

  it('of battlefields share their place by number of cards; empty ones get no room', () => {
    const side: Layout['zones'][number] = { id: 's', row: 0, col: 0, rowSpan: 1, colSpan: 1, piles: ['field.self', 'tokens.self'] };
    const zone = (id: string, count: number) => ({ id, owner: 0, category: 'battlefield', count, cards: Array.from({ length: count }, (_, key) => ({ key: key + 1 })) });
    const there = (field: number, tokens: number) => zonesIn(side, { seats: 1, zones: [zone('field.0', field), zone('tokens.0', tokens)] }, 0);
    expect(there(3, 0).map((one) => one.id)).toEqual(['field.0']);
    expect(there(0, 0).map((one) => one.id)).toEqual(['field.0']);
    expect(there(0, 2).map((one) => one.id)).toEqual(['field.0', 'tokens.0']);
    expect(fieldShares(there(5, 2), 2)).toEqual([6 / 9, 3 / 9]);
    expect(fieldShares(there(5, 2), 1)).toBeNull();
    expect(fieldShares([{ id: 'deck' }, { id: 'discard' }], 2)).toBeNull();
    expect(pileLayout({ layout: 'horizontal' }, zone('field.0', 3))).toBe('spread');
    expect(pileLayout({ layout: 'vertical' }, zone('field.0', 3))).toBe('vertical');
    expect(pileLayout({ layout: 'horizontal' }, { id: 'hand.0' })).toBe('horizontal');
  });

  it('have the most specific style', () => {
    expect(styleOf(layout, 'hand.0', 0).layout).toBe('spread');
    expect(styleOf(layout, 'hand.0', 1).layout).toBe('horizontal');
    expect(styleOf(layout, 'hand.2', 2).layout).toBe('vertical');
  });

  it('list the other players from the left of the viewer', () => {
    expect(zonesIn(layout.zones[0]!, scene, 1).map((zone) => zone.id)).toEqual(['hand.2', 'hand.0']);
    expect(unplaced(layout, scene, 1).map((zone) => zone.id)).toEqual(['deck']);
  });
});

describe('every layout on the shelf', () => {
  const games = new URL('../../games/', import.meta.url);
  const files = readdirSync(games, { recursive: true }).map(String).filter((name) => /layout[\w-]*\.json$/.test(name));
  // clause: Cards 0-1
  it('every layout on the shelf can be drawn', () => {
    expect(files.length).toBeGreaterThan(30);
    for (const name of files) {
      const raw = JSON.parse(readFileSync(new URL(name, games), 'utf8')) as Layout;
      const read = { ...raw, zones: raw.zones.map((zone) => ({ ...zone, rowSpan: zone.rowSpan ?? 1, colSpan: zone.colSpan ?? 1 })) };
      // A scene with everything that the layout names.
      const zones = [...new Set(read.zones.flatMap((zone) => zone.piles ?? []))].flatMap((pile) => {
        const base = pile.replace(/\.(self|others|\*)$/, '');
        return base === pile ? [pile] : [0, 1].map((seat) => `${base}.${seat}`);
      });
      const all: Scene = { seats: 2, zones: zones.map((id) => ({ id, cards: [], count: 0 })), board: { width: 8, height: 8 }, scoreboards: [{ rows: [['a'], ['b']] }] };
      const shown = { scoreboards: true, actions: true };
      for (const one of [read, portraitLayout(read)]) {
        const weights = rowWeights(one, all, 0, shown);
        expect(one.zones.every((zone) => weights[zone.row]! > 0), name).toBe(true);
        const whole = weights.reduce((sum, weight) => sum + weight, 0);
        const heights = fitRows(weights.map((weight) => (weight / whole) * 600), rowNeeds(one, all, 600, shown));
        expect(heights.reduce((sum, height) => sum + height, 0), name).toBeLessThanOrEqual(601);
        expect(Math.max(...colWeights(one, all, 0, shown)), name).toBeGreaterThan(0);
        expect(one.zones.every((zone) => zone.row + zone.rowSpan <= one.rows && zone.col + zone.colSpan <= one.cols), name).toBe(true);
      }
    }
  });
});

it('finds a layout for a game that has none', () => {
  const made = pickLayout({}, scene, 1000, 600);
  expect(unplaced(made, scene, 0)).toEqual([]);
});

describe('sizes', () => {
  it('arrange piles for the largest cards, and prefer one row', () => {
    expect(arrangePiles(3, { width: 600, height: 150 }, 8).cols).toBe(3);
    expect(arrangePiles(3, { width: 120, height: 600 }, 8).cols).toBe(1);
    const { card, height } = arrangePiles(3, { width: 145, height: 150 }, 8);
    expect(card * 1.4).toBeLessThan(height);
  });

  // clause: Cards 6.2-11
  it('open hands are spread so that every card can be read', () => {
    const closed = arrangePiles(4, { width: 700, height: 300 }, 8);
    const open = arrangePiles(4, { width: 700, height: 300 }, 8, undefined, 13);
    expect([closed.cols, open.cols]).toEqual([4, 2]);
    expect((open.width - open.card) / 12).toBeGreaterThan(open.card * 0.23);
  });

  it('give most height to battlefields and to open cards in the middle', () => {
    const four: Layout = {
      rows: 4, cols: 1,
      zones: [
        { id: 'won', row: 0, col: 0, rowSpan: 1, colSpan: 1, piles: ['won.others'] },
        { id: 'field', row: 1, col: 0, rowSpan: 1, colSpan: 1, piles: ['field.self'] },
        { id: 'table', row: 2, col: 0, rowSpan: 1, colSpan: 1, piles: ['table'] },
        { id: 'deck', row: 3, col: 0, rowSpan: 1, colSpan: 1, piles: ['deck'] },
      ],
      pileStyles: { table: { layout: 'horizontal' }, deck: { layout: 'complete' }, 'won.*': { layout: 'complete' } },
    };
    const there: Scene = { seats: 2, zones: [{ id: 'won.1', owner: 1, ordered: true }, { id: 'field.0', owner: 0, category: 'battlefield' }, { id: 'table' }, { id: 'deck', ordered: true }] };
    expect(rowWeights(four, there, 0, { scoreboards: false, actions: false })).toEqual([0.8, 1.3, 1.3, 1]);
    // If there are many rows, rows without a card are low.
    const six = { ...four, rows: 6 };
    expect(rowWeights(six, there, 0, { scoreboards: false, actions: false })[2]).toBeCloseTo(1.3 * 0.62);
  });

  it('lay many cards in rows that do not overlap', () => {
    const { cols, card } = rowsOfCards(36, { width: 880, height: 400 }, 7, 128);
    expect(cols * (card + 7) - 7).toBeLessThanOrEqual(880);
    expect(Math.ceil(36 / cols) * (card * 1.4 + 7) - 7).toBeLessThanOrEqual(400);
    expect(card).toBeGreaterThan(50);
    expect(rowsOfCards(36, { width: 350, height: 420 }, 4, 128).card).toBeGreaterThanOrEqual(24);
  });

  it('make rotated cards small enough to lie side by side', () => {
    const room = { width: 200, height: 110 };
    expect(spreadWidth([false, false, false], room, 60, 10)).toBeGreaterThan(spreadWidth([true, true, true], room, 60, 10));
    expect(spreadWidth([false], room, 60, 10)).toBe(60);
    expect(spreadWidth([true], { width: 70, height: 200 }, 60, 10)).toBe(50);
    // The position of rotated cards, not their number, decides the number of rows.
    const turned = [false, false, true, true, false, false, true];
    const card = spreadWidth(turned, { width: 300, height: 200 }, 60, 10);
    const rows = [turned.slice(0, 3), turned.slice(3, 6), turned.slice(6)].map((row) => row.reduce((sum, flat) => sum + (flat ? card * 1.4 : card) + 10, -10));
    expect(rows[0]! + 10 + card * 1.4 <= 300 || 3 * (card * 1.4 + 10) - 10 <= 200).toBe(true);
  });

  it('keep the places of cards when other cards leave', () => {
    expect(stablePlaces([], [1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
    expect(stablePlaces([1, 2, 3, 4], [1, 3, 4])).toEqual([1, 0, 3, 4]);
    expect(stablePlaces([1, 0, 3, 4], [1, 3, 4, 5])).toEqual([1, 5, 3, 4]);
    expect(stablePlaces([1, 2], [7, 8])).toEqual([7, 8]);
  });
});

describe('columns', () => {
  const column = (backs: number, opens: number) => [...new Array<boolean>(backs).fill(false), ...new Array<boolean>(opens).fill(true)];
  it('show rank and suit of every open card, and less of each back', () => {
    for (const [backs, opens, room] of [[6, 1, 300], [6, 7, 360], [3, 5, 250], [0, 13, 400]] as const) {
      const cards = column(backs, opens);
      const wide = columnWidth(cards, 110, room);
      const high = wide * 1.4;
      const tops = columnTops(cards, high, room);
      expect(tops).toHaveLength(cards.length);
      expect(tops.at(-1)! + high).toBeLessThanOrEqual(room + 1);
      // The corner of a card is 38 of its 140 units high.
      for (let at = backs; at + 1 < cards.length; at++) expect(tops[at + 1]! - tops[at]!).toBeGreaterThan((high * 38) / 140);
      if (backs > 0 && opens > 1) expect(tops[1]! - tops[0]!).toBeLessThan(tops[backs + 1]! - tops[backs]!);
    }
  });

  it('use the available height', () => {
    const cards = column(2, 3);
    expect(columnTops(cards, 56, 600).at(-1)).toBeGreaterThan(columnTops(cards, 56, 110).at(-1)!);
    expect(columnTops([], 56, 100)).toEqual([]);
    expect(columnTops([true], 56, 20)).toEqual([0]);
  });
});

describe('a layout in its area', () => {
  const zone = (id: string, row: number, piles: string[], more = {}) => ({ id, row, col: 0, rowSpan: 1, colSpan: 6, piles, ...more });
  const cards = (count: number) => Array.from({ length: count }, (_, at) => ({ key: at + 1, face: { id: `${at}`, name: `${at}` } }));
  const all: Scene = { seats: 2, zones: [{ id: 'hand.0', owner: 0, category: 'hand', cards: cards(9) }, { id: 'hand.1', owner: 1, category: 'hand', cards: cards(9) }, ...['a', 'b', 'c', 'd'].map((id) => ({ id, cards: cards(2), ordered: true }))] } as unknown as Scene;
  const seen = { scene: all, own: 0, shown: { scoreboards: false, actions: false }, wanted: new Set<string>() };
  const plain: Layout = { rows: 6, cols: 6, zones: [zone('o', 0, ['hand.others']), ...['a', 'b', 'c', 'd'].map((id, at) => zone(id, at + 1, [id])), zone('m', 5, ['hand.self'])] };
  const wide: Layout = { rows: 3, cols: 6, zones: [zone('o', 0, ['hand.others']), zone('m', 2, ['hand.self']), zone('t', 1, ['a', 'b', 'c', 'd'])] };
  const hand = (layout: Layout, size = { width: 900, height: 600 }) => placeLayout(layout, size, seen).places.find(({ zone }) => zone.id === 'm')!.card;

  it('has the largest cards, and changes only if another layout is clearly better', () => {
    const size = { width: 900, height: 600 };
    expect(hand(wide)).toBeGreaterThan(hand(plain) * 1.2);
    expect(bestLayout({ plain, wide }, size, seen, null)).toBe(wide);
    expect(bestLayout({ plain, wide }, { width: 500, height: 900 }, seen, null)).toBe(plain);
    expect(bestLayout({ plain: wide, wide: { ...wide } }, size, seen, wide)).toBe(wide);
  });

  it('keeps cards with text small enough to show the text', () => {
    const named = { ...all, zones: all.zones!.map((zone) => (zone.id === 'hand.0' ? zone : { ...zone, cards: (zone.cards ?? []).map((card) => ({ ...card, face: { ...card.face, rank: '7', suit: 'H' } })) })) } as Scene;
    const spoken = placeLayout(wide, { width: 900, height: 600 }, { ...seen, scene: named }).places.find(({ zone }) => zone.id === 'm')!;
    expect(spoken.card * (1 + 0.8 * 8)).toBeLessThanOrEqual(spoken.rect.width + 1);
    const ranked = { ...named, zones: named.zones!.map((zone) => ({ ...zone, cards: (zone.cards ?? []).map((card) => ({ ...card, face: { ...card.face, rank: '7', suit: 'H' } })) })) } as Scene;
    expect(placeLayout(wide, { width: 900, height: 600 }, { ...seen, scene: ranked }).places.find(({ zone }) => zone.id === 'm')!.card).toBeGreaterThanOrEqual(spoken.card);
  });

  it('gives unused height of a row to rows that can use it', () => {
    expect(redistributeHeights([300, 300], [195, Infinity])).toEqual([195, 405]);
    expect(redistributeHeights([300, 300], [195, 200])).toEqual([300, 300]);
    expect(redistributeHeights([100, 200, 0], [150, 100, 0])).toEqual([150, 150, 0]);
  });
});

it('draws the lines of a board of points, broken at a river', () => {
  const board = { width: 3, height: 4 };
  expect(boardLines(board)).toHaveLength(4 + 3);
  const lines = boardLines(board, { style: 'points', river: 2, diagonals: [['a1', 'c3']] });
  expect(lines).toHaveLength(4 + 2 + 2 + 1);
  expect(lines).toContainEqual([{ x: 1, y: 0 }, { x: 1, y: 1 }]);
  expect(lines).toContainEqual([{ x: 1, y: 2 }, { x: 1, y: 3 }]);
  expect(lines).toContainEqual([{ x: 0, y: 0 }, { x: 2, y: 2 }]);
});

describe('the grid of the buttons', () => {
  const cell = (row: number, col: number, actionId: string) => ({ row, col, rowSpan: 1, colSpan: 1, actionId });
  const grid = { rows: 2, cols: 2, cells: [cell(0, 0, 'b'), cell(0, 1, 'gone'), cell(1, 1, 'a')] };
  const buttons = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));

  // clause: Cards 5-3
  it('places the buttons that have a cell; the other buttons follow', () => {
    const { placed, rest } = placeButtons(buttons, grid);
    expect(placed.map(({ button, cell }) => [button.id, cell.row, cell.col])).toEqual([['b', 0, 0], ['a', 1, 1]]);
    expect(rest.map((button) => button.id)).toEqual(['c']);
  });

  it('changes nothing without a grid', () => {
    expect(placeButtons(buttons, undefined)).toEqual({ placed: [], rest: buttons });
  });
});

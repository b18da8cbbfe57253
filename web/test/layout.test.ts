import { boardLines } from '../src/logic/board';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { arrange, colWeights, fitRows, keptPlaces, rowNeeds, rowWeights, rowsOfCards, spreadWidth } from '../src/logic/fit';
import { pickLayout, shows, styleOf, unplaced, upright, zonesIn, type Layout } from '../src/logic/layout';
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
  it('mean zones as the server reads them', () => {
    expect(shows('hand.*', 'hand.1', 0)).toBe(true);
    expect(shows('hand.self', 'hand.1', 1)).toBe(true);
    expect(shows('hand.self', 'hand.1', null)).toBe(false);
    expect(shows('hand.others', 'hand.1', null)).toBe(true);
    expect(shows('deck', 'deck', 0)).toBe(true);
    expect(shows('meld-A.0', 'meld-A.0', 1)).toBe(true);
    const melds = { id: 'meld-A.1', team: [1, 3] };
    expect(shows('meld-A.self', melds, 3)).toBe(true);
    expect(shows('meld-A.others', melds, 3)).toBe(false);
    expect(shows('meld-A.others', melds, 0)).toBe(true);
    expect(shows('meld-A.self', melds, null)).toBe(false);
  });

  it('have the most exact style', () => {
    expect(styleOf(layout, 'hand.0', 0).layout).toBe('spread');
    expect(styleOf(layout, 'hand.0', 1).layout).toBe('horizontal');
    expect(styleOf(layout, 'hand.2', 2).layout).toBe('vertical');
  });

  it('list the others from the left of the viewer on', () => {
    expect(zonesIn(layout.zones[0]!, scene, 1).map((zone) => zone.id)).toEqual(['hand.2', 'hand.0']);
    expect(unplaced(layout, scene, 1).map((zone) => zone.id)).toEqual(['deck']);
  });
});

describe('every layout on the shelf', () => {
  const games = new URL('../../games/', import.meta.url);
  const files = readdirSync(games, { recursive: true }).map(String).filter((name) => /layout[\w-]*\.json$/.test(name));
  it('can be drawn', () => {
    expect(files.length).toBeGreaterThan(30);
    for (const name of files) {
      const raw = JSON.parse(readFileSync(new URL(name, games), 'utf8')) as Layout;
      const read = { ...raw, zones: raw.zones.map((zone) => ({ ...zone, rowSpan: zone.rowSpan ?? 1, colSpan: zone.colSpan ?? 1 })) };
      // A scene with everything that the layout speaks of.
      const zones = [...new Set(read.zones.flatMap((zone) => zone.piles ?? []))].flatMap((pile) => {
        const base = pile.replace(/\.(self|others|\*)$/, '');
        return base === pile ? [pile] : [0, 1].map((seat) => `${base}.${seat}`);
      });
      const all: Scene = { seats: 2, zones: zones.map((id) => ({ id, cards: [], count: 0 })), board: { width: 8, height: 8 }, scoreboards: [{ rows: [['a'], ['b']] }] };
      const shown = { scoreboards: true, actions: true };
      for (const one of [read, upright(read)]) {
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
  it('put piles where their cards are largest, in one row if that is as good', () => {
    expect(arrange(3, { width: 600, height: 150 }, 8).cols).toBe(3);
    expect(arrange(3, { width: 120, height: 600 }, 8).cols).toBe(1);
    const { card, height } = arrange(3, { width: 145, height: 150 }, 8);
    expect(card * 1.4).toBeLessThan(height);
  });

  it('lay many cards in rows that do not cover each other', () => {
    const { cols, card } = rowsOfCards(36, { width: 880, height: 400 }, 7, 128);
    expect(cols * (card + 7) - 7).toBeLessThanOrEqual(880);
    expect(Math.ceil(36 / cols) * (card * 1.4 + 7) - 7).toBeLessThanOrEqual(400);
    expect(card).toBeGreaterThan(50);
    expect(rowsOfCards(36, { width: 350, height: 420 }, 4, 128).card).toBeGreaterThanOrEqual(24);
  });

  it('make cards that are turned small enough to lie beside each other', () => {
    const room = { width: 200, height: 110 };
    expect(spreadWidth(3, 0, room, 60, 10)).toBeGreaterThan(spreadWidth(3, 3, room, 60, 10));
    expect(spreadWidth(1, 0, room, 60, 10)).toBe(60);
  });

  it('leave cards where they lie when others go', () => {
    expect(keptPlaces([], [1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
    expect(keptPlaces([1, 2, 3, 4], [1, 3, 4])).toEqual([1, 0, 3, 4]);
    expect(keptPlaces([1, 0, 3, 4], [1, 3, 4, 5])).toEqual([1, 5, 3, 4]);
    expect(keptPlaces([1, 2], [7, 8])).toEqual([7, 8]);
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

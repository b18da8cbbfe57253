import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { colWeights, pickLayout, rowWeights, shows, styleOf, unplaced, upright, zonesIn, type Layout } from '../src/logic/layout';
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
      for (const one of [read, upright(read)]) {
        expect(rowWeights(one, { scoreboards: [] }, 0).every((weight) => weight > 0), name).toBe(true);
        expect(Math.max(...colWeights(one, {})), name).toBeGreaterThan(0);
        expect(one.zones.every((zone) => zone.row + zone.rowSpan <= one.rows && zone.col + zone.colSpan <= one.cols), name).toBe(true);
      }
    }
  });
});

it('finds a layout for a game that has none', () => {
  const made = pickLayout({}, scene, 1000, 600);
  expect(unplaced(made, scene, 0)).toEqual([]);
});

import { expect, it } from 'vitest';
import { turnRecord } from '../src/logic/turn_record';
import type { Scene, Step, ZoneScene } from '../src/messages';

const zone = (id: string, role: ZoneScene['role']): ZoneScene => ({ id, role: role ?? null, ...(/\.(\d)$/.test(id) ? { owner: Number(id.at(-1)) } : {}) });
const scene: Scene = { seats: 2, zones: [zone('stock', 'deck'), zone('discard', 'discard'), zone('hand.0', 'hand'), zone('hand.1', 'hand')] };
const move = (from: string, to: string, face?: string): Step => ({ step: 'move', from: { zone: from }, to: { zone: to }, ...(face ? { face } : {}) });
const deal = Array.from({ length: 4 }, (_, n) => move('stock', `hand.${n % 2}`));

it('lists the cards that each player took and discarded, by deal', () => {
  const steps = [
    ...deal, move('stock', 'discard', 'QD'),
    move('discard', 'hand.0', 'QD'), move('hand.0', 'discard', '4S'),
    move('stock', 'hand.1', '9C'), move('hand.1', 'discard', '9C'),
    move('stock', 'hand.0'), move('hand.0', 'discard', 'KH'),
    ...deal,
  ];
  expect(turnRecord(steps, scene)).toEqual([
    { deal: 1, rows: [[{ took: ['QD'], threw: ['4S'] }, { took: [null], threw: ['9C'] }], [{ took: [null], threw: ['KH'] }, null]] },
  ]);
  // The second deal begins with its first turn.
  expect(turnRecord([...steps, move('hand.1', 'discard', '2C')], scene)[1]).toEqual({ deal: 2, rows: [[null, { took: [], threw: ['2C'] }]] });
});

it('has a turn for each card of a shedding game', () => {
  const steps = [...deal, move('hand.0', 'discard', '8S'), move('hand.1', 'discard', '8D'), move('stock', 'hand.0'), move('hand.1', 'discard', '3D')];
  expect(turnRecord(steps, scene)[0]!.rows).toEqual([[{ took: [], threw: ['8S'] }, { took: [], threw: ['8D'] }], [{ took: [null], threw: [] }, { took: [], threw: ['3D'] }]]);
});

it('draws of some players one after the other are no deal', () => {
  const three: Scene = { seats: 3, zones: [...scene.zones!, zone('hand.2', 'hand'), zone('sets', 'trick')] };
  const dealt = [0, 1, 2].map((seat) => move('stock', `hand.${seat}`));
  const chooses = (seat: number): Step => ({ step: 'say', text: `p${seat + 1} chooses draw`, choice: { seat, chosen: 'draw' } });
  const draws = [chooses(0), move('stock', 'hand.0'), chooses(1), move('stock', 'hand.1'), chooses(2), move('stock', 'hand.2')];
  const record = turnRecord([...dealt, move('stock', 'discard', 'QD'), ...draws, move('hand.0', 'discard', '4S')], three);
  expect(record.map(({ deal, rows }) => [deal, rows.length])).toEqual([[1, 1]]);
  expect(record[0]!.rows[0]).toEqual([{ took: [null], threw: ['4S'] }, { took: [null], threw: [] }, { took: [null], threw: [] }]);
});

it('is empty for games with tricks or without a discard pile', () => {
  expect(turnRecord(deal, { ...scene, zones: [...scene.zones!, zone('trick', 'trick')] })).toEqual([]);
  expect(turnRecord(deal, { seats: 2, zones: [zone('stock', 'deck'), zone('hand.0', 'hand')] })).toEqual([]);
  expect(turnRecord(deal, scene)).toEqual([]);
});

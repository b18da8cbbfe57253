import { describe, expect, it } from 'vitest';
import type { Scene } from '../src/messages';
import type { Inspection, Look } from '../src/devMessages';
import { INITIAL, applySnapshot, snapshotPath, seatFor } from '../src/net/dev_link';
import { changed, whose } from '../src/ui/dev/Inspector';
import { excerpt } from '../src/ui/dev/Problems';

const scene = { seats: 2, viewer: { Seat: 0 }, zones: [] } as unknown as Scene;
const look = (more: Partial<Look>): Look => ({
  version: 1, deals: 1, edition: 1, title: 'A game', seed: '1', bot: 'random', seats: 2, people: [0], due: [0], seat: 0, scene, ask: null,
  steps: [{ step: 'say', text: 'dealt' }], follows: false, moves: [], mistakes: [], behind: false, note: '', wrong: '', ...more,
});

describe('the tools of `rulebook dev`', () => {
  it('adds new steps, and starts again after a new deal', () => {
    const first = applySnapshot(INITIAL, look({}));
    expect([first.waiting.length, first.history.length, first.view?.steps]).toEqual([1, 1, []]);
    const more = applySnapshot(first, look({ version: 2, follows: true, steps: [{ step: 'say', text: 'played' }], moves: [{ seat: 0, text: 'x', byHand: true }] }));
    expect([more.waiting.length, more.history.length, more.view?.steps.length]).toEqual([2, 2, 1]);
    const again = applySnapshot(more, look({ version: 3, deals: 2 }));
    expect([again.waiting.length, again.history.length]).toEqual([1, 1]);
  });

  it('does not draw the same snapshot twice', () => {
    const first = applySnapshot(INITIAL, look({}));
    const open = { state: null, phase: null, turn: 0, asks: [], values: [], zones: [], digest: '' };
    const same = applySnapshot(first, look({ inspection: open }));
    expect(same.waiting).toBe(first.waiting);
    expect(same.look?.inspection).toBe(open);
  });

  it('keeps the previous state, to mark changed values', () => {
    const state = (value: string): Inspection => ({ state: null, phase: null, turn: 0, asks: [], values: [{ name: 'score', of: 'p1', value }, { name: 'round', of: null, value: '1' }], zones: [], digest: '' });
    const first = applySnapshot(INITIAL, look({ inspection: state('0') }));
    expect(first.before).toBe(null);
    const more = applySnapshot(first, look({ version: 2, follows: true, steps: [], inspection: state('3') }));
    expect([...changed(more.look!.inspection!, more.before)]).toEqual(['score p1']);
    expect([...changed(state('3'), null)]).toEqual([]);
    expect([whose('p2', (n) => `Seat ${n}`), whose('north', String), whose(null, String)]).toEqual(['Seat 2', 'north', '']);
  });

  it('shows the view of the seat to move', () => {
    expect(seatFor('turn', look({ people: [0, 1], due: [1], seat: 0 }))).toBe(1);
    expect(seatFor('turn', look({ people: [0, 1], due: [0, 1], seat: 1 }))).toBe(1);
    expect(seatFor('turn', look({ due: [1], seat: 0 }))).toBe(0);
    expect(seatFor('all', look({}))).toBe(null);
  });

  it('requests only new steps, and the whole match after a change of view', () => {
    expect(snapshotPath(0, look({}), false, false)).toBe('/look?seat=0&version=1&deals=1&moves=0');
    expect(snapshotPath(1, look({}), false, true)).toBe('/look?seat=1&inspect=1');
    expect(snapshotPath('all', look({ seat: null }), false, false)).toContain('version=1');
    // A request for a seat that does not take part must not be repeated without a pause.
    expect(snapshotPath('turn', look({ seats: 0, seat: null, due: [], people: [] }), false, false)).toContain('version=1');
  });

  it('marks the place of a mistake, also in long lines', () => {
    expect(excerpt({ text: '    - { zone: discrad }', column: 13, length: 7 })).toEqual({ line: '- { zone: discrad }', caret: '        ^^^^^^^' });
    const long = excerpt({ text: `${'x'.repeat(90)}here`, column: 91, length: 4 });
    expect(long.line.indexOf('here')).toBe(long.caret.indexOf('^'));
    expect(long.line.length).toBeLessThan(50);
  });
});

import { expect, it } from 'vitest';
import { soundOf } from '../src/logic/sounds';
import type { MoveRecord, Scene, Step } from '../src/messages';

const move: Step = { step: 'move', from: { zone: 'hand.0' }, to: { zone: 'trick' }, face: '5H' };
const table: Scene = { seats: 2 };

it('the sound of a card depends on its move; a message alone is silent', () => {
  expect(soundOf([], table, undefined)).toBeNull();
  expect(soundOf([{ step: 'say', text: 'seat 1 passes' }], table, undefined)).toBeNull();
  expect(soundOf([move], table, undefined)).toBe('card');
  expect(soundOf([move, move, move, move], table, undefined)).toBe('sweep');
  expect(soundOf([move, { step: 'mix', zone: 'deck' }], table, undefined)).toBe('shuffle');
  expect(soundOf([{ step: 'change', at: { zone: 'table' }, text: '', up: true }], table, undefined)).toBe('flip');
});

it('the sound of a piece depends on the last move', () => {
  const board: Scene = { seats: 2, board: { width: 8, height: 8 } };
  const said: Step[] = [{ step: 'say', text: 'e4' }];
  const last = (more: Partial<MoveRecord>): MoveRecord => ({ number: 0, seat: 0, squares: [], text: 'e4', ...more });
  expect(soundOf(said, board, last({}))).toBe('piece');
  expect(soundOf(said, board, last({ takes: true }))).toBe('capture');
  expect(soundOf(said, board, last({ takes: true, check: true }))).toBe('check');
  expect(soundOf(said, board, undefined)).toBeNull();
});

import { expect, it } from 'vitest';
import { parseAnswer, decisionPrompt } from '../src/logic/llm_player';
import { gestureOf } from '../src/logic/offers';
import { withCardSymbols, withNames } from '../src/logic/phrases';
import type { Offer, SeatInfo, Scene } from '../src/messages';
import { en } from '../src/text/en';

const seats: SeatInfo[] = [{ owner: 'Ann', driver: { kind: 'person' } }, { owner: 'Bob', driver: { kind: 'person' } }];
const scene: Scene = {
  seats: 2,
  prompt: 'p2 led hearts',
  zones: [
    { id: 'hand.0', name: 'hand', owner: 0, count: 1, cards: [{ key: 5, face: { id: 'QH', rank: 'Q', suit: 'H' } }] },
    { id: 'hand.1', name: 'hand', owner: 1, count: 2, cards: [{ key: 6 }, { key: 7 }] },
  ],
};
const offers: Offer[] = ['QH', 'pass'].map((text) => ({ text, label: text, gesture: { kind: 'button', id: text } }));

it('a model gets only what its seat sees', () => {
  const [system, user] = decisionPrompt('A game', 'The rules.', scene, offers, seats, 0, [], en);
  expect(system!.content).toContain('The rules.');
  expect(user!.content).toContain('queen of hearts');
  expect(user!.content).toContain('Bob: hand: 2 cards');
  expect(user!.content).toContain('Bob led hearts');
  expect(user!.content).toContain('2: pass');
});

it('the last number in an answer is the choice; a move text works too', () => {
  expect(parseAnswer('I think 1 is weak, so 2.', offers)?.text).toBe('pass');
  expect(parseAnswer('QH', offers)?.text).toBe('QH');
  expect(parseAnswer('7', offers)).toBeNull();
  expect(parseAnswer('', offers)).toBeNull();
});

it('the reasoning of a model is not its answer', () => {
  expect(parseAnswer('<think>maybe 1</think> 2', offers)?.text).toBe('pass');
  expect(parseAnswer('maybe 1, no</think>2', offers)?.text).toBe('pass');
  expect(parseAnswer('2 <think>or 1?</think>', offers)?.text).toBe('pass');
  expect(parseAnswer('<think>maybe 1, no wait', offers)).toBeNull();
  expect(parseAnswer('<thinking>1</thinking>', offers)).toBeNull();
});

it('describes an attempted drag as a gesture', () => {
  const nothing = { cards: [], square: null };
  expect(gestureOf(scene, { ...nothing, square: { x: 4, y: 1 } }, null, { x: 4, y: 4 })).toEqual({ kind: 'squares', from: { x: 4, y: 1 }, to: { x: 4, y: 4 } });
  expect(gestureOf(scene, { ...nothing, cards: [5] }, null, { x: 0, y: 0 })).toMatchObject({ kind: 'place', at: { x: 0, y: 0 } });
  expect(gestureOf(scene, { ...nothing, cards: [5] }, 'discard', null)).toMatchObject({ kind: 'drag', to: 'discard' });
  expect(gestureOf(scene, { ...nothing, cards: [5] }, null, null)).toBeNull();
});

it('lists of seats are replaced by names too', () => {
  expect(withNames('Tricks of seats 1 and 2', seats, 0, en)).toBe('Tricks of you and Bob');
  expect(withNames('seats 1 and 9', seats, 0, en)).toBe('seats 1 and 9');
});

it('cards in sentences have suit symbols', () => {
  expect(withCardSymbols('Where to with 5S? 10H (hand), QD-')).toBe('Where to with 5♠? 10♥ (hand), QD-');
  expect(withCardSymbols('p1 has no 7Horses')).toBe('p1 has no 7Horses');
});

import { expect, it } from 'vitest';
import { trickTask } from '../src/logic/trick_task';
import type { CardScene, Offer, Scene, ZoneScene } from '../src/messages';

const card = (key: number, id: string): CardScene => ({ key, faceUp: true, face: { id, name: id, rank: id.slice(0, -1), suit: id.slice(-1) } });
const played = (seat: number, ...cards: CardScene[]): ZoneScene => ({ id: `played.${seat}`, role: 'trick', owner: seat, ordered: true, cards, count: cards.length });

/** The viewer at seat 2 of four holds these cards. The other cards lie before seats 0 and 1. */
function scene(hand: string[], first?: string, second?: string): Scene {
  const cards = hand.map((id, n) => card(n + 1, id));
  return {
    seats: 4, viewer: { Seat: 2 }, due: [2],
    zones: [{ id: 'hand.2', role: 'hand', owner: 2, cards, count: cards.length }, played(0, ...(first ? [card(50, first)] : [])), played(1, ...(second ? [card(51, second)] : [])), played(2), played(3)],
  };
}
const offer = (key: number): Offer => ({ text: `${key}`, label: '', gesture: { kind: 'card', card: { key, zone: 0, at: key - 1 } } }) as Offer;

it('says whether to lead, to follow suit, or to play any card', () => {
  expect(trickTask(scene(['5H', '9C']), [offer(1), offer(2)])).toEqual({ kind: 'lead' });
  // Seat 0 has led hearts.
  expect(trickTask(scene(['5H', '9C'], 'KH', '2C'), [offer(1)])).toEqual({ kind: 'follow', suit: 'H' });
  expect(trickTask(scene(['5S', '9C'], 'KH', '2C'), [offer(1), offer(2)])).toEqual({ kind: 'free', suit: 'H' });
  // The rules forbid one of two cards for another reason.
  expect(trickTask(scene(['5S', '9C'], 'KH', '2C'), [offer(2)])).toEqual({ kind: 'play' });
});

it('says nothing about other decisions', () => {
  expect(trickTask(scene(['5H']), [{ text: 'pass', label: '', gesture: { kind: 'button', id: 'pass' } } as Offer])).toBeNull();
  expect(trickTask(scene(['5H']), [])).toBeNull();
  expect(trickTask({ ...scene(['5H']), due: [1, 2] }, [offer(1)])).toBeNull();
});

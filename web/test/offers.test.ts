import { describe, expect, it } from 'vitest';
import { Choices, NO_SELECTION, pickedBy } from '../src/logic/offers';
import type { Offer, Scene } from '../src/messages';

const card = (key: number, id: string) => ({ key, faceUp: true, face: { id, name: id, rank: id.slice(0, -1), suit: id.slice(-1) } });
const scene: Scene = {
  seats: 2,
  zones: [
    { id: 'hand.0', owner: 0, cards: [card(1, '7H'), card(2, '7H'), card(3, '7S'), card(4, 'KD')], count: 4 },
    { id: 'discard', ordered: true, cards: [card(9, '7C')], count: 1 },
    { id: 'stock', ordered: true, cards: [], count: 20 },
  ],
};
const spot = (key: number) => ({ zone: 0, at: key - 1, key });
const drag = (text: string, keys: number[], to: string): Offer => ({ text, label: text, gesture: { kind: 'drag', cards: keys.map(spot), to } });

describe('cards', () => {
  const offers = [drag('7H', [1], 'discard'), drag('7H 7S', [1, 3], 'discard'), drag('meld', [1, 2, 3], 'meld.0')];
  const choices = new Choices(scene, offers);

  it('a click picks a card up, and a second click puts it down', () => {
    expect(choices.clickCard(1, NO_SELECTION)).toEqual({ held: { cards: [1], square: null } });
    expect(choices.clickZone('discard', { cards: [1], square: null })).toEqual({ play: [offers[0]] });
    expect(choices.clickZone('stock', { cards: [1], square: null })).toEqual({ held: NO_SELECTION });
  });

  it('the own cards and pieces can be dragged without a legal move', () => {
    const seen: Scene = { ...scene, viewer: { Seat: 0 } };
    const all = new Choices(seen, offers);
    expect(all.canTouch(4, NO_SELECTION)).toBe(false);
    expect(all.illegalDrag(4, null)).toEqual({ cards: [4], square: null });
    // There is no such drag from a shared zone, for another viewer, or from a pile that a click takes from.
    expect(all.illegalDrag(9, null)).toBeNull();
    expect(choices.illegalDrag(4, null)).toBeNull();
    expect(new Choices(seen, [{ text: 'x', label: 'x', gesture: { kind: 'zone', zone: 'hand.0' } }]).illegalDrag(4, null)).toBeNull();
    const [a1, b1, c1] = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }];
    const board = { width: 3, height: 3, pieces: [{ at: a1, kind: 'rook', owner: 0 }, { at: b1, kind: 'rook', owner: 1 }] };
    const moves = new Choices({ ...seen, board }, [{ text: 'c1c2', label: 'c1c2', gesture: { kind: 'squares', from: c1, to: { x: 2, y: 1 } } }]);
    expect(moves.illegalDrag(0, a1)).toEqual({ cards: [], square: a1 });
    expect([moves.illegalDrag(0, b1), moves.illegalDrag(0, c1)]).toEqual([null, null]);
  });

  it('finds the one move that puts a pick back', () => {
    const button = (label: string, kind?: Offer['kind']): Offer => ({ text: label, label, kind, gesture: { kind: 'button', id: label } });
    const zone: Offer = { text: 'pile 3', label: 'pile 3', gesture: { kind: 'zone', zone: 'pile3' } };
    const [back, other] = [button('return it', 'putBack'), button('pile 3')];
    expect(new Choices(scene, [other, back]).putBack()).toBe(back);
    expect(new Choices(scene, [button('put 7♥ back', 'putBack'), button('put K♦ back', 'putBack')]).putBack()).toBeNull();
    expect(new Choices(scene, [other, button('put it back')]).putBack()).toBeNull();
    expect([pickedBy({ ...other, gesture: { kind: 'card', card: spot(3) } }), pickedBy(back)]).toEqual([3, null]);
    expect(pickedBy({ ...button('put 7♥ back', 'putBack'), gesture: { kind: 'card', card: spot(1) } })).toBeNull();
    // After a pick, declining to choose a zone leaves the card where it is.
    const decline = button('leave it', 'pass');
    expect(new Choices(scene, [zone, decline]).putBack(true)).toBe(decline);
    expect(new Choices(scene, [zone, decline]).putBack()).toBeNull();
    expect(new Choices(scene, [other, zone, decline]).putBack(true)).toBeNull();
  });

  // clause: Cards 0-2
  it('after a drop, the pile under the card answers the next question', () => {
    const zone = (id: string): Offer => ({ text: id, label: id, gesture: { kind: 'zone', zone: id } });
    const back: Offer = { text: 'put it back', label: 'put it back', gesture: { kind: 'button', id: 'put it back' } };
    const [a, b] = [zone('discard'), zone('stock')];
    expect(new Choices(scene, [a, b, back]).followUp('stock')).toBe(b);
    expect(new Choices(scene, [a, back]).followUp('stock')).toBeNull();
    expect(new Choices(scene, [a, b, drag('7H', [1], 'discard')]).followUp('stock')).toBeNull();
  });

  it('a copy of an offered card works like the offered card', () => {
    expect(choices.canTouch(2)).toBe(true);
    expect(choices.clickZone('discard', { cards: [2], square: null })).toEqual({ play: [offers[0]] });
    expect(choices.dropOnZone([2, 3], 'discard')).toEqual([offers[1]]);
  });

  it('a card can be added while some move contains all selected cards', () => {
    const two = { cards: [1, 2], square: null };
    expect(choices.canAdd(2, { cards: [1], square: null })).toBe(true);
    expect(choices.targetZones(two).size).toBe(0);
    expect(choices.canAdd(4, two)).toBe(false);
    expect([...choices.targetZones({ cards: [3, 2, 1], square: null })]).toEqual(['meld.0']);
  });

  it('a second click plays the only possible move', () => {
    const only = new Choices(scene, [drag('KD', [4], 'discard')]);
    expect(only.clickCard(4, { cards: [4], square: null })).toEqual({ play: only.offers });
    expect(only.canTouch(1)).toBe(false);
  });

  it('finds the moves that no place on the table offers', () => {
    const offers: Offer[] = [
      { text: 'a', label: 'a', gesture: { kind: 'button', id: 'gone' } },
      { text: 'b', label: 'b', gesture: { kind: 'zone', zone: 'nowhere' } },
      { text: 'c', label: 'c', gesture: { kind: 'zone', zone: 'stock' } },
    ];
    expect(new Choices(scene, offers).offersWithoutPlace(new Set(['stock'])).map((offer) => offer.text)).toEqual(['a', 'b']);
  });
});

describe('squares', () => {
  const at = (x: number, y: number) => ({ x, y });
  const move = (text: string, from: [number, number], to: [number, number]): Offer => ({ text, label: text, gesture: { kind: 'squares', from: at(...from), to: at(...to) } });
  const offers = [move('e7e8q', [4, 6], [4, 7]), move('e7e8n', [4, 6], [4, 7]), move('a2a3', [0, 1], [0, 2])];
  const choices = new Choices({ seats: 2 }, offers);

  it('goes from a square to a square', () => {
    expect(choices.clickSquare(at(0, 1), NO_SELECTION)).toEqual({ held: { cards: [], square: at(0, 1) } });
    expect(choices.clickSquare(at(0, 2), { cards: [], square: at(0, 1) })).toEqual({ play: [offers[2]] });
    expect(choices.clickSquare(at(5, 5), { cards: [], square: at(0, 1) })).toEqual({ held: NO_SELECTION });
  });

  it('asks which move is meant if several have the same gesture', () => {
    expect(choices.clickSquare(at(4, 7), { cards: [], square: at(4, 6) })).toEqual({ play: [offers[0], offers[1]] });
  });

  it('drops a piece from the hand', () => {
    const hand: Scene = { zones: [{ id: 'hand.0', cards: [{ key: 5, face: { id: 'P', name: 'pawn' } }, { key: 6, face: { id: 'P', name: 'pawn' } }] }] };
    const drop: Offer = { text: 'P@a2', label: '', gesture: { kind: 'place', card: { zone: 0, at: 0, key: 5 }, at: at(0, 1) } };
    const choices = new Choices(hand, [drop]);
    expect(choices.targetSquares({ cards: [6], square: null })).toEqual([at(0, 1)]);
    expect(choices.clickSquare(at(0, 1), { cards: [6], square: null })).toEqual({ play: [drop] });
  });
});

describe('stones that are dropped into columns', () => {
  const board = { width: 7, height: 6, pieces: [{ at: { x: 3, y: 0 } }] };
  const offers: Offer[] = Array.from({ length: 7 }, (_, x) => ({ text: String(x), label: String(x), gesture: { kind: 'square', at: { x, y: x === 3 ? 1 : 0 } } }));
  it('are dropped by a click anywhere in the column', () => {
    expect(new Choices({ board }, offers).clickSquare({ x: 3, y: 5 }, NO_SELECTION)).toEqual({ play: [offers[3]] });
  });
  it('are not dropped if any square can be chosen', () => {
    expect(new Choices({ board }, offers.slice(1)).clickSquare({ x: 0, y: 5 }, NO_SELECTION)).toEqual({ held: NO_SELECTION });
  });
});

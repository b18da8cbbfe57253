import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rankAliases, shapeOf } from '../src/logic/choice_shapes';
import { matchesZone, type Layout } from '../src/logic/layout';
import { groupByKind } from '../src/logic/cards';
import { isMat, placeMat, seatOrder, sidesOf, type Mat } from '../src/logic/mat';
import { bestMelds, deadwoodAfterTaking, hasMelds, laidMelds } from '../src/logic/melds';
import { Choices, NO_SELECTION, forcedMove } from '../src/logic/offers';
import { canFinish, nextToFinish } from '../src/logic/patience';
import { nextDeal, seatScores, seatsNamed, trackDeals } from '../src/logic/seat_scores';
import { lastWon, trickRecord } from '../src/logic/trick_record';
import { animationFrames } from '../src/logic/animation_frames';
import type { Button, CardScene, Offer, Scene, SeatInfo, ZoneRole, ZoneScene } from '../src/messages';
import { isDealt, nextCaption } from '../src/ui/Caption';
import { seatNotes } from '../src/ui/Seats';
import { en } from '../src/text/en';

const card = (key: number, id?: string): CardScene => (id ? { key, faceUp: true, face: { id, name: id, rank: id.slice(0, -1), suit: id.slice(-1) } } : { key });
const zone = (id: string, role: ZoneRole | null, more: Partial<ZoneScene> = {}): ZoneScene => ({ id, name: id.replace(/\.\d+$/, ''), role, count: 0, cards: [], ...(/\.(\d+)$/.test(id) ? { owner: Number(/\.(\d+)$/.exec(id)![1]) } : {}), ...more });
const none: Layout = { rows: 1, cols: 1, zones: [] };
const SIZES = [{ width: 1076, height: 790 }, { width: 1416, height: 790 }, { width: 386, height: 760 }, { width: 830, height: 330 }, { width: 700, height: 620 }];

/** A trick game without a layout file. */
const tricks = (seats: number, count = 0): Scene => ({
  viewer: { Seat: 0 }, seats,
  zones: [
    zone('deck', 'deck', { ordered: true }),
    ...Array.from({ length: seats }, (_, seat) => [
      zone(`hand.${seat}`, 'hand', { count, cards: Array.from({ length: count }, (_, n) => card(seat * 100 + n + 1)) }),
      zone(`played.${seat}`, 'trick', { ordered: true }),
      zone(`taken.${seat}`, 'taken', { count }),
    ]).flat(),
  ],
});

const where = (mat: Mat) => new Map([...mat.places.map(({ zone }) => zone), ...mat.seats.flatMap(({ chips }) => chips)].map((id) => [id, 1]));

describe('seats', () => {
  it('sit in turn order from the left of the viewer, and partners opposite', () => {
    expect(seatOrder(4, 2)).toEqual([2, 3, 0, 1]);
    expect(sidesOf(3, false)).toEqual(['left', 'top', 'right']);
    expect(sidesOf(1, false)).toEqual(['top']);
    const mat = placeMat(tricks(4), none, 1, SIZES[0]!, false);
    expect(mat.seats.map(({ seat, side }) => [seat, side])).toEqual([[1, 'bottom'], [2, 'left'], [3, 'top'], [0, 'right']]);
  });

  it('the cards of a trick lie in front of their players', () => {
    const mat = placeMat(tricks(4), none, 0, SIZES[0]!, false);
    const at = (id: string) => mat.places.find((place) => place.zone === id)!.rect;
    const [own, left, top, right] = [at('played.0'), at('played.1'), at('played.2'), at('played.3')];
    expect(left.left).toBeLessThan(top.left);
    expect(top.left).toBeLessThan(right.left);
    expect(top.top).toBeLessThan(left.top);
    expect(own.top).toBeGreaterThan(left.top);
  });

  it('on a phone, plates at the sides do not cover the trick, with a dummy above it or without', () => {
    for (const layout of ['none', 'columns'] as const) {
      const scene = tricks(4);
      if (layout === 'columns') scene.zones!.push(zone('dummy', 'hand', { count: 13 }));
      const mat = placeMat(scene, { ...none, pileStyles: { dummy: { layout } } } as Layout, 0, SIZES[2]!, false);
      const slots = mat.places.filter(({ form }) => form === 'slot').map(({ rect }) => rect);
      expect(slots.length).toBe(4);
      for (const { rect: plate } of mat.seats)
        for (const slot of slots) {
          const [wide, high] = [Math.min(plate.left + plate.width, slot.left + slot.width) - Math.max(plate.left, slot.left), Math.min(plate.top + plate.height, slot.top + slot.height) - Math.max(plate.top, slot.top)];
          expect(wide > 0 && high > 0, `${layout}: ${JSON.stringify([plate, slot])}`).toBe(false);
        }
    }
  });

  it('piles stand on both sides of a row in the middle', () => {
    const scene: Scene = { viewer: { Seat: 0 }, seats: 2, zones: [zone('deck', 'deck', { ordered: true }), zone('crib', 'deck', { ordered: true }), zone('row', 'table'), ...[0, 1].flatMap((seat) => [zone(`hand.${seat}`, 'hand'), zone(`laid.${seat}`, 'table')])] };
    const mat = placeMat(scene, none, 0, SIZES[0]!, false);
    const centre = (id: string) => { const { rect } = mat.places.find((place) => place.zone === id)!; return rect.left + rect.width / 2; };
    expect(centre('row')).toBeCloseTo(SIZES[0]!.width / 2, 0);
    expect((centre('deck') + centre('crib')) / 2).toBeCloseTo(centre('row'), 0);
  });

  it('a game whose cards are taken one by one has no record of tricks', () => {
    const steps = [{ step: 'move', from: { zone: 'hand.0' }, to: { zone: 'played.0' }, face: 'KD' }, { step: 'move', from: { zone: 'played.0' }, to: { zone: 'taken.0' }, face: 'KD' }] as Parameters<typeof trickRecord>[0];
    expect(trickRecord(steps, tricks(2))).toEqual([]);
    const both = [{ step: 'move', from: { zone: 'hand.0' }, to: { zone: 'played.0' }, face: '2D' }, { step: 'move', from: { zone: 'hand.1' }, to: { zone: 'played.1' }, face: '3D' }, { step: 'move', from: { zone: 'played.0' }, to: { zone: 'taken.0' }, face: '2D' }] as typeof steps;
    expect(trickRecord(both, tricks(2))).toHaveLength(1);
    const scene = tricks(2);
    expect(trickRecord(both, { ...scene, zones: [...scene.zones!, zone('table', 'table')] })).toEqual([]);
  });

  it('a row goes below the plates of the players at the sides if its cards become larger there', () => {
    const scene: Scene = { viewer: { Seat: 0 }, seats: 3, zones: [zone('deck', 'deck', { ordered: true }), zone('table', 'table'), ...[0, 1, 2].map((seat) => zone(`hand.${seat}`, 'hand'))] };
    const mat = placeMat(scene, none, 0, { width: 900, height: 700 }, false);
    const row = mat.places.find((place) => place.zone === 'table')!;
    const plates = mat.seats.filter(({ side }) => side === 'left' || side === 'right').map(({ rect }) => rect);
    expect(plates).toHaveLength(2);
    for (const plate of plates) expect(plate.top + plate.height).toBeLessThanOrEqual(row.rect.top);
    expect(row.card).toBeGreaterThan(80);
  });

  it('two cards that players turn up before themselves are a trick', () => {
    const zones = [0, 1].flatMap((seat) => [zone(`pile.${seat}`, 'tableau', { ordered: true }), zone(`table.${seat}`, 'table'), zone(`won.${seat}`, 'taken')]);
    const move = (from: string, to: string, face: string) => ({ step: 'move' as const, from: { zone: from }, to: { zone: to }, face });
    const steps = [move('pile.0', 'table.0', 'QD'), move('pile.1', 'table.1', 'AD'), move('table.0', 'won.1', 'QD'), move('table.1', 'won.1', 'AD')];
    expect(lastWon(trickRecord(steps, { viewer: { Seat: 0 }, seats: 2, zones }))).toEqual({ winner: 1, plays: [{ seat: 0, face: 'QD' }, { seat: 1, face: 'AD' }] });
  });

  it('one zone of each team lies beside the trick, so that the trick keeps its size', () => {
    const plain = tricks(4);
    const scene: Scene = { ...plain, zones: [...plain.zones!, zone('secret-a', null, { team: [0, 2] }), zone('secret-b', null, { team: [1, 3] })] };
    for (const size of SIZES.slice(0, 3)) {
      const [mat, without] = [placeMat(scene, none, 0, size, false), placeMat(plain, none, 0, size, false)];
      const at = (id: string, of = mat) => of.places.find((place) => place.zone === id)!;
      expect(mat.areas).toEqual([]);
      expect(at('played.0').card).toBeGreaterThan(at('played.0', without).card * 0.8);
      expect(at('secret-b').rect.left).toBeLessThan(at('played.1').rect.left);
      expect(at('secret-a').rect.left).toBeGreaterThan(at('played.3').rect.left);
    }
  });

  it('a card that was turned up lies beside the trick, and piles do not cover the cards of the players at the sides', () => {
    const plain = tricks(3);
    const spent = [0, 1, 2].map((seat) => zone(`spent.${seat}`, null));
    const scene: Scene = { ...plain, zones: [...plain.zones!, zone('turned', null, { ordered: true }), ...spent] };
    const style: Layout = { ...none, pileStyles: { turned: { layout: 'horizontal' }, 'spent.*': { layout: 'horizontal' } } };
    for (const size of SIZES.slice(0, 3)) {
      const { places } = placeMat(scene, style, 0, size, false);
      const at = (id: string) => places.find((place) => place.zone === id)!;
      expect(at('turned').form).toBe('pile');
      const meet = (a: Mat['places'][number], b: Mat['places'][number]) => Math.min(a.rect.left + a.rect.width, b.rect.left + b.rect.width) - Math.max(a.rect.left, b.rect.left) > 0 && Math.min(a.rect.top + a.rect.height, b.rect.top + b.rect.height) - Math.max(a.rect.top, b.rect.top) > 0;
      for (const one of ['turned', 'deck']) for (const other of ['played.0', 'played.1', 'played.2', 'spent.0', 'spent.1', 'spent.2']) expect([size.width, one, other, meet(at(one), at(other))]).toEqual([size.width, one, other, false]);
    }
  });

  it('the cards of a team begin below the name of its area', () => {
    const melds = [[0, 2], [1, 3]].flatMap((team) => ['A', 'K', 'Q'].map((rank) => zone(`meld-${rank}.t${team[0]}`, 'meld', { team })));
    const scene: Scene = { viewer: { Seat: 0 }, seats: 4, zones: [zone('stock', 'deck', { ordered: true }), ...[0, 1, 2, 3].map((seat) => zone(`hand.${seat}`, 'hand')), ...melds] };
    for (const size of SIZES.slice(0, 3)) {
      const { areas, places } = placeMat(scene, none, 0, size, false);
      expect(areas).toHaveLength(2);
      for (const area of areas) {
        const inside = places.filter(({ rect }) => rect.top >= area.top && rect.top < area.top + area.height && rect.left >= area.left);
        expect(inside).toHaveLength(3);
        for (const { rect } of inside) {
          expect(rect.top - area.top).toBeGreaterThanOrEqual(9);
          expect(rect.top + rect.height).toBeLessThanOrEqual(area.top + area.height + 1);
        }
      }
    }
  });

  it('the places of seats and zones do not depend on the number of cards', () => {
    for (const size of SIZES) expect(placeMat(tricks(4, 13), none, 0, size, false)).toEqual(placeMat(tricks(4, 0), none, 0, size, false));
  });

  it('seats and zones fit on the table for every number of players', () => {
    for (let seats = 2; seats <= 8; seats++) {
      for (const size of SIZES) {
        const mat = placeMat(tricks(seats), none, 0, size, false);
        expect(where(mat).size).toBe(1 + seats * 3);
        const boxes = [...mat.seats.map(({ rect }) => rect), ...mat.places.filter(({ form }) => form !== 'rail').map(({ rect }) => rect)];
        for (const rect of boxes) {
          const words = `${seats} seats, ${size.width} x ${size.height}: ${JSON.stringify(rect)}`;
          expect(rect.left >= -1 && rect.top >= -1 && rect.left + rect.width <= size.width + 1 && rect.top + rect.height <= size.height + 1, words).toBe(true);
        }
        // Plates do not cover each other.
        mat.seats.forEach(({ rect: a }, n) => mat.seats.slice(n + 1).forEach(({ rect: b }) => {
          const apart = a.left + a.width <= b.left + 1 || b.left + b.width <= a.left + 1 || a.top + a.height <= b.top + 1 || b.top + b.height <= a.top + 1;
          expect(apart, `${seats} seats, ${size.width} x ${size.height}`).toBe(true);
        }));
      }
    }
  });
});

describe('every card game of the shelf', () => {
  const games = new URL('../../games/', import.meta.url);
  const folders = readdirSync(games, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'lib').map(({ name }) => name);
  it('has a place for each zone that its layout names', () => {
    let seen = 0;
    for (const name of folders) {
      let raw: Layout;
      try {
        raw = JSON.parse(readFileSync(new URL(`${name}/layout.json`, games), 'utf8')) as Layout;
      } catch {
        continue;
      }
      if (raw.zones.some((one) => one.widget === 'board')) continue;
      const piles = [...new Set(raw.zones.flatMap((one) => one.piles ?? []))];
      const all = [...new Set(piles.flatMap((pile) => { const base = pile.replace(/\.(self|others|\*)$/, ''); return base === pile ? [pile] : [0, 1].map((seat) => `${base}.${seat}`); }))];
      const ids = all.filter((id) => !(raw.hidden ?? []).some((name) => matchesZone(name, id, 0)));
      const scene: Scene = { viewer: { Seat: 0 }, seats: 2, zones: ids.map((id) => zone(id, id.startsWith('hand') ? 'hand' : null)) };
      if (!isMat(scene, { plain: raw })) continue;
      seen++;
      for (const size of SIZES) expect([...where(placeMat(scene, raw, 0, size, false)).keys()].sort(), name).toEqual([...ids].sort());
    }
    expect(seen).toBeGreaterThan(25);
  });
});

describe('choices', () => {
  const buttons = (...labels: string[]): Button[] => labels.map((label) => ({ id: label, label }));
  const empty: Scene = { viewer: { Seat: 0 }, seats: 2, zones: [] };

  it('of suits are four symbols', () => {
    expect(shapeOf(buttons('♣', '♦', '♥', '♠'), empty).suits.map(({ suit }) => suit)).toEqual(['C', 'D', 'H', 'S']);
    expect(shapeOf(buttons('Clubs', 'Hearts', 'Pass'), empty)).toMatchObject({ words: [{ id: 'Pass' }] });
    expect(shapeOf(buttons('Red', 'Blue'), empty).colours).toHaveLength(2);
  });

  it('of bids are a box of levels and strains that keeps its shape', () => {
    const shape = shapeOf(buttons('Pass', '6 ♥', '6 ♠', '6 NT', '7 ♣'), empty, 7);
    expect(shape.bids).toHaveLength(7);
    expect(shape.bids.every((row) => row.length === 5)).toBe(true);
    expect(shape.bids[5]!.map(({ button }) => button?.id ?? null)).toEqual([null, null, '6 ♥', '6 ♠', '6 NT']);
    expect(shape.words.map(({ id }) => id)).toEqual(['Pass']);
  });

  it('of ranks stand in their order', () => {
    expect(shapeOf(buttons('9', 'K', 'A', '10'), empty).ranks.map(({ rank }) => rank)).toEqual(['A', '9', '10', 'K']);
  });

  it('of numbers and of ranks are distinguished by the own hand', () => {
    expect(shapeOf(buttons('2', '0', '1', 'pass'), empty).numbers.map(({ value }) => value)).toEqual([0, 1, 2]);
    const holding: Scene = { ...empty, buttons: buttons('5', '9'), zones: [zone('hand.0', 'hand', { cards: [card(1, '5H'), card(2, '9S'), card(3, 'KD')] })] };
    expect(shapeOf(holding.buttons!, holding).ranks.map(({ rank }) => rank)).toEqual(['5', '9']);
    expect([...rankAliases(holding)]).toEqual([[1, '5'], [2, '9']]);
    const offers: Offer[] = ['5', '9'].map((id) => ({ label: id, text: id, gesture: { kind: 'button', id } }));
    const choices = new Choices(holding, offers);
    expect(choices.clickCard(2, NO_SELECTION)).toEqual({ play: [offers[1]] });
    expect(choices.canTouch(3)).toBe(false);
  });

  it('to draw are a click on the stock', () => {
    const scene: Scene = { ...empty, buttons: buttons('draw'), zones: [zone('stock', 'deck', { count: 9, button: 'draw' }), zone('discard', 'discard', { count: 3 })] };
    const offers: Offer[] = [{ label: 'draw', text: 'draw', gesture: { kind: 'button', id: 'draw' } }];
    const choices = new Choices(scene, offers);
    expect(choices.clickableZones()).toEqual(new Set(['stock']));
    expect(choices.clickZone('stock', NO_SELECTION)).toEqual({ play: offers });
    expect(choices.isPile('draw')).toBe(true);
    // A stock that is not on the table cannot be clicked, so the button stays.
    expect(new Choices(scene, offers, (id) => id === 'stock').isPile('draw')).toBe(false);
  });

  it('with one destination need one click, and a double click finds a foundation', () => {
    const scene: Scene = { ...empty, zones: [zone('hand.0', 'hand', { cards: [card(1, '5H'), card(2, '6H'), card(3, '5C')] }), zone('trick', 'trick'), zone('hearts', 'foundation'), zone('pile1', 'tableau')] };
    const drag = (key: number, to: string, ...more: number[]): Offer => ({ label: to, text: `${key}${to}`, gesture: { kind: 'drag', cards: [key, ...more].map((one) => ({ zone: 0, at: one - 1, key: one })), to } });
    const single = drag(1, 'trick');
    expect(new Choices(scene, [single]).clickCard(1, NO_SELECTION)).toEqual({ play: [single] });
    expect(new Choices(scene, [single, drag(1, 'trick', 3)]).clickCard(1, NO_SELECTION)).toEqual({ held: { cards: [1], square: null } });
    expect(new Choices(scene, [drag(1, 'pile1'), drag(1, 'hearts')]).obvious(1)!.text).toBe('1hearts');
    const zones: Offer[] = ['pile1', 'hearts'].map((id) => ({ label: id, text: id, gesture: { kind: 'zone', zone: id } }));
    expect(new Choices(scene, zones).onlyTarget(false)).toBeNull();
    expect(new Choices(scene, zones).onlyTarget(true)!.text).toBe('hearts');
    expect(new Choices(scene, zones.slice(0, 1)).onlyTarget(false)!.text).toBe('pile1');
  });
});

describe('scores', () => {
  it('of a board are read for each seat, in rows or in columns', () => {
    expect(seatsNamed('seats 1 and 3')).toEqual([0, 2]);
    expect(seatsNamed('seat 2 and seat 4')).toEqual([1, 3]);
    expect(seatsNamed('vulnerable')).toEqual([]);
    const rows = seatScores({ seats: 2, scoreboards: [{ columns: ['player', 'bid', 'points'], rows: [['p1', '4', '-10'], ['p2', '-', '20']] }] });
    expect(rows).toEqual([{ main: '-10', more: [['bid', '4']] }, { main: '20', more: [] }]);
    const both = seatScores({ seats: 2, scoreboards: [{ columns: ['player', 'bid', 'tricks', 'bags', 'points'], rows: [['p1', '5', '3', '1', '10'], ['p2', '', '2', '0', '20']] }] });
    expect(both.map(({ more }) => more)).toEqual([[['tricks', '3/5'], ['bags', '1']], [['tricks', '2'], ['bags', '0']]]);
    const columns = seatScores({ seats: 4, scoreboards: [{ columns: ['', 'seats 1 and 3', 'seats 2 and 4'], rows: [['vulnerable', 'no', 'yes'], ['points', '0', '570']] }] });
    expect(columns.map(({ main }) => main)).toEqual(['0', '570', '0', '570']);
  });

  it('of a deal are shown when the next deal begins', () => {
    const scene = (cards: number, points: number[]): Scene => ({ seats: 2, due: [0], zones: [0, 1].map((seat) => zone(`hand.${seat}`, 'hand', { count: cards })), scoreboards: [{ columns: ['player', 'score'], rows: points.map((one, seat) => [`p${seat + 1}`, String(one)]) }] });
    let tracker = trackDeals(scene(13, [0, 0]));
    for (const cards of [9, 4, 1]) {
      const next = nextDeal(tracker, scene(cards, [0, 0]));
      expect(next.result).toBeNull();
      tracker = next.tracker;
    }
    const next = nextDeal(tracker, scene(13, [5, 21]));
    expect(next.result).toEqual({ deal: 1, seats: [{ change: 5, total: 5 }, { change: 21, total: 21 }] });
    expect(nextDeal(next.tracker, scene(12, [5, 21])).result).toBeNull();
    // A game that waits between two hands tells the result at once, and only once.
    const waits = nextDeal(tracker, { ...scene(0, [5, 21]), betweenHands: true });
    expect(waits.result?.deal).toBe(1);
    expect(nextDeal(waits.tracker, scene(13, [5, 21])).result).toBeNull();
  });
});

describe('melds', () => {
  it('are found with the least deadwood', () => {
    const cards = ['7H', '8H', '9H', 'QC', 'QD', 'QS', 'AS', '3D', '4S', '5C'].map((id, at) => card(at + 1, id));
    const found = bestMelds(cards);
    expect(found.melds.map((meld) => meld.length)).toEqual([3, 3]);
    expect(found.deadwood).toBe(13);
    // The ten lengthens the run of hearts, and the five is thrown away. A king changes nothing.
    expect(deadwoodAfterTaking(cards, card(11, '10H'))).toBe(8);
    expect(deadwoodAfterTaking(cards, card(11, 'KD'))).toBe(13);
    // A card that fits two melds goes to the meld that leaves less deadwood.
    expect(bestMelds(['9H', '9C', '9S', '10H', 'JH'].map((id, at) => card(at + 1, id))).deadwood).toBe(18);
    expect(bestMelds([]).deadwood).toBe(0);
  });

  it('that lie on the table together are told apart', () => {
    const laid = (...ids: string[]) => laidMelds(ids.map((id, n) => card(n + 1, id)))?.map((group) => group.map((at) => ids[at]).join(' ')) ?? null;
    expect(laid('5C', '8C', '8D', '5S', '8S', '5H')).toEqual(['5C 5S 5H', '8C 8D 8S']);
    expect(laid('4H', '9S', '2H', 'JS', '3H', '10S', '7S', '6S', '5S')).toEqual(['2H 3H 4H', '5S 6S 7S', '9S 10S JS']);
    expect(laid('4H', '9S', '2H')).toBeNull();
    expect(laidMelds([card(1), card(2)])).toBeNull();
  });

  it('are looked for only in games that have them', () => {
    const hand = [card(1, '5H')];
    expect(hasMelds({ seats: 2, zones: [zone('meld-1.0', 'meld')] }, hand)).toBe(true);
    expect(hasMelds({ seats: 2, zones: [zone('played.0', 'trick')] }, hand)).toBe(false);
    expect(hasMelds({ seats: 4, zones: [zone('meld-A.0', 'meld', { team: [0, 2] })] }, hand)).toBe(false);
  });
});

it('a patience with only open columns can be finished automatically', () => {
  const pile = (id: string, ...ids: string[]) => zone(id, 'tableau', { ordered: true, count: ids.length, cards: ids.map((one, at) => card(id.length * 10 + at + Number(id.slice(-1)) * 100, one)) });
  const scene: Scene = { viewer: { Seat: 0 }, seats: 1, zones: [zone('hearts', 'foundation', { cards: [card(1, 'AH')] }), pile('pile1', '3C', '2H'), pile('pile2', 'KS'), pile('pile3')] };
  expect(canFinish(scene)).toBe(true);
  const key = scene.zones![1]!.cards![1]!.key!;
  const offers: Offer[] = [{ label: '2', text: '2H', gesture: { kind: 'card', card: { zone: 1, at: 1, key } } }, { label: 'K', text: 'KS', gesture: { kind: 'card', card: { zone: 2, at: 0, key: scene.zones![2]!.cards![0]!.key! } } }];
  expect(nextToFinish(scene, new Choices(scene, offers))!.text).toBe('2H');
  const covered = { ...scene, zones: scene.zones!.map((one) => (one.id === 'pile2' ? { ...one, cards: [{ key: 9 }, ...one.cards!], count: 2 } : one)) };
  expect(canFinish(covered)).toBe(false);
});

it('the winning card is marked before the trick is taken', () => {
  const before: Scene = { viewer: { Seat: 0 }, seats: 2, zones: [zone('played.0', 'trick', { ordered: true, cards: [card(1, '5H')], count: 1 }), zone('played.1', 'trick', { ordered: true }), zone('hand.1', 'hand', { cards: [card(2)], count: 1 }), zone('taken.1', 'taken', { owner: 1 })] };
  const after: Scene = { ...before, due: [1], zones: before.zones!.map((one) => (one.id === 'taken.1' ? { ...one, count: 2 } : { ...one, cards: [], count: 0 })) };
  const move = (from: string, to: string, face: string) => ({ step: 'move' as const, from: { zone: from, at: 0 }, to: { zone: to, at: 0 }, face });
  const frames = animationFrames(before, { scene: after, follows: true, steps: [move('hand.1', 'played.1', '9H'), move('played.0', 'taken.1', '5H'), move('played.1', 'taken.1', '9H')] }, new Map());
  const shown = frames[0]!.scene.zones!;
  expect(shown.find((one) => one.id === 'played.1')!.cards![0]!.marked).toBe(true);
  expect(shown.find((one) => one.id === 'played.0')!.cards![0]!.marked).toBeFalsy();
});

it('an announcement disappears after its deal', () => {
  expect(nextCaption(['Hearts are broken'], [], isDealt([{ step: 'mix', zone: 'deck' }]))).toEqual([]);
  expect(nextCaption(['Hearts are broken'], [], isDealt([]))).toEqual(['Hearts are broken']);
});

it('a player who resigned is not called a bot', () => {
  const seat: SeatInfo = { owner: 'Ann', driver: { kind: 'bot', spec: 'medium' }, resigned: true };
  expect(seatNotes(seat, 0, true, null, en)).toEqual([en.table.resigned]);
  expect(seatNotes({ ...seat, resigned: false }, 0, false, null, en)).toEqual([en.create.levels.medium]);
});

it('only a lone button is a forced move', () => {
  const pass: Offer = { label: 'pass', text: 'pass', gesture: { kind: 'button', id: 'pass' } };
  expect(forcedMove([pass])).toBe(pass);
  expect(forcedMove([pass, pass])).toBeNull();
  expect(forcedMove([{ label: '5', text: '5H', gesture: { kind: 'card', card: { zone: 0, at: 0, key: 1 } } }])).toBeNull();
});

it('a record lists the tricks with their leader and their winner', () => {
  const scene: Scene = { seats: 2, zones: [zone('hand.0', 'hand'), zone('hand.1', 'hand'), zone('played.0', 'trick'), zone('played.1', 'trick'), zone('taken.0', 'taken'), zone('taken.1', 'taken')] };
  const move = (from: string, to: string, face: string) => ({ step: 'move' as const, from: { zone: from }, to: { zone: to }, face });
  const trick = (a: string, b: string, winner: number) => [move('hand.0', 'played.0', a), move('hand.1', 'played.1', b), move('played.0', `taken.${winner}`, a), move('played.1', `taken.${winner}`, b)];
  const record = trickRecord([...trick('5H', '9H', 1), { step: 'mix', zone: 'deck' }, ...trick('KS', '2S', 0), move('hand.1', 'played.1', 'AC')], scene);
  expect(record).toEqual([
    { deal: 1, tricks: [{ plays: ['5H', '9H'], led: 0, winner: 1 }] },
    { deal: 2, tricks: [{ plays: ['KS', '2S'], led: 0, winner: 0 }, { plays: [null, 'AC'], led: 1, winner: null }] },
  ]);
  // The trick that is still open is not the last one that was won.
  expect(lastWon(record)).toEqual({ winner: 0, plays: [{ seat: 0, face: 'KS' }, { seat: 1, face: '2S' }] });
  expect(lastWon([])).toBeNull();
  // If nobody keeps the cards, the winner is the player who leads next.
  const shared: Scene = { seats: 2, zones: [zone('hand.0', 'hand'), zone('hand.1', 'hand'), zone('trick', 'trick'), zone('tricks', 'taken')] };
  const both = trickRecord([move('hand.0', 'trick', '5H'), move('hand.1', 'trick', '9H'), move('trick', 'tricks', '5H'), move('trick', 'tricks', '9H'), move('hand.1', 'trick', 'AC')], shared);
  expect(both[0]!.tricks[0]!.winner).toBe(1);
});

it('cards of one kind lie in one row', () => {
  const printed = (key: number, type: string): CardScene => ({ key, face: { id: `${key}`, name: `${key}`, text: [['type', type]] } });
  expect(groupByKind([printed(1, 'Ship'), printed(2, 'Crew'), printed(3, 'Ship')])).toEqual([[0, 2], [1]]);
  expect(groupByKind([card(1, '5H'), card(2, '6S'), card(3, '7H')])).toEqual([[0, 2], [1]]);
});

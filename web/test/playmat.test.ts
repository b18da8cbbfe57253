import { describe, expect, it } from 'vitest';
import { clickInPlan, clickSeatInPlan, NO_PLAN, pickAll, planMoves } from '../src/logic/combat_plan';
import { madeSign, signsOf, splitSigns } from '../src/logic/cost_signs';
import { logLines } from '../src/logic/match_log';
import { Choices, NO_SELECTION } from '../src/logic/offers';
import { automaticPass, stripOf } from '../src/logic/phase_strip';
import { arrowsOf, fieldRows, incoming, isPlaymat, placePlaymat, rowPlaces, seatColumn } from '../src/logic/playmat';
import { abilityLines, figureOf, printed, shortLine, subjectOf } from '../src/logic/printed_face';
import type { CardScene, Offer, Scene } from '../src/messages';
import { de } from '../src/text/de';
import { en } from '../src/text/en';
import { gameText } from '../src/text/game_words';

let next = 1;
const card = (name: string, type: string, size = '', more: Partial<CardScene> = {}): CardScene => ({ key: next++, faceUp: true, face: { id: name, name, text: [['type', type], ...(size ? [['size', size] as [string, string]] : [])] }, ...more });
const land = (more: Partial<CardScene> = {}) => card('Mountain', 'Basic Land — Mountain', '', more);

function duel(mine: CardScene[], theirs: CardScene[], more: Partial<Scene> = {}): Scene {
  return {
    seats: 2,
    zones: [
      { id: 'battlefield.0', role: 'battlefield', owner: 0, cards: mine },
      { id: 'battlefield.1', role: 'battlefield', owner: 1, cards: theirs },
      { id: 'stack', role: 'stack', cards: [] },
      { id: 'hand.0', role: 'hand', owner: 0, cards: [] },
    ],
    ...more,
  };
}

describe('the rows of a playmat', () => {
  it('puts creatures in front, and stacks equal lands', () => {
    const scene = duel([land(), card('Bear', 'Creature — Bear', '2/2'), land({ rotation: 90, notes: ['#4', 'tapped'] }), card('Banner', 'Artifact'), land()], []);
    const { front, back } = fieldRows(scene, 0);
    expect(front.map(({ cards }) => cards[0]!.card.face!.name)).toEqual(['Bear']);
    expect(back.map(({ cards, kind }) => [kind, cards.length])).toEqual([['land', 3], ['other', 1]]);
  });

  it('does not stack lands that differ, and creatures never', () => {
    const scene = duel([land(), land({ counters: [['charge', 1]] }), card('Bear', 'Creature', '2/2'), card('Bear', 'Creature', '2/2')], []);
    const { front, back } = fieldRows(scene, 0);
    expect(back.map(({ cards }) => cards.length)).toEqual([1, 1]);
    expect(front).toHaveLength(2);
  });

  it('puts a land that has become a creature into the front row', () => {
    expect(fieldRows(duel([card('Mutavault', 'Land', '2/2')], []), 0).front).toHaveLength(1);
  });

  it('tucks attachments under their host, also under a host of another player', () => {
    const scene = duel([card('Bear', 'Creature', '2/2'), card('Blade', 'Artifact — Equipment', '', { attachedTo: [0, 0] })], [card('Curse', 'Enchantment — Aura', '', { attachedTo: [0, 0] })]);
    const [bear] = fieldRows(scene, 0).front;
    expect(bear!.attached.map((one) => one.card.face!.name)).toEqual(['Blade', 'Curse']);
    expect(fieldRows(scene, 0).back).toHaveLength(0);
    expect(fieldRows(scene, 1).back).toHaveLength(0);
  });

  it('shows a stolen card on the side of the player who controls it', () => {
    const scene = duel([card('Bear', 'Creature', '2/2', { controller: 1 })], []);
    expect(fieldRows(scene, 0).front).toHaveLength(0);
    expect(fieldRows(scene, 1).front).toHaveLength(1);
  });
});

describe('the places of a playmat', () => {
  const inside = (box: { left: number; top: number; width: number; height: number }, width: number, height: number) => box.left >= 0 && box.top >= 0 && box.left + box.width <= width + 0.5 && box.top + box.height <= height + 0.5;
  for (const [width, height] of [[1040, 810], [390, 720], [780, 360], [1600, 1000]] as const) {
    it(`keeps every box on a table of ${width} by ${height}, and rows do not overlap`, () => {
      const places = placePlaymat(2, 0, { width, height });
      const boxes = [places.hand, places.phases, places.dock, places.prompt, places.stack, places.piles, ...places.sides.flatMap(({ block, front, back }) => [block, front, back])];
      for (const box of boxes) expect(inside(box, width, height), JSON.stringify(box)).toBe(true);
      const rows = places.sides.flatMap(({ front, back }) => [front, back]).sort((a, b) => a.top - b.top);
      for (const [at, row] of rows.slice(1).entries()) expect(row.top).toBeGreaterThanOrEqual(rows[at]!.top + rows[at]!.height - 0.5);
      expect(places.phases.top).toBeGreaterThanOrEqual(rows[3]!.top + rows[3]!.height - 0.5);
      expect(places.hand.top).toBeGreaterThanOrEqual(places.phases.top + places.phases.height);
    });
  }

  it('makes cards smaller before they overlap', () => {
    expect(rowPlaces(3, 600, 130, 12).card).toBe(130);
    const many = rowPlaces(20, 600, 130, 12);
    expect(many.card).toBe(44);
    expect(many.start + many.step * 19 + many.card).toBeLessThanOrEqual(600.01);
  });

  it('knows a playmat by its battlefields', () => {
    expect(isPlaymat(duel([], []))).toBe(true);
    expect(isPlaymat({ seats: 2, zones: [{ id: 'hand.0', owner: 0, role: 'hand' }] })).toBe(false);
  });
});

describe('arrows', () => {
  it('point from attackers to players, from blockers to attackers, and from the top of the stack to its targets', () => {
    const free = card('Wolf', 'Creature', '3/1', { pointsAtSeats: [1], marked: true });
    const stopped = card('Bear', 'Creature', '2/2', { pointsAtSeats: [1], marked: true });
    const blocker = card('Wall', 'Creature', '0/4', { pointsAt: [[0, 1]] });
    const scene = duel([free, stopped], [blocker], { stack: [{ text: 'first', targets: [[1, 0]] }, { text: 'second', targets: [[0, 0]], targetSeats: [0] }] });
    expect(arrowsOf(scene)).toEqual([
      { from: { key: free.key }, to: { seat: 1 }, kind: 'attack' },
      { from: { key: blocker.key }, to: { key: stopped.key }, kind: 'block' },
      { from: { item: 0 }, to: { key: blocker.key }, kind: 'later' },
      { from: { item: 1 }, to: { key: free.key }, kind: 'target' },
      { from: { item: 1 }, to: { seat: 0 }, kind: 'target' },
    ]);
    expect(incoming(scene, 1)).toBe(3);
    expect(incoming(scene, 0)).toBe(0);
  });

  it('point from one item of the stack to another', () => {
    const spell = card('Bolt', 'Instant');
    const scene = duel([], [], { stack: [{ text: 'Bolt', card: [2, 0] }, { text: 'Counter', targets: [[2, 0]] }] });
    scene.zones![2]!.cards = [spell];
    expect(arrowsOf(scene)).toEqual([{ from: { item: 1 }, to: { item: 0 }, kind: 'target' }]);
  });
});

describe('a plan of attackers and blockers', () => {
  const pick = (key: number, text: string, aim: Offer['aim']): Offer => ({ text, label: text, gesture: { kind: 'card', card: { zone: 0, at: 0, key } }, aim });
  const done: Offer = { text: 'done', label: 'done', kind: 'done', gesture: { kind: 'button', id: 'done' } };
  const attacks = [pick(1, 'a1', { kind: 'seat', seat: 1 }), pick(2, 'a2', { kind: 'seat', seat: 1 }), done];

  it('is sent in the order of the offers, not of the clicks', () => {
    let plan = clickInPlan(attacks, NO_PLAN, 2)!;
    plan = clickInPlan(attacks, plan, 1)!;
    expect(planMoves(attacks, plan).map(({ text }) => text)).toEqual(['a1', 'a2', 'done']);
    plan = clickInPlan(attacks, plan, 2)!;
    expect(planMoves(attacks, plan).map(({ text }) => text)).toEqual(['a1', 'done']);
    expect(clickInPlan(attacks, plan, 9)).toBeNull();
    expect(planMoves(attacks, pickAll(attacks, NO_PLAN)).map(({ text }) => text)).toEqual(['a1', 'a2', 'done']);
  });

  it('asks for the target if a card has several', () => {
    const aimAt = (key: number): Offer['aim'] => ({ kind: 'card', card: { zone: 1, at: 0, key } });
    const blocks = [pick(5, 'b5-8', aimAt(8)), pick(5, 'b5-9', aimAt(9)), done];
    const aiming = clickInPlan(blocks, NO_PLAN, 5)!;
    expect(aiming.aiming).toBe(5);
    expect(planMoves(blocks, aiming).map(({ text }) => text)).toEqual(['done']);
    expect(planMoves(blocks, clickInPlan(blocks, aiming, 9)!).map(({ text }) => text)).toEqual(['b5-9', 'done']);
    const walker = [pick(1, 'seat', { kind: 'seat', seat: 1 }), pick(1, 'walker', aimAt(7))];
    expect(planMoves(walker, clickSeatInPlan(walker, clickInPlan(walker, NO_PLAN, 1)!, 1)!).map(({ text }) => text)).toEqual(['seat']);
  });
});

describe('phases and stops', () => {
  const scene: Scene = { phases: ['upkeep', 'main phase', 'declare attackers'], phase: 'upkeep', stops: ['upkeep', 'main phase'], turn: { number: 3, seat: 1 } };
  const pass: Offer = { text: 'pass', label: 'pass', kind: 'pass', gesture: { kind: 'button', id: 'pass' } };

  it('has the short names of the layout, or each phase', () => {
    expect(stripOf(scene, [{ label: 'Main', phases: ['main phase'] }, { label: 'None', phases: ['dusk'] }]).map(({ label }) => label)).toEqual(['Main']);
    expect(stripOf(scene, undefined)).toHaveLength(3);
    expect(stripOf({}, undefined)).toEqual([]);
  });

  it('passes only where the player has turned the stop off, and never over the stack', () => {
    expect(automaticPass(scene, 0, [pass], new Set())).toBeNull();
    expect(automaticPass(scene, 0, [pass], new Set(['own:upkeep']))).toBeNull();
    expect(automaticPass(scene, 0, [pass], new Set(['other:upkeep']))).toBe(pass);
    expect(automaticPass({ ...scene, stack: [{ text: 'Bolt' }] }, 0, [pass], new Set(['other:upkeep']))).toBeNull();
    expect(automaticPass({ ...scene, phase: 'declare attackers' }, 0, [pass], new Set(['other:declare attackers']))).toBeNull();
  });
});

describe('signs and faces', () => {
  it('reads the signs of costs and texts', () => {
    expect(signsOf('{2}{W/U}{R}')).toEqual(['2', 'W/U', 'R']);
    expect(splitSigns('{T}: Add {G}.')).toEqual([{ text: '{T}', sign: 'T' }, { text: ': Add ' }, { text: '{G}', sign: 'G' }, { text: '.' }]);
    expect(madeSign('({T}: Add {G}.)')).toBe('G');
    expect(madeSign('Draw a card.')).toBeNull();
  });

  it('writes keywords below the picture, else the kind', () => {
    const face = (rules: string) => ({ name: 'X', text: [['type', 'Creature — Human Knight'], ['rules', rules]] as [string, string][] });
    expect(shortLine(face('Flying, haste (It can attack at once.)'))).toBe('Flying, haste');
    expect(shortLine(face('When this creature enters, draw a card.'))).toBe('Human Knight');
  });

  it('distinguishes the abilities of a card by their lines', () => {
    const camp = card('Camp', 'Land');
    camp.face!.text!.push(['rules', '{T}: Add {C}.\n{1}, {T}: Draw a card.']);
    const use = (label: string): Offer => ({ text: label, label, gesture: { kind: 'card', card: { zone: 0, at: 0, key: camp.key } } });
    expect(abilityLines([use('tap Camp #1'), use('use Camp #1 ability 2')], duel([camp], []))).toEqual(['{T}: Add {C}.', '{1}, {T}: Draw a card.']);
    expect(abilityLines([use('tap Camp #1'), use('use Camp #1 ability 3')], duel([camp], []))).toEqual([]);
  });

  it('gives the same card the same picture', () => {
    const dragon = { name: 'Kiln Tyrant', text: [['type', 'Creature — Dragon']] as [string, string][] };
    expect(figureOf(subjectOf(dragon), 5)).toBe('dragon');
    expect(figureOf({ words: 'basic land — swamp', colour: 'B' }, 1)).toBe('swamp');
    expect(printed({ text: [['printed size', '2/2'], ['size', '3/3']] })).toMatchObject({ base: '2/2', size: '3/3' });
  });
});

describe('the rest of the table', () => {
  it('plays the clicked permanent and not an equal one', () => {
    const [a, b] = [land(), land()];
    const offer = (one: CardScene, at: number): Offer => ({ text: `tap ${at}`, label: 'tap', gesture: { kind: 'card', card: { zone: 0, at, key: one.key } } });
    const choices = new Choices(duel([a, b], []), [offer(a, 0), offer(b, 1)]);
    const played = choices.clickCard(b.key!, NO_SELECTION);
    expect('play' in played ? played.play.map(({ text }) => text) : null).toEqual(['tap 1']);
  });

  it('reads a column of the scoreboard', () => {
    const scene: Scene = { scoreboards: [{ title: 'Players', columns: ['seat', 'life', 'mana'], rows: [['seat 1', '20', 'RR'], ['seat 2', '17', '']] }] };
    expect(seatColumn(scene, /^mana$/).get(0)).toBe('RR');
    expect(seatColumn(scene, /^gold$/).size).toBe(0);
  });

  it('the log has no phases and no moves through the stack', () => {
    const scene = duel([], [], { phases: ['upkeep'] });
    const lines = logLines([{ step: 'say', text: 'upkeep' }, { step: 'move', from: { zone: 'hand.0' }, to: { zone: 'stack' }, face: 'Bolt' }, { step: 'say', text: 'seat 1 casts Bolt' }, { step: 'move', from: { zone: 'stack' }, to: { zone: 'graveyard.0' }, face: 'Bolt' }], scene, [{ driver: { kind: 'person' } }, { driver: { kind: 'person' } }], 0, en);
    expect(lines.map(({ text }) => text)).toEqual(['You cast Bolt']);
  });

  it('speaks German about a duel', () => {
    const said = ['turn 4: seat 2', 'seat 2 keeps', 'seat 2 takes a mulligan', 'seat 2 uses Camp', 'seat 2 gets a Zombie token', 'a token is gone', 'Bear triggers', 'Bolt has no legal target left', 'Bolt is countered', 'opening hands'];
    for (const words of said) expect(gameText(words, de, 0), words).not.toBe(words);
    expect(gameText('turn 4: seat 2', de, 0)).toMatch(/^Zug 4: /);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { PieceTracker, seatsByBoardEnd, fitBoard, lossesBeside, gridPosition, ownersByDirection, squares, turnsFor } from '../src/logic/board';
import { besideWidth, fanStep, pips, sortOrder } from '../src/logic/cards';
import { visibleNotes } from '../src/logic/card_notes';
import { markdown } from '../src/logic/markdown';
import { sortListings, tableListing } from '../src/logic/open_tables';
import { api } from '../src/net/api';
import { storage } from '../src/net/storage';
import { logLines } from '../src/logic/match_log';
import { bareName, cardLabel, scoreCell, nameOrGuest, pileHeading, seatName, shortFace, withSymbols, spacedName, warningText, winners, withNames } from '../src/logic/phrases';
import { picturesOf, pictureAddress, setPictureRoot } from '../src/logic/card_pictures';
import { fullName, customSuit, costTint, frameTint, suitStyle } from '../src/logic/custom_suits';
import { lineName, printed } from '../src/logic/printed_face';
import type { CardScene, PieceScene, SeatInfo, Scene, Status, Step } from '../src/messages';
import { de } from '../src/text/de';
import { en } from '../src/text/en';
import { nextCaption, onOneLine } from '../src/ui/Caption';
import { codeOf, parse, tableOf } from '../src/ui/route';
import { sideClasses } from '../src/ui/Seats';

const card = (id: string): CardScene => ({ face: { id, name: id, rank: id.slice(0, -1), suit: id.slice(-1) } });

describe('cards', () => {
  // clause: Cards 6.2-8
  it('sorting changes only the display order of cards', () => {
    const hand = ['KH', '2C', 'AC', '10H'].map(card);
    const ids = (order: number[]) => order.map((at) => hand[at]!.face!.id);
    expect(ids(sortOrder(hand, { id: 's', type: 'bySuitRank' }, 'horizontal'))).toEqual(['2C', 'AC', '10H', 'KH']);
    expect(ids(sortOrder(hand, { id: 's', type: 'byRank' }, 'horizontal'))).toEqual(['2C', '10H', 'KH', 'AC']);
    expect(ids(sortOrder(hand, { id: 's', type: 'byRank', applyToLayouts: ['spread'] }, 'horizontal'))).toEqual(['KH', '2C', 'AC', '10H']);
    expect(sortOrder([...hand, {}], { id: 's', type: 'byRank' }, 'horizontal')).toEqual([0, 1, 2, 3, 4]);
  });

  it('the label has all notes; the card shows only notes that are not visible otherwise', () => {
    const wolf: CardScene = { rotation: 90, face: { id: 'Wolf', name: 'Wolf', text: [['size', '3/2']] }, notes: ['#7', '3/2', 'tapped', 'attacking seat 2', 'blocking Bear'], pointsAt: [[0, 1]] };
    const scene: Scene = { zones: [{ id: 'field.0', cards: [wolf, { face: { id: 'Bear', name: 'Bear' } }] }] };
    expect(visibleNotes(wolf, scene)).toEqual(['attacking seat 2']);
    expect(visibleNotes({ ...wolf, rotation: 0, pointsAt: [] }, scene)).toEqual(['tapped', 'attacking seat 2', 'blocking Bear']);
    expect(cardLabel(wolf, en, (note) => note.replace('seat 2', 'Bob'))).toBe('Wolf, size 3/2, tapped, attacking Bob, blocking Bear');
    expect(cardLabel({ ...wolf, notes: [] }, en)).toBe('Wolf, size 3/2, 90°');
    // A symbol replaces the written text on the card, but screen readers still read the text.
    const late: CardScene = { face: { id: 'Wolf', name: 'Wolf' }, notes: ['#7', 'asleep', 'guarding seat 2'], signs: [['asleep', 'zz']] };
    expect(visibleNotes(late, scene)).toEqual(['guarding seat 2']);
    expect(cardLabel(late, en)).toBe('Wolf, asleep, guarding seat 2');
  });

  it('have the right number of pips, upside down in the lower half', () => {
    for (let count = 1; count <= 10; count++) expect(pips(count)).toHaveLength(count);
    expect(pips(10).filter((pip) => pip.down)).toHaveLength(5);
  });

  it('fit into the available width', () => {
    expect(fanStep(1, 80, 300, 40)).toBe(0);
    expect(fanStep(5, 80, 300, 40)).toBe(40);
    expect(80 + fanStep(30, 80, 300, 40) * 29).toBeLessThanOrEqual(301);
    // Cards that all players may choose from do not overlap, unless they would become too small.
    expect(besideWidth(3, 400, 100, true)).toBe(100);
    expect(besideWidth(5, 470, 100, true)).toBe(89);
    expect(besideWidth(9, 470, 100, true)).toBeNull();
    expect(besideWidth(3, 400, 100, false)).toBeNull();
  });
});

describe('suits of other packs', () => {
  const face = (rank: string, suit: string, name = `${rank}${suit}`) => ({ id: `${rank}${suit}`, name, rank, suit });
  // departs: Cards 6.7-2: CGML games have any cards; the table draws them with names
  it('custom suits are distinguished from French suits', () => {
    expect(customSuit(face('Q', 'H'))).toBeNull();
    expect(customSuit(face('7', 'Swords'))).toEqual({ rank: '7', suit: 'Swords' });
    expect(customSuit(face('4', 'clubs'))).toBeNull();
    expect(customSuit(face('4', 'Clubs', '4 of Clubs'))).not.toBeNull();
    expect(customSuit(face('joker', 'black'))).toBeNull();
    expect(customSuit({ id: 'Bear', name: 'Bear' })).toBeNull();
  });

  it('have one colour and one figure each', () => {
    const looks = ['Coins', 'Cups', 'Swords', 'Clubs', 'Ash', 'Birch', 'Cedar', 'Elm'].map((suit) => suitStyle(suit));
    expect(new Set(looks.map(({ hue, figure }) => `${hue} ${figure}`)).size).toBe(8);
    expect(new Set(looks.slice(0, 4).map(({ figure }) => figure))).toEqual(new Set(['coin', 'cup', 'sword', 'club']));
    expect(new Set(looks.slice(4).map(({ hue }) => hue)).size).toBe(4);
    expect(suitStyle('Birch')).toEqual(looks[5]);
    expect(Math.abs(suitStyle('Red').hue - suitStyle('Blue').hue)).toBeGreaterThan(90);
  });

  it('stay together when a hand is sorted', () => {
    const hand = [face('King', 'Cups'), face('7', 'Swords'), face('3', 'Cups'), face('Knight', 'Cups'), face('1', 'Swords')].map((one) => ({ face: one }));
    const ids = (type: 'bySuitRank' | 'byRank') => sortOrder(hand, { id: 's', type }, 'horizontal').map((at) => hand[at]!.face.id);
    expect(ids('bySuitRank')).toEqual(['3Cups', 'KnightCups', 'KingCups', '1Swords', '7Swords']);
    expect(ids('byRank')).toEqual(['1Swords', '3Cups', '7Swords', 'KnightCups', 'KingCups']);
  });

  it('are named in words everywhere', () => {
    expect([fullName('King', 'Swords'), fullName('7', 'Red')]).toEqual(['King of Swords', 'Red 7']);
    const scene = { zones: [{ cards: [{ face: face('7', 'Swords') }, { face: face('5', 'Sea') }] }] } as unknown as Scene;
    expect(withSymbols('Bot 2 plays KingSwords, 3Swords and 10Sea', scene)).toBe('Bot 2 plays King of Swords, 3 of Swords and Sea 10');
    expect(withSymbols('The Swords are trump', scene)).toBe('The Swords are trump');
    expect(shortFace('7Swords')).toBe('7 of Swords');
  });
});

describe('boards', () => {
  const board = { width: 3, height: 2, facing: [0, 2, 1, 3] };
  it('are rotated so that each player sits at the bottom', () => {
    expect(gridPosition(board, { x: 0, y: 0 }, turnsFor(board, 0, false))).toEqual({ col: 0, row: 1 });
    expect(gridPosition(board, { x: 0, y: 0 }, turnsFor(board, 1, false))).toEqual({ col: 2, row: 0 });
    expect(gridPosition(board, { x: 0, y: 0 }, 1)).toEqual({ col: 1, row: 2 });
    expect(gridPosition(board, { x: 0, y: 0 }, 3)).toEqual({ col: 0, row: 0 });
  });

  it('have no square at a hole', () => {
    expect(squares({ ...board, holes: [{ x: 1, y: 1 }] })).toHaveLength(5);
  });

  it('pieces keep their identity from position to position', () => {
    const piece = (kind: string, owner: number, x: number, y: number): PieceScene => ({ kind, owner, at: { x, y }, glyph: '' });
    const pieces = new PieceTracker();
    const [a, b] = pieces.follow([piece('pawn', 0, 0, 1), piece('rook', 1, 2, 2)]).map(({ id }) => id);
    const next = pieces.follow([piece('pawn', 0, 0, 2), piece('rook', 1, 2, 2)]);
    expect(next.map(({ id }) => id)).toEqual([a, b]);
    const promoted = pieces.follow([piece('queen', 0, 0, 3)]);
    expect(promoted[0]!.id).toBe(a);
  });

  it('the names of sides become player names in a scoreboard', () => {
    const seats = [{ driver: { kind: 'person' } }, { driver: { kind: 'bot', spec: 'medium' } }] as SeatInfo[];
    const scene = { board: { width: 7, height: 6, sides: ['red', 'yellow'] } } as unknown as Scene;
    expect(['RED', 'YELLOW', 'stone × 18'].map((words) => scoreCell(words, scene, seats, 0, en))).toEqual(['You (red)', 'Bot 2 (yellow)', 'stone × 18']);
  });

  it('tiles that show their owner by direction are distinguished from discs', () => {
    const tile = (glyph: string, owner: number): PieceScene => ({ glyph, owner, at: { x: 0, y: 0 } });
    expect(ownersByDirection({ pieces: [tile('歩', 0), tile('歩', 1)] })).toBe(true);
    expect(ownersByDirection({ pieces: [tile('兵', 0), tile('卒', 1)] })).toBe(false);
  });

  it('captured pieces lie beside the captor, or with more than two players beside their owner', () => {
    const two = { ...board, facing: [0, 2], captured: [{}, {}] };
    expect([0, 1].map((seat) => lossesBeside(two, seat))).toEqual([1, 0]);
    expect(seatsByBoardEnd(two, 2, 0, false)).toEqual({ far: [1], near: [0] });
    expect(seatsByBoardEnd(two, 2, 0, true)).toEqual({ far: [0], near: [1] });
    expect(seatsByBoardEnd(two, 2, null, false)).toEqual({ far: [1], near: [0] });
    const four = { ...board, captured: [{}, {}, {}, {}] };
    expect(lossesBeside(four, 3)).toBe(3);
    expect(seatsByBoardEnd(four, 4, 2, false)).toEqual({ far: [0, 1, 3], near: [2] });
    expect(seatsByBoardEnd(board, 0, 0, false)).toEqual({ far: [], near: [] });
    // Two seats play upwards on each of two boards: the own seat is near.
    const pairs = { ...board, facing: [0, 0, 2, 2] };
    expect(seatsByBoardEnd(pairs, 4, 3, false)).toEqual({ far: [0, 1, 2], near: [3] });
    expect(seatsByBoardEnd(pairs, 4, 3, true)).toEqual({ far: [1, 2, 3], near: [0] });
  });

  it('reserve room for captured pieces from the start', () => {
    const none = { width: 8, height: 8, captured: [{}, {}] };
    const some = { ...none, captured: [{ pieces: [{ kind: 'pawn', glyph: '♙', count: 3 }] }, { ahead: 300 }] };
    for (const room of [{ width: 900, height: 600 }, { width: 360, height: 690 }, { width: 610, height: 600 }, { width: 800, height: 270 }]) {
      const { cell, aside } = fitBoard(none, 0, room, 20);
      expect(fitBoard(some, 0, room, 20)).toEqual({ cell, aside });
      const frame = cell * 8 + 40;
      // There is room for captured pieces beside the board, or above and below it.
      expect(aside === null ? (room.height - frame) / 2 : aside).toBeGreaterThanOrEqual(aside === null ? 22 : 60);
    }
    // If no texts are ever shown, the board is as large as possible.
    expect(fitBoard({ width: 8, height: 8 }, 0, { width: 610, height: 600 }, 20).cell).toBe(70);
    expect(fitBoard(none, 0, { width: 900, height: 600 }, 20).cell).toBe(70);
  });
});

describe('texts', () => {
  const seats: SeatInfo[] = [{ owner: 'Ann', driver: { kind: 'person' } }, { driver: { kind: 'bot', spec: 'easy' } }];
  it('name players', () => {
    expect(withNames('seat 1 beats p2, not seat 9', seats, null, en)).toBe('Ann beats Bot 2, not seat 9');
    expect(shortFace('10H')).toBe('10♥');
  });

  it('address the reader as “you”', () => {
    const said = (words: string, own: number | null = 0) => withNames(words, seats, own, en);
    expect(said('Lay two cards away into the crib of p1')).toBe('Lay two cards away into your crib');
    expect(said('the crib of p2')).toBe('the crib of Bot 2');
    expect(said('seat 1 wins the trick')).toBe('You win the trick');
    expect(said('p1 chooses go')).toBe('You choose go');
    expect(said('seat 1 passes')).toBe('You pass');
    expect(said('seat 1 has beaten a card')).toBe('You have beaten a card');
    expect(said('seat 1 carries on; seat 1 is dealer')).toBe('You carry on; You are dealer');
    expect(said("9D: seat 1's hand to discard")).toBe('9D: Your hand to discard');
    expect(said('seat 2 wins the trick')).toBe('Bot 2 wins the trick');
    expect(said('seat 1 wins the trick', null)).toBe('Ann wins the trick');
    expect(said('seat 1')).toBe('You');
    expect(said('p10 of p1')).toBe('p10 of you');
  });

  it('name piles without repeating the owner', () => {
    expect(pileHeading('Your card', 'You', true, en)).toBe('Your card');
    expect(pileHeading('Their pairs', 'Bot 2', false, en)).toBe('Bot 2 · pairs');
    expect(pileHeading('Won', 'Bot 2', false, en)).toBe('Bot 2 · won');
    expect(pileHeading('pile1', null, false, en)).toBe('pile 1');
    expect(['Their pairs', 'pile1', 'Your card'].map(bareName)).toEqual(['pairs', 'pile 1', 'card']);
    expect(spacedName('LayAway')).toBe('Lay away');
  });

  it('report a taken trick in one line, and no variables', () => {
    const scene = { seats: 2, zones: [{ id: 'played.0', name: 'played', role: 'trick' }, { id: 'played.1', name: 'played', role: 'trick' }, { id: 'taken.1', name: 'taken', role: 'taken' }] } as Scene;
    const take = (seat: number, face: string): Step => ({ step: 'move', from: { zone: `played.${seat}` }, to: { zone: 'taken.1' }, face });
    expect(logLines([take(0, '9C'), take(1, 'AC'), { step: 'say', text: 'lead is C', quiet: true }], scene, seats, 0, en).map((line) => line.text)).toEqual(['Bot 2 takes the trick']);
  });

  it('report cards that move together in one line', () => {
    const move = (face: string | null) => ({ step: 'move' as const, from: { zone: 'stock' }, to: { zone: 'hand.1' }, face });
    const scene = { zones: [{ id: 'stock', name: 'stock', role: 'deck' }, { id: 'hand.1', name: 'hand', role: 'hand' }] } as Scene;
    expect(logLines([move(null), move(null), { step: 'say', text: 'go' }], scene, seats, 0, en).map((line) => line.text)).toEqual(['Bot 2 draws 2 cards', 'Go']);
    expect(logLines([move('AS'), move('KH')], scene, seats, 0, en)[0]!.text).toBe('Bot 2 draws A♠ K♥');
  });

  it('reports the plays of different players separately', () => {
    const scene = { zones: [{ id: 'discard', name: 'discard' }, { id: 'stock', name: 'stock' }, { id: 'hand.0', name: 'hand', owner: 0 }, { id: 'hand.1', name: 'hand', owner: 1 }] } as unknown as Scene;
    const move = (from: string, face: string): Step => ({ step: 'move', from: { zone: from }, to: { zone: 'discard' }, face });
    const seats = [{ driver: { kind: 'person' } }, { driver: { kind: 'bot', spec: 'random' } }] as SeatInfo[];
    expect(logLines([move('stock', 'QH'), move('hand.0', 'QC'), move('hand.1', '8H'), move('hand.1', '8S')], scene, seats, 0, en)).toHaveLength(3);
  });

  it('writes cards with suit symbols, and leaves other letters unchanged', () => {
    const cards = { zones: [{ id: 'discard', cards: [{ face: { id: 'QH', suit: 'H' } }] }] } as unknown as Scene;
    expect(withSymbols('Beat QH with an 8', cards)).toBe('Beat Q♥ with an 8');
    expect(['Vitamin C or D', 'C', "D's turn"].map((words) => withSymbols(words, cards))).toEqual(['Vitamin C or D', 'C', "D's turn"]);
    expect(withSymbols('C 8H', { ...cards, board: { width: 8, height: 8 } } as unknown as Scene)).toBe('C 8H');
  });

  it('recognise a draw', () => {
    const outcome = { fault: false, places: [1, 1], reason: '', seats: 2, teams: [0, 1] };
    expect(winners(outcome)).toEqual([]);
    expect(winners({ ...outcome, places: [2, 1, 0] })).toEqual([1]);
    expect(winners({ ...outcome, fault: true, places: [1, 1, 1] })).toEqual([]);
    expect(winners({ ...outcome, fault: true, seats: 1, places: [1] })).toEqual([]);
  });

  it('exist in every language', () => {
    const keys = (value: object, path = ''): string[] =>
      Object.entries(value).flatMap(([key, inner]) => (inner !== null && typeof inner === 'object' ? keys(inner as object, `${path}.${key}`) : [`${path}.${key}`]));
    expect(keys(de).sort()).toEqual(keys(en).sort());
  });
});

it('renders the rules page and escapes HTML', () => {
  const blocks = markdown('# A\n\nOne **two**\nthree.\n\n- x\n  y\n- z\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<script>no</script> [x](javascript:1)');
  expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'table', 'paragraph']);
  expect(blocks[2]).toMatchObject({ items: [[{ text: 'x y' }], [{ text: 'z' }]] });
  expect(JSON.stringify(blocks[4])).not.toContain('javascript');
});

it('reads addresses', () => {
  expect(parse('#/t/abc?invite=T')).toEqual({ page: 'table', match: 'abc', invite: 'T', watch: null, god: false });
  expect(parse('#/t/abc?god')).toMatchObject({ god: true });
  expect(parse('')).toEqual({ page: 'lobby' });
  expect(parse('#/replay/m?at=7&as=1')).toEqual({ page: 'replay', match: 'm', at: 7, as: '1' });
  expect(tableOf('https://x.org/#/t/abc?invite=T')).toBe('#/t/abc?invite=T');
  expect(tableOf('hello world')).toBeNull();
  expect(tableOf('KQ7-3FMX')).toBeNull();
  expect(tableOf('0123456789abcdef01234567')).toBe('#/t/0123456789abcdef01234567');
});

it('reads table codes in any form', () => {
  for (const typed of ['KQ7-3FM', 'kq73fm', ' kq7 3fm ', 'k-q-7-3-f-m', 'KQ7–3FM', 'kq7\u00a03fm']) expect(codeOf(typed)).toBe('KQ73FM');
  for (const typed of ['', 'KQ7-3F', 'KQ7-3FMX', 'KQ7-3F0', 'KQ7-3FO', 'KQ7-3F1', 'KQ7-3FI', 'kq7-3fl', 'KQ7_3FM', '0123456789abcdef01234567', 'https://x.org/#/t/abc']) expect(codeOf(typed)).toBeNull();
});

it('looks for tables on every page of the list', async () => {
  const asked: string[] = [];
  const row = (match: string) => ({ match, game: 'g', live: true, begun: false, opened: 1 });
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const link: Record<string, string> = asked.length < 3 ? { link: `</active-games?after=${asked.length}>; rel="next"` } : {};
    return Promise.resolve(new Response(JSON.stringify([row(`${asked.length}`)]), { headers: link }));
  });
  const found = await api.tables();
  vi.unstubAllGlobals();
  expect(asked).toEqual(['/active-games', '/active-games?after=1', '/active-games?after=2']);
  expect(found.map((table) => table.match)).toEqual(['1', '2', '3']);
});

it('draws a match with its original rules, or without rules if they are missing', async () => {
  const asked: string[] = [];
  const there = new Set<string>();
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const page = { meta: { gameName: path }, layouts: {} };
    return Promise.resolve(there.has(path) ? new Response(JSON.stringify(page)) : new Response('{}', { status: 404 }));
  });
  const lost = await api.gameOf('m1', 'lost-game', null);
  expect(asked).toEqual(['/active-games/m1/game', '/games/lost-game']);
  expect([lost.meta.gameName, lost.layouts]).toEqual(['lost-game', {}]);
  there.add('/games/lost-game');
  expect((await api.gameOf('m1', 'lost-game', null)).meta.gameName).toBe('/games/lost-game');
  there.add('/active-games/m1/game');
  expect((await api.gameOf('m1', 'lost-game', null)).meta.gameName).toBe('/active-games/m1/game');
  vi.unstubAllGlobals();
});

it('shows a match with the token of the seat that this tab plays', () => {
  const kept = () => {
    const all = new Map<string, string>();
    return { getItem: (key: string) => all.get(key) ?? null, setItem: (key: string, text: string) => void all.set(key, text), removeItem: (key: string) => void all.delete(key) };
  };
  vi.stubGlobal('localStorage', kept());
  vi.stubGlobal('sessionStorage', kept());
  expect(storage.bearer('m')).toBeNull();
  storage.addTokens('m', { watch: 'W', seats: { 1: 'B' } });
  expect(storage.bearer('m')).toBe('B');
  storage.addTokens('m', { host: 'H', seats: { 0: 'A' } });
  expect(storage.bearer('m')).toBe('H');
  storage.setTabSeat('m', 1);
  expect(storage.bearer('m')).toBe('B');
  vi.unstubAllGlobals();
});

it('shows the name of a player who left the seat', () => {
  const seats = [{ driver: { kind: 'person' }, left: 'Bob' }, { driver: { kind: 'bot', spec: 'easy' }, left: 'Cid' }, { driver: { kind: 'person' } }] as SeatInfo[];
  expect(seats.map((_, seat) => seatName(seats, seat, null, en))).toEqual(['Bob', 'Bot 2', 'Seat 3']);
});

it('finds the tables that can be joined', () => {
  const status = (phase: string, seats: object[]) => ({ game: 'g', phase, seats }) as unknown as Status;
  const [ann, empty, bot] = [{ owner: 'Ann', driver: { kind: 'person' } }, { driver: { kind: 'person' } }, { driver: { kind: 'bot', spec: 'easy' } }];
  const waits = tableListing('a', status('lobby', [ann, empty]), false);
  expect(waits).toMatchObject({ can: 'join', free: 1, people: ['Ann'] });
  const full = tableListing('b', status('playing', [ann, bot]), false);
  expect(full.can).toBe('watch');
  expect(sortListings([full, waits, tableListing('c', status('playing', [ann]), true)]).map((table) => table.match)).toEqual(['c', 'a', 'b']);
});

describe('the caption beside the prompt', () => {
  it('stays until the next message, and disappears after an undo', () => {
    expect(nextCaption(['old'], ['a', 'b', 'c', 'd'], false)).toEqual(['b', 'c', 'd']);
    const long = 'x'.repeat(60);
    expect(nextCaption([], ['a', long, long], false)).toEqual([long]);
    expect(nextCaption(['old'], [], false)).toEqual(['old']);
    expect(nextCaption(['old'], [], true)).toEqual([]);
  });
  it('is one line without full stops between sentences', () => {
    expect(onOneLine(['Ann passes.', 'You deal.'])).toBe('Ann passes · You deal');
    expect(onOneLine(['Ann thinks...', 'You deal'])).toBe('Ann thinks... · You deal');
    expect(onOneLine(['You deal.'])).toBe('You deal.');
    expect(onOneLine([])).toBe('');
  });
});

describe('colours of seats', () => {
  it('are the colours of their pieces, if each side has its own', () => {
    expect(sideClasses(['red', 'blue'])).toEqual(['side-red', 'side-blue']);
    expect(sideClasses(['red', 'red'])).toEqual([]);
    expect(sideClasses(['red', 'somebody'])).toEqual([]);
  });
});

describe('cards with symbols in their costs', () => {
  it('have the colour of the symbols, not of their names', () => {
    expect(costTint('{2}{R}', 'Add {G}.')).toEqual(costTint('{R}', ''));
    expect(costTint('{R}', '')).not.toEqual(costTint('{G}', ''));
    expect(costTint('', '{T}: Add {B}.')).toEqual(costTint('{1}{B}{B}', ''));
    expect(costTint('{R}{G}', '')).toEqual(costTint('{W/U}', ''));
    expect(costTint('{3}', '{R}: it grows.')!.strength).toBeLessThan(0.3);
    expect([costTint('', ''), costTint('4', 'draw {T}')]).toEqual([null, null]);
  });
});

it('a player without a name is called a guest, never `You` or a seat', () => {
  expect(nameOrGuest('  ', 2, en)).toBe('Guest 3');
  expect(nameOrGuest(' Ann ', 2, en)).toBe('Ann');
});

it('warnings of the server are sentences in the language of the page', () => {
  expect(warningText({ kind: 'hostSeesAll' }, de)).toMatch(/^Der Gastgeber .*\.$/);
  expect(warningText({ kind: 'browserModel', seat: 0, owner: 'Ann' }, en)).toBe('An AI in Ann’s browser plays seat 1. Ann can see its cards.');
});

describe('cards with text', () => {
  const face = (text: [string, string][]) => printed({ id: 'oak', name: 'Oak', text });
  it('sort their values by their place on the card', () => {
    const oak = face([['cost', '3'], ['text', 'Draw a card.'], ['art', 'pictures/oak.png'], ['icon', 'leaf'], ['color', '#2a7f3c'], ['frame', 'full'], ['max_age', '90']]);
    expect(oak).toMatchObject({ cost: '{3}', rules: 'Draw a card.', art: 'pictures/oak.png', icon: 'leaf', frame: 'full', lines: [['max_age', '90']] });
    expect(face([['color', 'green']]).lines).toEqual([['color', 'green']]);
    expect(face([['frame', 'round']])).toMatchObject({ frame: 'art', lines: [['frame', 'round']] });
    expect(lineName('max_age')).toBe('max age');
  });
  it('have the colour that the file says', () => {
    expect(frameTint('green')).toEqual({ hue: 135, strength: 1 });
    expect(frameTint('#00ff00')).toEqual({ hue: 120, strength: 1 });
    expect(frameTint('#f00')).toEqual({ hue: 0, strength: 1 });
    expect(frameTint('#888')!.strength).toBe(0);
    expect(frameTint('mossy')).toBeNull();
  });
  it('have pictures only at a known address', () => {
    expect(pictureAddress('a b/oak.png')).toBe('');
    setPictureRoot(picturesOf('my trees'));
    expect(pictureAddress('a b/oak.png')).toBe('/games/my%20trees/art/a%20b/oak.png');
    expect(pictureAddress('')).toBe('');
    setPictureRoot('');
  });
});

import { describe, expect, it } from 'vitest';
import { boardPlan } from '../src/logic/board';
import { colourOfKeys, toggleDrawing } from '../src/logic/drawings';
import { mayAssist } from '../src/logic/fair_play';
import { mergeMoves, moveRows, sceneAt } from '../src/logic/move_list';
import { notation, squareNumber } from '../src/logic/notation';
import { Choices, squareName } from '../src/logic/offers';
import { clickAhead, premoveOffer, premoveSources } from '../src/logic/premove';
import type { BoardScene, MoveRecord, PieceScene, Scene, Square, Status } from '../src/messages';

const at = (name: string): Square => ({ x: name.charCodeAt(0) - 97, y: Number(name.slice(1)) - 1 });
const piece = (kind: string, owner: number, square: string, letter = ''): PieceScene => ({ kind, owner, at: at(square), glyph: kind, letter });
const record = (number: number, text: string, from: string | null, to: string, moved: PieceScene, more: Partial<MoveRecord> = {}): MoveRecord => ({
  number, seat: number % 2, text, piece: moved, from: from ? at(from) : null, to: at(to),
  squares: [...(from ? [{ at: at(from), before: { ...moved, at: at(from) }, after: null }] : []), { at: at(to), before: null, after: { ...moved, at: at(to) } }], ...more,
});
const MOVES = [record(0, 'e4', 'e2', 'e4', piece('pawn', 0, 'e2')), record(1, 'e5', 'e7', 'e5', piece('pawn', 1, 'e7')), record(2, 'Nf3', 'g1', 'f3', piece('knight', 0, 'g1'))];

describe('the list of moves', () => {
  it('grows, and a record with an earlier number replaces the later ones', () => {
    expect(mergeMoves(MOVES.slice(0, 2), { follows: true, moves: [MOVES[2]!] })).toHaveLength(3);
    expect(mergeMoves(MOVES, { follows: true, moves: [{ ...MOVES[1]!, text: 'c5' }] }).map(({ text }) => text)).toEqual(['e4', 'c5']);
    expect(mergeMoves(MOVES, { follows: true })).toBe(MOVES);
    expect(mergeMoves(MOVES, { follows: false, moves: MOVES.slice(0, 1) })).toHaveLength(1);
    expect(mergeMoves(MOVES, { follows: false })).toEqual([]);
  });

  it('has a row for each round, and knows the number of the first one', () => {
    const rows = moveRows(MOVES, 2);
    expect(rows.map(({ number, cells }) => [number, ...cells.map((cell) => cell?.record.text)])).toEqual([[1, 'e4', 'e5'], [2, 'Nf3', undefined]]);
    expect(moveRows(MOVES.slice(1), 2).map(({ number, cells }) => [number, ...cells.map((cell) => cell?.at)])).toEqual([[1, undefined, 0], [2, 1, undefined]]);
    expect(moveRows([{ ...MOVES[0]!, number: 40 }], 2)[0]!.number).toBe(21);
  });

  it('goes back to earlier positions, with captured pieces and pieces in hand', () => {
    const taken = record(3, 'xf3', 'f6', 'f3', piece('knight', 1, 'f6'), { hands: [{ seat: 1, face: { id: 'N', name: 'knight' }, by: 1 }] });
    taken.squares[1]!.before = piece('knight', 0, 'f3');
    const board: BoardScene = { width: 8, height: 8, pieces: [piece('knight', 1, 'f3')], marks: [[at('f3'), 'check']] };
    const scene: Scene = { board, due: [0], zones: [{ id: 'hand.1', role: 'hand', owner: 1, count: 1, cards: [{ key: 7, face: { id: 'N', name: 'knight' } }] }] };
    const past = sceneAt(scene, [...MOVES, taken], 3);
    expect((past.board?.pieces ?? []).map((one) => `${one.owner} ${squareName(one.at!)}`).sort()).toEqual(['0 f3', '1 f6']);
    expect(past.board?.marks).toEqual([[at('g1'), 'last'], [at('f3'), 'last']]);
    expect([past.zones![0]!.count, past.due]).toEqual([0, [1]]);
    expect(sceneAt(scene, [...MOVES, taken], 4)).toBe(scene);
  });
});

describe('notation', () => {
  it('has no letters if all pieces are of one kind, and names the square of a piece that is placed after the move', () => {
    const board = { width: 7, height: 7 };
    const disc = piece('disc', 0, 'a1', 'P');
    const move = record(0, 'Pb3', 'a1', 'b3', disc);
    expect(notation(move, { board, alike: true })).toBe('a1–b3');
    expect(notation({ ...move, takes: true }, { board, alike: true })).toBe('a1×b3');
    expect(notation(record(0, 'P@b2', null, 'b2', disc), { board, alike: true })).toBe('b2');
    const placed: MoveRecord = { number: 1, seat: 0, text: 'Pb3 *@c4', squares: [] };
    expect(notation(placed, { board, alike: true, before: move })).toBe('a1–b3 @c4');
    expect(notation(placed, { board })).toBe('Pb3 @c4');
  });

  const shogi: BoardScene = { width: 9, height: 9, facing: [0, 2] };
  const kifu = { notation: 'kifu' as const, coordinates: { columns: [...'987654321'], rows: [...'九八七六五四三二一'] } };
  it('writes the target, the piece, and a promotion or drop', () => {
    const pawn = { ...piece('pawn', 0, 'c3'), glyph: '歩' };
    expect(notation(record(0, 'c4', 'c3', 'c4', pawn), { board: shogi, drawing: kifu })).toBe('☗7六歩');
    const bishop = { ...piece('bishop', 1, 'h8'), glyph: '角' };
    const taken = record(1, 'Bxb2=+B', 'h8', 'b2', bishop, { promotes: true, mayPromote: true });
    expect(notation(taken, { board: shogi, drawing: kifu })).toBe('☖8八角成');
    const back = record(2, 'Sxb2', 'c1', 'b2', { ...piece('silver', 0, 'c1'), glyph: '銀' });
    expect(notation(back, { board: shogi, drawing: kifu, before: taken })).toBe('☗同銀');
    expect(notation(record(3, 'P@e5', null, 'e5', { ...pawn, owner: 1 }), { board: shogi, drawing: kifu })).toBe('☖5五歩打');
  });

  it('writes columns from the right of the mover, and the front one of two pieces', () => {
    const xiangqi: BoardScene = { width: 9, height: 10, facing: [0, 2] };
    const drawing = { notation: 'columns' as const };
    const cannon = piece('cannon', 0, 'h3', 'C');
    expect(notation(record(0, 'Che3', 'h3', 'e3', cannon), { board: xiangqi, drawing })).toBe('C2=5');
    expect(notation(record(1, 'Ng8', 'h10', 'g8', piece('horse', 1, 'h10', 'N')), { board: xiangqi, drawing })).toBe('H8+7');
    expect(notation(record(2, 'Ch5', 'h3', 'h5', cannon), { board: xiangqi, drawing, kin: [at('h3'), at('h1')] })).toBe('+C+2');
    expect(notation(record(2, 'Ch1', 'h3', 'h1', cannon), { board: xiangqi, drawing, kin: [at('h3'), at('h6')] })).toBe('-C-2');
  });

  it('numbers the squares that are used, and names the square or column of a drop', () => {
    const holes = Array.from({ length: 64 }, (_, n) => ({ x: n % 8, y: Math.floor(n / 8) })).filter(({ x, y }) => (x + y) % 2 === 1);
    const board: BoardScene = { width: 8, height: 8, holes };
    expect([squareNumber(board, at('b8')), squareNumber(board, at('g1'))]).toEqual([1, 32]);
    expect(notation(record(0, 'xx', 'c3', 'd4', piece('man', 0, 'c3')), { board, drawing: { notation: 'numbers' } })).toBe('22–18');
    expect(notation(record(0, 'xx', 'c3', 'e5', piece('man', 0, 'c3'), { takes: true }), { board, drawing: { notation: 'numbers' } })).toBe('22×15');
    const drop = record(0, 'S@d1', null, 'd1', piece('stone', 0, 'd1'));
    expect(notation(drop, { board, drawing: { notation: 'squares' } })).toBe('d1');
    expect(notation(drop, { board, drawing: { notation: 'drops', coordinates: { columns: [...'12345678'] } } })).toBe('4');
    expect(notation({ ...drop, to: null, text: 'pass' }, { board, drawing: { notation: 'squares' } })).toBe('pass');
  });
});

describe('premoves and drawings', () => {
  it('enters a premove in two clicks, and plays it only if it is legal', () => {
    const board: BoardScene = { width: 8, height: 8, pieces: [piece('pawn', 0, 'e2'), piece('pawn', 1, 'e7')] };
    const sources = premoveSources(board, 0);
    expect(sources).toEqual([at('e2')]);
    expect(clickAhead(sources, null, at('e2'))).toEqual({ chosen: at('e2'), premove: null });
    expect(clickAhead(sources, at('e2'), at('e4')).premove).toEqual({ from: at('e2'), to: at('e4') });
    expect(clickAhead(sources, null, at('e7'))).toEqual({ chosen: null, premove: null });
    const choices = new Choices({ board }, [{ gesture: { kind: 'squares', from: at('e2'), to: at('e4') }, label: 'e4', text: 'e2e4' }]);
    expect(premoveOffer(choices, { from: at('e2'), to: at('e4') })?.text).toBe('e2e4');
    expect(premoveOffer(choices, { from: at('e2'), to: at('e5') })).toBeNull();
  });

  it('draws arrows, erases the same one, and changes its colour', () => {
    const arrow = { from: at('e2'), to: at('e4'), colour: 'green' as const };
    expect(toggleDrawing([], arrow)).toEqual([arrow]);
    expect(toggleDrawing([arrow], arrow)).toEqual([]);
    expect(toggleDrawing([arrow], { ...arrow, colour: 'red' })).toEqual([{ ...arrow, colour: 'red' }]);
    expect(colourOfKeys({ shiftKey: true, altKey: false, ctrlKey: false })).toBe('red');
  });
});

it('a board and its column fit into every screen', () => {
  const board: BoardScene = { width: 8, height: 8 };
  for (const [width, height] of [[1396, 800], [1100, 700], [844, 340], [390, 780], [360, 600], [768, 900]] as const) {
    for (const hands of [false, true]) {
      const plan = boardPlan(board, 0, { width, height }, { hands, players: 2, inside: true });
      const wide = plan.shape === 'wide';
      expect(plan.frame.width + (wide ? plan.column + 24 : 0), `${width}x${height}`).toBeLessThanOrEqual(width);
      expect(wide ? Math.max(plan.frame.height, plan.columnHeight) : plan.frame.height, `${width}x${height}`).toBeLessThanOrEqual(height);
      expect(plan.cell).toBeGreaterThanOrEqual(18);
    }
  }
});

it('a timed match between people has no hints, unless its terms allow them', () => {
  const status = (people: number, terms: Status['terms']) => ({ terms, seats: [0, 1].map((seat) => (seat < people ? { owner: `P${seat}`, driver: { kind: 'person' } } : { driver: { kind: 'bot', spec: 'easy' } })) }) as unknown as Status;
  const clock = { gameMs: 60_000 };
  expect(mayAssist(status(2, { clock }))).toBe(false);
  expect(mayAssist(status(2, { clock, assistance: true }))).toBe(true);
  expect(mayAssist(status(2, {}))).toBe(true);
  expect(mayAssist(status(1, { clock }))).toBe(true);
});

/** Computes the geometry of boards: rotation for a viewer, the identity of moving pieces, and captured pieces. */
import type { BoardStyle } from './layout';
import type { BoardScene, PieceScene, Square } from '../messages';

/** The number of anticlockwise quarter turns that bring a seat's own side to the bottom. */
export function turnsFor(board: BoardScene, seat: number | null, flipped: boolean): number {
  const own = seat === null ? 0 : (board.facing?.[seat] ?? 0);
  return (own + (flipped ? 2 : 0)) % 4;
}

/** The column and row in which a square is drawn, counted from the top left. */
export function gridPosition(board: BoardScene, at: Square, turns: number): { col: number; row: number } {
  const [w, h] = [(board.width ?? 1) - 1, (board.height ?? 1) - 1];
  switch (turns) {
    case 1:
      return { col: h - at.y, row: w - at.x };
    case 2:
      return { col: w - at.x, row: at.y };
    case 3:
      return { col: at.y, row: at.x };
    default:
      return { col: at.x, row: h - at.y };
  }
}

export const drawnSize = (board: BoardScene, turns: number): { cols: number; rows: number } =>
  turns % 2 === 0 ? { cols: board.width ?? 1, rows: board.height ?? 1 } : { cols: board.height ?? 1, rows: board.width ?? 1 };

export function squares(board: BoardScene): Square[] {
  const holes = new Set((board.holes ?? []).map((hole) => `${hole.x},${hole.y}`));
  const all: Square[] = [];
  for (let y = 0; y < (board.height ?? 0); y++) {
    for (let x = 0; x < (board.width ?? 0); x++) if (!holes.has(`${x},${y}`)) all.push({ x, y });
  }
  return all;
}

/** Whether every other square is a hole. Such holes are drawn as the squares of the other colour. */
export function chequeredHoles(board: BoardScene): boolean {
  const holes = board.holes ?? [];
  const parity = (at: Square) => (at.x + at.y) % 2;
  return holes.length * 2 === (board.width ?? 0) * (board.height ?? 0) && holes.every((hole) => parity(hole) === parity(holes[0]!));
}

/** Gives each piece an id that it keeps while it moves, so that the move can be animated. */
export class PieceTracker {
  private last: { piece: PieceScene; id: number }[] = [];
  private next = 1;

  follow(pieces: PieceScene[]): { piece: PieceScene; id: number }[] {
    const left = [...this.last];
    const taken: ({ piece: PieceScene; id: number } | undefined)[] = pieces.map((piece) => {
      const at = left.findIndex((old) => sameKind(old.piece, piece) && old.piece.at?.x === piece.at?.x && old.piece.at?.y === piece.at?.y);
      return at < 0 ? undefined : { piece, id: left.splice(at, 1)[0]!.id };
    });
    const fits = [sameKind, (a: PieceScene, b: PieceScene) => a.owner === b.owner];
    for (const fit of fits) {
      pieces.forEach((piece, n) => {
        if (taken[n]) return;
        const at = left.findIndex((old) => fit(old.piece, piece));
        if (at >= 0) taken[n] = { piece, id: left.splice(at, 1)[0]!.id };
      });
    }
    this.last = pieces.map((piece, n) => taken[n] ?? { piece, id: this.next++ });
    return this.last;
  }
}

const sameKind = (a: PieceScene, b: PieceScene): boolean => a.kind === b.kind && a.owner === b.owner;

/** Whether the pieces of both sides have the same symbols. Then only the direction in which a piece points shows its owner. */
export function ownersByDirection(board: BoardScene): boolean {
  const owners = new Map<string, Set<number>>();
  for (const piece of board.pieces ?? []) {
    const glyph = piece.glyph ?? '';
    if (!/[\u3040-\u30ff\u3400-\u9fff]/.test(glyph)) continue;
    owners.set(glyph, (owners.get(glyph) ?? new Set()).add(piece.owner ?? 0));
  }
  return [...owners.values()].some((set) => set.size > 1);
}

/**
 * The seat whose captured pieces are drawn beside `seat`. With two players it is the opponent. With more players it is the seat itself,
 * because it is not known who captured the pieces.
 */
export const lossesBeside = (board: BoardScene, seat: number): number => ((board.captured ?? []).length === 2 ? 1 - seat : seat);

/** The seats of `count` that are drawn at the far end and at the near end of the board. If several seats play upwards, the own seat is near. */
export function seatsByBoardEnd(board: BoardScene, count: number, own: number | null, flipped: boolean): { far: number[]; near: number[] } {
  const turns = turnsFor(board, own, flipped);
  const facing = board.facing ?? [];
  const found = facing.length < 2 ? -1 : facing[own ?? 0] === turns ? (own ?? 0) : facing.indexOf(turns);
  const below = found >= 0 ? found : flipped && count === 2 ? 1 - (own ?? 0) : (own ?? 0);
  const seats = Array.from({ length: count }, (_, seat) => seat);
  return { far: seats.filter((seat) => seat !== below), near: seats.filter((seat) => seat === below) };
}

/** Height of a row of captured pieces with its margin, in pixels. */
const LOSSES = 24;
/** Minimum width beside the board for captured pieces, in pixels. */
const BESIDE = 60;

/**
 * The size of a square, and the free width for captured pieces beside the board. `aside` is `null` if the captured
 * pieces need rows above and below the board instead. The result does not depend on how many pieces are captured, so
 * that the board never moves.
 */
export function fitBoard(board: BoardScene, turns: number, room: { width: number; height: number }, rim: number): { cell: number; aside: number | null } {
  const size = drawnSize(board, turns);
  const cellIn = (height: number) => Math.max(18, Math.floor(Math.min((room.width - rim * 2) / size.cols, (height - rim * 2) / size.rows, size.cols < 5 ? 160 : 110)));
  const cell = cellIn(room.height);
  const aside = (room.width - rim * 2 - cell * size.cols) / 2;
  if ((board.captured ?? []).length === 0 || aside >= BESIDE) return { cell, aside };
  return { cell: Math.min(cell, cellIn(room.height - LOSSES * 2)), aside: null };
}

export type BoardPlan = {
  /** `wide`: a column stands beside the board. `tall`: players are above and below it. */
  shape: 'wide' | 'tall';
  low: boolean;
  cell: number;
  /** Width of the frame round the squares, in pixels. */
  rim: number;
  frame: { width: number; height: number };
  column: number;
  columnHeight: number;
};

/**
 * The sizes of a board table. They depend on the screen, the board and the number of players, but never on the position, so that nothing
 * moves during a match.
 */
export function boardPlan(board: BoardScene, turns: number, size: { width: number; height: number }, { hands, players, inside }: { hands: boolean; players: number; /** Whether the names of rows and columns stand inside the squares. */ inside: boolean }): BoardPlan {
  const { cols, rows } = drawnSize(board, turns);
  const low = size.height < 520;
  const shape = size.width >= 640 && size.width >= size.height * 1.02 ? 'wide' : 'tall';
  const most = cols < 5 ? 150 : 104;
  const cellIn = (width: number, height: number) => Math.max(18, Math.floor(Math.min(width / cols, height / rows, most)));
  if (shape === 'wide') {
    const column = Math.max(low ? 230 : 280, Math.min(392, Math.round(size.width * 0.29)));
    const rim = size.width < 900 || low ? 16 : 24;
    const cell = cellIn(size.width - column - 24 - 32 - rim * 2, size.height - (low ? 8 : 32) - rim * 2);
    const frame = { width: cell * cols + rim * 2, height: cell * rows + rim * 2 };
    return { shape, low, cell, rim, frame, column, columnHeight: Math.max(frame.height, Math.min(size.height - (low ? 8 : 32), 560 + (hands ? 90 * Math.max(0, players - 2) : 0))) };
  }
  const rim = inside ? 5 : size.width < 500 ? 15 : 18;
  const lines = Math.max(1, Math.ceil((players - 1) / 2)) + 1;
  const taken = lines * 50 + (hands ? 2 * 44 : 0) + 40 + 52 + 26 + 24;
  const cell = cellIn(size.width - rim * 2 - (size.width < 500 ? 0 : 24), size.height - taken - rim * 2);
  return { shape, low, cell, rim, frame: { width: cell * cols + rim * 2, height: cell * rows + rim * 2 }, column: 0, columnHeight: 0 };
}

/** The square with this name, such as `d10`. `null` if the text is not a square. */
export function squareOf(name: string): Square | null {
  const found = /^([a-z])(\d+)$/.exec(name);
  return found ? { x: found[1]!.charCodeAt(0) - 97, y: Number(found[2]) - 1 } : null;
}

/** The lines of a board on which pieces stand on the crossings. */
export function boardLines(board: BoardScene, drawing?: BoardStyle): [Square, Square][] {
  const [w, h] = [(board.width ?? 1) - 1, (board.height ?? 1) - 1];
  const found: [Square, Square][] = [];
  for (let y = 0; y <= h; y++) found.push([{ x: 0, y }, { x: w, y }]);
  const river = drawing?.river ?? null;
  for (let x = 0; x <= w; x++) {
    if (river === null || x === 0 || x === w) found.push([{ x, y: 0 }, { x, y: h }]);
    else found.push([{ x, y: 0 }, { x, y: river - 1 }], [{ x, y: river }, { x, y: h }]);
  }
  for (const [from, to] of drawing?.diagonals ?? []) {
    const ends = [squareOf(from), squareOf(to)];
    if (ends[0] && ends[1]) found.push([ends[0], ends[1]]);
  }
  return found;
}

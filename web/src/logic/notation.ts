/** Writes moves in the notation of a game's tradition. The layout names the notation; short algebraic notation comes from the server. */
import type { BoardScene, MoveRecord, Square } from '../messages';
import { squares } from './board';
import type { BoardStyle } from './layout';
import { sameSquare, squareName } from './offers';

/** The name of a column or row, at the edge of the board and in the moves of this notation. */
export const columnName = (x: number, drawing?: BoardStyle): string => drawing?.coordinates?.columns?.[x] ?? String.fromCharCode(97 + x);
export const rowName = (y: number, drawing?: BoardStyle): string => drawing?.coordinates?.rows?.[y] ?? `${y + 1}`;

/** The number of each square that is used, from the far left corner of the first seat: `1` to `32` if half of 64 squares is used. */
export function squareNumber(board: BoardScene, at: Square): number {
  const used = squares(board).sort((a, b) => b.y - a.y || a.x - b.x);
  return used.findIndex((one) => sameSquare(one, at)) + 1;
}

type Context = {
  board: BoardScene;
  drawing?: BoardStyle;
  /** The previous move, because a notation may shorten a move to the same square. */
  before?: MoveRecord;
  /** The pieces of this kind before the move, if the notation needs them. */
  kin?: Square[];
  /** Whether all players have pieces of one kind only, so that a letter says nothing. */
  alike?: boolean;
};

export function notation(record: MoveRecord, context: Context): string {
  const style = context.drawing?.notation ?? 'algebraic';
  if (!record.to) return context.alike ? placedAfter(record, context.before) : record.text.replace(DROPPED, ' @');
  switch (style) {
    case 'kifu':
      return kifu(record, record.to, context);
    case 'columns':
      return columns(record, record.to, context);
    case 'numbers': {
      const [from, to] = [record.from && squareNumber(context.board, record.from), squareNumber(context.board, record.to)];
      return from ? `${from}${record.takes ? '×' : '–'}${to}` : `${to}`;
    }
    case 'squares':
      return squareName(record.to);
    case 'drops':
      return columnName(record.to.x, context.drawing);
    default:
      return context.alike ? alike(record, record.to) : record.text.replace(DROPPED, ' @');
  }
}

/** The mark of a piece that belongs to nobody and is placed after the move, such as a wall: `Nf3 *@e5`. */
const DROPPED = / \*@/;

/** A move between pieces of one kind: the square or squares. */
const alike = ({ from, takes }: MoveRecord, to: Square): string => `${from ? `${squareName(from)}${takes ? '×' : '–'}` : ''}${squareName(to)}`;

/** A move and the square of the piece that the same player placed after it. */
function placedAfter(record: MoveRecord, before: MoveRecord | undefined): string {
  const [move, placed] = record.text.split(DROPPED);
  return placed && before?.to && before.seat === record.seat ? `${alike(before, before.to)} @${placed}` : placed ? `${move} @${placed}` : record.text;
}

/** The side, the target square, the piece, and whether it was promoted or dropped: `☗7六歩`. */
function kifu(record: MoveRecord, to: Square, { drawing, before }: Context): string {
  const side = record.seat === 0 ? '☗' : '☖';
  const same = before?.to && sameSquare(before.to, to);
  const square = same ? '同' : `${columnName(to.x, drawing)}${rowName(to.y, drawing)}`;
  const end = record.promotes ? '成' : record.from ? (record.mayPromote ? '不成' : '') : '打';
  return `${side}${square}${record.piece?.glyph ?? ''}${end}`;
}

/** The piece, its column, `+`, `-` or `=`, and the target column or the distance: `C2=5`. Columns count from the mover's right. */
function columns(record: MoveRecord, to: Square, { board, kin = [] }: Context): string {
  const { from, piece } = record;
  if (!from) return record.text;
  const width = board.width ?? 1;
  const down = (board.facing?.[record.seat] ?? 0) === 2;
  const column = (at: Square) => (down ? at.x + 1 : width - at.x);
  const forward = down ? from.y - to.y : to.y - from.y;
  const sign = forward > 0 ? '+' : forward < 0 ? '-' : '=';
  const end = from.x === to.x ? Math.abs(forward) : column(to);
  // Of two equal pieces in one column, the front one is `+` and the rear one `-`.
  const twin = kin.find((at) => at.x === from.x && at.y !== from.y);
  const front = twin && (down ? from.y < twin.y : from.y > twin.y);
  const letter = WXF[piece?.letter ?? ''] ?? piece?.letter ?? '';
  return twin ? `${front ? '+' : '-'}${letter}${sign}${end}` : `${letter}${column(from)}${sign}${end}`;
}

/** Letters of this notation that differ from the letters of algebraic notation: horse and elephant. */
const WXF: Record<string, string> = { N: 'H', B: 'E' };

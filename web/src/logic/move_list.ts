/** The moves of a board game: the list, and the scene after any number of moves. */
import type { BoardScene, CardScene, MoveRecord, PieceScene, Scene, Show, Square } from '../messages';
import { squareName } from './offers';

/** The moves after a new view. A record replaces the record with its number and all later ones. */
export function mergeMoves(known: MoveRecord[], view: Pick<Show, 'follows' | 'moves'>): MoveRecord[] {
  const news = view.moves ?? [];
  const base = view.follows ? known : [];
  const first = news[0];
  return first ? [...base.filter(({ number }) => number < first.number), ...news] : base;
}

export type MoveRow = { number: number; cells: ({ at: number; record: MoveRecord } | null)[] };

/** The rows of the list: one for each round, with one cell for each seat. `at` is the index of the move. */
export function moveRows(moves: MoveRecord[], seats: number): MoveRow[] {
  const rows: MoveRow[] = [];
  const first = moves[0];
  if (!first) return rows;
  moves.forEach((record, at) => {
    let row = rows.at(-1);
    // A wall is a decision of its own after the move. Its record names both, so it replaces the move in the list.
    const before = row?.cells[record.seat];
    if (row && before?.at === at - 1 && !record.piece) {
      row.cells[record.seat] = { at, record };
      return;
    }
    // A seat that moves twice, or out of turn, starts a new row.
    const later = row?.cells.slice(record.seat).some(Boolean) ?? true;
    if (!row || later) {
      row = { number: rows.length + 1 + Math.floor(first.number / Math.max(1, seats)), cells: Array.from({ length: seats }, () => null) };
      rows.push(row);
    }
    row.cells[record.seat] = { at, record };
  });
  return rows;
}

const key = (at: Square): string => squareName(at);

/** The squares that show a move: from and to. */
const lastMarks = (record: MoveRecord | undefined): [Square, string][] => [record?.from, record?.to].flatMap((at) => (at ? [[at, 'last'] as [Square, string]] : []));

/** A board without the marks of kings in check. Earlier positions have none, because the records do not say which piece is a king. */
const withoutMarks = (board: BoardScene): BoardScene => ({ ...board, marks: [] });

/** The scene after the first `count` moves of `moves`, computed back from the current scene. */
export function sceneAt(scene: Scene, moves: MoveRecord[], count: number): Scene {
  if (!scene.board || count >= moves.length) return scene;
  const pieces = new Map<string, PieceScene>((scene.board.pieces ?? []).map((piece) => [key(piece.at!), piece]));
  let zones = scene.zones ?? [];
  const undone = moves.slice(count).reverse();
  for (const record of undone) {
    for (const { at, before } of record.squares) {
      if (before) pieces.set(key(at), before);
      else pieces.delete(key(at));
    }
    for (const { seat, face, by } of record.hands ?? []) zones = zones.map((zone) => (zone.role === 'hand' && zone.owner === seat ? { ...zone, ...hold(zone.cards ?? [], face.id ?? '', { face, faceUp: true }, -by) } : zone));
  }
  const first = undone.at(-1);
  const board = withoutMarks(scene.board);
  return { ...scene, zones, outcome: null, due: first ? [first.seat] : (scene.due ?? []), board: { ...board, marks: lastMarks(moves[count - 1]), pieces: [...pieces.values()] } };
}

/** The cards of a hand after `by` cards of a kind were added or removed. Added cards have no key, because they cannot be played. */
function hold(cards: CardScene[], id: string, card: CardScene, by: number): { cards: CardScene[]; count: number } {
  const next = [...cards];
  for (let n = 0; n < by; n++) next.push(card);
  for (let n = 0; n > by; n--) {
    const at = next.findIndex((one) => one.face?.id === id);
    if (at >= 0) next.splice(at, 1);
  }
  return { cards: next, count: next.length };
}

import { memo, useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { PieceArt, colourOf, isCrowned } from '../art/PieceArt';
import { PieceTracker, boardLines, chequeredHoles, drawnSize, seatsByBoardEnd, fitBoard, gridPosition, ownersByDirection, squares, turnsFor } from '../logic/board';
import { sameSquare, squareName } from '../logic/offers';
import type { BoardStyle } from '../logic/layout';
import type { BoardScene, PieceScene, Square } from '../messages';
import { useSettings } from '../settings';
import { useText, type Text } from '../text';
import { gameText } from '../text/game_words';
import { Captured } from './Captured';
import { useTable } from './tableContext';

const at = (place: { col: number; row: number }, size: { cols: number; rows: number }): CSSProperties => ({
  left: `${(place.col / size.cols) * 100}%`,
  top: `${(place.row / size.rows) * 100}%`,
  width: `${100 / size.cols}%`,
  height: `${100 / size.rows}%`,
});

const nameOf = (piece: PieceScene, board: BoardScene, text: Text): string => [board.sides?.[piece.owner ?? 0], piece.kind].flatMap((word) => (word ? [gameText(word, text)] : [])).join(' ');

/** How a board is drawn: chequered, with plain squares, or with lines and crossings. */
function lookOf(board: BoardScene, drawing?: BoardStyle): string {
  if (drawing?.style) return { chequered: 'chequered', squares: 'lined', points: 'crossings' }[drawing.style];
  const glyphs = (board.pieces ?? []).map((piece) => piece.glyph ?? '');
  // If the sides have different written symbols, pieces stand on crossings. If the symbols are the same and point at the opponent, pieces
  // stand in squares.
  if (glyphs.some((glyph) => /[\u3040-\u30ff\u3400-\u9fff]/.test(glyph))) return ownersByDirection(board) ? 'lined' : 'crossings';
  if (chequeredHoles(board)) return 'chequered';
  return glyphs.some((glyph) => /[\u2654-\u265f]/.test(glyph) || /^[A-Z][a-z]$/.test(glyph)) ? 'chequered' : 'plain-squares';
}

function Piece({ piece, board, turns, style, flip }: { piece: PieceScene; board: BoardScene; turns: number; style: CSSProperties; flip?: string }) {
  const tiles = ownersByDirection(board);
  const owner = piece.owner ?? 0;
  const facing = ((board.facing?.[owner] ?? 0) - turns + 4) % 4;
  const turn = tiles && facing !== 0 ? { rotate: `${facing * 90}deg` } : {};
  return (
    <div className="piece" style={style} data-flip={flip}>
      <div className="piece-turn" style={turn}>
        <PieceArt glyph={piece.glyph ?? ''} kind={piece.kind ?? ''} colour={colourOf(board.sides?.[owner], piece.glyph ?? '', owner)} tiles={tiles} crowned={isCrowned(piece.glyph ?? '')} letter={piece.letter ?? undefined} />
      </div>
    </div>
  );
}

/** A board that cannot be used, for thumbnails. */
export const StillBoard = memo(function StillBoard({ board }: { board: BoardScene }) {
  const size = drawnSize(board, 0);
  const look = lookOf(board);
  return (
    <div className={`board still ${look}${holed(board)}`} style={{ aspectRatio: `${size.cols} / ${size.rows}` }}>
      {look === 'crossings' && <Lines board={board} turns={0} />}
      {paint(board, 0).map(({ square, hole }) => (
        <div key={squareName(square)} className={`square ${(square.x + square.y) % 2 ? 'pale' : 'deep'}${hole ? ' hole' : ''}`} style={at(gridPosition(board, square, 0), size)} />
      ))}
      {(board.pieces ?? []).map((piece) => (
        <Piece key={squareName(piece.at!)} piece={piece} board={board} turns={0} style={at(gridPosition(board, piece.at!, 0), size)} />
      ))}
    </div>
  );
});

/** Lines through the centres of the squares. Pieces stand where they cross. */
function Lines({ board, drawing, turns }: { board: BoardScene; drawing?: BoardStyle; turns: number }) {
  const size = drawnSize(board, turns);
  return (
    <svg className="lines" viewBox={`0 0 ${size.cols} ${size.rows}`} aria-hidden="true">
      {boardLines(board, drawing).map(([from, to], n) => {
        const [a, b] = [gridPosition(board, from, turns), gridPosition(board, to, turns)];
        return <line key={n} x1={a.col + 0.5} y1={a.row + 0.5} x2={b.col + 0.5} y2={b.row + 0.5} />;
      })}
    </svg>
  );
}

/** The CSS class of a board on which some squares are missing. */
const holed = (board: BoardScene): string => ((board.holes ?? []).length > 0 && !chequeredHoles(board) ? ' holed' : '');

/** The squares to draw. Holes that form a chequered pattern are drawn, too. */
function paint(board: BoardScene, _: number): { square: Square; hole: boolean }[] {
  const real = squares(board).map((square) => ({ square, hole: false }));
  return chequeredHoles(board) ? [...real, ...(board.holes ?? []).map((square) => ({ square, hole: true }))] : real;
}

export function Board({ width, height, flipped, drawing }: { width: number; height: number; flipped: boolean; drawing?: BoardStyle }) {
  const text = useText();
  const [settings] = useSettings();
  const { scene, own, choices, held, active, onGesture, hinted, refuse } = useTable();
  const board = scene.board!;
  const turns = turnsFor(board, own, flipped);
  const size = drawnSize(board, turns);
  const look = lookOf(board, drawing);
  const small = width < 420;
  const rim = settings.coordinates ? (small ? 15 : 22) : small ? 5 : 10;
  const { cell, aside } = fitBoard(board, turns, { width, height }, rim);
  const { far, near } = seatsByBoardEnd(board, own, flipped);
  const following = useRef(new PieceTracker());
  const pieces = useMemo(() => following.current.follow(board.pieces ?? []), [board]);
  const [cursor, setCursor] = useState<Square>({ x: 0, y: 0 });
  const box = useRef<HTMLDivElement>(null);
  const all = useMemo(() => squares(board), [board.width, board.height, board.holes?.length]);
  const targets = active ? choices.targetSquares(held) : [];
  const sources = active ? choices.sourceSquares() : [];
  const has = (list: Square[], square: Square) => list.some((one) => sameSquare(one, square));
  const marks = (square: Square) => (board.marks ?? []).filter(([one]) => sameSquare(one, square)).map(([, word]) => word);
  const standing = (square: Square) => (board.pieces ?? []).find((piece) => piece.at && sameSquare(piece.at, square));

  const click = (square: Square) => {
    const done = choices.clickSquare(square, held);
    const letGo = 'held' in done && done.held.square === null;
    // A click on an illegal target shows the reason, in the same way as dropping a piece there.
    if (letGo && held.square && !sameSquare(held.square, square)) refuse(held, square);
    onGesture(done);
  };
  const walk = (event: KeyboardEvent, from: Square) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const start = gridPosition(board, from, turns);
    let [col, row] = [start.col, start.row];
    for (let steps = 0; steps < 20; steps++) {
      [col, row] = [col + way[0]!, row + way[1]!];
      const next = all.find((square) => {
        const place = gridPosition(board, square, turns);
        return place.col === col && place.row === row;
      });
      if (next) {
        setCursor(next);
        box.current?.querySelector<HTMLElement>(`[data-square="${squareName(next)}"]`)?.focus();
        return;
      }
      if (col < 0 || row < 0 || col >= size.cols || row >= size.rows) return;
    }
  };

  useEffect(() => {
    const start = sources[0] ?? targets[0];
    if (start && !has([...sources, ...targets], cursor)) setCursor(start);
    // This must run only when a new decision opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [choices]);

  const columns = Array.from({ length: size.cols }, (_, col) => col);
  const rows = Array.from({ length: size.rows }, (_, row) => row);
  const label = (col: number | null, row: number | null): string => {
    const match = Array.from({ length: (board.width ?? 0) * (board.height ?? 0) }, (_, n) => ({ x: n % (board.width ?? 1), y: Math.floor(n / (board.width ?? 1)) })).find((square) => {
      const place = gridPosition(board, square, turns);
      return (col === null || place.col === col) && (row === null || place.row === row);
    });
    if (!match) return '';
    const name = squareName(match);
    return (col !== null) === (turns % 2 === 0) ? name[0]! : name.slice(1);
  };

  return (
    <div className="board-frame" style={{ padding: rim }}>
      <Captured board={board} seats={far} end="far" aside={aside} />
      <Captured board={board} seats={near} end="near" aside={aside} />
      {settings.coordinates && (
        <div className="coords" aria-hidden="true">
          {columns.map((col) => (
            <span key={`c${col}`} style={{ left: rim + (col + 0.5) * cell, bottom: 4 }}>
              {label(col, null)}
            </span>
          ))}
          {rows.map((row) => (
            <span key={`r${row}`} style={{ left: rim / 2, top: rim + (row + 0.5) * cell }} className="rank-name">
              {label(null, row)}
            </span>
          ))}
        </div>
      )}
      <div ref={box} className={`board ${look}${holed(board)}`} style={{ width: cell * size.cols, height: cell * size.rows }} role="group" aria-label={text.table.board}>
        {look === 'crossings' && <Lines board={board} drawing={drawing} turns={turns} />}
        {paint(board, turns).map(({ square, hole }) => {
          const name = squareName(square);
          const tone = (square.x + square.y) % 2 ? 'pale' : 'deep';
          const style = at(gridPosition(board, square, turns), size);
          if (hole) return <div key={name} className={`square hole ${tone}`} style={style} />;
          const piece = standing(square);
          const [target, source] = [has(targets, square), has(sources, square)];
          const words = marks(square);
          const classes = ['square', tone, ...words, target ? (piece ? 'target take' : 'target') : '', source ? 'source' : '', held.square && sameSquare(held.square, square) ? 'held' : '', hinted.squares.has(name) ? 'hinted' : ''];
          return (
            <button
              key={name}
              type="button"
              className={classes.filter(Boolean).join(' ')}
              style={style}
              data-square={name}
              tabIndex={sameSquare(cursor, square) ? 0 : -1}
              aria-label={[text.table.square(name, piece ? nameOf(piece, board, text) : ''), ...words.map((word) => text.table.side[word] ?? word)].join(', ')}
              aria-pressed={held.square ? sameSquare(held.square, square) : undefined}
              onFocus={() => setCursor(square)}
              onKeyDown={(event) => walk(event, square)}
              onClick={() => active && click(square)}
            />
          );
        })}
        {pieces.map(({ piece, id }) => (
          <Piece key={id} flip={`p${id}`} piece={piece} board={board} turns={turns} style={at(gridPosition(board, piece.at!, turns), size)} />
        ))}
      </div>
    </div>
  );
}

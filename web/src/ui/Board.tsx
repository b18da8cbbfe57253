import { memo, useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent as ReactPointerEvent } from 'react';
import { PieceArt, colourOf, isCrowned } from '../art/PieceArt';
import { PieceTracker, boardLines, squareOf, chequeredHoles, drawnSize, seatsByBoardEnd, fitBoard, gridPosition, ownersByDirection, squares, turnsFor } from '../logic/board';
import type { BoardPlan } from '../logic/board';
import { colourOfKeys, toggleDrawing, type BoardDrawing } from '../logic/drawings';
import { columnName, rowName } from '../logic/notation';
import { sameSquare, squareName } from '../logic/offers';
import { clickAhead, premoveSources } from '../logic/premove';
import type { BoardStyle } from '../logic/layout';
import type { BoardScene, PieceScene, Square } from '../messages';
import { useSettings } from '../settings';
import { useText, type Text } from '../text';
import { gameText } from '../text/game_words';
import { Captured } from './Captured';
import { useTable } from './tableContext';
import { readSquare } from './useDrag';

const at = (place: { col: number; row: number }, size: { cols: number; rows: number }): CSSProperties => ({
  left: `${(place.col / size.cols) * 100}%`,
  top: `${(place.row / size.rows) * 100}%`,
  width: `${100 / size.cols}%`,
  height: `${100 / size.rows}%`,
});

const nameOf = (piece: PieceScene, board: BoardScene, text: Text): string => [typeof piece.owner === 'number' ? board.sides?.[piece.owner] : '', piece.kind].flatMap((word) => (word ? [gameText(word, text)] : [])).join(' ');

/** How a board is drawn: chequered, with plain squares, or with lines and crossings. */
export function lookOf(board: BoardScene, drawing?: BoardStyle): string {
  if (drawing?.style) return { chequered: 'chequered', squares: 'lined', points: 'crossings', wells: 'wells' }[drawing.style];
  const glyphs = (board.pieces ?? []).map((piece) => piece.glyph ?? '');
  // Boards with written symbols: if the two sides have different symbols, pieces stand on crossings. If both have the
  // same symbols, which point at the opponent, pieces stand in squares.
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
        <PieceArt glyph={piece.glyph ?? ''} kind={piece.kind ?? ''} colour={typeof piece.owner === 'number' ? colourOf(board.sides?.[owner], piece.glyph ?? '', owner) : 'yellow'} tiles={tiles} crowned={isCrowned(piece.glyph ?? '')} letter={piece.letter ?? undefined} />
      </div>
    </div>
  );
}

/** A board without moves, for thumbnails. */
export const StillBoard = memo(function StillBoard({ board }: { board: BoardScene }) {
  const size = drawnSize(board, 0);
  const look = lookOf(board);
  return (
    <div className={`board still ${look}${holed(board)}`} style={{ aspectRatio: `${size.cols} / ${size.rows}` }}>
      {look === 'crossings' && <Lines board={board} turns={0} />}
      <Cuts board={board} turns={0} />
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

type BoardProps = { flipped: boolean; drawing?: BoardStyle } & ({ plan: BoardPlan } | { plan?: undefined; width: number; height: number });

/** The board. With a `plan`, players and captured pieces stand beside it. Otherwise captured pieces are drawn round the board. */
export function Board(props: BoardProps) {
  const { flipped, drawing, plan } = props;
  const text = useText();
  const [settings] = useSettings();
  const { scene, own, choices, held, active, onGesture, hinted, refuse, ahead } = useTable();
  const board = scene.board!;
  const turns = turnsFor(board, own, flipped);
  const size = drawnSize(board, turns);
  const look = lookOf(board, drawing);
  const fitted = plan ?? fitAlone(board, turns, props as { width: number; height: number }, settings.coordinates);
  const { cell, rim } = fitted;
  const { far, near } = seatsByBoardEnd(board, (board.captured ?? []).length, own, flipped);
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

  const [chosen, setChosen] = useState<Square | null>(null);
  const early = ahead?.can && own !== null ? premoveSources(board, own) : [];
  useEffect(() => {
    if (!ahead?.can) setChosen(null);
  }, [ahead?.can]);
  const { drawings, pen, erase } = useDrawings(box, board.pieces);
  const click = (square: Square) => {
    erase();
    if (!active) {
      if (!ahead?.can) return;
      const done = clickAhead(early, chosen, square);
      setChosen(done.chosen);
      return ahead.set(done.premove);
    }
    const done = choices.clickSquare(square, held);
    const letGo = 'held' in done && done.held.square === null;
    // A click on an illegal target shows the reason, in the same way as dropping a piece there.
    if (letGo && held.square && !sameSquare(held.square, square)) refuse(held, square);
    onGesture(done);
  };
  const walk = (event: KeyboardEvent, from: Square) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    // Without keyboard focus on the board, arrow keys go through the moves.
    if (!way || !(event.currentTarget as HTMLElement).matches(':focus-visible')) return;
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

  const inside = look === 'chequered' && plan !== undefined;
  const names = settings.coordinates ? edgeNames(board, turns, drawing) : null;
  const pre = ahead?.premove ?? null;
  return (
    <div className="board-frame" style={{ padding: rim }}>
      {'aside' in fitted && <Captured board={board} seats={far} end="far" aside={fitted.aside} />}
      {'aside' in fitted && <Captured board={board} seats={near} end="near" aside={fitted.aside} />}
      {names && !inside && (
        <div className={`coords${drawing?.coordinates?.topRight ? ' top-right' : ''}`} aria-hidden="true">
          {names.columns.map((name, col) => (
            <span key={`c${col}`} className="file-name" style={{ left: rim + (col + 0.5) * cell, height: rim }}>
              {name}
            </span>
          ))}
          {names.rows.map((name, row) => (
            <span key={`r${row}`} className="rank-name" style={{ top: rim + (row + 0.5) * cell, width: rim }}>
              {name}
            </span>
          ))}
        </div>
      )}
      <div ref={box} className={`board ${look}${holed(board)}`} style={{ width: cell * size.cols, height: cell * size.rows }} role="group" aria-label={text.table.board} onContextMenu={(event) => event.preventDefault()} onPointerDown={(event) => pen(event, () => { ahead?.set(null); setChosen(null); })}>
        {look === 'crossings' && <Lines board={board} drawing={drawing} turns={turns} />}
        {(drawing?.texts ?? []).map((one) => (
          <BoardWords key={one.text} {...one} board={board} turns={turns} cell={cell} />
        ))}
        {look === 'lined' && <Stars board={board} cell={cell} />}
        <Cuts board={board} turns={turns} />
        {paint(board, turns).map(({ square, hole }) => {
          const name = squareName(square);
          const tone = (square.x + square.y) % 2 ? 'pale' : 'deep';
          const style = at(gridPosition(board, square, turns), size);
          if (hole) return <div key={name} className={`square hole ${tone}`} style={style} />;
          const piece = standing(square);
          const [target, source] = [has(targets, square), has(sources, square)];
          const words = marks(square);
          const classes = ['square', tone, ...words, target ? (piece ? 'target take' : 'target') : '', source ? 'source' : '', (held.square && sameSquare(held.square, square)) || (chosen && sameSquare(chosen, square)) ? 'held' : '', has(early, square) ? 'early' : '', pre && (sameSquare(pre.from, square) || sameSquare(pre.to, square)) ? 'premove' : '', hinted.squares.has(name) ? 'hinted' : ''];
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
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => click(square)}
            />
          );
        })}
        {names && inside && (
          <div className="square-names" aria-hidden="true">
            {paint(board, turns).map(({ square }) => {
              const place = gridPosition(board, square, turns);
              const edge = place.col === 0 || place.row === size.rows - 1;
              return edge && <SquareNames key={squareName(square)} at={place} size={size} names={names} tone={(square.x + square.y) % 2 ? 'pale' : 'deep'} />;
            })}
          </div>
        )}
        {pieces.map(({ piece, id }) => (
          <Piece key={id} flip={`p${id}`} piece={piece} board={board} turns={turns} style={at(gridPosition(board, piece.at!, turns), size)} />
        ))}
        <Drawings all={pre ? [...drawings, { ...pre, colour: 'blue' }] : drawings} board={board} turns={turns} />
      </div>
    </div>
  );
}

/** The size of a board that stands alone, with captured pieces round it. */
function fitAlone(board: BoardScene, turns: number, room: { width: number; height: number }, coordinates: boolean) {
  const small = room.width < 420;
  const rim = coordinates ? (small ? 15 : 22) : small ? 5 : 10;
  return { rim, ...fitBoard(board, turns, room, rim) };
}

type EdgeNames = { columns: string[]; rows: string[] };

/** The names along the edges of the drawn board, from left to right and from top to bottom. */
function edgeNames(board: BoardScene, turns: number, drawing?: BoardStyle): EdgeNames {
  const [w, h] = [board.width ?? 1, board.height ?? 1];
  const files = Array.from({ length: w }, (_, x) => columnName(x, drawing));
  const ranks = Array.from({ length: h }, (_, y) => rowName(y, drawing));
  const turn = <T,>(list: T[], back: boolean) => (back ? [...list].reverse() : list);
  // In the drawing, rows count from the top.
  if (turns === 0) return { columns: files, rows: turn(ranks, true) };
  if (turns === 2) return { columns: turn(files, true), rows: ranks };
  return turns === 1 ? { columns: turn(ranks, true), rows: turn(files, true) } : { columns: ranks, rows: files };
}

/** The names in the corners of a square at the edge. */
function SquareNames({ at: place, size, names, tone }: { at: { col: number; row: number }; size: { cols: number; rows: number }; names: EdgeNames; tone: string }) {
  return (
    <span className={`names-on ${tone}`} style={at(place, size)}>
      {place.col === 0 && <i className="square-rank">{names.rows[place.row]}</i>}
      {place.row === size.rows - 1 && <i className="square-file">{names.columns[place.col]}</i>}
    </span>
  );
}

/** A text on the board, such as the name of a river. It is turned with the board. */
function BoardWords({ text, from, to, board, turns, cell }: { text: string; from: string; to: string; board: BoardScene; turns: number; cell: number }) {
  const [one, other] = [squareOf(from), squareOf(to)];
  if (!one || !other) return null;
  const [a, b] = [gridPosition(board, one, turns), gridPosition(board, other, turns)];
  return (
    <span className="board-words" aria-hidden="true" style={{ left: ((a.col + b.col + 1) / 2) * cell, top: ((a.row + b.row + 1) / 2) * cell, fontSize: cell * 0.5, rotate: turns === 2 ? '180deg' : undefined }}>
      {text}
    </span>
  );
}

/** The lines between boards that stand side by side. */
function Cuts({ board, turns }: { board: BoardScene; turns: number }) {
  const columns = board.width ?? 1;
  return (board.cuts ?? []).map((cut) => {
    const before = `${((turns === 2 || turns === 1 ? columns - cut : cut) / columns) * 100}%`;
    return <i key={cut} className={turns % 2 === 0 ? 'cut' : 'cut across'} aria-hidden="true" style={turns % 2 === 0 ? { left: before } : { top: before }} />;
  });
}

/** The four dots that divide a board of nine by nine or more squares. */
function Stars({ board, cell }: { board: BoardScene; cell: number }) {
  const [w, h] = [board.width ?? 0, board.height ?? 0];
  if (w % 3 !== 0 || h % 3 !== 0 || w < 9) return null;
  return (
    <>
      {[[w / 3, h / 3], [(w * 2) / 3, h / 3], [w / 3, (h * 2) / 3], [(w * 2) / 3, (h * 2) / 3]].map(([x, y]) => (
        <i key={`${x},${y}`} className="star" aria-hidden="true" style={{ left: x! * cell, top: y! * cell }} />
      ))}
    </>
  );
}

/** Arrows and circles of the viewer. They disappear with a click and with the next move. */
function useDrawings(box: React.RefObject<HTMLDivElement | null>, pieces: PieceScene[] | undefined) {
  const [drawings, setDrawings] = useState<BoardDrawing[]>([]);
  useEffect(() => {
    setDrawings([]);
  }, [pieces]);
  const squareUnder = (event: { clientX: number; clientY: number }): Square | null => {
    const under = document.elementsFromPoint(event.clientX, event.clientY) as HTMLElement[];
    const found = under.find((one) => one.dataset.square && box.current?.contains(one));
    return readSquare(found?.dataset.square);
  };
  const pen = (event: ReactPointerEvent, letGo: () => void) => {
    if (event.button !== 2) return;
    letGo();
    const from = squareUnder(event);
    if (!from) return;
    const colour = colourOfKeys(event);
    const up = (end: PointerEvent) => {
      const to = squareUnder(end);
      if (to) setDrawings((all) => toggleDrawing(all, { from, to, colour }));
    };
    window.addEventListener('pointerup', up, { once: true });
  };
  return { drawings, pen, erase: () => setDrawings((all) => (all.length > 0 ? [] : all)) };
}

function Drawings({ all, board, turns }: { all: BoardDrawing[]; board: BoardScene; turns: number }) {
  const size = drawnSize(board, turns);
  if (all.length === 0) return null;
  return (
    <svg className="drawings" viewBox={`0 0 ${size.cols} ${size.rows}`} aria-hidden="true">
      {all.map(({ from, to, colour }) => {
        const [a, b] = [gridPosition(board, from, turns), gridPosition(board, to, turns)];
        const key = `${squareName(from)}${squareName(to)}${colour}`;
        if (sameSquare(from, to)) return <circle key={key} className={`drawn ${colour}`} cx={a.col + 0.5} cy={a.row + 0.5} r="0.45" fill="none" strokeWidth="0.07" />;
        const [dx, dy] = [b.col - a.col, b.row - a.row];
        const length = Math.hypot(dx, dy);
        const [ux, uy] = [dx / length, dy / length];
        // The head ends near the middle of the target, and the line ends under the head.
        const [hx, hy] = [b.col + 0.5 - ux * 0.12, b.row + 0.5 - uy * 0.12];
        const [ex, ey] = [hx - ux * 0.36, hy - uy * 0.36];
        return (
          <g key={key} className={`drawn ${colour}`}>
            <line x1={a.col + 0.5} y1={a.row + 0.5} x2={ex} y2={ey} strokeWidth="0.16" strokeLinecap="round" />
            <path d={`M${hx} ${hy}L${ex - uy * 0.25} ${ey + ux * 0.25}L${ex + uy * 0.25} ${ey - ux * 0.25}z`} stroke="none" />
          </g>
        );
      })}
    </svg>
  );
}

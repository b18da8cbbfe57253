/** The moves of a board game in the notation of the game, with buttons to go through them. */
import { useEffect, useMemo, useRef } from 'react';
import { moveRows, sceneAt } from '../logic/move_list';
import { notation } from '../logic/notation';
import type { BoardStyle } from '../logic/layout';
import type { MoveRecord, Scene } from '../messages';
import { useText } from '../text';
import { Icon } from './Icon';

export type MoveWalk = {
  moves: MoveRecord[];
  /** The number of moves after which the board is shown. */
  at: number;
  go: (at: number) => void;
};

/** The moves as texts, in order. */
export function useNotation(moves: MoveRecord[], scene: Scene, drawing?: BoardStyle): string[] {
  const board = scene.board;
  return useMemo(
    () => {
      const alike = board !== undefined && board !== null && isOneKind(sceneAt(scene, moves, 0));
      return moves.map((record, at) => {
        if (!board) return record.text;
        // Compute the earlier position only for the notation that tells equal pieces in one column apart.
        const before = drawing?.notation === 'columns' ? sceneAt(scene, moves, at).board : null;
        const kin = before?.pieces?.filter((piece) => piece.kind === record.piece?.kind && piece.owner === record.seat).map((piece) => piece.at!);
        return notation(record, { board, drawing, before: moves[at - 1], kin, alike });
      });
    },
    // The board itself changes with every move, but its size does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [moves, drawing, board?.width, board?.height],
  );
}

/** Whether all players have pieces of one kind only, on the board and in hand. */
const isOneKind = ({ board, zones }: Scene): boolean => new Set((board?.pieces ?? []).filter(({ owner }) => (owner ?? null) !== null).map(({ kind }) => kind)).size === 1 && !(zones ?? []).some(({ cards }) => (cards ?? []).length > 0);

type ListProps = MoveWalk & { texts: string[]; seats: number; /** What the next cell says: a player is thinking. */ next?: string; line?: boolean };

/** The list is one stop of the Tab key, because the arrow keys go through the moves. */
export function MoveList({ moves, at, go, texts, seats, next, line = false }: ListProps) {
  const text = useText();
  const rows = useMemo(() => moveRows(moves, seats), [moves, seats]);
  const box = useRef<HTMLOListElement>(null);
  const now = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const [list, cell] = [box.current, now.current];
    if (!list) return;
    if (!cell) {
      list.scrollTo({ top: at === 0 ? 0 : list.scrollHeight });
      return;
    }
    // Only the list scrolls, never the page.
    list.scrollTo({ top: cell.offsetTop - list.clientHeight / 2, left: cell.offsetLeft - list.clientWidth / 2 });
  }, [at, moves.length]);
  const wide = seats > 2 || texts.some((one) => one.length > 9);
  return (
    <ol ref={box} className={`move-list${line ? ' in-line' : ''}${wide ? ' long' : ''}`} style={line ? undefined : { gridTemplateColumns: `40px repeat(${seats}, minmax(0, 1fr))` }} tabIndex={0} aria-label={text.table.moves}>
      {rows.map((row, nth) => (
        <li key={row.number}>
          <span className="move-number">{row.number}</span>
          {row.cells.map((cell, seat) =>
            cell ? (
              <button key={seat} ref={cell.at + 1 === at ? now : undefined} type="button" className="move" tabIndex={cell.at + 1 === Math.max(1, at) ? 0 : -1} aria-current={cell.at + 1 === at ? 'step' : undefined} onClick={() => go(cell.at + 1)}>
                {texts[cell.at]}
              </button>
            ) : (
              <span key={seat} className="move none">{nth === rows.length - 1 && row.cells.findLastIndex(Boolean) === seat - 1 ? next : ''}</span>
            ),
          )}
        </li>
      ))}
    </ol>
  );
}

export function MoveButtons({ moves, at, go, flip }: MoveWalk & { flip: () => void }) {
  const text = useText();
  const said = text.replay;
  const last = moves.length;
  return (
    <div className="move-buttons" role="group" aria-label={text.table.goThrough}>
      <button type="button" onClick={() => go(0)} disabled={at === 0} aria-label={said.first}><Icon name="first" size={18} /></button>
      <button type="button" onClick={() => go(at - 1)} disabled={at === 0} aria-label={said.previous}><Icon name="back" size={18} /></button>
      <button type="button" onClick={flip} aria-label={text.table.flip} title={text.table.flip}><Icon name="turn" size={18} /></button>
      <button type="button" onClick={() => go(at + 1)} disabled={at === last} aria-label={said.next}><Icon name="on" size={18} /></button>
      <button type="button" onClick={() => go(last)} disabled={at === last} aria-label={said.last}><Icon name="last" size={18} /></button>
    </div>
  );
}

/** Arrow keys go through the moves, unless the focus is in a field, in the list of games or on a square reached with the keyboard. */
export function useMoveKeys(walk: MoveWalk | null): void {
  const now = useRef(walk);
  now.current = walk;
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const walk = now.current;
      const target = event.target as HTMLElement;
      if (!walk || walk.moves.length === 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/INPUT|SELECT|TEXTAREA/.test(target.tagName) || target.closest('dialog, [role="tablist"]')) return;
      const to = { ArrowLeft: walk.at - 1, ArrowRight: walk.at + 1, Home: 0, End: walk.moves.length, ArrowUp: 0, ArrowDown: walk.moves.length }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      walk.go(Math.max(0, Math.min(walk.moves.length, to)));
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, []);
}

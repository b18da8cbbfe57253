/** The list of moves so far. A click on a move undoes this move and all moves after it. */
import { useEffect, useRef } from 'react';
import type { Look } from '../../devMessages';
import { useText } from '../../text';

/** Maximum number of listed moves. */
const MOST = 200;

export function MovesMade({ moves, say, to }: { moves: Look['moves']; say: (move: string) => string; to: (moves: number) => void }) {
  const text = useText();
  const said = text.dev;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [moves.length]);
  if (moves.length === 0) return null;
  const first = Math.max(0, moves.length - MOST);
  return (
    <>
      <h2>{said.made}</h2>
      <ol ref={list} className="made" start={first + 1} tabIndex={0} aria-label={said.made}>
        {moves.slice(first).map((made, at) => (
          <li key={first + at}>
            <button type="button" className={made.byHand ? 'by-hand' : undefined} title={said.backTo} onClick={() => to(first + at)}>
              {first + at + 1}. {text.table.seat(made.seat + 1)}: <code>{say(made.text)}</code>
            </button>
          </li>
        ))}
      </ol>
      <h2>{said.happened}</h2>
    </>
  );
}

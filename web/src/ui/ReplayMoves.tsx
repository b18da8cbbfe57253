/** The list of moves in a replay. A click on a move shows the position after it. */
import { useEffect, useRef } from 'react';
import { useText } from '../text';
import { Icon } from './Icon';

export function ReplayMoves({ entries, place, go, close }: { entries: string[]; place: number; go: (place: number) => void; close: () => void }) {
  const text = useText();
  const now = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    now.current?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  return (
    <aside className="side" aria-label={text.table.moves}>
      <div className="tabs">
        <h2>{text.table.moves}</h2>
        <button className="button ghost icon close-side" onClick={close} aria-label={text.table.close}>
          <Icon name="close" />
        </button>
      </div>
      <div className="side-body" tabIndex={0} role="group" aria-label={text.table.moves}>
        <ol className="entries">
          {entries.map((words, at) => (
            <li key={at}>
              <button type="button" ref={at === place ? now : undefined} aria-current={at === place ? 'step' : undefined} onClick={() => go(at)}>
                <span className="mono">{at}</span> {words}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}

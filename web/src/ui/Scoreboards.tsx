import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { scoreCell } from '../logic/phrases';
import { useText } from '../text';
import { useTable } from './tableContext';

const NUMBER = /^[-+]?[\d.,]+$/;

/** Smaller than this nobody can read it: then it is scrolled. */
const LEAST = 0.74;

/** How much smaller what is inside must be drawn to fit into its box. */
function useFit(): [React.RefObject<HTMLDivElement | null>, number, boolean] {
  const box = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState({ zoom: 1, cut: false });
  useLayoutEffect(() => {
    const element = box.current;
    const around = element?.parentElement;
    if (!element || !around) return;
    const look = () => {
      const inside = element.firstElementChild as HTMLElement | null;
      if (!inside) return;
      inside.style.zoom = '1';
      // Beside each other or below each other: whatever is larger.
      const tried = ['nowrap', 'wrap'].map((wrap) => {
        inside.style.flexWrap = wrap;
        inside.style.maxWidth = wrap === 'wrap' ? '100%' : 'none';
        return Math.min(1, around.clientWidth / inside.scrollWidth, around.clientHeight / inside.scrollHeight);
      });
      const full = Math.max(...tried);
      if (full === tried[0]) Object.assign(inside.style, { flexWrap: 'nowrap', maxWidth: 'none' });
      const zoom = full >= 0.995 ? 1 : Math.max(LEAST, full);
      inside.style.zoom = String(zoom);
      const cut = full < LEAST - 0.01;
      setFit((old) => (old.zoom === zoom && old.cut === cut ? old : { zoom, cut }));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(around);
    return () => watch.disconnect();
  });
  return [box, fit.zoom, fit.cut];
}

/** The tables in the place that the layout gives them, drawn smaller where they would not fit. */
export function Scoreboards() {
  const text = useText();
  const { scene } = useTable();
  const [box, zoom, cut] = useFit();
  if ((scene.scoreboards ?? []).length === 0) return null;
  return (
    <div ref={box} className={cut ? 'scoreboards cut' : 'scoreboards'} tabIndex={cut ? 0 : undefined} role="group" aria-label={text.table.scores}>
      <div className="scores-row" style={{ zoom }}>
        <Boards />
      </div>
    </div>
  );
}

/** The place of the button for the scores in a header; without it the button lies on the cloth, over what is below. */
export const SCORES_PLACE = 'scores-place';

/** Where there is no room on the cloth at all: a button and a window. */
export function ScoresWindow() {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => void setPlace(document.getElementById(SCORES_PLACE)), []);
  const window = (
    <div className="scores-window">
      <button type="button" className="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {text.table.scores}
      </button>
      {open && (
        <div className="scores-sheet" role="group" aria-label={text.table.scores}>
          <Boards />
        </div>
      )}
    </div>
  );
  return place ? createPortal(window, place) : window;
}

function Boards() {
  const text = useText();
  const { scene, seats, own } = useTable();
  const boards = scene.scoreboards ?? [];
  const say = (words: string) => scoreCell(words, scene, seats, own, text);
  return (
    <>
      {boards.map((board, at) => (
        <table key={at} className="scores">
          {board.title && <caption>{say(board.title)}</caption>}
          <thead>
            <tr>
              {(board.columns ?? []).map((column, n) =>
                column === '' ? (
                  <td key={n} />
                ) : (
                  <th key={n} scope="col" className={(board.rows ?? []).every((row) => NUMBER.test(row[n] ?? '')) ? 'num' : undefined}>
                    {say(column)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {(board.rows ?? []).map((row, n) => (
              <tr key={n}>
                {row.map((words, m) => (
                  <td key={m} className={NUMBER.test(words) ? 'num' : undefined}>
                    {say(words)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  );
}

import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { scoreCell, seatName } from '../logic/phrases';
import type { DealResult } from '../logic/seat_scores';
import { useText } from '../text';
import { useTable } from './tableContext';

const NUMBER = /^[-+]?[\d.,]+$/;

/** Minimum zoom factor. If the scores need a smaller one, they scroll. */
const LEAST = 0.74;

/** Returns the zoom factor at which the content fits its box, and whether the content is still cut off. */
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
      // Try the boards in one row and in several rows, and keep the larger zoom factor.
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

/** The scoreboards at their place in the layout, zoomed so that they fit. */
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

/** The id of the element in the header that holds the button for scores. If it is missing, the button is on the table. */
export const SCORES_PLACE = 'scores-place';

/** A button that opens the scores in a window: in the header of a low screen, as a ribbon on the table, or beside the other buttons of a phone. */
export function ScoresWindow({ where = 'header', deals = [] }: { where?: 'header' | 'ribbon' | 'dock'; deals?: DealResult[] }) {
  const text = useText();
  const { seats, own } = useTable();
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => void setPlace(document.getElementById(SCORES_PLACE)), []);
  const window = (
    <div className={`scores-window${where === 'ribbon' ? ' ribboned' : where === 'dock' ? ' docked' : ''}`}>
      <button type="button" className={where === 'ribbon' ? 'ribbon' : 'button'} aria-expanded={open} aria-label={text.table.scores} onClick={() => setOpen(!open)}>
        {where === 'dock' ? <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round"><path d="M5 20v-7M12 20V4M19 20v-10" /></svg> : text.table.scores}
      </button>
      {open && (
        <div className="scores-sheet" role="group" aria-label={text.table.scores}>
          <Boards />
          {deals.length > 0 && (
            <table className="scores">
              <caption>{text.table.dealsPlayed}</caption>
              <thead>
                <tr>
                  <td />
                  {seats.map((_, seat) => (
                    <th key={seat} scope="col" className="num">{seatName(seats, seat, own, text)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {deals.map(({ deal, seats: each }) => (
                  <tr key={deal}>
                    <td>{deal}</td>
                    {each.map(({ change }, seat) => (
                      <td key={seat} className="num">{change}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </div>
  );
  if (where !== 'header') return window;
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

/** Plays many games in the background ("Play 1,000 games now"), and shows the progress and the report. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Runs } from '../../devMessages';
import { fetchSimulation } from '../../net/dev_link';
import { useSettings } from '../../settings';
import { useText } from '../../text';

const CHOICES = [100, 1000, 10_000];
const POLL_MS = 250;

export function SimulationSheet({ edition, act }: { edition: number; act: (wish: Record<string, unknown>) => Promise<unknown> }) {
  const text = useText();
  const said = text.dev;
  const [settings] = useSettings();
  const [count, setCount] = useState(1000);
  const [run, setRun] = useState<Runs | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const ask = useCallback(() => fetchSimulation().then(setRun, () => undefined), []);
  useEffect(() => void ask(), [ask]);
  useEffect(() => {
    if (!run?.running) return;
    const timer = setInterval(() => void ask(), POLL_MS);
    return () => clearInterval(timer);
  }, [run?.running, ask]);
  const paint = useCallback(() => {
    const root = frame.current?.contentDocument?.documentElement;
    if (!root) return;
    // The report uses the theme of this page, so its own theme switch is removed.
    root.querySelector<HTMLElement>('#theme')?.remove();
    if (settings.theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
  }, [settings.theme]);
  useEffect(paint, [paint]);
  const number = new Intl.NumberFormat(text.code);
  const begin = async () => {
    await act({ do: 'games', games: count });
    await ask();
  };
  return (
    <div className="games-sheet">
      <div className="row">
        <select value={count} aria-label={said.howMany} onChange={(event) => setCount(Number(event.target.value))} disabled={run?.running}>
          {CHOICES.map((one) => (
            <option key={one} value={one}>{number.format(one)}</option>
          ))}
        </select>
        {run?.running ? (
          <button className="button" onClick={() => void act({ do: 'stop' }).then(ask)}>{said.stop}</button>
        ) : (
          <button className="button primary" onClick={() => void begin()}>{said.playNow(number.format(count))}</button>
        )}
        {run?.page && <a className="button ghost" href="/report" target="_blank" rel="noreferrer">{said.asPage}</a>}
      </div>
      {run?.running && (
        <p className="progress" role="status">
          <progress max={run.of} value={run.done} aria-label={said.howFar} />
          <span>{number.format(run.done)} / {number.format(run.of)}</span>
        </p>
      )}
      {run?.wrong && <p className="banner warn">{run.wrong}</p>}
      {run?.page && run.edition !== edition && <p className="banner warn">{said.old}</p>}
      {run?.page ? <iframe key={run.id} ref={frame} className="report" src={`/report?run=${run.id}`} title={said.report} onLoad={paint} /> : !run?.running && <p className="small">{said.gamesHint}</p>}
    </div>
  );
}

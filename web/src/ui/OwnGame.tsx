/** "Play your own game": uploads rules, shows the diagnostics of the server, and opens a private table. */
import { useId, useRef, useState } from 'react';
import { errorText } from '../logic/refusal';
import { nameOrGuest } from '../logic/phrases';
import { api } from '../net/api';
import { checkOwnGame, readFiles, type Diagnostic, type OwnUpload } from '../net/own_game';
import { storage } from '../net/storage';
import { useText } from '../text';
import { Dialog } from './Dialog';
import { notice } from './Notices';
import { openTable, type SeatPlan } from './openTable';
import { go } from './route';
import { useLoad } from './useLoad';

/** The button in the lobby. Shown only if the server plays games of visitors. */
export function OwnGameButton() {
  const text = useText();
  const config = useLoad(api.config, 'config');
  const [open, setOpen] = useState(false);
  if (!config.value?.visitorGames) return null;
  return (
    <>
      <button className="button" onClick={() => setOpen(true)}>
        {text.own.button}
      </button>
      {open && <OwnGameDialog close={() => setOpen(false)} />}
    </>
  );
}

function OwnGameDialog({ close }: { close: () => void }) {
  const text = useText();
  const said = text.own;
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ name: string; found: OwnUpload } | null>(null);
  const choose = async (chosen: FileList | null) => {
    if (!chosen || chosen.length === 0) return;
    setBusy(true);
    setResult(null);
    try {
      const body = await readFiles([...chosen]);
      setResult({ name: chosen[0]!.name, found: await checkOwnGame(body) });
    } catch (error) {
      notice(errorText(error as Error, text), true);
    }
    setBusy(false);
  };
  const game = result?.found.game;
  return (
    <Dialog title={said.title} close={close} wide>
      <p>{said.lead}</p>
      <div
        className="row"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void choose(event.dataTransfer.files);
        }}
      >
        <button className="button primary" disabled={busy} onClick={() => file.current?.click()}>
          {said.file}
        </button>
        <button className="button" disabled={busy} onClick={() => folder.current?.click()}>
          {said.folder}
        </button>
        <input ref={file} type="file" hidden accept=".cgml,.yaml,.yml,.json,.zip" multiple onChange={(event) => void choose(event.target.files)} />
        <input
          ref={(input) => {
            folder.current = input;
            input?.setAttribute('webkitdirectory', '');
          }}
          type="file"
          hidden
          onChange={(event) => void choose(event.target.files)}
        />
      </div>
      <p role="status" className="small">
        {busy ? said.checking : result ? (game ? said.fine(game.name) : said.wrong) : ''}
      </p>
      {result && <Diagnostics found={result.found.diagnostics} />}
      {game && <OpenOwn key={game.id} game={game} />}
    </Dialog>
  );
}

/** The mistakes in the rules, as `rulebook check` reports them. */
export function Diagnostics({ found }: { found: Diagnostic[] }) {
  const text = useText();
  if (found.length === 0) return null;
  return (
    <ol className="log diagnostics">
      {found.map((one, at) => (
        <li key={at}>
          <b>{text.own.severity[one.severity] ?? one.severity}</b> {one.file && <code>{one.line > 0 ? `${one.file}:${one.line}:${one.column}` : one.file}</code>} {one.message}
          {one.label && <span> – {one.label}</span>}
          {one.help && <p className="small">{one.help}</p>}
        </li>
      ))}
    </ol>
  );
}

function OpenOwn({ game }: { game: NonNullable<OwnUpload['game']> }) {
  const text = useText();
  const said = text.own;
  const field = useId();
  const [seats, setSeats] = useState(Math.max(game.minSeats, Math.min(2, game.maxSeats)));
  const [busy, setBusy] = useState(false);
  const [gone, setGone] = useState(false);
  const open = async (bots: boolean) => {
    setBusy(true);
    try {
      const other: SeatPlan = bots ? { kind: 'driver', driver: { kind: 'bot', spec: 'easy' } } : { kind: 'open' };
      const plan = Array.from({ length: seats }, (_, seat): SeatPlan => (seat === 0 ? { kind: 'me' } : other));
      go(`#/t/${await openTable({ game: game.id, terms: { private: true } }, plan, nameOrGuest(storage.name(), 0, text), bots)}`);
    } catch (error) {
      notice(errorText(error as Error, text), true);
      setBusy(false);
    }
  };
  const remove = async () => {
    try {
      await api.removeGame(game.id, game.ownerToken);
      setGone(true);
    } catch (error) {
      notice(errorText(error as Error, text), true);
    }
  };
  if (gone) return <p>{said.removed}</p>;
  return (
    <div className="column">
      {game.minSeats !== game.maxSeats && (
        <label className="field" htmlFor={field}>
          <span>{text.create.count}</span>
          <select id={field} value={seats} onChange={(event) => setSeats(Number(event.target.value))}>
            {Array.from({ length: game.maxSeats - game.minSeats + 1 }, (_, at) => game.minSeats + at).map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
      )}
      <div className="row">
        <button className="button primary" disabled={busy} onClick={() => void open(false)}>
          {said.open}
        </button>
        <button className="button" disabled={busy} onClick={() => void open(true)}>
          {said.withBots}
        </button>
        <button className="button ghost" disabled={busy} onClick={() => void remove()}>
          {said.remove}
        </button>
      </div>
      <p className="small">{said.lives}</p>
    </div>
  );
}

/** The waiting room of a table: seats, links for invitations, and words for the shuffle. */
import { useState } from 'react';
import { nameOrGuest, seatName, warningText } from '../logic/phrases';
import { errorText } from '../logic/refusal';
import { api } from '../net/api';
import { storage } from '../net/storage';
import { useText } from '../text';
import { Page } from './Page';
import { useLoad } from './useLoad';
import { Icon } from './Icon';
import { notice } from './Notices';
import { Rules } from './Rules';
import type { TablePageProps } from './TablePage';

/** A text field with a button that copies it. `spoken` marks a short code that people read aloud. */
export function CopyLink({ label, link, spoken = false }: { label: string; link: string; spoken?: boolean }) {
  const text = useText();
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // If the clipboard cannot be used, the user can still select the text.
    }
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <label className={spoken ? 'field copy spoken' : 'field copy'}>
      <span>{label}</span>
      <span className="row">
        <input readOnly value={link} onFocus={(event) => event.target.select()} />
        <button type="button" className="button" onClick={() => void copy()}>
          {done ? text.wait.copied : text.wait.copy}
        </button>
      </span>
    </label>
  );
}

export function WaitingRoom({ link, status, game, command, invite }: TablePageProps) {
  const text = useText();
  const said = text.wait;
  const tokens = storage.tokens(link.match);
  const [own, setOwn] = useState<number | null>(() => storage.tabSeat(link.match));
  const [name, setName] = useState(storage.name());
  const [luck, setLuck] = useState('');
  const host = tokens.host ?? null;
  // If the game has no shuffle, words for it have no effect, so they are not asked for.
  const dealt = game.dealt ?? true;
  const seats = status.seats;
  const full = seats.every((place) => place.owner || place.driver.kind === 'bot' || place.driver.kind === 'llm');
  const mine = own !== null && Boolean(tokens.seats[own]) && Boolean(seats[own]?.owner);
  const others = Object.keys(tokens.seats).map(Number).filter((seat) => seat !== own && seats[seat]?.owner);
  const credentials = (seat: number | null) => ({ host, seat: seat === null ? null : (storage.tokens(link.match).seats[seat] ?? null), guest: invite });
  const take = (seat: number | null) => {
    storage.setTabSeat(link.match, seat);
    setOwn(seat);
    link.rejoin(credentials(seat));
  };
  const sit = async (seat: number) => {
    try {
      storage.setName(name.trim());
      const { token } = await api.sit(link.match, seat, nameOrGuest(name, seat, text), host ?? invite);
      storage.addTokens(link.match, { seats: { [seat]: token } });
      take(seat);
    } catch (error) {
      notice(errorText(error as Error, text), true);
    }
  };
  const stand = async (seat: number) => {
    if (!(await command({ kind: 'stand', seat }))) return;
    storage.dropSeat(link.match, seat);
    take(null);
  };
  const base = `${location.origin}${location.pathname}#/t/${link.match}`;
  const inviteToken = tokens.invite ?? invite;
  // A private table has no code, because a code alone must not give access to it.
  const spoken = Boolean(host || mine) && !status.terms.private;
  const code = useLoad(() => (spoken ? api.code(link.match) : Promise.resolve(null)), `code ${link.match} ${spoken}`);
  return (
    <Page className="create">
      <section className="panel">
        <h1>{game.meta.gameName}</h1>
        <p className="lead" aria-live="polite">
          {full ? said.ready : said.title}
        </p>
        {status.warningKinds.map((warning) => (
          <p key={JSON.stringify(warning)} className="banner warn">
            {warningText(warning, text)}
          </p>
        ))}
        {status.terms.assistance && (status.terms.clock?.gameMs || status.terms.clock?.moveMs) ? <p className="banner warn">{said.assistance}</p> : null}
        {!mine && (
          <label className="field">
            <span>{text.create.name}</span>
            <input value={name} maxLength={40} onChange={(event) => setName(event.target.value)} placeholder={text.table.guest} autoComplete="nickname" />
          </label>
        )}
        {!mine && others.map((seat) => (
          <button key={seat} className="button" onClick={() => take(seat)}>
            {said.continueAs(seat + 1)}
          </button>
        ))}
        <ol className="waiting">
          {seats.map((place, seat) => {
            const machine = place.driver.kind === 'bot' || place.driver.kind === 'llm';
            const empty = !place.owner && !machine;
            return (
              <li key={seat} className={empty ? 'empty-seat' : undefined}>
                <i className={`avatar seat-${seat % 8}`} aria-hidden="true">
                  {machine ? <Icon name="machine" /> : empty ? '' : (place.owner?.[0] ?? '?').toUpperCase()}
                </i>
                <span className="grow">
                  <b>{empty ? `${text.table.seat(seat + 1)}: ${said.empty}` : seatName(seats, seat, mine ? own : null, text)}</b>
                  {place.driver.kind === 'bot' && <small> {text.create.levels[place.driver.spec] ?? place.driver.spec}</small>}
                </span>
                {empty && !mine && (
                  <button className="button primary" aria-label={`${said.sit}: ${text.table.seat(seat + 1)}`} onClick={() => void sit(seat)}>
                    {said.sit}
                  </button>
                )}
                {empty && host && (
                  <button className="button" aria-label={`${said.addBot}: ${text.table.seat(seat + 1)}`} onClick={() => void command({ kind: 'drive', seat, driver: { kind: 'bot', spec: 'medium' } })}>
                    {said.addBot}
                  </button>
                )}
                {machine && host && (
                  <button className="button ghost" aria-label={`${said.removeBot}: ${seatName(seats, seat, null, text)}`} onClick={() => void command({ kind: 'drive', seat, driver: { kind: 'person' } })}>
                    {said.removeBot}
                  </button>
                )}
                {mine && seat === own && (
                  <button className="button ghost" onClick={() => void stand(seat)}>
                    {said.stand}
                  </button>
                )}
              </li>
            );
          })}
        </ol>
        {(mine || host) && (
          <button className="button primary large" disabled={!full} onClick={() => void command({ kind: 'start' })}>
            {said.start}
          </button>
        )}
        <p className="small">{full ? said.hostStarts : said.notYet}</p>
        {(host || mine || inviteToken) && <CopyLink label={said.invite} link={`${base}?invite=${inviteToken ?? ''}`} />}
        {spoken && code.value && <CopyLink label={said.code} link={code.value} spoken />}
        {mine && dealt && (
          <form
            className="field"
            onSubmit={(event) => {
              event.preventDefault();
              void command({ kind: 'entropy', text: luck }).then((done) => done && notice(said.added));
            }}
          >
            <label className="field">
              <span>{said.luck}</span>
              <span className="row">
                <input value={luck} maxLength={100} onChange={(event) => setLuck(event.target.value)} />
                <button className="button" disabled={!luck.trim()}>
                  {said.add}
                </button>
              </span>
            </label>
            <p className="small">{said.luckHint}</p>
          </form>
        )}
        {dealt && (
          <p className="small">
            {said.sealed}: <code>{status.commitment.slice(0, 24)}…</code>
          </p>
        )}
      </section>
      <section className="panel rules-panel" aria-label={text.create.rules}>
        <Rules text={game.rules} />
      </section>
    </Page>
  );
}

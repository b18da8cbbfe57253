import { useId, useMemo, useState } from 'react';
import { CardFace } from '../art/CardArt';
import { errorText } from '../logic/refusal';
import { capital, nameOrGuest } from '../logic/phrases';
import { NO_FILTER, LENGTHS, filterGames, type GameFilter } from '../logic/game_search';
import { sortListings, tableListing, type TableListing } from '../logic/open_tables';
import { api, RefusedError, type GameMeta } from '../net/api';
import { storage } from '../net/storage';
import { useText } from '../text';
import { Brand, LoadError } from './Page';
import { SettingsButton } from './SettingsDialog';
import { useLoad } from './useLoad';
import { notice } from './Notices';
import { useMedia } from './useMedia';
import { openTable, type SeatPlan } from './openTable';
import { GameThumbnail } from './GameThumbnail';
import { codeOf, go, tableOf } from './route';

export function Lobby() {
  const text = useText();
  const games = useLoad(api.games, 'games');
  const [wish, setWish] = useState(NO_FILTER);
  const all = games.value ?? [];
  const found = filterGames(all, wish, text);
  return (
    <div className="page">
      <header className="bar">
        <Brand />
        <span className="grow" />
        <a className="button ghost" href="#/replay">
          {text.replay.title}
        </a>
        <SettingsButton />
      </header>
      <main id="main" tabIndex={-1} className="lobby">
        <section className="hero">
          <div>
            <h1>{text.lobby.title}</h1>
            <p>{text.lobby.lead}</p>
            <JoinByCode />
          </div>
          <Fan />
        </section>
        <Tables games={all} />
        <section aria-labelledby="shelf">
          <ShelfHead games={all} wish={wish} set={(part) => setWish({ ...wish, ...part })} />
          {games.error && <LoadError error={games.error} again={games.again} />}
          <p className="found small" role="status">
            {games.value && found.games.length < all.length ? (found.games.length > 0 ? text.lobby.found(found.games.length) : text.lobby.none) : ''}
          </p>
          {games.value && found.games.length === 0 && (
            <button className="button" onClick={() => setWish(NO_FILTER)}>
              {text.lobby.showAll}
            </button>
          )}
          <ul className="shelf">
            {found.games.map((game) => (
              <GameCard key={game.rulesId} game={game} players={found.players} />
            ))}
          </ul>
        </section>
      </main>
    </div>
  );
}

/** The heading of the list of games, with search and filters. */
function ShelfHead({ games, wish, set }: { games: GameMeta[]; wish: GameFilter; set: (part: Partial<GameFilter>) => void }) {
  const text = useText();
  const families = useMemo(() => [...new Set(games.map((game) => game.category))].sort(), [games]);
  const most = Math.max(4, ...games.map((game) => game.maxPlayers));
  const chosen = (value: string) => (value === '' ? null : Number(value));
  return (
    <>
      <div className="shelf-head">
        <h2 id="shelf">{text.lobby.shelf}</h2>
        <div className="shelf-search">
          <input type="search" value={wish.words} onChange={(event) => set({ words: event.target.value })} placeholder={text.lobby.search} aria-label={text.lobby.search} />
          <select value={wish.players ?? ''} onChange={(event) => set({ players: chosen(event.target.value) })} aria-label={text.lobby.players}>
            <option value="">{text.lobby.anyPlayers}</option>
            {Array.from({ length: most }, (_, at) => (
              <option key={at} value={at + 1}>
                {text.lobby.forPlayers(at + 1)}
              </option>
            ))}
          </select>
          <select value={wish.length ?? ''} onChange={(event) => set({ length: chosen(event.target.value) })} aria-label={text.lobby.length}>
            <option value="">{text.lobby.anyLength}</option>
            {LENGTHS.map(([from, to], at) => (
              <option key={at} value={at}>
                {to === Infinity ? text.lobby.over(from - 1) : text.lobby.upTo(to)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="chips" role="group" aria-label={text.lobby.shelf}>
        {[null, ...families].map((name) => (
          <button key={name ?? ''} className={wish.family === name ? 'chip on' : 'chip'} aria-pressed={wish.family === name} onClick={() => set({ family: name })}>
            {name === null ? text.lobby.all : (text.lobby.families[name] ?? capital(name))}
          </button>
        ))}
      </div>
    </>
  );
}

/** A hand of cards, as a decoration. */
function Fan() {
  const cards = ['10D', 'JC', 'QH', 'KS', 'AS'];
  return (
    <div className="hero-art" aria-hidden="true">
      {cards.map((id, at) => (
        <span key={id} style={{ transform: `rotate(${(at - 2) * 13}deg)` }}>
          <CardFace clear={false} face={{ id, name: id, rank: id.slice(0, -1), suit: id.slice(-1) }} />
        </span>
      ))}
    </div>
  );
}

/** The form in which a player joins a table with a code, a link or an id. */
function JoinByCode() {
  const text = useText();
  const field = useId();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const code = codeOf(typed);
  const table = code === null ? tableOf(typed) : null;
  const enter = async () => {
    if (table) return go(table);
    if (code === null || busy) return;
    setBusy(true);
    try {
      go(`#/t/${(await api.byCode(code)).match}`);
    } catch (error) {
      const unknown = error instanceof RefusedError && error.status === 404;
      notice(unknown ? text.lobby.noCode : errorText(error as Error, text), true);
      setBusy(false);
    }
  };
  return (
    <form
      className="enter"
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <label htmlFor={field}>{text.lobby.code}</label>
      <input id={field} value={typed} onChange={(event) => setTyped(event.target.value)} placeholder={text.lobby.codeOrLink} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      <button className="button" disabled={busy || (!table && code === null)}>
        {text.lobby.enter}
      </button>
    </form>
  );
}

/** One game in the list. `players` is the number of players in the search, if there is one. */
function GameCard({ game, players }: { game: GameMeta; players: number | null }) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    try {
      const seats = Math.max(game.minPlayers, Math.min(game.maxPlayers, players ?? (game.minPlayers === 1 ? 1 : 2)));
      const bot: SeatPlan = { kind: 'driver', driver: { kind: 'bot', spec: 'medium' } };
      const plan = Array.from({ length: seats }, (_, seat): SeatPlan => (seat === 0 ? { kind: 'me' } : bot));
      const match = await openTable({ game: game.rulesId }, plan, nameOrGuest(storage.name(), 0, text), true);
      go(`#/t/${match}`);
    } catch (error) {
      notice(errorText(error as Error, text), true);
      setBusy(false);
    }
  };
  return (
    <li className="game">
      <GameThumbnail id={game.rulesId} category={game.category} />
      <div className="game-words">
        <h3>{game.gameName}</h3>
        <p className="tags">
          <span>{text.lobby.families[game.category] ?? capital(game.category)}</span>
          <span>{text.lobby.seats(game.minPlayers, game.maxPlayers)}</span>
          {game.minutes !== undefined && <span>{text.lobby.minutes(game.minutes)}</span>}
        </p>
        <p>{game.description}</p>
        <div className="row">
          <button className="button primary" disabled={busy} onClick={() => void play()} aria-label={`${text.lobby.play}: ${game.gameName}`}>
            {text.lobby.play}
          </button>
          <a className="button ghost" href={`#/new/${game.rulesId}`} aria-label={`${text.lobby.set}: ${game.gameName}`}>
            {text.lobby.set}
          </a>
        </div>
      </div>
    </li>
  );
}

/** Maximum number of tables whose status is requested. */
const MAX_STATUS_REQUESTS = 60;
const MAX_LISTED = 12;

/** Loads all open tables with their status. The viewer's own tables come first. */
async function loadListings(): Promise<TableListing[]> {
  const live = (await api.tables()).filter((table) => table.live);
  const mine = new Set(storage.tables());
  const asked = [...live.filter((table) => mine.has(table.match)), ...live.filter((table) => !mine.has(table.match))].slice(0, MAX_STATUS_REQUESTS);
  const answers = await Promise.allSettled(asked.map((table) => api.table(table.match)));
  const found = asked.flatMap((table, at) => {
    const answer = answers[at]!;
    return answer.status === 'fulfilled' ? [tableListing(table.match, answer.value, mine.has(table.match))] : [];
  });
  return sortListings(found).slice(0, MAX_LISTED);
}

function Tables({ games }: { games: GameMeta[] }) {
  const text = useText();
  const tables = useLoad(loadListings, 'tables');
  const name = (id: string) => games.find((game) => game.rulesId === id)?.gameName ?? id;
  const all = tables.value ?? [];
  const small = useMedia('(max-width: 700px)');
  const [whole, setWhole] = useState(false);
  if (all.length === 0) return null;
  // The list of games below is more important. So only a few tables are shown, and the others on request.
  const few = small ? 3 : 8;
  const shown = whole || all.length <= few + 1 ? all : all.slice(0, few);
  return (
    <section aria-labelledby="tables">
      <h2 id="tables">{text.lobby.open}</h2>
      <ul className="tables">
        {shown.map((table) => (
          <li key={table.match}>
            <a href={`#/t/${table.match}`} className={table.can === 'back' ? 'table-link mine' : 'table-link'}>
              <span className="table-words">
                <strong>{name(table.game)}</strong>
                <small>{[table.people.join(', '), table.free > 0 ? text.lobby.free(table.free) : text.lobby.running].filter(Boolean).join(' · ')}</small>
              </span>
              <em>{text.lobby[table.can]}</em>
            </a>
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <button className="button ghost more-tables" onClick={() => setWhole(true)}>
          {text.lobby.moreTables(all.length - shown.length)}
        </button>
      )}
    </section>
  );
}

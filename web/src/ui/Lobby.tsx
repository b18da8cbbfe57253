/** The lobby: unfinished games, popular games, open tables, and all games on shelves. */
import { useId, useMemo, useRef, useState, useEffect } from 'react';
import { errorText } from '../logic/refusal';
import { nameOrGuest } from '../logic/phrases';
import { NO_FILTER, filterGames, type GameFilter } from '../logic/game_search';
import { sortListings, tableListing, type TableListing } from '../logic/open_tables';
import { popularGames, shelvesOf, sortUnfinished, unfinished, type Remembered, type UnfinishedGame } from '../logic/shelves';
import { api, RefusedError, type GameMeta } from '../net/api';
import { storage } from '../net/storage';
import { useText } from '../text';
import { translatedMeta } from '../text/game_words';
import { Brand, LoadError } from './Page';
import { SettingsButton } from './SettingsDialog';
import { useLoad } from './useLoad';
import { notice } from './Notices';
import { useMedia } from './useMedia';
import { openTable, type SeatPlan } from './openTable';
import { GameThumbnail } from './GameThumbnail';
import { OwnGameButton } from './OwnGame';
import { codeOf, go, tableOf } from './route';

/** The filters above the games: numbers of players, and the length. */
const GROUPS: [string, Partial<GameFilter>][] = [
  ['any', {}],
  ['alone', { players: 1 }],
  ['two', { players: 2 }],
  ['few', { players: 4 }],
  ['many', { players: 5 }],
  ['short', { length: 0 }],
];

export function Lobby() {
  const text = useText();
  const games = useLoad(api.games, 'games');
  const [words, setWords] = useState('');
  const [group, setGroup] = useState('any');
  const small = useMedia('(max-width: 900px)');
  const all = useMemo(() => (games.value ?? []).map((game) => translatedMeta(game, text)), [games.value, text]);
  const wish: GameFilter = { ...NO_FILTER, ...GROUPS.find(([name]) => name === group)?.[1], words };
  const found = filterGames(all, wish, text);
  const searching = words.trim() !== '';
  const popular = popularGames(found.games);
  const shelves = useMemo(() => shelvesOf(found.games), [found.games]);
  return (
    <div className="page">
      <header className="bar lobby-bar">
        <Brand />
        <SearchField words={words} set={setWords} count={all.length} />
        {!small && <JoinByCode />}
        {!small && <OwnGameButton />}
        <a className="button ghost replay-link" href="#/replay">
          {text.replay.title}
        </a>
        <SettingsButton />
      </header>
      <main id="main" tabIndex={-1} className="lobby">
        <h1 className="sr-only">{text.lobby.title}</h1>
        {!searching && <Continue games={all} />}
        {games.error && <LoadError error={games.error} again={games.again} />}
        <section aria-labelledby="popular">
          <div className="lobby-head">
            <h2 id="popular">{searching ? text.lobby.shelf : text.lobby.popular}</h2>
            <div className="chips" role="group" aria-label={text.lobby.filters}>
              {GROUPS.map(([name]) => (
                <button key={name} className={group === name ? 'chip on' : 'chip'} aria-pressed={group === name} onClick={() => setGroup(name)}>
                  {text.lobby.groups[name]}
                </button>
              ))}
            </div>
            <p className="found small" role="status">
              {games.value && found.games.length < all.length ? (found.games.length > 0 ? text.lobby.found(found.games.length) : text.lobby.none) : ''}
            </p>
          </div>
          {games.value && found.games.length === 0 && (
            <button className="button" onClick={() => { setWords(''); setGroup('any'); }}>
              {text.lobby.showAll}
            </button>
          )}
          <ul className="shelf large">
            {(searching ? found.games : popular.slice(0, 6)).map((game) => (
              <GameCard key={game.rulesId} game={game} players={found.players} large />
            ))}
          </ul>
        </section>
        {!searching && <Tables games={all} />}
        {!searching &&
          shelves.map((shelf) => (
            <section key={shelf.name} aria-labelledby={`shelf-${shelf.name}`}>
              <div className="lobby-head">
                <h2 id={`shelf-${shelf.name}`}>{text.lobby.shelves[shelf.name]}</h2>
                <span className="small shelf-words">{text.lobby.shelfWords[shelf.name]}</span>
                <span className="small shelf-count">{text.lobby.found(shelf.games.length)}</span>
              </div>
              <ul className="shelf">
                {shelf.games.map((game) => (
                  <GameCard key={game.rulesId} game={game} players={found.players} />
                ))}
              </ul>
            </section>
          ))}
        {small && !searching && <JoinByCode />}
        {small && !searching && <OwnGameButton />}
      </main>
    </div>
  );
}

/** The search field. The key `/` moves the focus to it. */
function SearchField({ words, set, count }: { words: string; set: (words: string) => void; count: number }) {
  const text = useText();
  const small = useMedia('(max-width: 700px)');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || /INPUT|TEXTAREA|SELECT/.test((event.target as HTMLElement).tagName)) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);
  return (
    <span className="search-field">
      <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="2.200" strokeLinecap="round" aria-hidden="true">
        <circle cx="11" cy="11" r="7" />
        <path d="m16.500 16.500 4 4" />
      </svg>
      <input ref={field} type="search" value={words} onChange={(event) => set(event.target.value)} placeholder={small || count === 0 ? text.lobby.search : text.lobby.searchGames(count)} aria-label={text.lobby.search} />
      {!small && words === '' && <kbd aria-hidden="true">/</kbd>}
    </span>
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

/** One game: its picture, which leads to a new table, and a button that starts a game at once. `players` is the number in the search. */
function GameCard({ game, players, large = false }: { game: GameMeta; players: number | null; large?: boolean }) {
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
  const facts = [text.lobby.seats(game.minPlayers, game.maxPlayers), game.minutes !== undefined ? text.lobby.minutes(game.minutes) : ''].filter(Boolean).join(' · ');
  return (
    <li className={large ? 'game large' : 'game'} title={game.description}>
      <GameThumbnail id={game.rulesId} category={game.category} picture={game.picture} />
      <a className="game-link" href={`#/new/${game.rulesId}`} aria-label={`${text.lobby.set}: ${game.gameName}`} />
      <button className="play-button" disabled={busy} onClick={() => void play()} aria-label={`${text.lobby.play}: ${game.gameName}`}>
        {text.lobby.playShort}
      </button>
      <h3>{game.gameName}</h3>
      <p>{facts}</p>
    </li>
  );
}

/** Loads the unfinished games of this browser, the private ones too. Tables that the server no longer has are forgotten. */
async function loadUnfinished(): Promise<UnfinishedGame[]> {
  const mine = storage.tables().filter((match) => Object.keys(storage.tokens(match).seats).length > 0).slice(0, 20);
  const answers = await Promise.allSettled(mine.map((match) => api.table(match, storage.bearer(match))));
  const found = answers.flatMap((answer, at) => {
    const match = mine[at]!;
    if (answer.status === 'rejected') {
      if (answer.reason instanceof RefusedError && answer.reason.status === 404) storage.forget(match);
      return [];
    }
    const seats = Object.keys(storage.tokens(match).seats).map(Number);
    const one = unfinished(match, answer.value, seats, storage.get<Remembered>(`last:${match}`));
    return one ? [one] : [];
  });
  return sortUnfinished(found);
}

/** Maximum number of unfinished games that are shown at first. */
const CONTINUED = 3;

/** The games that the player has begun. */
function Continue({ games }: { games: GameMeta[] }) {
  const text = useText();
  const mine = useLoad(loadUnfinished, 'unfinished');
  const [whole, setWhole] = useState(false);
  const all = mine.value ?? [];
  if (all.length === 0) return null;
  const shown = whole ? all : all.slice(0, CONTINUED);
  return (
    <section aria-labelledby="continue">
      <div className="lobby-head">
        <h2 id="continue">{text.lobby.continue}</h2>
        <span className="small shelf-words">{text.lobby.tablesOf(all.length)}</span>
        {shown.length < all.length && (
          <button className="button ghost shelf-count" onClick={() => setWhole(true)}>
            {text.lobby.moreTables(all.length - shown.length)}
          </button>
        )}
      </div>
      <ul className="continue">
        {shown.map((one) => {
          const game = games.find(({ rulesId }) => rulesId === one.game);
          const clock = one.clock?.gameMs ? text.table.timed(Math.round(one.clock.gameMs / 60_000), Math.round((one.clock.incrementMs ?? 0) / 1000)) : '';
          return (
            <li key={one.match}>
              <a href={`#/t/${one.match}`} className={`continued ground-${game?.picture?.tint ?? 'green'}`}>
                <span className="continued-words">
                  <span className={one.mine ? 'pill mine' : 'pill'}>{one.waiting ? text.lobby.waiting : one.mine ? text.lobby.yourTurn : text.lobby.theirTurn}</span>
                  <strong>{game?.gameName ?? one.game}</strong>
                  <small>{[one.others.join(', '), clock].filter(Boolean).join(' · ')}</small>
                  <em className={one.mine ? 'continue-button mine' : 'continue-button'}>{text.lobby.resume}</em>
                </span>
                {game && <GameThumbnail id={game.rulesId} category={game.category} picture={game.picture} />}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Maximum number of tables whose status is requested. */
const MAX_STATUS_REQUESTS = 60;
const MAX_LISTED = 12;

/** Loads the open tables of other players with their status. */
async function loadListings(): Promise<TableListing[]> {
  const mine = new Set(storage.tables());
  const asked = (await api.tables()).filter((table) => table.live && !mine.has(table.match)).slice(0, MAX_STATUS_REQUESTS);
  const answers = await Promise.allSettled(asked.map((table) => api.table(table.match)));
  const found = asked.flatMap((table, at) => {
    const answer = answers[at]!;
    return answer.status === 'fulfilled' ? [tableListing(table.match, answer.value, false)] : [];
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
  // The games are more important. So only a few tables are shown, and the others on request.
  const few = small ? 2 : 4;
  const shown = whole || all.length <= few + 1 ? all : all.slice(0, few);
  return (
    <section aria-labelledby="tables">
      <div className="lobby-head">
        <h2 id="tables">{text.lobby.open}</h2>
        {shown.length < all.length && (
          <button className="button ghost shelf-count" onClick={() => setWhole(true)}>
            {text.lobby.moreTables(all.length - shown.length)}
          </button>
        )}
      </div>
      <ul className="tables">
        {shown.map((table) => (
          <li key={table.match}>
            <a href={`#/t/${table.match}`} className="table-link">
              <span className="table-words">
                <strong>{name(table.game)}</strong>
                <small>{[table.people.join(', '), table.free > 0 ? text.lobby.free(table.free) : text.lobby.running].filter(Boolean).join(' · ')}</small>
              </span>
              <em>{text.lobby[table.can]}</em>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

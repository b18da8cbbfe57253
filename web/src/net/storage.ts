/** The storage of the browser: tokens of tables, the name of the player, and the seat of this tab. */

export type Tokens = { host?: string; invite?: string; watch?: string; seats: Record<number, string> };

const PREFIX = 'rulebook:';

function read<T>(store: Storage | undefined, key: string): T | null {
  try {
    const text = store?.getItem(PREFIX + key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

function write(store: Storage | undefined, key: string, value: unknown): void {
  try {
    if (value === null || value === undefined) store?.removeItem(PREFIX + key);
    else store?.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Players can still play if the browser stores nothing.
  }
}

const browser = () => (typeof localStorage === 'undefined' ? undefined : localStorage);
const tab = () => (typeof sessionStorage === 'undefined' ? undefined : sessionStorage);

export const storage = {
  get: <T>(key: string): T | null => read<T>(browser(), key),
  set: (key: string, value: unknown): void => write(browser(), key, value),

  tokens(match: string): Tokens {
    return read<Tokens>(browser(), `table:${match}`) ?? { seats: {} };
  },

  /** The token with the most rights that this browser has for a match. `null` if it has none. */
  bearer(match: string): string | null {
    const { host, invite, watch, seats } = storage.tokens(match);
    const own = storage.tabSeat(match);
    return (own === null ? null : seats[own]) ?? host ?? Object.values(seats)[0] ?? invite ?? watch ?? null;
  },

  addTokens(match: string, more: Partial<Tokens>): void {
    const old = storage.tokens(match);
    write(browser(), `table:${match}`, { ...old, ...more, seats: { ...old.seats, ...more.seats } });
    const tables = (read<string[]>(browser(), 'tables') ?? []).filter((id) => id !== match);
    write(browser(), 'tables', [match, ...tables].slice(0, 40));
  },

  dropSeat(match: string, seat: number): void {
    const old = storage.tokens(match);
    delete old.seats[seat];
    write(browser(), `table:${match}`, old);
    if (storage.tabSeat(match) === seat) storage.setTabSeat(match, null);
  },

  /** Forgets a table that no longer exists. */
  forget(match: string): void {
    write(browser(), `table:${match}`, null);
    write(browser(), `last:${match}`, null);
    write(browser(), `patience:#/t/${match}`, null);
    write(browser(), 'tables', (read<string[]>(browser(), 'tables') ?? []).filter((id) => id !== match));
  },

  /** The tables for which this browser has tokens. The newest is first. */
  tables: (): string[] => read<string[]>(browser(), 'tables') ?? [],

  /** The seat of this tab. With it, two tabs of one browser can play two seats. */
  tabSeat: (match: string): number | null => read<number>(tab(), `seat:${match}`),
  setTabSeat: (match: string, seat: number | null): void => write(tab(), `seat:${match}`, seat),

  /** A value that is stored for this tab only, until the tab is closed. */
  tabGet: <T>(key: string): T | null => read<T>(tab(), key),
  tabSet: (key: string, value: unknown): void => write(tab(), key, value),

  /** The phases in which the player passes automatically. */
  passes: (): Set<string> => new Set(read<string[]>(browser(), 'passes') ?? []),
  setPasses: (names: Set<string>): void => write(browser(), 'passes', [...names]),

  name: (): string => read<string>(browser(), 'name') ?? '',
  setName: (name: string): void => write(browser(), 'name', name),
};

/** Copies the tokens of a match to its rematch. `moved` has the new seat of each seat. It is empty if all players keep their seats. */
export function copyTokens(match: string, next: string, moved: number[]): void {
  const tokens = storage.tokens(match);
  const seat = storage.tabSeat(match);
  const seats = Object.fromEntries(Object.entries(tokens.seats).map(([old, token]) => [moved[Number(old)] ?? Number(old), token]));
  storage.addTokens(next, { ...tokens, seats });
  storage.setTabSeat(next, seat === null ? null : (moved[seat] ?? seat));
}

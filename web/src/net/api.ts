/** Calls the HTTP API of the server. */
import type { RefusalCode, Gesture, NewTable, ReplayPage, SatDown, ServerConfig, Status, TableCode, TableOpened, TableRow } from '../messages';
import type { Layouts } from '../logic/layout';
import { randomKey } from './random_key';

export type GameMeta = {
  rulesId: string;
  gameName: string;
  description: string;
  minPlayers: number;
  maxPlayers: number;
  category: string;
  /** Estimated playing time in minutes. */
  minutes?: number;
  /** Other names of the game, and names of similar games. */
  aliases?: string[];
  /** The place among the popular games. 1 is the first. */
  popular?: number;
  picture?: GamePicture;
  /** Texts of the game in other languages, by language and English text. */
  translations?: Record<string, Record<string, string>>;
  /** The rules for people in other languages. They are in the page of a game, not in the list of games. */
  rulesTexts?: Record<string, string>;
};

/** The picture of a game: cards or pieces on a coloured background. */
export type GamePicture = { tint?: string; form?: 'fan' | 'row' | 'cross' | 'columns' | 'grid'; cards?: string[]; pieces?: string[]; sign?: string };

export type GamePage = {
  meta: GameMeta;
  options: { name: string; values: string[] }[];
  rules: string;
  /** The digest of the rules. */
  source: string;
  layouts: Layouts;
  /** Whether cards or pieces are dealt at random. Such a deal can be checked and played again. */
  dealt?: boolean;
};

/** Data for a game that this server does not know. The scenes alone are enough to show its table. */
const unknownGame = (id: string): GamePage => ({
  meta: { rulesId: id, gameName: id, description: '', minPlayers: 1, maxPlayers: 1, category: '' },
  options: [],
  rules: '',
  source: '',
  layouts: {},
});

/** A request that the server has refused. The message is empty if the server could not be reached. */
export class RefusedError extends Error {
  constructor(
    readonly code: RefusalCode | 'offline',
    reason: string,
    readonly status: number,
  ) {
    super(reason);
  }
}

async function request(path: string, init: RequestInit = {}, token?: string | null): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (init.body) headers.set('content-type', 'application/json');
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers });
  } catch {
    throw new RefusedError('offline', '', 0);
  }
  if (!answer.ok) {
    const told = (await answer.json().catch(() => null)) as { code?: RefusalCode; reason?: string } | null;
    throw new RefusedError(told?.code ?? 'unavailable', told?.reason ?? `${answer.status}`, answer.status);
  }
  return answer;
}

async function requestJson<T>(path: string, init: RequestInit = {}, token?: string | null): Promise<T> {
  return (await (await request(path, init, token)).json()) as T;
}

/** Maximum number of pages of the list of tables that are loaded. */
const PAGES = 5;

/** All open tables. The newest is first. */
async function tables(): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  let path: string | undefined = '/active-games';
  for (let page = 0; path !== undefined && page < PAGES; page += 1) {
    const answer: Response = await request(path);
    rows.push(...((await answer.json()) as TableRow[]));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return rows;
}

/** Waiting times before a request is repeated, in milliseconds. */
const REPEATS = [300, 1000];

/**
 * Posts a request that must be carried out once. If no answer comes, the server may have carried it out. So the request
 * is repeated with the same key, and the server gives the same answer.
 */
async function postOnce<T>(path: string, body: object): Promise<T> {
  const key = randomKey();
  for (const wait of REPEATS) {
    try {
      return await requestJson<T>(path, post({ ...body, key }));
    } catch (error) {
      const unknown = error instanceof RefusedError && (error.code === 'offline' || error.code === 'unavailable');
      if (!unknown) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  return requestJson<T>(path, post({ ...body, key }));
}

const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

const pages = new Map<string, Promise<GamePage>>();

export const api = {
  games: () => requestJson<GameMeta[]>('/games'),
  config: () => requestJson<ServerConfig>('/config'),
  game(id: string): Promise<GamePage> {
    const known = pages.get(id);
    if (known) return known;
    const asked = requestJson<GamePage>(`/games/${encodeURIComponent(id)}`);
    asked.catch(() => pages.delete(id));
    pages.set(id, asked);
    return asked;
  },
  /** The source files of rules, by their digest. */
  rules: (source: string): Promise<{ files: Record<string, string> }> => requestJson(`/rules/${source}`),
  /**
   * The game as it was when the match started. If it is not available: the game as the server has it now, or else the
   * data for an unknown game.
   */
  gameOf: (match: string | null, id: string, token?: string | null): Promise<GamePage> => {
    const own = match === null ? api.game(id) : requestJson<GamePage>(`/active-games/${match}/game`, {}, token);
    return own.catch(() => api.game(id)).catch(() => unknownGame(id));
  },
  tables,
  table: (id: string, token?: string | null) => requestJson<Status>(`/active-games/${id}`, {}, token),
  /** The short code of a table; `null` if it has none. */
  code: (id: string) => requestJson<TableCode>(`/active-games/${id}/code`, { method: 'POST' }).then((told) => told.code ?? null),
  /** The table with this code. */
  byCode: (code: string) => requestJson<TableRow>(`/codes/${encodeURIComponent(code)}`),
  open: (table: NewTable) => postOnce<TableOpened>('/active-games', table),
  sit: (id: string, seat: number, name: string, token?: string | null) =>
    postOnce<SatDown>(`/active-games/${id}/seats`, { seat, name, token: token ?? null }),
  hint: (id: string, token?: string | null) => requestJson<{ text: string }>(`/active-games/${id}/hint`, { method: 'POST' }, token),
  why: (id: string, token: string | null | undefined, gesture: Gesture) => requestJson<{ why: string | null }>(`/active-games/${id}/why`, post(gesture), token).then((told) => told.why),
  /** A page of the replay of a finished match or of a log file. */
  replay(id: string | null, file: string | null, eyes: string, from: number, token?: string | null): Promise<ReplayPage> {
    const query = `as=${encodeURIComponent(eyes)}&from=${from}`;
    if (file !== null) return requestJson<ReplayPage>(`/replays?${query}`, { method: 'POST', body: file });
    return requestJson<ReplayPage>(`/active-games/${id}/replay?${query}`, {}, token);
  },
  /** Removes a game that this visitor uploaded. */
  removeGame: (id: string, token: string) => request(`/games/${encodeURIComponent(id)}`, { method: 'DELETE' }, token),
  /** Reports abuse to the operator. `seat` is the reported player. It is `null` if the report is about the table. */
  report: (id: string, seat: number | null, text: string, token?: string | null) => request(`/active-games/${id}/reports`, post({ seat, text }), token),
  logPath: (id: string) => `/active-games/${id}/log`,
  /** Downloads the log of a match. Before the end of the match, the log contains only what the owner of the token saw. */
  async saveLog(id: string, token?: string | null): Promise<void> {
    const answer = await request(api.logPath(id), {}, token);
    const file = URL.createObjectURL(await answer.blob());
    Object.assign(document.createElement('a'), { href: file, download: `${id}.jsonl` }).click();
    URL.revokeObjectURL(file);
  },
};

import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NO_FILTER, filterGames } from '../src/logic/game_search';
import { SHELVES, popularGames, shelvesOf, sortUnfinished, unfinished } from '../src/logic/shelves';
import type { SeatInfo, Status } from '../src/messages';
import type { GameMeta } from '../src/net/api';
import { en } from '../src/text/en';

const folder = new URL('../../games/', import.meta.url);
const GAMES: GameMeta[] = readdirSync(folder).map((id) => new URL(`${id}/meta.json`, folder)).filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')) as GameMeta);

it('a search finds games by their other names', () => {
  const found = (words: string) => filterGames(GAMES, { ...NO_FILTER, words }, en).games.map((game) => game.rulesId);
  for (const [words, id] of [['solitaire', 'klondike'], ['checkers', 'draughts'], ['magic', 'duel'], ['uno', 'crazy-eights'], ['othello', 'reversi'], ['chinese chess', 'xiangqi']]) expect(found(words!), words).toContain(id);
  expect(found('poker').length, 'games that are like poker').toBeGreaterThan(0);
  expect(found('chess')[0], 'a name comes before other words').toMatch(/chess/);
});

it('every game stands on one shelf, and every family has a shelf', () => {
  const shelves = shelvesOf(GAMES);
  expect(shelves.flatMap((shelf) => shelf.games.map((game) => game.rulesId)).sort()).toEqual(GAMES.map((game) => game.rulesId).sort());
  const families = SHELVES.flatMap(([, all]) => all);
  expect(GAMES.map((game) => game.category).filter((family) => !families.includes(family))).toEqual([]);
  expect(shelves.map(({ name }) => en.lobby.shelves[name])).not.toContain(undefined);
  expect(popularGames(GAMES).length).toBeGreaterThanOrEqual(6);
  expect(new Set(popularGames(GAMES).map((game) => game.popular)).size).toBe(popularGames(GAMES).length);
});

it('no two games have the same picture', () => {
  const pictures = GAMES.flatMap(({ rulesId, picture }) => (picture?.cards ?? picture?.pieces ? [[rulesId, JSON.stringify(picture)]] : []));
  expect(new Set(pictures.map(([, picture]) => picture)).size).toBe(pictures.length);
  expect(pictures.length).toBeGreaterThan(40);
});

it('unfinished games come first if it is the turn of the player', () => {
  const person = (owner?: string): SeatInfo => ({ owner: owner ?? null, driver: { kind: 'person' } });
  const bot: SeatInfo = { driver: { kind: 'bot', spec: 'easy' } };
  const status = (seats: SeatInfo[], more: Partial<Status> = {}) => ({ phase: 'playing', game: 'g', seats, terms: {}, ...more }) as unknown as Status;
  const against = unfinished('a', status([person('Ann'), bot]), [0], null);
  expect(against).toMatchObject({ mine: true, others: [], waiting: false });
  const two = status([person('Ann'), person('Bob')]);
  expect(unfinished('b', two, [0], { mine: false })).toMatchObject({ mine: false, others: ['Bob'] });
  expect(unfinished('b', two, [0], { mine: true })?.mine).toBe(true);
  const clocks = { leftMs: [1, 1], running: [1], since: 0, stopped: false };
  expect(unfinished('c', { ...two, clocks }, [0], { mine: true })?.mine, 'the clock knows better').toBe(false);
  expect(unfinished('d', { ...two, phase: 'over' }, [0], null)).toBeNull();
  expect(unfinished('e', two, [], null), 'a table without an own seat').toBeNull();
  expect(sortUnfinished([unfinished('b', two, [0], null)!, against!]).map(({ match }) => match)).toEqual(['a', 'b']);
});

import { expect, it } from 'vitest';
import { NO_FILTER, parseSearch, filterGames } from '../src/logic/game_search';
import type { GameMeta } from '../src/net/api';
import { de } from '../src/text/de';
import { en } from '../src/text/en';

const game = (gameName: string, minPlayers: number, maxPlayers: number, minutes?: number, category = 'board', description = ''): GameMeta => ({ rulesId: gameName, gameName, description, minPlayers, maxPlayers, category, ...(minutes === undefined ? {} : { minutes }) });
const SHELF = [game('Alone', 1, 1, 10, 'patience'), game('Pairs', 2, 2, 30), game('Some', 1, 5, 20, 'rummy'), game('Partners', 4, 4, 60, 'trick-taking', 'First to 121 points.'), game('Four in line', 2, 2)];
const names = (wish: Partial<typeof NO_FILTER>, text = en) => filterGames(SHELF, { ...NO_FILTER, ...wish }, text).games.map((one) => one.gameName);

it('the player filter finds the games for that number of players', () => {
  expect(names({})).toHaveLength(5);
  expect(names({ players: 1 })).toEqual(['Alone', 'Some']);
  expect(names({ players: 4 })).toEqual(['Some', 'Partners']);
  expect(names({ players: 4, family: 'rummy' })).toEqual(['Some']);
});

it('the length filter finds games of that length, but no game without a length', () => {
  expect(names({ length: 0 })).toEqual(['Alone']);
  expect(names({ length: 2 })).toEqual(['Alone', 'Pairs', 'Some']);
  expect(names({ length: 3 })).toEqual(['Partners']);
});

// clause: Cards 6.6-3
it('a search may contain the number of players', () => {
  for (const words of ['4 players', '4', '4 pl', 'for 4 people', 'four players', 'four-player', '2–4 players', '4 Players ']) expect(names({ words }), words).toEqual(['Some', 'Partners']);
  expect(names({ words: '4 players rummy' })).toEqual(['Some']);
  expect(names({ words: 'solo' })).toEqual(['Alone', 'Some']);
  expect(filterGames(SHELF, { ...NO_FILTER, words: '5 players', players: 2 }, en).players).toBe(5);
});

it('a search may contain the playing time', () => {
  for (const words of ['20 min', 'under 20 minutes', 'up to 20 mins.']) expect(names({ words }), words).toEqual(['Alone', 'Some']);
  expect(names({ words: '2 players 30 min' })).toEqual(['Pairs', 'Some']);
});

it('all other numbers are search words', () => {
  expect(names({ words: '121' })).toEqual(['Partners']);
  expect(names({ words: '121 points' })).toEqual(['Partners']);
  expect(names({ words: 'four' })).toEqual(['Four in line']);
  expect(names({ words: 'soloists' })).toEqual([]);
});

it('a German search uses German words', () => {
  for (const words of ['4 Spieler', 'für vier Personen', 'zu viert', '4 Leute']) expect(names({ words }, de), words).toEqual(['Some', 'Partners']);
  expect(names({ words: 'Stichspiele' }, de)).toEqual(['Partners']);
  expect(names({ words: 'höchstens 20 Minuten' }, de)).toEqual(['Alone', 'Some']);
  expect(parseSearch('zu zweit Rommé', de.lobby.find)).toEqual({ words: 'rommé', players: 2, minutes: null });
});

/** Searches the games in the lobby by words, family, number of players and playing time. */
import type { GameMeta } from '../net/api';
import type { Text } from '../text/en';

export type GameFilter = { words: string; family: string | null; players: number | null; length: number | null };

export const NO_FILTER: GameFilter = { words: '', family: null, players: null, length: null };

/** Ranges of playing time, in minutes. */
export const LENGTHS: [number, number][] = [
  [0, 10],
  [0, 20],
  [0, 30],
  [31, Infinity],
];

/** A larger number in a search does not count as a number of players. */
const MAX_PLAYERS = 12;

type SearchWords = Text['lobby']['find'];
type ParsedSearch = { words: string; players: number | null; minutes: number | null };

/** The position of a word in a list of words separated by `|`, counted from 1. 0 if it is not in the list. */
const positionIn = (list: string, word: string) => list.split('|').indexOf(word) + 1;

/** Splits a search into a number of players ("4 players", "solo"), a time ("20 min") and the remaining words. */
export function parseSearch(search: string, find: SearchWords): ParsedSearch {
  const found: ParsedSearch = { words: '', players: null, minutes: null };
  let words = search.trim().toLowerCase();
  const groups = new RegExp(`(?<!\\p{L})(${find.groups})(?!\\p{L})`, 'u');
  words = words.replace(groups, (called: string) => {
    found.players = positionIn(find.groups, called);
    return ' ';
  });
  const sort = new RegExp(`(?:(?:${find.before})\\s*)?(?<![\\p{L}\\d])(?:\\d+\\s*[-–]\\s*)?(\\d+|${find.numbers})(?![\\p{L}\\d])[\\s-]*(\\p{L}*)\\.?`, 'gu');
  words = words.replace(sort, (whole: string, amount: string, unit: string) => {
    const spelt = positionIn(find.numbers, amount);
    const value = spelt || Number(amount);
    // The beginning of a unit is enough, because the user may still be typing. A number in words without a unit may be
    // part of a name.
    const means = (names: string) => (unit ? names.split('|').some((name) => name.startsWith(unit)) : !spelt && value <= MAX_PLAYERS);
    if (means(find.players)) found.players = value;
    else if (unit && means(find.minutes)) found.minutes = value;
    else return whole;
    return ' ';
  });
  found.words = words.replace(/\s+/g, ' ').trim();
  return found;
}

/** The games that match, and the number of players that the search or the filter names. */
export function filterGames(games: GameMeta[], wish: GameFilter, text: Text): { games: GameMeta[]; players: number | null } {
  const search = parseSearch(wish.words, text.lobby.find);
  const players = search.players ?? wish.players;
  const [least, most] = wish.length === null ? [0, Infinity] : LENGTHS[wish.length]!;
  const fits = (game: GameMeta) => {
    const named = text.lobby.families[game.category] ?? '';
    const words = `${game.gameName} ${game.description} ${game.category} ${named} ${(game.aliases ?? []).join(' ')}`.toLowerCase();
    return (
      (wish.family === null || game.category === wish.family) &&
      (players === null || (game.minPlayers <= players && players <= game.maxPlayers)) &&
      // A game whose playing time is unknown matches no time filter.
      (wish.length === null || (game.minutes !== undefined && least <= game.minutes && game.minutes <= most)) &&
      (search.minutes === null || (game.minutes !== undefined && game.minutes <= search.minutes)) &&
      words.includes(search.words)
    );
  };
  // Games whose name matches come before games that match in another way.
  const named = (game: GameMeta) => (search.words !== '' && game.gameName.toLowerCase().includes(search.words) ? 0 : 1);
  return { games: games.filter(fits).sort((a, b) => named(a) - named(b)), players };
}

/** The lobby: popular games, shelves by kind, and the games that the player has not finished. */
import type { Status } from '../messages';
import type { GameMeta } from '../net/api';

/** The shelves in order, each with the families that stand on it. Other families stand on the last shelf. */
export const SHELVES: [string, string[]][] = [
  ['tricks', ['trick-taking', 'bidding']],
  ['boards', ['board']],
  ['melds', ['rummy', 'shedding', 'fishing', 'collecting', 'counting']],
  ['modern', ['duel', 'deck-building', 'drafting', 'auction', 'bluffing', 'cooperative']],
  ['light', ['patience', 'family', 'luck']],
];

export type Shelf = { name: string; games: GameMeta[] };

/** The games by shelf, the popular ones first. Empty shelves are left out. */
export function shelvesOf(games: GameMeta[]): Shelf[] {
  const last = SHELVES.at(-1)![0];
  const nameOf = (game: GameMeta) => SHELVES.find(([, families]) => families.includes(game.category))?.[0] ?? last;
  const rank = (game: GameMeta) => game.popular ?? Infinity;
  return SHELVES.map(([name]) => ({ name, games: games.filter((game) => nameOf(game) === name).sort((a, b) => (rank(a) === rank(b) ? a.gameName.localeCompare(b.gameName) : rank(a) - rank(b))) })).filter((shelf) => shelf.games.length > 0);
}

/** The games that the lobby recommends, in the order that their files give. */
export const popularGames = (games: GameMeta[]): GameMeta[] => games.filter((game) => game.popular !== undefined).sort((a, b) => a.popular! - b.popular!);

/** The data that this browser keeps about a table: whether the player had to move when the page was last open. */
export type Remembered = { mine: boolean };

export type UnfinishedGame = { match: string; game: string; others: string[]; mine: boolean; waiting: boolean; clock: Status['terms']['clock'] | null };

/** A table as the lobby shows it under "Continue". `null` if it is over or the player has no seat there. */
export function unfinished(match: string, status: Status, seats: number[], remembered: Remembered | null): UnfinishedGame | null {
  if (status.phase === 'over') return null;
  const own = seats.filter((seat) => status.seats[seat]?.owner && !status.seats[seat]?.resigned);
  if (own.length === 0) return null;
  const others = status.seats.flatMap((place, seat) => (own.includes(seat) || !place.owner ? [] : [place.owner]));
  const machines = status.seats.every((place, seat) => own.includes(seat) || place.driver.kind !== 'person');
  const running = status.clocks?.running.some((seat) => own.includes(seat));
  // If clocks run, they show whose turn it is. Without clocks: against bots it is nearly always the player's turn, and
  // against people the page remembers it.
  const mine = status.phase === 'playing' && (running ?? (machines || (remembered?.mine ?? false)));
  return { match, game: status.game, others, mine, waiting: status.phase === 'lobby', clock: status.terms.clock ?? null };
}

/** Sorts the games of the player. Games in which it is the player's turn come first. */
export const sortUnfinished = (games: UnfinishedGame[]): UnfinishedGame[] => [...games].sort((a, b) => Number(b.mine) - Number(a.mine));

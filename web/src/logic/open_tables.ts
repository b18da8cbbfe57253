/** Sorts the open tables of the lobby, and finds the actions that the viewer has at each table. */
import type { Status } from '../messages';

export type TableListing = { match: string; game: string; can: 'back' | 'join' | 'watch'; free: number; people: string[] };

export function tableListing(match: string, status: Status, mine: boolean): TableListing {
  const people = status.seats.flatMap((place) => (place.owner ? [place.owner] : []));
  const empty = status.seats.filter((place) => !place.owner && place.driver.kind === 'person').length;
  const free = status.phase === 'lobby' ? empty : 0;
  return { match, game: status.game, can: mine ? 'back' : free > 0 ? 'join' : 'watch', free, people };
}

/** Sorts the tables: the viewer's own tables first, then tables with an open seat. */
export function sortListings(tables: TableListing[]): TableListing[] {
  const order = ['back', 'join', 'watch'];
  return [...tables].sort((a, b) => order.indexOf(a.can) - order.indexOf(b.can));
}

/** Fair play in a timed match between people. The server refuses what this module hides. */
import type { Status } from '../messages';

/** Whether hints and bots are allowed: not in a timed match between people, unless the terms allow them. */
export function mayAssist(status: Status): boolean {
  const { clock, assistance } = status.terms;
  const people = status.seats.filter((place) => (place.owner || place.left) && !place.resigned).length;
  return Boolean(assistance) || people < 2 || !(clock?.gameMs || clock?.moveMs);
}

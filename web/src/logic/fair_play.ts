/** Decides whether hints and bots are fair in a timed match between people. The server refuses the actions whose buttons this module hides. */
import type { Status } from '../messages';

/** Whether hints and bots are allowed. A timed match between people forbids them, unless its terms allow them. */
export function mayAssist(status: Status): boolean {
  const { clock, assistance } = status.terms;
  const people = status.seats.filter((place) => (place.owner || place.left) && !place.resigned).length;
  return Boolean(assistance) || people < 2 || !(clock?.gameMs || clock?.moveMs);
}

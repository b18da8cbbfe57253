/** Makes the record of a trick game: the cards of each trick, the leader and the winner. The record is made from the steps of the match. */
import type { Scene, Step } from '../messages';
import { seatZone } from './layout';

export type TrickRow = { /** The face of each seat. */ plays: (string | null)[]; led: number; winner: number | null };
export type DealRecord = { deal: number; tricks: TrickRow[] };

/** The tricks of each deal. Empty if the game has no tricks that players win. */
export function trickRecord(steps: Step[], scene: Scene): DealRecord[] {
  const seats = scene.seats ?? 0;
  const zones = new Map((scene.zones ?? []).map((zone) => [zone.id ?? '', zone]));
  const ownerOf = (id: string): number | null => zones.get(id)?.owner ?? seatZone(id)?.seat ?? null;
  // A zone of a player on the table, such as the card of a battle, is a part of a trick.
  const roleOf = (id: string) => (zones.get(id)?.role === 'table' && ownerOf(id) !== null ? 'trick' : zones.get(id)?.role);
  if (seats < 2 || ![...zones.keys()].some((id) => roleOf(id) === 'trick') || ![...zones.values()].some((zone) => zone.role === 'taken')) return [];
  // Players who take cards from the table make no tricks.
  if ([...zones.values()].some(({ role, owner }) => role === 'table' && (owner ?? null) === null)) return [];
  const deals: DealRecord[] = [{ deal: 1, tricks: [] }];
  let open: TrickRow | null = null;
  let last: number | null = null;
  /** A trick whose cards go to a team or to nobody. Its winner is the player who leads next. */
  let unclear: TrickRow | null = null;
  for (const step of steps) {
    const deal = deals[deals.length - 1]!;
    if (step.step === 'mix' && deal.tricks.length > 0) {
      deals.push({ deal: deal.deal + 1, tricks: [] });
      [open, last, unclear] = [null, null, null];
    }
    if (step.step !== 'move') continue;
    const [from, to] = [step.from.zone, step.to.zone];
    if (roleOf(to) === 'trick' && roleOf(from) !== 'trick') {
      // If a card does not come from the hand of a player (for example, it comes from a dummy), the player follows from
      // the turn order.
      const seat: number = ownerOf(to) ?? ownerOf(from) ?? ((last ?? -1) + 1) % seats;
      if (!open) {
        open = { plays: new Array<string | null>(seats).fill(null), led: seat, winner: null };
        deals[deals.length - 1]!.tricks.push(open);
        if (unclear) unclear.winner = seat;
        unclear = null;
      }
      open.plays[seat] = step.face ?? null;
      last = seat;
    } else if (roleOf(from) === 'trick' && open) {
      open.winner = roleOf(to) === 'taken' ? ownerOf(to) : null;
      if (open.winner === null) unclear = open;
      open = null;
    }
  }
  // Two cards that lie together before they are taken make a trick. If no two cards ever do, the game has no tricks.
  const together = deals.some(({ tricks }) => tricks.some(({ plays }) => plays.filter((face) => face !== null).length > 1));
  return together ? deals.filter(({ tricks }) => tricks.length > 0) : [];
}

export type WonTrick = { winner: number; /** The cards in the order in which they were played. */ plays: { seat: number; face: string }[] };

/** The last trick that somebody has won. `null` before the first one. */
export function lastWon(deals: DealRecord[]): WonTrick | null {
  const row = [...(deals.at(-1)?.tricks ?? [])].reverse().find(({ winner }) => winner !== null);
  if (!row || row.winner === null) return null;
  const seats = row.plays.length;
  const order = Array.from({ length: seats }, (_, n) => (row.led + n) % seats);
  return { winner: row.winner, plays: order.flatMap((seat) => (row.plays[seat] ? [{ seat, face: row.plays[seat]! }] : [])) };
}

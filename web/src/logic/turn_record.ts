/** Makes the record of a game with a stock and a discard pile: the cards that each player took and threw. The record is made from the steps of the match. */
import type { Scene, Step, ZoneScene } from '../messages';
import { seatZone } from './layout';

/** One turn. `took` has the faces that others could see, and `null` for each card of the stock. */
export type Turn = { took: (string | null)[]; threw: string[] };
export type TurnDeal = { deal: number; /** Each row has one turn for each seat. */ rows: (Turn | null)[][] };

/** Maximum number of cards that one player takes at once. More cards count as a deal. */
const MOST_TAKEN = 4;

type Taken = { seat: number; face: string | null };

/** Whether players play their tricks here. Other shared zones of this role hold cards that stay, such as melds. */
const isTrick = ({ id, role, owner }: ZoneScene): boolean => role === 'trick' && ((owner ?? null) !== null || seatZone(`${id}.0`)?.base === 'trick');

/** The turns of each deal. Empty if the game has no shared stock and discard pile, or has tricks. */
export function turnRecord(steps: Step[], scene: Scene): TurnDeal[] {
  const seats = scene.seats ?? 0;
  const zones = new Map((scene.zones ?? []).map((zone) => [zone.id ?? '', zone]));
  const shared = (role: string) => [...zones.values()].filter((zone) => zone.role === role && (zone.owner ?? null) === null && !(zone.team ?? []).length).map((zone) => zone.id ?? '');
  const [stock, pile] = [shared('deck'), shared('discard')];
  const ownerOf = (id: string): number | null => zones.get(id)?.owner ?? seatZone(id)?.seat ?? null;
  if (seats < 2 || stock.length === 0 || pile.length === 0 || [...zones.values()].some(isTrick)) return [];
  const deals: TurnDeal[] = [{ deal: 1, rows: [] }];
  const deal = () => deals[deals.length - 1]!;
  /** The turn to which the next card of a seat belongs. A turn is complete when the seat has thrown a card. */
  const turnOf = (seat: number, begins: boolean): Turn => {
    const row = deal().rows.at(-1);
    const turn = row?.[seat];
    if (row && turn && !(begins && turn.threw.length > 0)) return turn;
    if (row && !turn) return (row[seat] = { took: [], threw: [] });
    const fresh = new Array<Turn | null>(seats).fill(null);
    deal().rows.push(fresh);
    return (fresh[seat] = { took: [], threw: [] });
  };
  let taken: Taken[] = [];
  const flush = () => {
    // Some players may draw one after the other. A deal gives cards to all players.
    const dealt = taken.length > MOST_TAKEN || new Set(taken.map(({ seat }) => seat)).size === seats;
    if (dealt && deal().rows.length > 0) deals.push({ deal: deal().deal + 1, rows: [] });
    if (!dealt) for (const { seat, face } of taken) turnOf(seat, true).took.push(face);
    taken = [];
  };
  for (const step of steps) {
    if (step.step === 'say') {
      // Nobody decides during a deal, so cards before a choice were drawn.
      if (step.choice) flush();
      continue;
    }
    if (step.step === 'move' && stock.includes(step.from.zone) && ownerOf(step.to.zone) !== null) {
      taken.push({ seat: ownerOf(step.to.zone)!, face: null });
      continue;
    }
    flush();
    if (step.step !== 'move') continue;
    const [from, to] = [step.from.zone, step.to.zone];
    if (pile.includes(from) && ownerOf(to) !== null) turnOf(ownerOf(to)!, true).took.push(step.face ?? null);
    else if (pile.includes(to) && ownerOf(from) !== null) turnOf(ownerOf(from)!, turnHasThrown(deal(), ownerOf(from)!)).threw.push(step.face ?? '');
  }
  flush();
  return deals.some(({ rows }) => rows.some((row) => row.some((turn) => (turn?.threw.length ?? 0) > 0))) ? deals.filter(({ rows }) => rows.length > 0) : [];
}

/** Whether another seat has played since this seat threw a card, so that the next card belongs to a new turn. */
function turnHasThrown({ rows }: TurnDeal, seat: number): boolean {
  const row = rows.at(-1);
  return (row?.[seat]?.threw.length ?? 0) > 0 && (row ?? []).some((turn, other) => other !== seat && turn !== null);
}

/** Reads the numbers of each player from the scoreboards, for the plates of the seats. */
import type { Scene, Scoreboard } from '../messages';

export type SeatScore = { /** The number that decides the game, such as the points. */ main: string | null; /** Further numbers, each with its name. */ more: [string, string][] };

const SEAT = /^(?:p|seat )(\d+)$/i;
const SEATS = /^seats? ((?:\d+, )*\d+) and (?:seat )?(\d+)$/i;
const NUMBER = /^[-+]?\d[\d.,]*$/;
/** Names of the number that decides a game, the most important first. */
const MAIN = [/^(points?|scores?|total)$/i, /^(chips|coins|life)$/i, /^(deals|games)$/i];
/** Maximum number of letters of a name on a plate. Longer names do not fit. */
const SHORT = 8;

/** The seats that a cell names: `p1`, `seat 2`, `seats 1 and 3`. Empty for other cells. */
export function seatsNamed(cell: string): number[] {
  const one = SEAT.exec(cell.trim());
  if (one) return [Number(one[1]) - 1];
  const several = SEATS.exec(cell.trim());
  return several ? [...several[1]!.split(', '), several[2]!].map((number) => Number(number) - 1) : [];
}

type Values = { name: string; bySeat: Map<number, string> };

/** The rows or columns of a board as values of seats. Empty if the board has no line for each seat. */
function valuesOf(board: Scoreboard): Values[] {
  const [columns, rows] = [board.columns ?? [], board.rows ?? []];
  const heads = columns.map(seatsNamed);
  if (heads.filter((seats) => seats.length > 0).length > 1) {
    return rows.map((row) => ({ name: row[0] ?? '', bySeat: new Map(heads.flatMap((seats, col) => seats.map((seat) => [seat, row[col] ?? ''] as const))) })).filter(({ name }) => seatsNamed(name).length === 0);
  }
  if (rows.length === 0 || !rows.every((row) => seatsNamed(row[0] ?? '').length > 0)) return [];
  return columns.slice(1).map((name, at) => ({ name, bySeat: new Map(rows.flatMap((row) => seatsNamed(row[0] ?? '').map((seat) => [seat, row[at + 1] ?? ''] as const))) }));
}

/** The numbers of each seat. Values that are not numbers, such as a dash, are left out. */
export function seatScores(scene: Scene): SeatScore[] {
  const all = (scene.scoreboards ?? []).flatMap(valuesOf);
  const numeric = all.filter(({ bySeat }) => [...bySeat.values()].some((value) => NUMBER.test(value)) && [...bySeat.values()].every((value) => NUMBER.test(value) || value === '' || value === '-' || value === '?'));
  const main = MAIN.flatMap((names) => numeric.filter(({ name }) => names.test(name)))[0] ?? (numeric.length === 1 ? numeric[0] : undefined);
  return Array.from({ length: scene.seats ?? 0 }, (_, seat) => ({
    main: main?.bySeat.get(seat) ?? null,
    more: tricksOfBid(numeric.flatMap((one) => {
      const value = one === main ? undefined : one.bySeat.get(seat);
      return value !== undefined && NUMBER.test(value) && one.name.length <= SHORT ? [[one.name, value] as [string, string]] : [];
    })),
  }));
}

/** The tricks and the bid as one value, such as `tricks 3/5`, because a player compares them. */
function tricksOfBid(values: [string, string][]): [string, string][] {
  const bid = values.find(([name]) => /^bid$/i.test(name))?.[1];
  const tricks = values.some(([name]) => /^tricks$/i.test(name));
  if (bid === undefined || !tricks) return values;
  return values.flatMap(([name, value]): [string, string][] => (/^bid$/i.test(name) ? [] : [[name, /^tricks$/i.test(name) ? `${value}/${bid}` : value]]));
}

/** Maximum number of facts about the whole table that are shown beside the scores. */
const MOST_FACTS = 3;
/** Maximum number of letters of a fact. Longer facts are shown only in the window with the scores. */
const FACT_LETTERS = 22;

/** The values of scoreboards that belong to no seat, such as the trump suit, each with its name. */
export function tableFacts(scene: Scene): [string, string][] {
  const alone = (scene.scoreboards ?? []).filter(({ columns = [], rows = [] }) => [...columns, ...rows.map((row) => row[0] ?? '')].every((cell) => seatsNamed(cell).length === 0));
  return alone
    .flatMap(({ columns = [], rows = [] }): [string, string][] => {
      const named = columns.some((column) => column !== '');
      if (!named) return rows.flatMap((row) => (row.length === 2 ? [[row[0]!, row[1]!] as [string, string]] : []));
      return rows.length === 1 ? columns.map((column, at) => [column, rows[0]![at] ?? '']) : [];
    })
    .filter(([name, value]) => name !== '' && value !== '' && value !== '-' && name.length + value.length <= FACT_LETTERS)
    .slice(0, MOST_FACTS);
}

export type DealResult = { deal: number; /** For each seat, the change of its points in this deal and its new points. */ seats: { change: number; total: number }[] };

const pointsOf = (scene: Scene): (number | null)[] => seatScores(scene).map(({ main }) => (main !== null && NUMBER.test(main) ? Number(main.replace(/,/g, '')) : null));

/** The number of cards in the hands of all players. */
const held = (scene: Scene): number => (scene.zones ?? []).reduce((sum, zone) => (zone.role === 'hand' ? sum + (zone.count ?? (zone.cards ?? []).length) : sum), 0);

/** The data of the last scene that are needed to notice the end of a deal. */
export type DealTracker = { points: (number | null)[]; cards: number; most: number; deal: number; /** Whether the result of this deal was already told. */ told: boolean };

/** Starts to watch a match. */
export const trackDeals = (scene: Scene): DealTracker => ({ points: pointsOf(scene), cards: held(scene), most: held(scene), deal: 1, told: Boolean(scene.betweenHands) });

/**
 * Compares a scene with the data of the last scene. A deal has ended if the hands were filled again, or if the game
 * waits for the next hand. Returns its result if points changed during the deal.
 */
export function nextDeal(before: DealTracker, scene: Scene): { tracker: DealTracker; result: DealResult | null; /** Whether a new deal has begun. */ dealt: boolean } {
  const cards = held(scene);
  const most = Math.max(before.most, cards);
  const seats = scene.seats ?? 0;
  const dealt = seats > 1 && most >= 2 * seats && before.cards < most * 0.5 && cards >= most * 0.8;
  const ended = seats > 1 && Boolean(scene.betweenHands) && !before.told;
  if (!dealt && !ended) return { tracker: { ...before, cards, most, told: before.told && Boolean(scene.betweenHands) }, result: null, dealt: false };
  const points = pointsOf(scene);
  const known = points.every((value) => value !== null) && before.points.length === points.length && before.points.every((value) => value !== null);
  const results = known ? points.map((total, seat) => ({ change: total! - before.points[seat]!, total: total! })) : [];
  const result = results.some(({ change }) => change !== 0) ? { deal: before.deal, seats: results } : null;
  return { tracker: { points, cards: ended && !dealt ? 0 : cards, most, deal: before.deal + (dealt ? 1 : 0), told: ended }, result, dealt };
}

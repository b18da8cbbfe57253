/**
 * Finds the card that wins the current trick. The code knows no game. It expects the usual way: the highest trump or the highest card of the
 * suit led wins, and aces are high. If a trick was won in another way, it tries other ways, and drops each way that contradicts the
 * tricks already won. It names a card only if all remaining ways agree.
 */
import type { Scene } from '../messages';
import { suitOf } from './cards';
import { strainOfBid } from './choice_shapes';
import { tableFacts } from './seat_scores';
import type { DealRecord, TrickRow } from './trick_record';

type Way = { /** Ranks from low to high. */ order: string; /** The lowest card of the suit led wins. */ low: boolean; /** Suits do not matter. */ anySuit: boolean; /** The jacks of the trump colour are the highest trumps. */ bowers: boolean };

const ORDERS = ['23456789TJQKA', 'A23456789TJQK', '23456789JQKTA', '24567JQK3A', '4567QJKA23'];
/** The usual ways. Whether jacks are high trumps cannot be seen before one of them wins. */
const USUAL: Way[] = [false, true].map((bowers) => ({ order: ORDERS[0]!, low: false, anySuit: false, bowers }));
const WAYS: Way[] = [
  ...USUAL,
  ...ORDERS.slice(1).map((order) => ({ order, low: false, anySuit: false, bowers: false })),
  ...ORDERS.map((order) => ({ order, low: false, anySuit: true, bowers: false })),
  { order: ORDERS[0]!, low: true, anySuit: false, bowers: false },
];
/** The ranks of packs in which jacks can be the highest trumps. Larger packs do not have this rule. */
const SHORT_PACK = '789TJQKA';
const TRUMPS = ['', 'C', 'D', 'H', 'S'];
const TWIN: Record<string, string> = { C: 'S', S: 'C', D: 'H', H: 'D' };

type Played = { rank: string; suit: string };

/** A face such as `QS` or `10C`. `null` for other cards. */
function played(face: string): Played | null {
  const found = /^(10|[2-9TJQKA])([CDHS])$/.exec(face);
  return found ? { rank: found[1] === '10' ? 'T' : found[1]!, suit: found[2]! } : null;
}

function strength({ rank, suit }: Played, led: string, trump: string, way: Way): number {
  const at = way.order.indexOf(rank);
  if (at < 0) return NaN;
  if (way.anySuit) return at;
  const bower = way.bowers && trump !== '' && rank === 'J' && (suit === trump || suit === TWIN[trump]);
  if (bower) return 300 + (suit === trump ? 1 : 0);
  return suit === trump ? 200 + at : suit === led ? 100 + (way.low ? -at : at) : -1;
}

/** The seat that wins the cards of a row so far. `null` if this way of winning decides on no seat. */
function winnerOf(row: TrickRow, trump: string, way: Way): number | null {
  const first = played(row.plays[row.led] ?? '');
  if (!first) return null;
  const led = way.bowers && trump !== '' && first.rank === 'J' && first.suit === TWIN[trump] ? trump : first.suit;
  let winner: number | null = null;
  let best = -Infinity;
  for (const [seat, face] of row.plays.entries()) {
    if (face === null) continue;
    const card = played(face);
    const value = card ? strength(card, led, trump, way) : NaN;
    if (Number.isNaN(value) || (value === best && value >= 0)) return null;
    if (value > best) [winner, best] = [seat, value];
  }
  return winner;
}

/** The trump suit that the game shows as a fact of the table or in its contract, such as `4 ♠`. Empty without trumps, `null` if it is not shown. */
export function shownTrump(scene: Scene): string | null {
  const fact = tableFacts(scene).find(([name]) => /trump/i.test(name))?.[1];
  if (fact !== undefined) return suitOf({ id: '', suit: fact }) ?? null;
  const strain = strainOfBid(/^(.+?)(?: doubled| redoubled)? by /i.exec(scene.phase ?? '')?.[1] ?? '');
  return strain === 'NT' ? '' : strain;
}

/**
 * The face of the card that wins the current trick so far. `null` if fewer than two cards lie there, or if it is not certain. `trump` is the
 * suit that the game shows as trumps, empty if there are no trumps, and `null` if it is not known.
 */
export function winningFace(deals: DealRecord[], trump: string | null): string | null {
  const now = deals.at(-1)?.tricks.at(-1);
  if (!now || now.winner !== null || now.plays.filter((face) => face !== null).length < 2) return null;
  const short = deals.every(({ tricks }) => tricks.every(({ plays }) => plays.every((face) => face === null || SHORT_PACK.includes(played(face)?.rank ?? ' '))));
  const usual = winners(deals, now, trump, USUAL.filter(({ bowers }) => short || !bowers));
  const seats = usual.size > 0 ? usual : winners(deals, now, trump, WAYS);
  const [seat] = seats;
  return seats.size === 1 && seat !== null && seat !== undefined ? now.plays[seat]! : null;
}

/** The seats that win the current trick in the ways that explain all tricks so far. Empty if no way does. `null` is an undecided trick. */
function winners(deals: DealRecord[], now: TrickRow, trump: string | null, ways: Way[]): Set<number | null> {
  const seats = new Set<number | null>();
  for (const way of ways) {
    // In a game with trumps, suits matter, and high cards win.
    if (trump && (way.anySuit || way.low)) continue;
    // Trumps may change from deal to deal, but the way of winning stays.
    const possible = deals.map(({ tricks }, at) => {
      const trumps = way.low ? [''] : at === deals.length - 1 && trump !== null ? [trump] : TRUMPS;
      return trumps.filter((suit) => tricks.every((row) => row.winner === null || winnerOf(row, suit, way) === row.winner));
    });
    if (possible.some((trumps) => trumps.length === 0)) continue;
    for (const suit of possible.at(-1)!) seats.add(winnerOf(now, suit, way));
  }
  return seats;
}

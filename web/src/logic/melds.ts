/** Groups a hand into sets and runs, and counts the cards that are left (deadwood). Aces are low and count 1, court cards count 10. */
import type { CardScene, Scene } from '../messages';
import { rankOf, suitOf } from './cards';

const ORDER = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];

export type MeldedHand = { /** Indexes of the cards of each meld. */ melds: number[][]; /** Indexes of the other cards, the highest first. */ rest: number[]; deadwood: number };

/** The largest hand that is grouped. The search tries all combinations of melds, so it is too slow for larger hands. */
const MOST = 16;

const placeOf = (card: CardScene): number => (card.face ? ORDER.indexOf(rankOf(card.face) ?? '') : -1);
const valueOf = (place: number): number => Math.min(place + 1, 10);

/**
 * The sets or runs of cards that players have laid down together: the positions of each. `null` unless all cards belong to sets, or all
 * to runs.
 */
export function laidMelds(cards: CardScene[]): number[][] | null {
  const places = cards.map(placeOf);
  if (places.some((place, at) => place < 0 || !suitOf(cards[at]!.face!))) return null;
  const all = cards.map((_, at) => at).sort((a, b) => places[a]! - places[b]!);
  const by = (name: (at: number) => unknown) => [...new Set(all.map(name))].map((one) => all.filter((at) => name(at) === one));
  const whole = (groups: number[][]) => (groups.length > 0 && groups.every((group) => group.length > 2) ? groups : null);
  const runs = by((at) => suitOf(cards[at]!.face!)).flatMap((suit) => {
    const found: number[][] = [];
    suit.forEach((at, n) => (n > 0 && places[at] === places[suit[n - 1]!]! + 1 ? found.at(-1)!.push(at) : found.push([at])));
    return found;
  });
  return whole(by((at) => places[at])) ?? whole(runs);
}

/** Whether a hand can be grouped: the game has melds of single players, and the viewer sees standard cards. */
export function hasMelds(scene: Scene, cards: CardScene[]): boolean {
  const melds = (scene.zones ?? []).filter((zone) => (zone.role === 'meld' || zone.id === 'sets') && !(zone.team ?? []).length && !['books', 'pairs', 'threes'].includes((zone.id ?? '').replace(/[-.].*$/, '')));
  return melds.length > 0 && cards.length > 0 && cards.length <= MOST && cards.every((card) => placeOf(card) >= 0 && suitOf(card.face!));
}

function candidates(cards: CardScene[]): number[][] {
  const found: number[][] = [];
  for (let place = 0; place < ORDER.length; place++) {
    const same = cards.flatMap((card, at) => (placeOf(card) === place ? [at] : []));
    if (same.length >= 3) found.push(same);
    if (same.length === 4) for (const left of same) found.push(same.filter((at) => at !== left));
  }
  for (const suit of ['C', 'D', 'S', 'H']) {
    const line = ORDER.map((_, place) => cards.findIndex((card) => card.face && suitOf(card.face) === suit && placeOf(card) === place));
    for (let from = 0; from < line.length; from++) {
      for (let to = from; to < line.length && line[to]! >= 0; to++) if (to - from >= 2) found.push(line.slice(from, to + 1));
    }
  }
  return found;
}

/** The property that all cards of a meld share: the rank of a set, or the suit of a run. */
export function meldKind(meld: CardScene[]): { rank: string } | { suit: string } | null {
  const [first] = meld;
  if (!first?.face) return null;
  if (meld.every((card) => placeOf(card) === placeOf(first))) return { rank: rankOf(first.face) ?? '' };
  return { suit: suitOf(first.face) ?? '' };
}

/** The grouping with the least deadwood. */
export function bestMelds(cards: CardScene[]): MeldedHand {
  const all = candidates(cards);
  const values = cards.map((card) => valueOf(placeOf(card)));
  const whole = values.reduce((sum, one) => sum + one, 0);
  let best: { melds: number[][]; saved: number } = { melds: [], saved: 0 };
  const search = (from: number, used: Set<number>, melds: number[][], saved: number): void => {
    if (saved > best.saved) best = { melds: [...melds], saved };
    for (let at = from; at < all.length; at++) {
      const meld = all[at]!;
      if (meld.some((one) => used.has(one))) continue;
      search(at + 1, new Set([...used, ...meld]), [...melds, meld], saved + meld.reduce((sum, one) => sum + values[one]!, 0));
    }
  };
  search(0, new Set(), [], 0);
  const used = new Set(best.melds.flat());
  const rest = cards.map((_, at) => at).filter((at) => !used.has(at)).sort((a, b) => placeOf(cards[a]!) - placeOf(cards[b]!) || a - b);
  return { melds: best.melds, rest, deadwood: whole - best.saved };
}

/** The deadwood that is left if the player takes this card and then throws away the best card for it. */
export function deadwoodAfterTaking(cards: CardScene[], taken: CardScene): number {
  const { rest, deadwood } = bestMelds([...cards, taken]);
  const last = rest.at(-1);
  return last === undefined ? deadwood : deadwood - valueOf(placeOf([...cards, taken][last]!));
}

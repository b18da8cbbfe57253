/** Knows standard ranks and suits, sorts the cards of a hand, and computes the distance between cards. */
import type { CardScene, FaceScene } from '../messages';
import type { PileLayout, Sorter } from './layout';

export type Suit = 'C' | 'D' | 'H' | 'S';

const SUITS: Record<string, Suit> = {
  C: 'C', '♣': 'C', clubs: 'C', D: 'D', '♦': 'D', diamonds: 'D', H: 'H', '♥': 'H', hearts: 'H', S: 'S', '♠': 'S', spades: 'S',
};
const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
const RANK_WORDS: Record<string, string> = { T: '10', jack: 'J', queen: 'Q', king: 'K', ace: 'A', '1': 'A' };
const SUIT_ORDER: Suit[] = ['C', 'D', 'S', 'H'];

export function suitOf(face: FaceScene): Suit | null {
  return SUITS[face.suit ?? ''] ?? null;
}

export function rankOf(face: FaceScene): string | null {
  const rank = face.rank ?? '';
  const known = RANK_WORDS[rank] ?? rank;
  return RANKS.includes(known) ? known : null;
}

export function isJoker(face: FaceScene): boolean {
  return /joker/i.test(face.name ?? '') || /joker/i.test(face.rank ?? '') || /^(\*|JK|jok)/i.test(face.id ?? '');
}

const suitPlace = (face: FaceScene): number => {
  const known = suitOf(face);
  return known ? SUIT_ORDER.indexOf(known) : SUIT_ORDER.length;
};

const COURT = ['jack', 'knight', 'queen', 'king'];

/** The position of a rank in sorted order: standard ranks from two to ace, then numbers, court cards and others. */
function rankPlace(face: FaceScene): number {
  const known = suitOf(face) ? RANKS.indexOf(rankOf(face) ?? '') : -1;
  if (known >= 0) return known;
  const number = /^\d+$/.test(face.rank ?? '') ? Math.min(Number(face.rank), 40) : -1;
  const court = COURT.indexOf((face.rank ?? '').toLowerCase());
  return number >= 0 ? 14 + number : court >= 0 ? 60 + court : 80;
}

/** The comparison function of a sorter. */
function compare(sorter: Sorter): (a: CardScene, b: CardScene) => number {
  const at = (card: CardScene) => (card.face ? { rank: rankPlace(card.face), suit: suitPlace(card.face), name: card.face.suit ?? '' } : null);
  const rank = (a: CardScene, b: CardScene) => (at(a)?.rank ?? 99) - (at(b)?.rank ?? 99);
  // Suits other than the standard ones are sorted by name.
  const suit = (a: CardScene, b: CardScene) => (at(a)?.suit ?? 99) - (at(b)?.suit ?? 99) || (at(a)?.name ?? '').localeCompare(at(b)?.name ?? '');
  const listed = (card: CardScene) => {
    const fits = (entry: { rank?: string; suit?: string }) =>
      (entry.rank === undefined || entry.rank === card.face?.rank) && (entry.suit === undefined || entry.suit === card.face?.suit);
    const at = (sorter.order ?? []).findIndex(fits);
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  switch (sorter.type) {
    case 'bySuitRank':
      return (a, b) => suit(a, b) || rank(a, b);
    case 'byRank':
      return (a, b) => rank(a, b) || suit(a, b);
    case 'bySuit':
      return suit;
    case 'explicit':
      return (a, b) => listed(a) - listed(b);
  }
}

/** The indexes of the cards in the order of a sorter. Without a sorter, or if it does not apply to this pile, the order stays. */
export function sortOrder(cards: CardScene[], sorter: Sorter | undefined, lying: PileLayout): number[] {
  const places = cards.map((_, at) => at);
  if (!sorter) return places;
  if (sorter.applyToLayouts && sorter.applyToLayouts.length > 0 && !sorter.applyToLayouts.includes(lying)) return places;
  if (!sorter.includeFaceDown && cards.some((card) => !card.face)) return places;
  const by = compare(sorter);
  return places.sort((a, b) => by(cards[a]!, cards[b]!) || a - b);
}

/** The centre of each suit symbol on a face, in percent of the area for the symbols. */
export function pips(count: number): { x: number; y: number; down: boolean }[] {
  const [l, m, r] = [0, 50, 100];
  const rows: Record<number, [number, number][]> = {
    1: [[m, 50]],
    2: [[m, 0], [m, 100]],
    3: [[m, 0], [m, 50], [m, 100]],
    4: [[l, 0], [r, 0], [l, 100], [r, 100]],
    5: [[l, 0], [r, 0], [m, 50], [l, 100], [r, 100]],
    6: [[l, 0], [r, 0], [l, 50], [r, 50], [l, 100], [r, 100]],
    7: [[l, 0], [r, 0], [m, 25], [l, 50], [r, 50], [l, 100], [r, 100]],
    8: [[l, 0], [r, 0], [m, 25], [l, 50], [r, 50], [m, 75], [l, 100], [r, 100]],
    9: [[l, 0], [r, 0], [l, 33.3], [r, 33.3], [m, 50], [l, 66.7], [r, 66.7], [l, 100], [r, 100]],
    10: [[l, 0], [r, 0], [m, 16.7], [l, 33.3], [r, 33.3], [l, 66.7], [r, 66.7], [m, 83.3], [l, 100], [r, 100]],
  };
  return (rows[count] ?? []).map(([x, y]) => ({ x, y, down: y > 50 }));
}

/** The distance between the cards of a fan that makes all of them fit. */
export function fanStep(count: number, size: number, room: number, most: number): number {
  if (count < 2) return 0;
  return Math.max(4, Math.min(most, (room - size) / (count - 1)));
}

/** Gap between cards side by side, in pixels. */
export const BESIDE = 6;

/** The largest width at which the cards fit in one row without overlap. `null` if they would be too small. */
export function besideWidth(count: number, room: number, most: number, wished: boolean): number | null {
  if (!wished || count < 2) return null;
  const wide = Math.floor(Math.min(most, (room - BESIDE * (count - 1)) / count));
  return wide >= most * 0.66 ? wide : null;
}

/** The indexes of the cards by kind, in the order in which the kinds appear. The kind is the printed type, else the suit. */
export function groupByKind(cards: CardScene[]): number[][] {
  const groups = new Map<string, number[]>();
  cards.forEach(({ face }, at) => {
    const kind = face?.text?.find(([name]) => name === 'type')?.[1] ?? face?.suit ?? '';
    groups.set(kind, [...(groups.get(kind) ?? []), at]);
  });
  return [...groups.values()];
}

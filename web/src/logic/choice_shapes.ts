/** Finds the shape of a choice from the words of its buttons: suits, colours, bids, numbers, ranks or plain words. The code knows no game. */
import type { Button, Scene } from '../messages';
import { rankOf, type Suit } from './cards';

export type BidCell = { level: number; strain: Strain; button: Button | null };
export type Strain = Suit | 'NT';
export const STRAINS: Strain[] = ['C', 'D', 'H', 'S', 'NT'];

export type ChoiceShape = {
  suits: { suit: Suit; button: Button }[];
  colours: { colour: string; button: Button }[];
  /** A grid of levels and strains. Missing bids have no button. Empty if the choice is not a bid. */
  bids: BidCell[][];
  numbers: { value: number; button: Button }[];
  ranks: { rank: string; button: Button }[];
  /** Buttons that have none of these shapes. */
  words: Button[];
};

const SUIT_WORDS: Record<string, Suit> = { c: 'C', '♣': 'C', club: 'C', clubs: 'C', d: 'D', '♦': 'D', diamond: 'D', diamonds: 'D', h: 'H', '♥': 'H', heart: 'H', hearts: 'H', s: 'S', '♠': 'S', spade: 'S', spades: 'S' };
const COLOURS: Record<string, string> = { red: '#c9302b', green: '#2b8a4b', blue: '#2367b8', yellow: '#e2b41f', orange: '#d9772b', purple: '#7b3fa0', white: '#f5f1e6', black: '#2a2622', pink: '#cf5f97', brown: '#7a5230' };
const BID = /^([1-9])\s*(♣|♦|♥|♠|nt|no trumps?|[cdhs])$/i;

/** Whether a word names a suit or a colour. */
export const isSuitWord = (word: string): boolean => word.toLowerCase() in SUIT_WORDS || word.toLowerCase() in COLOURS;

const strainOf = (words: string): Strain => SUIT_WORDS[words.toLowerCase()] ?? 'NT';

/** The strain of a bid such as `4 ♠`. `null` for other words. */
export function strainOfBid(words: string): Strain | null {
  const found = BID.exec(words.trim());
  return found ? strainOf(found[2]!) : null;
}

const labelOf = (button: Button): string => (button.label || button.id || '').trim();

/** The shape of the buttons of a scene. `most` is the highest level of a bid that has been offered in this match. */
export function shapeOf(buttons: Button[], scene: Scene, most = 0): ChoiceShape {
  const shape: ChoiceShape = { suits: [], colours: [], bids: [], numbers: [], ranks: [], words: [] };
  const bids = buttons.flatMap((button) => {
    const found = BID.exec(labelOf(button)) ?? BID.exec(button.id ?? '');
    return found ? [{ level: Number(found[1]), strain: strainOf(found[2]!), button }] : [];
  });
  const levels = Math.max(most, ...bids.map(({ level }) => level));
  if (bids.length > 0 && levels > 1) {
    shape.bids = Array.from({ length: levels }, (_, at) => STRAINS.map((strain) => bids.find((bid) => bid.level === at + 1 && bid.strain === strain) ?? { level: at + 1, strain, button: null }));
  }
  const taken = new Set(shape.bids.length > 0 ? bids.map(({ button }) => button) : []);
  const left = buttons.filter((button) => !taken.has(button));
  const suited = left.filter((button) => SUIT_WORDS[labelOf(button).toLowerCase()]);
  const coloured = left.filter((button) => COLOURS[labelOf(button).toLowerCase()]);
  const numbered = left.filter((button) => /^\d{1,4}$/.test(labelOf(button)));
  const ranked = rankButtons(left, scene);
  if (suited.length > 1) shape.suits = suited.map((button) => ({ suit: SUIT_WORDS[labelOf(button).toLowerCase()]!, button }));
  if (coloured.length > 1) shape.colours = coloured.map((button) => ({ colour: COLOURS[labelOf(button).toLowerCase()]!, button }));
  if (ranked.length > 0) shape.ranks = ranked;
  else if (numbered.length > 1) shape.numbers = numbered.map((button) => ({ value: Number(labelOf(button)), button })).sort((a, b) => a.value - b.value);
  const shaped = new Set([...shape.suits, ...shape.colours, ...shape.numbers, ...shape.ranks].map(({ button }) => button));
  shape.words = left.filter((button) => !shaped.has(button));
  return shape;
}

const RANK = /^(10|[2-9]|[TJQKA]|jack|queen|king|ace)$/i;

/** The buttons that name ranks. A choice of numbers counts as a choice of ranks only if the viewer holds a card of each rank. */
function rankButtons(buttons: Button[], scene: Scene): { rank: string; button: Button }[] {
  const found = buttons.filter((button) => RANK.test(labelOf(button)));
  if (found.length === 0) return [];
  const held = ownRanks(scene);
  const letters = found.some((button) => !/^\d+$/.test(labelOf(button)));
  const all = found.every((button) => held.has(normal(labelOf(button))));
  return (letters && found.length > 1) || (all && found.length > 0 && !found.some((button) => /^[01]$/.test(labelOf(button)))) ? found.map((button) => ({ rank: normal(labelOf(button)), button })).sort((a, b) => RANK_ORDER.indexOf(a.rank) - RANK_ORDER.indexOf(b.rank)) : [];
}

const RANK_ORDER = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];

const normal = (rank: string): string => rankOf({ rank: rank.length > 2 ? rank.toLowerCase() : rank.toUpperCase() }) ?? rank;

function ownRanks(scene: Scene): Set<string> {
  const viewer = scene.viewer !== null && typeof scene.viewer === 'object' && scene.viewer && 'Seat' in scene.viewer ? scene.viewer.Seat : null;
  const found = new Set<string>();
  for (const zone of scene.zones ?? []) if (viewer !== null && zone.owner === viewer && zone.role === 'hand') for (const { face } of zone.cards ?? []) if (face) found.add(rankOf(face) ?? face.rank ?? '');
  return found;
}

/** For each card of the viewer that means the same as a button with a rank: the key of the card and the id of the button. */
export function rankAliases(scene: Scene): Map<number, string> {
  const ranks = shapeOf(scene.buttons ?? [], scene).ranks;
  const found = new Map<number, string>();
  if (ranks.length === 0) return found;
  const viewer = scene.viewer !== null && typeof scene.viewer === 'object' && scene.viewer && 'Seat' in scene.viewer ? scene.viewer.Seat : null;
  for (const zone of scene.zones ?? []) {
    if (viewer === null || zone.owner !== viewer || zone.role !== 'hand') continue;
    for (const card of zone.cards ?? []) {
      const same = card.face ? ranks.find(({ rank }) => rank === (rankOf(card.face!) ?? card.face!.rank)) : undefined;
      if (same && card.key) found.set(card.key, same.button.id ?? '');
    }
  }
  return found;
}

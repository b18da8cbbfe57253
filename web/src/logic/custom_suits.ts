/** Handles suits other than the French four: the names of their cards, and a colour and a figure for each suit. The code knows no game. */
import figures from '../art/figures.json';
import type { FaceScene, Scene } from '../messages';
import { isJoker, rankOf, suitOf } from './cards';

export type Figure = 'coin' | 'cup' | 'sword' | 'club' | 'leaf' | 'flower' | 'wave' | 'sun' | 'star' | 'moon' | 'drop' | 'gem' | 'ring' | 'cross' | 'shield';

/** The colour and figure of well-known suit names. */
const WORDS: Record<string, { hue: number; figure?: Figure; pale?: boolean }> = figures.words as Record<string, { hue: number; figure?: Figure; pale?: boolean }>;
const HUES = [6, 212, 128, 40, 280, 178, 330, 24, 244, 82];
const FIGURES: Figure[] = ['leaf', 'drop', 'star', 'gem', 'moon', 'ring', 'flower', 'cross', 'shield', 'sun'];

/** The singular of a suit name. */
const singular = (suit: string): string => suit.toLowerCase().replace(/(?<=...)s$/, '');

export type SuitStyle = { hue: number; figure: Figure; pale: boolean };

/** The colour, and the figure if there is one, of a well-known word such as `coins` or `green`. `null` for other words. */
export const knownSign = (word: string): { hue: number; figure?: Figure; pale?: boolean } | null => WORDS[singular(word)] ?? null;

/** The colour of a frame: a well-known word, or six or three digits after `#`. `null` for other texts. */
export function frameTint(color: string): Tint | null {
  const known = knownSign(color);
  if (known) return { hue: known.hue, strength: known.pale ? 0.1 : 1 };
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1];
  if (!digits) return null;
  const parts = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)!;
  const [r, g, b] = parts.map((part) => parseInt(part, 16)) as [number, number, number];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const range = most - least || 1;
  const hue = most === r ? (g - b) / range : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return { hue: Math.round(((hue + 6) % 6) * 60), strength: most === 0 ? 0 : (most - least) / most };
}

/** The number that was assigned to each suit name that is not well known. */
const assigned = new Map<string, number>();

/** The colour and figure of a suit. A suit that is not well known gets the next colour and figure that no other suit uses. */
export function suitStyle(suit: string): SuitStyle {
  const word = singular(suit);
  const known = WORDS[word];
  if (known?.figure) return { hue: known.hue, figure: known.figure, pale: known.pale ?? false };
  if (!assigned.has(word)) assigned.set(word, assigned.size);
  const nth = assigned.get(word)!;
  return { hue: known?.hue ?? HUES[nth % HUES.length]!, figure: FIGURES[nth % FIGURES.length]!, pale: known?.pale ?? false };
}

/** The rank and suit of a card with a suit other than the French four. `null` for other cards. Italian clubs are not French clubs. */
export function customSuit(face: FaceScene): { rank: string; suit: string } | null {
  const { rank, suit } = face;
  if (!rank || !suit || isJoker(face)) return null;
  const usual = rankOf(face) !== null && suitOf(face) !== null && face.name !== fullName(rank, suit);
  return usual ? null : { rank, suit };
}

/** The full name of a card: `King of Swords` if the suit is a plural, otherwise `Red 7`. */
export const fullName = (rank: string, suit: string): string => (/\ws$/.test(suit) ? `${rank} of ${suit}` : `${suit} ${rank}`);

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Replaces card ids such as `7Swords` in a sentence by names. Knows the suits of the cards that the scene shows. */
export function withCustomNames(words: string, scene: Scene): string {
  const suits = new Set<string>();
  for (const zone of scene.zones ?? []) for (const { face } of zone.cards ?? []) {
    const own = face ? customSuit(face) : null;
    if (own && face!.id === `${own.rank}${own.suit}` && own.suit.length > 1) suits.add(own.suit);
  }
  if (suits.size === 0) return words;
  const pattern = new RegExp(`(?<![\\w-])([A-Z]?[a-z]*\\d*)(${[...suits].map(escaped).join('|')})(?![\\w-])`, 'g');
  return words.replace(pattern, (all, rank: string, suit: string) => (rank ? fullName(rank, suit) : all));
}

/** The colours of Magic's five mana symbols. */
const COST_TINTS: Record<string, Tint> = { W: { hue: 48, strength: 0.6 }, U: { hue: 212, strength: 1 }, B: { hue: 270, strength: 0.3 }, R: { hue: 6, strength: 1 }, G: { hue: 128, strength: 1 } };
const MANY: Tint = { hue: 42, strength: 1 };
const NONE: Tint = { hue: 220, strength: 0.15 };

export type Tint = { hue: number; strength: number };

/** The colour of a card, from the mana symbols in its cost (`{2}{R}`), or from those in its text. `null` if there are no mana symbols. */
export function costTint(cost: string, rules: string): Tint | null {
  const signs = (words: string) => [...new Set([...words.matchAll(/\{([^{}]*)\}/g)].flatMap((found) => found[1]!.split('/')).filter((sign) => sign in COST_TINTS))];
  const found = signs(cost === '' ? rules : cost);
  if (found.length > 0) return found.length > 1 ? MANY : COST_TINTS[found[0]!]!;
  return cost.includes('{') ? NONE : null;
}

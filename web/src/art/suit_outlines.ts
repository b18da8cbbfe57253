/** Makes suit symbols as SVG outlines. All symbols of a card form one path, because then 100 cards can be drawn in one frame. */
import type { Suit } from '../logic/cards';
import figures from './figures.json';

/** Outlines in a 100 × 100 square. */
const OUTLINES: Record<Suit, string> = figures.outlines;

export type SymbolPlace = { x: number; y: number; size: number; down?: boolean };

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * For each path command, the meaning of its numbers: `x` and `y` are positions, `l` is a length, and `=` is a number that is not scaled.
 */
const NUMBERS: Record<string, string> = { m: 'xy', c: 'xyxyxy', h: 'x', a: 'll===xy', z: '' };

/** Scales an outline to `size` and moves its centre to this place. `down` rotates it by half a turn. */
export function placeOutline(outline: string, { x, y, size, down = false }: SymbolPlace): string {
  const scale = ((down ? -1 : 1) * size) / 100;
  const origin = { x: x - 50 * scale, y: y - 50 * scale };
  return outline.replace(/([a-z])([^a-z]*)/gi, (_, command: string, rest: string) => {
    const kinds = NUMBERS[command.toLowerCase()] ?? '';
    const moved = command === command.toUpperCase();
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map((word, at) => {
      const [kind, value] = [kinds[at % kinds.length], Number(word)];
      if (kind === 'l') return round(value * Math.abs(scale));
      if (kind === 'x' || kind === 'y') return round(value * scale + (moved ? origin[kind] : 0));
      return value;
    });
    return command + numbers.join(' ');
  });
}

/** Several symbols of one suit as one path. */
export const suitOutline = (suit: Suit, places: SymbolPlace[]): string => places.map((place) => placeOutline(OUTLINES[suit], place)).join('');

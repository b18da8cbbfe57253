/** Suit symbols as SVG outlines. All symbols of a card form one path, because then 100 cards can be drawn in one frame. */
import type { Suit } from '../logic/cards';

/** Outlines in a 100 × 100 square. */
const OUTLINES: Record<Suit, string> = {
  S: 'M50 4C58 26 93 40 93 63c0 14-11 23-22 23-8 0-14-4-17-9 1 8 4 14 11 19H35c7-5 10-11 11-19-3 5-9 9-17 9C18 86 7 77 7 63 7 40 42 26 50 4z',
  H: 'M50 95C40 76 6 58 6 32 6 17 17 7 29 7c10 0 17 6 21 16C54 13 61 7 71 7c12 0 23 10 23 25 0 26-34 44-44 63z',
  D: 'M50 3C58 22 72 38 88 50 72 62 58 78 50 97 42 78 28 62 12 50 28 38 42 22 50 3z',
  C: 'M50 5a21 21 0 0 1 17.500 32.600A21.500 21.500 0 1 1 53.500 72c.6 10.500 4 17.500 12.500 24H34c8.500-6.500 11.900-13.500 12.500-24A21.500 21.500 0 1 1 32.500 37.600 21 21 0 0 1 50 5z',
};

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

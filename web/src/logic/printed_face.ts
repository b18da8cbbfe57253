/** Sorts the printed values of a face by where they are drawn, and chooses what the generated picture of a card shows. */
import figures from '../art/figures.json';
import type { FaceScene, Offer, Scene } from '../messages';
import { madeSign, signsOf } from './cost_signs';

/** How a face with text is divided: a picture above the words, words alone, or a picture behind everything. */
export type Frame = 'art' | 'text' | 'full';

export type Printed = {
  cost: string;
  type: string;
  rules: string;
  size: string;
  /** The printed size, if the card has another size now. */
  base: string;
  /** The file of the picture in the folder of the game. */
  art: string;
  /** A sign in the corner of the picture: a word such as `sun`, or a few letters. */
  icon: string;
  /** The colour of the frame: a word such as `green`, or `#2a7`. */
  color: string;
  frame: Frame;
  /** All other values. */
  lines: [string, string][];
};

/** The printed values of a face, sorted by where they are drawn. Values with other names become lines of text. */
export function printed(face: FaceScene): Printed {
  const found: Printed = { cost: '', type: '', rules: '', size: '', base: '', art: '', icon: '', color: '', frame: 'art', lines: [] };
  for (const [key, value] of face.text ?? []) {
    if (key === 'type' || key === 'size' || key === 'art' || key === 'icon') found[key] = value;
    // A colour that rules may ask for is also a word on the card, because not everybody can tell colours apart.
    else if (key === 'color') {
      found.color = value;
      if (!value.startsWith('#')) found.lines.push([key, value]);
    }
    else if (key === 'text' || key === 'rules') found.rules = found.rules === '' ? value : `${found.rules}\n${value}`;
    // A number without braces is drawn as a sign, too.
    else if (key === 'cost') found.cost = /^[\w/]{1,3}$/.test(value) ? `{${value}}` : value;
    else if (key === 'printed size') found.base = value;
    else if (key === 'frame' && (value === 'text' || value === 'full' || value === 'art')) found.frame = value;
    else found.lines.push([key, value]);
  }
  return found;
}

/** The name of a value as words: `max_age` becomes `max age`. */
export const lineName = (key: string): string => key.replace(/_/g, ' ');

/** The properties that decide what the picture of a card shows: the words of its type and name, and its colour. */
export type Subject = { words: string; colour: string };

export function subjectOf(face: FaceScene): Subject {
  const { cost, type, rules } = printed(face);
  const colour = signsOf(cost).flatMap((sign) => sign.split('/')).find((sign) => 'WUBRG'.includes(sign)) ?? madeSign(rules) ?? '';
  return { words: `${type} ${face.name ?? ''}`.toLowerCase(), colour };
}

const LANDS: Record<string, string> = { W: 'plains', U: 'island', B: 'swamp', R: 'mountain', G: 'forest' };
const SPELLS: Record<string, string[]> = { W: ['scales', 'banner'], U: ['wave'], B: ['shears', 'tomb'], R: ['fire', 'sparks'], G: ['tree'] };
/** The figure of a card whose type or name has one of these words. The first match counts. */
const BY_WORD = (figures.subjects as [string[], string[]][]).map(([words, drawn]): [RegExp, string[]] => [new RegExp(`\\b(${words.join('|')})\\b`), drawn]);

/** The figure in the picture of a card. The same card always has the same figure. */
export function figureOf({ words, colour }: Subject, seed: number): string {
  const pick = (figures: string[]): string => figures[seed % figures.length]!;
  if (/\bland\b/.test(words) && !/\bcreature\b/.test(words)) return LANDS[colour] ?? 'hills';
  if (/\b(instant|sorcery)\b/.test(words)) return pick(SPELLS[colour] ?? ['sparks']);
  return pick(BY_WORD.find(([word]) => word.test(words))?.[1] ?? ['sparks', 'scales', 'tree', 'wave']);
}

/** The line below the picture of a card on the table: its keywords, else its kind. */
export function shortLine(face: FaceScene): string {
  const { type, rules } = printed(face);
  const first = (rules.split('\n')[0] ?? '').replace(/\([^()]*\)/g, '').trim();
  if (first !== '' && first.length <= 34 && !/[.:{]/.test(first)) return first;
  return (type.split(/\s[—–-]\s/).pop() ?? type).trim();
}

/**
 * The lines of rules that moves of one card stand for, such as `{T}: Add {G}.` for its second ability. Empty if some
 * move has no line, because the list would then not tell the moves apart.
 */
export function abilityLines(offers: Offer[], scene: Scene): string[] {
  const lines = offers.map(({ label, gesture }) => {
    const face = gesture.kind === 'card' ? scene.zones?.[gesture.card.zone]?.cards?.[gesture.card.at]?.face : null;
    const nth = Number(/ ability (\d+)$/.exec(label)?.[1] ?? 1);
    return face ? (printed(face).rules.split('\n')[nth - 1] ?? '') : '';
  });
  return lines.every((line) => line.includes(':')) && new Set(lines).size === lines.length ? lines : [];
}

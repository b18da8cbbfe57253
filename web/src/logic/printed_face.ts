/** The printed values of a face, and what the generated picture of a card shows. */
import type { FaceScene, Offer, Scene } from '../messages';
import { madeSign, signsOf } from './cost_signs';

/** The printed values of a face, sorted by where they are drawn. Values with other names become lines of text. */
export function printed(face: FaceScene): { cost: string; type: string; rules: string; size: string; /** The printed size, if the card has another size now. */ base: string; lines: [string, string][] } {
  const found = { cost: '', type: '', rules: '', size: '', base: '', lines: [] as [string, string][] };
  for (const [key, value] of face.text ?? []) {
    if (key === 'cost' || key === 'type' || key === 'rules' || key === 'size') found[key] = value;
    else if (key === 'printed size') found.base = value;
    else found.lines.push([key, value]);
  }
  return found;
}

/** What the picture of a card shows: the words of its type and name, and its colour. */
export type Subject = { words: string; colour: string };

export function subjectOf(face: FaceScene): Subject {
  const { cost, type, rules } = printed(face);
  const colour = signsOf(cost).flatMap((sign) => sign.split('/')).find((sign) => 'WUBRG'.includes(sign)) ?? madeSign(rules) ?? '';
  return { words: `${type} ${face.name ?? ''}`.toLowerCase(), colour };
}

const LANDS: Record<string, string> = { W: 'plains', U: 'island', B: 'swamp', R: 'mountain', G: 'forest' };
const SPELLS: Record<string, string[]> = { W: ['scales', 'banner'], U: ['wave'], B: ['shears', 'tomb'], R: ['fire', 'sparks'], G: ['tree'] };
/** The figure of a card whose type or name has one of these words. The first match counts. */
const BY_WORD: [RegExp, string[]][] = [
  [/\bequipment\b/, ['blade']],
  [/\b(dragon|drake|wurm|lizard|snake|serpent|wolf|hound|dog|crocodile|dinosaur)\b/, ['dragon']],
  [/\b(bird|angel|griffin|phoenix|bat|faerie|hawk|owl|raven|crow)\b/, ['bird']],
  [/\b(spirit|ghost|shade|wraith|spectre|specter|illusion|elemental|wisp)\b/, ['ghost']],
  [/\b(fish|merfolk|kraken|leviathan|octopus|crab|turtle|whale|shark|frog)\b/, ['fish']],
  [/\b(spider|insect|scorpion)\b/, ['spider']],
  [/\b(ogre|giant|troll|golem|orc|cyclops|construct|treefolk|goblin|dwarf)\b/, ['giant']],
  [/\b(knight|paladin|cleric|priest|monk)\b/, ['knight']],
  [/\b(soldier|guard|scout|warrior|archer|wall)\b/, ['guard']],
  [/\b(rogue|vampire|assassin|wizard|shaman|warlock|pirate|human)\b/, ['rogue', 'guard']],
  [/\bcreature\b/, ['beast', 'giant', 'rogue']],
  [/\bartifact\b/, ['vault', 'blade']],
  [/\b(enchantment|aura)\b/, ['banner', 'tomb']],
];

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

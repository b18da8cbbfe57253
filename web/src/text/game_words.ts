/** Translates the English texts of games and of the server. A text without a translation stays English. */
import type { Text } from './en';

/** Replaces each marker such as `seat 2 {passt|passt}` by one of two verbs: the first for the viewer, the second for another player. */
const withVerbs = (words: string, own: number | null): string =>
  words.replace(/(?:seat |p)(\d+) \{([^|}]*)\|([^}]*)\}/gi, (all, number: string, second: string, third: string) => (Number(number) - 1 === own ? `du ${second}` : `${all.slice(0, all.indexOf(' {'))} ${third}`));

/** The translations that the current game brings, by language and English text in lower case. */
let brought: Record<string, Record<string, string>> = {};

/** Uses the translations of a game. They come before the words that the page knows. */
export function bringTranslations(translations: Record<string, Record<string, string>> = {}): void {
  const lower = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).map(([english, other]) => [english.toLowerCase(), other]));
  brought = Object.fromEntries(Object.entries(translations).map(([language, texts]) => [language, lower(texts)]));
}

/** The translations of the current game to a language, by English text in lower case. */
export const broughtTo = (code: string): Record<string, string> | undefined => brought[code];

const broughtText = (words: string, text: Text): string | undefined => broughtTo(text.code)?.[words.toLowerCase()];

/**
 * A text of a game in the language of the page. Seats stay as they are (`seat 2`). `own` is the seat of the viewer, and
 * its verbs are in the second person.
 */
export const gameText = (words: string, text: Text, own: number | null = null): string => broughtText(words, text) ?? withVerbs(text.games.marked(words), own);

/** The label of a button in the language of the page. */
export const buttonText = (label: string, text: Text): string => broughtText(label, text) ?? withVerbs(text.games.button(label), null);

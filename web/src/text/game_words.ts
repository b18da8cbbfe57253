/** Translates the English texts of games and of the server. A text without a translation stays English. */
import type { Text } from './en';
import { germanButton, germanMarked } from './game_words_de';

/** Replaces each marker such as `seat 2 {passt|passt}` by one of two verbs: the first for the viewer, the second for another player. */
const withVerbs = (words: string, own: number | null): string =>
  words.replace(/(?:seat |p)(\d+) \{([^|}]*)\|([^}]*)\}/gi, (all, number: string, second: string, third: string) => (Number(number) - 1 === own ? `du ${second}` : `${all.slice(0, all.indexOf(' {'))} ${third}`));

/**
 * A text of a game in the language of the page. Seats stay as they are (`seat 2`). `own` is the seat of the viewer, and
 * its verbs are in the second person.
 */
export const gameText = (words: string, text: Text, own: number | null = null): string => (text.code === 'de' ? withVerbs(germanMarked(words), own) : words);

/** The label of a button in the language of the page. */
export const buttonText = (label: string, text: Text): string => (text.code === 'de' ? withVerbs(germanButton(label), null) : label);

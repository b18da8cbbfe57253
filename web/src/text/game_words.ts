/** Translates the texts that games and the server send, which are English. An unknown text stays English. */
import type { Text } from './en';
import { germanButton, germanMarked } from './game_words_de';

/** Replaces each marker `seat 2 {passt|passt}` by the verb for the viewer or for another player. */
const withVerbs = (words: string, own: number | null): string =>
  words.replace(/(?:seat |p)(\d+) \{([^|}]*)\|([^}]*)\}/gi, (all, number: string, second: string, third: string) => (Number(number) - 1 === own ? `du ${second}` : `${all.slice(0, all.indexOf(' {'))} ${third}`));

/** A text of a game in the language of the page. Seats stay as they are (`seat 2`); the viewer `own` is addressed. */
export const gameText = (words: string, text: Text, own: number | null = null): string => (text.code === 'de' ? withVerbs(germanMarked(words), own) : words);

/** The label of a button in the language of the page. */
export const buttonText = (label: string, text: Text): string => (text.code === 'de' ? withVerbs(germanButton(label), null) : label);

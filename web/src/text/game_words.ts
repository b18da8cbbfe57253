/** Translates the English texts of games and of the server. A text without a translation stays English. */
import type { FaceScene } from '../messages';
import type { GameMeta, GamePage } from '../net/api';
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

/** A printed text of a card in the language of the page. A text with several lines may be translated line by line. */
export const cardText = (words: string, text: Text): string => broughtText(words, text) ?? (words.includes('\n') ? words.split('\n').map((line) => cardText(line, text)) : [gameText(words, text)]).join('\n');

/** The name of a card in the language of the page. The words of a name such as `Red 7` are translated one by one. */
export function cardName(name: string, text: Text): string {
  const whole = cardText(name, text);
  if (whole !== name || text.code === 'en') return whole;
  const [, suit, rank] = /^([A-Z][a-z]+) (\w+)$/.exec(name) ?? [];
  return suit ? `${cardText(suit, text)} ${cardText(rank!, text)}` : name;
}

/** A face whose name and printed texts are in the language of the page. Colours, signs and pictures are chosen by the English face. */
export function translatedFace(face: FaceScene, text: Text): FaceScene {
  if (text.code === 'en' && !broughtTo('en')) return face;
  const printed = face.text?.map(([key, value]): [string, string] => (UNSPOKEN.has(key) ? [key, value] : [key, cardText(value, text)]));
  return { ...face, ...(face.name && { name: cardName(face.name, text) }), ...(printed && { text: printed }) };
}

/** Printed values that are no words: signs, files, sizes. */
const UNSPOKEN = new Set(['cost', 'size', 'printed size', 'art', 'icon', 'frame']);

/** The description of a game with its name and its sentence in the language of the page. The search still finds the English name. */
export function translatedMeta(meta: GameMeta, text: Text): GameMeta {
  const own = meta.translations?.[text.code] ?? {};
  const gameName = own[meta.gameName] ?? meta.gameName;
  return { ...meta, gameName, description: own[meta.description] ?? meta.description, ...(gameName !== meta.gameName && { aliases: [...(meta.aliases ?? []), meta.gameName.toLowerCase()] }) };
}

/** The page of a game with its name, its sentence and its rules in the language of the page. Rules without a translation stay English. */
export const translatedPage = (page: GamePage, text: Text): GamePage => ({ ...page, meta: translatedMeta(page.meta, text), rules: page.meta.rulesTexts?.[text.code] ?? page.rules });

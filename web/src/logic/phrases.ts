/** Writes the names of cards, seats and piles, and sentences about them. */
import type { CardScene, FaceScene, Outcome, SeatInfo, Scene, Warning } from '../messages';
import type { Text } from '../text';
import { cardName, cardText, gameText } from '../text/game_words';
import { isJoker, rankOf, suitOf } from './cards';
import { notesOf } from './card_notes';
import { fullName, customSuit, withCustomNames } from './custom_suits';

export function faceName(face: FaceScene, text: Text): string {
  const [rank, suit, own] = [rankOf(face), suitOf(face), customSuit(face)];
  if (own && (!face.name || face.name === face.id)) return cardName(fullName(own.rank, own.suit), text);
  if (own) return cardName(face.name!, text);
  if (rank && suit) return text.cards.of(text.cards.ranks[rank] ?? rank, text.cards.suits[suit] ?? suit);
  if (isJoker(face)) return face.name || text.cards.joker;
  return cardName(face.name || face.id || '', text);
}

/** A face as a short text: `Q♥`. */
export function shortFace(id: string): string {
  const found = /^(10|[2-9TJQKA])([CDHS])$/.exec(id);
  if (found) return `${found[1] === 'T' ? '10' : found[1]}${{ C: '♣', D: '♦', H: '♥', S: '♠' }[found[2]!]}`;
  const numbered = /^(\d+|Ace|Jack|Knight|Queen|King)([A-Z][a-z]+)$/.exec(id);
  return numbered ? fullName(numbered[1]!, numbered[2]!) : id;
}

/** A face as a short text in the language of the page: `Q♥`, or a name such as `Red 7`. */
export const shortName = (id: string, text: Text): string => (isJokerId(id) ? text.cards.joker : cardName(shortFace(id), text));

/** Whether this is the id of one of the two jokers of a French pack. */
export const isJokerId = (id: string): boolean => /^X[BR]$/.test(id);

/** Replaces card ids in a sentence by symbols, as in `Where to with 5♠?` */
export const withCardSymbols = (words: string): string => words.replace(/(?<![\w-])(?:10|[2-9TJQKA])[CDHS](?![\w-])/g, shortFace);

/** Replaces card ids in a sentence by symbols or names. On a board, letters mean squares and pieces, so nothing is replaced. */
export const withSymbols = (words: string, scene: Scene | null): string => (!scene || scene.board ? words : withCustomNames(withCardSymbols(words), scene));

/** The label of a card for screen readers: its name, text, counters and notes. */
export function cardLabel(card: CardScene, text: Text, say: (note: string) => string = (note) => note): string {
  const parts = [card.face ? faceName(card.face, text) : text.table.faceDown];
  for (const [key, value] of card.face?.text ?? []) parts.push(`${gameText(key, text)} ${cardText(value, text)}`);
  for (const [name, count] of card.counters ?? []) parts.push(`${name} ${count}`);
  const notes = notesOf(card);
  if (card.rotation && notes.length === 0) parts.push(`${card.rotation}°`);
  parts.push(...notes.map(say));
  return parts.join(', ');
}

/** The name that the player typed. If the player typed no name, `Guest` with the seat number. */
export const nameOrGuest = (typed: string, seat: number, text: Text): string => typed.trim() || `${text.table.guest} ${seat + 1}`;

export function seatName(seats: SeatInfo[], seat: number, own: number | null, text: Text): string {
  if (seat === own) return text.table.you;
  const place = seats[seat];
  if (place?.owner) return place.owner;
  if (place?.driver.kind === 'bot') return `${text.table.bot} ${seat + 1}`;
  if (place?.driver.kind === 'llm') return `${text.table.model} ${seat + 1}`;
  return place?.left ?? text.table.seat(seat + 1);
}

/** The second person of an English verb: `wins` becomes `win`. */
export function secondPerson(verb: string): string {
  const odd: Record<string, string> = { is: 'are', was: 'were', has: 'have', does: 'do', goes: 'go', lies: 'lie', dies: 'die', ties: 'tie' };
  if (odd[verb]) return odd[verb];
  if (verb.length < 4 || ['this', 'thus', 'plus', 'minus', 'besides', 'always'].includes(verb)) return verb;
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|zz)es$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}

/** Addresses the viewer in an English sentence: "seat 1 wins" becomes "You win". */
function addressViewer(words: string, seat: number): string {
  const name = `(?:seat ${seat + 1}|p${seat + 1})(?![\\d\\w])`;
  return words
    .replace(new RegExp(`\\bthe ((?:[a-z]+ )?[a-z]+) of ${name}`, 'gi'), 'your $1')
    .replace(new RegExp(`(^|[.;:] )${name}'s `, 'gi'), '$1Your ')
    .replace(new RegExp(`\\b${name}'s\\b`, 'gi'), 'your')
    .replace(new RegExp(`(^|[.;:] )${name}( (?:also |now |then |never )?)([a-z]+)`, 'gi'), (_, before: string, between: string, verb: string) => `${before}You${between}${secondPerson(verb)}`)
    .replace(new RegExp(`(^|[.;:] )${name}`, 'gi'), '$1You')
    .replace(new RegExp(`\\b${name}`, 'gi'), 'you');
}

/**
 * Puts a text of a game into words for the viewer: in the language of the page, with names instead of `seat 2` and
 * `p2`. The viewer is addressed as `you`.
 */
export function withNames(english: string, seats: SeatInfo[], own: number | null, text: Text): string {
  const words = gameText(english, text, own);
  const alone = /^(seat |p)\d+$/i.test(words.trim());
  const named = (found: string, number: string) => {
    const seat = Number(number) - 1;
    return seat >= 0 && seat < seats.length ? seatName(seats, seat, own, text) : found;
  };
  const several = (found: string, list: string, at: number) => {
    const all = list.match(/\d+/g)!.map((number) => named('', number));
    if (all.includes('')) return found;
    const told = new Intl.ListFormat(text.code, { type: 'conjunction' }).format(all);
    return at === 0 ? told : told.replace(new RegExp(`\\b${text.table.you}\\b`), text.table.you.toLowerCase());
  };
  const lists = words.replace(/\bseats ((?:\d+, )*\d+ and \d+)\b/gi, several);
  // A German translation already has the right verb, so only an object must be changed to "dich" or "dir". A sentence without a
  // translation stays English.
  const addressed = words !== english ? lists.replace(/(?<=.)\b(von |mit )?(?:seat |p)(\d+)\b/gi, (found, before: string | undefined, number: string) => (Number(number) - 1 !== own ? found : before ? `${before}dir` : 'dich')) : addressViewer(lists, own ?? -1);
  return (own === null || alone || own >= seats.length ? lists : addressed).replace(/\bseat (\d+)\b/gi, named).replace(/\bp(\d+)\b/g, named);
}

/** A warning of the server in the language of the page. */
export const warningText = (warning: Warning, text: Text): string => {
  const texts = text.table.warnings;
  return warning.kind === 'browserModel' ? texts.browserModel(warning.seat + 1, warning.owner) : texts[warning.kind];
};

/** Separates the words of an identifier such as `LayAway` or `pile1`. */
export const spacedName = (name: string): string => name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`).replace(/([a-z])(\d)/g, '$1 $2').replaceAll('_', ' ');

/** The text of a cell of a scoreboard. The name of a side is shown with its player: `Ann (white)`. */
export function scoreCell(words: string, scene: Scene, seats: SeatInfo[], own: number | null, text: Text): string {
  const side = (scene.board?.sides ?? []).findIndex((name) => name !== '' && name.toLowerCase() === words.toLowerCase());
  return side >= 0 && side < seats.length ? `${seatName(seats, side, own, text)} (${gameText(scene.board!.sides![side]!.toLowerCase(), text)})` : withNames(withSymbols(words, scene), seats, own, text);
}

/** The heading of a pile: its owner and its name. A word that occurs in both is written once. */
export function pileHeading(name: string, whose: string | null, own: boolean, text: Text): string {
  const said = spacedName(name);
  if (!whose || said === whose || (own && /^(your|deine?)\b/i.test(said))) return said;
  const bare = bareName(said);
  // In German, nouns keep their capital letter.
  return `${whose} · ${text.code === 'de' ? bare : `${bare[0]!.toLowerCase()}${bare.slice(1)}`}`;
}

/** The name of a pile without its owner. */
export const bareName = (name: string): string => spacedName(name).replace(/^(their|theirs|your|deine?)\b ?/i, '') || spacedName(name);

export function winners(outcome: Outcome): number[] {
  if (outcome.fault) return [];
  const first = outcome.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  // If all players have the first rank, the game is a draw, unless they are one team.
  const together = new Set(outcome.teams).size === 1;
  return first.length === outcome.seats && outcome.seats > 1 && !together ? [] : first;
}

/** How many cards of a set the player has picked, and how many are wanted. */
export type Picks = { picked: number; least?: number; most?: number };

/** Separates the task of a prompt from the number of cards that are picked for it: `Pass three cards: 1 of 3 picked`. */
export function splitPicks(prompt: string): { task: string; picks: Picks | null } {
  const found = /^(.+): (\d+)(?: of (\d+))? picked(?:, (?:at least (\d+)|(\d+) to (\d+)) wanted)?$/.exec(prompt);
  if (!found) return { task: prompt, picks: null };
  const [all, least, from, to] = [found[3], found[4], found[5], found[6]].map((one) => (one === undefined ? undefined : Number(one)));
  const [low, high] = [all ?? least ?? from, all ?? to];
  return { task: found[1]!, picks: { picked: Number(found[2]), ...(low === undefined ? {} : { least: low }), ...(high === undefined ? {} : { most: high }) } };
}

export const capital = (words: string): string => `${(words[0] ?? '').toUpperCase()}${words.slice(1)}`;

/** Starts a sentence with a capital letter. A single word may be a square or a move, so it is not changed. */
export const sentence = (words: string): string => (words.includes(' ') ? capital(words) : words);

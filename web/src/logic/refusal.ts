/** Writes sentences that explain refused gestures and failed requests. */
import type { Offer, SeatInfo, Scene } from '../messages';
import type { Text } from '../text';
import { gameText } from '../text/game_words';
import { gestureCards, type Selection } from './offers';
import { capital, faceName, withNames } from './phrases';

/** A message of the server in the language of the page. */
export const serverText = (words: string, text: Text): string => withDot(gameText(words, text));

/** The reason why a request failed. If the error has no message, the server could not be reached. */
export const errorText = (error: Error, text: Text): string => (error.message ? serverText(error.message, text) : text.errors.offline);

/** Makes a sentence with a capital letter and a full stop. */
export const withDot = (words: string): string => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

/**
 * The reason why a gesture is refused. It is the reason that the rules give (`why`). Without one, it is a sentence
 * about the possible moves, or else the prompt.
 */
export function refusalText(why: string | null, what: Selection, scene: Scene | null, offers: Offer[], seats: SeatInfo[], own: number | null, text: Text): string {
  if (why) return withDot(withNames(why, seats, own, text));
  const possible = what.cards.length > 0 ? offers.filter((offer) => what.cards.every((key) => gestureCards(offer.gesture).includes(key))) : [];
  const told = possible.slice(0, 4).map((offer) => withNames(offer.label, seats, own, text)).join('; ');
  const face = (scene?.zones ?? []).flatMap((one) => one.cards ?? []).find((card) => card.key === what.cards[0])?.face;
  const first = face && possible.length === 0 ? text.table.notNow(capital(faceName(face, text))) : text.table.notThere;
  const asked = scene?.prompt ? withDot(withNames(scene.prompt, seats, own, text)) : '';
  return [first, told ? text.table.canDo(told) : asked].filter(Boolean).join(' ');
}

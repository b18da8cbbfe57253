/** Why something cannot be done with a card or a piece, in words. */
import type { Offer, Place2, Scene } from '../messages';
import type { Text } from '../text';
import { gestureCards, type Selection } from './offers';
import { capital, faceName, withNames } from './phrases';

export const withDot = (words: string): string => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

/** `why` is the sentence of the rules, where they have one. */
export function refusalText(why: string | null, what: Selection, scene: Scene | null, offers: Offer[], seats: Place2[], own: number | null, text: Text): string {
  if (why) return withDot(withNames(why, seats, own, text));
  const possible = what.cards.length > 0 ? offers.filter((offer) => what.cards.every((key) => gestureCards(offer.gesture).includes(key))) : [];
  const told = possible.slice(0, 4).map((offer) => withNames(offer.label, seats, own, text)).join('; ');
  // Where the rules have no sentence for it, what they ask for now is the reason.
  const face = (scene?.zones ?? []).flatMap((one) => one.cards ?? []).find((card) => card.key === what.cards[0])?.face;
  const first = face && possible.length === 0 ? text.table.notNow(capital(faceName(face, text))) : text.table.notThere;
  const asked = scene?.prompt ? withDot(withNames(scene.prompt, seats, own, text)) : '';
  return [first, told ? text.table.canDo(told) : asked].filter(Boolean).join(' ');
}

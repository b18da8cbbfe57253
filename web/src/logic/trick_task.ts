/** Finds the task of a player in a trick: lead, follow a suit, or play any card. Used if the rules file has no prompt for it. */
import type { FaceScene, Offer, Scene } from '../messages';
import { suitOf, type Suit } from './cards';
import { seatOf } from './layout';
import { gestureCards } from './offers';

export type TrickTask = { kind: 'lead' | 'play' } | { kind: 'follow' | 'free'; suit: Suit };

/** The card that was led. `null` before the lead, `undefined` if the zones do not tell it. */
function ledCard(scene: Scene, own: number): FaceScene | null | undefined {
  const seats = scene.seats ?? 0;
  const tricks = (scene.zones ?? []).filter((zone) => zone.role === 'trick');
  const filled = tricks.filter((zone) => (zone.cards ?? []).length > 0);
  if (filled.length === 0) return null;
  if (tricks.length === 1 && (tricks[0]!.owner ?? null) === null) {
    const cards = tricks[0]!.cards ?? [];
    return (tricks[0]!.topFirst ? cards.at(-1) : cards[0])?.face ?? undefined;
  }
  if (filled.some((zone) => (zone.cards ?? []).length > 1)) return undefined;
  // The players before the viewer in turn order have played.
  const leader = (own - filled.length + seats) % seats;
  return filled.find((zone) => zone.owner === leader)?.cards?.[0]?.face ?? undefined;
}

/** The task of the viewer. `null` if the decision is not about a card for a trick. */
export function trickTask(scene: Scene, offers: Offer[]): TrickTask | null {
  const own = seatOf(scene.viewer);
  const hand = (scene.zones ?? []).find((zone) => zone.role === 'hand' && zone.owner === own && own !== null);
  if (own === null || !hand || offers.length === 0 || (scene.due ?? []).length > 1 || (scene.seats ?? 0) < 2) return null;
  const roleOf = (id: string) => (scene.zones ?? []).find((zone) => zone.id === id)?.role;
  const faces = new Map((hand.cards ?? []).map((card) => [card.key ?? 0, card.face]));
  const plays = offers.map(({ gesture, kind }) => {
    const keys = gestureCards(gesture);
    const toTrick = gesture.kind === 'card' || (gesture.kind === 'drag' && roleOf(gesture.to) === 'trick');
    return toTrick && keys.length === 1 && kind !== 'putBack' && faces.has(keys[0]!) ? (faces.get(keys[0]!) ?? null) : null;
  });
  if (plays.some((face) => face === null) || !(scene.zones ?? []).some((zone) => zone.role === 'trick')) return null;
  const led = ledCard(scene, own);
  if (led === undefined) return { kind: 'play' };
  if (led === null) return { kind: 'lead' };
  const suit = suitOf(led);
  if (!suit) return { kind: 'play' };
  if (plays.every((face) => suitOf(face!) === suit)) return { kind: 'follow', suit };
  const none = (hand.cards ?? []).every((card) => card.face && suitOf(card.face) !== suit);
  return none && plays.length === (hand.cards ?? []).length ? { kind: 'free', suit } : { kind: 'play' };
}

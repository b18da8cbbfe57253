/** The end of a patience (solitaire): whether the remaining cards can be played automatically, and the next move. */
import type { Offer, Scene, ZoneScene } from '../messages';
import { rankOf, suitOf } from './cards';
import { gestureCards, type Choices } from './offers';

const ORDER = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];

const shared = (scene: Scene, role: string): ZoneScene[] => (scene.zones ?? []).filter((zone) => zone.role === role && (zone.owner ?? null) === null);

/** Whether all cards of the columns are face up, so that only the foundations remain to be built. */
export function canFinish(scene: Scene): boolean {
  const [columns, built] = [shared(scene, 'tableau'), shared(scene, 'foundation')];
  if ((scene.seats ?? 0) !== 1 || columns.length < 3 || built.length === 0) return false;
  const open = columns.every((zone) => (zone.cards ?? []).every((card) => card.face) && (zone.cards ?? []).length === (zone.count ?? (zone.cards ?? []).length));
  return open && columns.some((zone) => (zone.cards ?? []).length > 0);
}

/** The keys of the cards that the foundations take next. */
function wanted(scene: Scene): Set<number> {
  const found = new Set<number>();
  const tops = [...shared(scene, 'tableau'), ...shared(scene, 'discard')].flatMap((zone) => (zone.cards ?? []).slice(-1));
  const built = new Map<string, number>();
  for (const zone of shared(scene, 'foundation')) {
    const face = (zone.cards ?? []).at(-1)?.face;
    if (face) built.set(suitOf(face) ?? '', ORDER.indexOf(rankOf(face) ?? ''));
  }
  for (const card of tops) {
    const [suit, rank] = [card.face ? suitOf(card.face) : null, card.face ? rankOf(card.face) : null];
    if (suit && rank && card.key && ORDER.indexOf(rank) === (built.get(suit) ?? -1) + 1) found.add(card.key);
  }
  return found;
}

/** The next move towards the end. `null` if there is none. */
export function nextToFinish(scene: Scene, choices: Choices): Offer | null {
  const role = (zone: string) => (scene.zones ?? []).find((one) => one.id === zone)?.role;
  const target = choices.offers.find(({ gesture }) => (gesture.kind === 'zone' && role(gesture.zone) === 'foundation') || (gesture.kind === 'drag' && role(gesture.to) === 'foundation'));
  if (target) return target;
  const keys = wanted(scene);
  const card = choices.offers.find(({ gesture, kind }) => gesture.kind === 'card' && kind !== 'putBack' && gestureCards(gesture).some((key) => keys.has(key)));
  if (card) return card;
  const stock = shared(scene, 'deck')[0];
  const turned = stock ? choices.clickZone(stock.id ?? '', { cards: [], square: null }) : null;
  return turned && 'play' in turned && turned.play.length === 1 ? turned.play[0]! : null;
}

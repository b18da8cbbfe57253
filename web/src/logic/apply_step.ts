/** Applies a step to a scene, so that the client can draw the table between two scenes of the server. The code knows no game. */
import type { CardScene, FaceScene, Place, Scene, Step, ZoneScene } from '../messages';

/** The faces seen so far. The key is the id that steps use. */
export type KnownFaces = ReadonlyMap<string, FaceScene>;

const STANDARD = /^(10|[2-9TJQKA])([CDHS])$/;

/** The face with this id. If it was never seen, a face is made from the id. */
export function faceOf(id: string, faces: KnownFaces): FaceScene {
  const known = faces.get(id);
  if (known) return known;
  const found = STANDARD.exec(id);
  return found ? { id, name: id, rank: found[1]!, suit: found[2]! } : { id, name: id };
}

/** The known faces, together with the faces in this scene. */
export function withFacesOf(faces: KnownFaces, scene: Scene): KnownFaces {
  let more: Map<string, FaceScene> | null = null;
  for (const zone of scene.zones ?? []) {
    for (const { face } of zone.cards ?? []) {
      if (!face?.id || faces.has(face.id) || more?.has(face.id)) continue;
      more ??= new Map(faces);
      more.set(face.id, face);
    }
  }
  return more ?? faces;
}

/** Whether the scene lists each card of this zone. */
const showsEachCard = (zone: ZoneScene): boolean => (zone.cards ?? []).length === (zone.count ?? (zone.cards ?? []).length);

/** A new key for a card that becomes visible between two scenes. It is negative, so it differs from all keys of the server. */
function freshKey(scene: Scene): number {
  let least = 0;
  for (const zone of scene.zones ?? []) for (const card of zone.cards ?? []) least = Math.min(least, card.key ?? 0);
  return least - 1;
}

function withZone(scene: Scene, id: string, change: (zone: ZoneScene) => ZoneScene): Scene {
  return { ...scene, zones: (scene.zones ?? []).map((zone) => (zone.id === id ? change(zone) : zone)) };
}

/**
 * The index of the card that a step takes, or -1. In an ordered zone the position decides. In other zones the face
 * decides. If no card has the face, the last face-down card is taken.
 */
function findCard(zone: ZoneScene, at: number | null | undefined, face: string | null | undefined): number {
  const cards = zone.cards ?? [];
  const fits = (card: CardScene | undefined) => card && (!face || !card.face || card.face.id === face);
  if (zone.ordered && at !== null && at !== undefined && fits(cards[at])) return at;
  const last = (test: (card: CardScene) => boolean) => cards.length - 1 - [...cards].reverse().findIndex(test);
  if (face && cards.some((card) => card.face?.id === face)) return last((card) => card.face?.id === face);
  return cards.some((card) => !card.face) ? last((card) => !card.face) : -1;
}

function removeCard(scene: Scene, from: Place, face: string | null | undefined): { scene: Scene; card: CardScene | null } {
  const zone = (scene.zones ?? []).find((one) => one.id === from.zone);
  if (!zone) return { scene, card: null };
  const count = zone.count === null || zone.count === undefined ? zone.count : Math.max(0, zone.count - 1);
  const at = findCard(zone, from.at, face);
  // If the card cannot be identified, any card is removed, so that the number of cards is right.
  const gone = at < 0 && showsEachCard(zone) ? (zone.cards ?? []).length - 1 : at;
  const left = (zone.cards ?? []).filter((_, n) => n !== gone);
  return { scene: withZone(scene, from.zone, (one) => ({ ...one, cards: left, count })), card: at < 0 ? null : zone.cards![at]! };
}

function addCard(scene: Scene, to: Place, card: CardScene): Scene {
  return withZone(scene, to.zone, (zone) => {
    const count = zone.count === null || zone.count === undefined ? zone.count : zone.count + 1;
    if (!showsEachCard(zone)) return { ...zone, count };
    const cards = [...(zone.cards ?? [])];
    const at = zone.ordered && to.at !== null && to.at !== undefined && to.at <= cards.length ? to.at : cards.length;
    cards.splice(at, 0, card);
    return { ...zone, cards, count };
  });
}

/** The card in its new zone. It lies face up or face down, like the other cards of the zone. */
function cardInZone(card: CardScene, face: string | null | undefined, faces: KnownFaces, scene: Scene, zone: string): CardScene {
  const there = (scene.zones ?? []).find((one) => one.id === zone);
  const others = there?.cards ?? [];
  const like = others.find((other) => Boolean(other.face) === Boolean(face));
  // If the other cards of the zone are face down, this card is face down too, even if the viewer knows it.
  if (!like && others.length > 0 && !there?.ordered) face = null;
  const { attachedTo: _a, pointsAt: _p, rotation: _r, marked: _m, counters: _c, ...bare } = card;
  return { ...bare, face: face ? (card.face?.id === face ? card.face : faceOf(face, faces)) : null, faceUp: like?.faceUp ?? Boolean(face) };
}

/** Returns the scene after a step. Scores, prompts and the board are not part of steps and stay unchanged. */
export function applyStep(scene: Scene, step: Step, faces: KnownFaces): Scene {
  switch (step.step) {
    case 'move': {
      const taken = removeCard(scene, step.from, step.face);
      const card = taken.card ?? { key: freshKey(scene) };
      return addCard(taken.scene, step.to, cardInZone(card, step.face, faces, taken.scene, step.to.zone));
    }
    case 'create':
      return addCard(scene, step.at, cardInZone({ key: freshKey(scene) }, step.face, faces, scene, step.at.zone));
    case 'remove':
      return removeCard(scene, step.at, null).scene;
    case 'mix':
      // After a shuffle nobody knows which card is which, so all cards get new keys.
      return withZone(scene, step.zone, (zone) => {
        const first = freshKey(scene);
        return { ...zone, cards: (zone.cards ?? []).map((card, n) => (zone.ordered || !card.face ? { ...card, face: null, faceUp: false, key: first - n } : card)) };
      });
    case 'change': {
      const { up, face } = step;
      if (up === null || up === undefined) return scene;
      return withZone(scene, step.at.zone, (zone) => {
        const at = findCard(zone, step.at.at, face);
        const known = face ? faceOf(face, faces) : null;
        return { ...zone, cards: (zone.cards ?? []).map((card, n) => (n === at ? { ...card, face: up ? known : null, faceUp: up } : card)) };
      });
    }
    case 'say':
      return scene;
  }
}

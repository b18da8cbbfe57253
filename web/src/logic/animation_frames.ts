/** Splits one update into animation frames. For example, the last card of a trick is shown before the trick is taken. */
import type { CardScene, Scene, Show, Step } from '../messages';
import { seatOf } from './layout';
import { applyStep, withFacesOf, type KnownFaces } from './apply_step';

export type AnimationFrame = {
  scene: Scene;
  /** The steps from the previous frame to this frame. */
  steps: Step[];
  /** The announcements in these steps. */
  said: Said[];
  /** Minimum time that the frame is shown after its movement, in milliseconds. */
  hold: number;
};

/** How long a card is shown that disappears again, in milliseconds. */
const GLANCE_MS = 1100;
/** How long announcements are shown so that they can be read, in milliseconds. */
const readingTime = (said: Said[]): number => (said.length === 0 ? 0 : Math.min(3200, 650 + said.map(({ text }) => text).join(' ').length * 24));

const zonesOf = (step: Step): string[] => {
  if (step.step === 'move') return [step.from.zone, step.to.zone];
  return step.step === 'change' || step.step === 'create' || step.step === 'remove' ? [step.at.zone] : [];
};

/**
 * Whether a step belongs to the same frame as the steps of a group. Cards that leave the same zone, or go to the same zone, move together.
 * A card that is turned up gets its own frame.
 */
function sameFrame(group: Step[], step: Step): boolean {
  const things = group.filter((one) => one.step !== 'say');
  if (step.step === 'say' || step.step === 'mix') return true;
  if (things.length > 0 && group[group.length - 1]!.step === 'say' && group.some((one) => one.step === 'say' && !one.quiet)) return false;
  const last = things[things.length - 1];
  if (!last) return true; // an announcement before a move or change belongs to the same frame
  if (last.step === 'mix') return false;
  if (step.step === 'change') {
    return last.step === 'change' && last.up === step.up && !things.some((one) => one.step === 'change' && one.at.zone === step.at.zone && one.at.at === step.at.at && one.text === step.text);
  }
  if (step.step !== 'move') return last.step === step.step && zonesOf(last)[0] === zonesOf(step)[0];
  const moves = things.filter((one) => one.step === 'move');
  if (moves.length !== things.length) return false;
  // Show a zone that was just filled before it is emptied.
  if (moves.some((one) => one.to.zone === step.from.zone)) return false;
  if (moves.every((one) => one.to.zone === step.to.zone) || moves.every((one) => one.from.zone === step.from.zone)) return true;
  // If several players do the same thing with their own zones, it is one frame. For example, all bids are revealed at
  // once.
  return moves.every((one) => withoutSeat(one.from.zone) === withoutSeat(step.from.zone) && withoutSeat(one.to.zone) === withoutSeat(step.to.zone) && one.from.zone !== step.from.zone && one.to.zone !== step.to.zone);
}

const withoutSeat = (zone: string): string => zone.replace(/\.\d+$/, '');

export function groupSteps(steps: Step[]): Step[][] {
  const found: Step[][] = [];
  for (const step of steps) {
    const last = found[found.length - 1];
    if (last && sameFrame(last, step)) last.push(step);
    else found.push([step]);
  }
  return found;
}

/** For each key, the card as it is in the final scene. After its last change, a card is drawn as in this map. */
function finalCards(end: Scene, after: Scene): Map<number, CardScene> {
  const found = new Map<number, CardScene>();
  for (const zone of after.zones ?? []) {
    const was = (end.zones ?? []).find((one) => one.id === zone.id)?.cards ?? [];
    const now = [...(zone.cards ?? [])];
    const pairs: [CardScene, CardScene][] = [];
    if (zone.ordered && was.length === now.length) was.forEach((card, n) => pairs.push([card, now[n]!]));
    else {
      const left = [...was];
      const pass = (fits: (old: CardScene, card: CardScene) => boolean) => {
        for (const card of [...now]) {
          const at = left.findIndex((old) => fits(old, card));
          if (at < 0) continue;
          pairs.push([left.splice(at, 1)[0]!, card]);
          now.splice(now.indexOf(card), 1);
        }
      };
      pass((old, card) => old.key === card.key);
      pass((old, card) => Boolean(card.face) && old.face?.id === card.face?.id);
      pass((old, card) => !card.face && !old.face);
      pass((old, card) => !card.face || !old.face);
    }
    for (const [old, card] of pairs) if (old.key) found.set(old.key, card);
  }
  return found;
}

const cardsByKey = (scene: Scene): Map<number, { zone: string; card: CardScene }> =>
  new Map((scene.zones ?? []).flatMap((zone) => (zone.cards ?? []).flatMap((card) => (card.key ? [[card.key, { zone: zone.id ?? '', card }] as const] : []))));

/** The keys of cards that moved or changed their face. */
function changedKeys(before: Scene, after: Scene): Set<number> {
  const was = cardsByKey(before);
  const found = new Set<number>();
  for (const [key, { zone, card }] of cardsByKey(after)) {
    const old = was.get(key);
    if (!old || old.zone !== zone || old.card.face?.id !== card.face?.id || old.card.faceUp !== card.faceUp) found.add(key);
    was.delete(key);
  }
  for (const key of was.keys()) found.add(key);
  return found;
}

/** Removes duplicate keys, because React needs unique keys. */
function withUniqueKeys(scene: Scene): Scene {
  const seen = new Set<number>();
  return {
    ...scene,
    zones: (scene.zones ?? []).map((zone) => ({
      ...zone,
      cards: (zone.cards ?? []).map((card) => {
        if (!card.key || !seen.has(card.key)) {
          if (card.key) seen.add(card.key);
          return card;
        }
        return { ...card, key: 0 };
      }),
    })),
  };
}

/** Whether a text is the name of a phase, such as `beginning of combat`, and not a sentence. */
const isPhaseName = (words: string): boolean => /^[a-z]+( [a-z]+){0,2}$/.test(words);

/** A step with a text. */
export type Said = Extract<Step, { step: 'say' }>;

/** The texts to announce. Quiet texts, names of phases and the viewer's own choices are left out. */
export function announcedLines(steps: Step[], scene: Scene): Said[] {
  const own = seatOf(scene.viewer);
  const dull = ({ text, choice }: Said) => isPhaseName(text) || (own !== null && choice?.seat === own);
  return steps.flatMap((step) => (step.step === 'say' && !step.quiet && !dull(step) ? [step] : []));
}

/**
 * Marks the card that wins a trick, in the frame before the trick is taken. The winner is the player who gets the cards. If a team gets
 * them, it is the player who leads next.
 */
function withWinner(scene: Scene, next: Step[], after: Scene): Scene {
  const zoneOf = (id: string) => (scene.zones ?? []).find((zone) => zone.id === id);
  const taking = next.flatMap((step) => (step.step === 'move' && zoneOf(step.from.zone)?.role === 'trick' && zoneOf(step.to.zone)?.role === 'taken' ? [step] : []));
  if (taking.length < 2) return scene;
  const winner = zoneOf(taking[0]!.to.zone)?.owner ?? ((after.due ?? []).length === 1 ? after.due![0]! : null);
  if (winner === null || winner === undefined) return scene;
  return {
    ...scene,
    zones: (scene.zones ?? []).map((zone) => (zone.role === 'trick' ? { ...zone, cards: (zone.cards ?? []).map((card) => ((zone.owner ?? card.controller) === winner ? { ...card, marked: true } : card)) } : zone)),
  };
}

/** The frames of one update. The last frame is the new scene. */
export function animationFrames(before: Scene | null, show: Pick<Show, 'scene' | 'steps' | 'follows'>, known: KnownFaces): AnimationFrame[] {
  const after = show.scene;
  if (!before || !show.follows || show.steps.length === 0) return [{ scene: after, steps: show.steps, said: announcedLines(show.steps, after), hold: 0 }];
  const faces = withFacesOf(withFacesOf(known, before), after);
  const parts = groupSteps(show.steps);
  const drawn: Scene[] = [];
  // Between two scenes, no decision is open.
  let scene: Scene = { ...before, due: [], prompt: '', buttons: [], announcements: [], stack: before.stack ?? [] };
  for (const part of parts) {
    for (const step of part) scene = applyStep(scene, step, faces);
    drawn.push(scene);
  }
  const ends = finalCards(scene, after);
  const changes = drawn.map((one, n) => changedKeys(n === 0 ? before : drawn[n - 1]!, one));
  const lastChange = new Map<number, number>();
  changes.forEach((keys, n) => keys.forEach((key) => lastChange.set(key, n)));
  const named = (one: Scene, n: number): Scene => withUniqueKeys({
    ...one,
    zones: (one.zones ?? []).map((zone) => ({
      ...zone,
      cards: (zone.cards ?? []).map((card) => {
        const end = card.key ? ends.get(card.key) : undefined;
        if (!end) return card;
        // A card keeps the key that it had before the update. A card that was not visible before gets its final key
        // from the start.
        const key = card.key! > 0 ? card.key : end.key;
        if ((lastChange.get(card.key!) ?? -1) > n) return { ...card, key };
        const { attachedTo: _a, pointsAt: _p, ...rest } = end;
        return { ...rest, key };
      }),
    })),
  });
  const shown = (n: number): Scene => withWinner(named(drawn[n]!, n), parts[n + 1] ?? [], after);
  return parts.map((steps, n) => {
    const said = announcedLines(steps, after);
    const final = n === parts.length - 1;
    if (final) return { scene: after, steps, said, hold: 0 };
    const later = new Set(changes.slice(n + 1).flatMap((keys) => [...keys]));
    const earlier = new Set(changes.slice(0, n).flatMap((keys) => [...keys]));
    // A card that becomes visible in this frame and changes again in the same update is visible in this frame only.
    const fresh = (key: number) => !earlier.has(key) || (n > 0 && !visible(drawn[n - 1]!, key));
    const fleeting = [...changes[n]!].some((key) => later.has(key) && visible(drawn[n]!, key) && fresh(key));
    return { scene: shown(n), steps, said, hold: Math.max(fleeting ? GLANCE_MS : 0, readingTime(said)) };
  });
}

/**
 * The time of the movement and the total time of a frame, in milliseconds. The more updates wait, the shorter the
 * movement. The minimum display time gets shorter only if more than six updates wait.
 */
export function frameDuration(beat: AnimationFrame, final: boolean, waiting: number, still: boolean): { travel: number; stay: number } {
  const moves = beat.steps.filter((step) => step.step === 'move' || step.step === 'create').length;
  const other = beat.steps.some((step) => step.step === 'change') || Boolean(beat.scene.board && beat.steps.length > 0);
  const hurry = 1 + waiting * 0.6;
  const full = moves > 0 || other ? 420 + Math.min(moves, 8) * 30 : beat.steps.length > 0 ? 160 : 0;
  const travel = still ? 0 : full / hurry;
  // If animations are switched off, there is still a pause between frames.
  const pause = still && (!final || waiting > 0) ? Math.min(full, 300) / hurry : 0;
  const words = final && waiting > 0 && beat.said.length > 0 ? 600 : 0;
  const hold = Math.max(beat.hold, words) / (1 + Math.max(0, waiting - 6) * 0.4);
  return { travel, stay: travel + pause + hold };
}

function visible(scene: Scene, key: number): boolean {
  return Boolean(cardsByKey(scene).get(key)?.card.face);
}

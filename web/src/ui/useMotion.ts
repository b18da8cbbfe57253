/** Animates cards and pieces from their last position to their new one, with the FLIP technique. */
import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Scene, Step } from '../messages';

type Spot = { x: number; y: number; w: number; /** The element and its zone, so that a card that disappears can still be seen on its way. */ thing?: HTMLElement; zone?: string };

const nameOf = (element: HTMLElement): string => element.dataset.flip ?? `k${element.dataset.key}`;

function measure(root: HTMLElement): Map<string, Spot> {
  const base = root.getBoundingClientRect();
  const spots = new Map<string, Spot>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-key], [data-flip]')) {
    const box = element.getBoundingClientRect();
    spots.set(nameOf(element), { x: box.x - base.x + box.width / 2, y: box.y - base.y + box.height / 2, w: box.width, thing: element, zone: element.closest<HTMLElement>('[data-zone]')?.dataset.zone });
  }
  return spots;
}

/** Where the animation of a card starts if its last position is not known: at the zone from which the step took it. */
function origin(root: HTMLElement, element: HTMLElement, scene: Scene, steps: Step[]): Spot | null {
  const zone = element.closest<HTMLElement>('[data-zone]')?.dataset.zone;
  const key = Number(element.dataset.key);
  const card = (scene.zones ?? []).find((one) => one.id === zone)?.cards?.find((card) => card.key === key);
  const fits = (step: Step) => step.step === 'move' && step.to.zone === zone && (!step.face || !card?.face || step.face === card.face.id);
  const step = steps.find((step) => fits(step) && step.step === 'move' && step.face === card?.face?.id) ?? steps.find(fits);
  if (step?.step !== 'move') return null;
  const from = root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(step.from.zone)}"]`);
  if (!from) return null;
  const pile = from.querySelector('.card:last-of-type, .slot, .heap') ?? from;
  const [base, box] = [root.getBoundingClientRect(), pile.getBoundingClientRect()];
  return { x: box.x - base.x + box.width / 2, y: box.y - base.y + box.height / 2, w: Math.min(box.width, element.offsetWidth) };
}

/** The places at which dragged items were dropped. The animation of each item starts at its place. */
export const lifted = new Map<string, Spot>();

/** Animates only position and size, which the browser can do without drawing the element again. */
function fly({ thing, dx, dy, scale }: { thing: HTMLElement; dx: number; dy: number; scale: number }, duration: number): void {
  const same = Math.abs(scale - 1) < 0.02;
  thing.classList.add('moving');
  const flight = thing.animate(
    same ? { translate: [`${dx}px ${dy}px`, '0 0'] } : { translate: [`${dx}px ${dy}px`, '0 0'], scale: [`${scale}`, '1'] },
    { duration, easing: 'cubic-bezier(.22,.8,.28,1)' },
  );
  const land = () => thing.classList.remove('moving');
  flight.finished.then(land, land);
}

/**
 * Animates cards that the new scene no longer shows: they move to the zone where they went, such as a trick to its
 * winner. Copies of the old elements fly there and are removed.
 */
function sweep(root: HTMLElement, gone: [string, Spot][], steps: Step[], duration: number): void {
  const base = root.getBoundingClientRect();
  for (const [, spot] of gone) {
    const step = steps.find((one) => one.step === 'move' && one.from.zone === spot.zone);
    if (step?.step !== 'move' || !spot.thing) continue;
    const to = root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(step.to.zone)}"]`);
    if (!to) continue;
    const box = to.getBoundingClientRect();
    const ghost = spot.thing.cloneNode(true) as HTMLElement;
    for (const name of ['data-key', 'data-flip', 'data-look', 'role', 'aria-label']) ghost.removeAttribute(name);
    ghost.setAttribute('aria-hidden', 'true');
    ghost.classList.remove('touchable', 'held', 'hinted');
    ghost.classList.add('ghost');
    for (const hit of ghost.querySelectorAll('button')) hit.remove();
    const high = spot.thing.offsetHeight || spot.w * 1.4;
    const wide = spot.thing.offsetWidth || spot.w;
    Object.assign(ghost.style, { left: `${spot.x - wide / 2}px`, top: `${spot.y - high / 2}px`, translate: '' });
    root.append(ghost);
    const [dx, dy] = [box.x - base.x + box.width / 2 - spot.x, box.y - base.y + box.height / 2 - spot.y];
    const flight = ghost.animate({ translate: ['0 0', `${dx}px ${dy}px`], scale: ['1', `${Math.max(0.2, Math.min(1, box.width / wide))}`], opacity: ['1', '1', '0.2'] }, { duration, easing: 'cubic-bezier(.4,.1,.3,1)' });
    const land = () => ghost.remove();
    flight.finished.then(land, land);
  }
}

export function useMotion(root: RefObject<HTMLElement | null>, scene: Scene, steps: Step[], duration: number): void {
  const last = useRef<{ spots: Map<string, Spot>; width: number; height: number; scene: Scene } | null>(null);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const before = last.current;
    const spots = measure(element);
    const [width, height] = [element.clientWidth, element.clientHeight];
    last.current = { spots, width, height, scene };
    const moved = before && before.scene !== scene && duration > 0 && before.width === width && before.height === height;
    if (!moved) {
      lifted.clear();
      return;
    }
    // Measure all positions before changing anything. Otherwise the browser would compute the layout again for each card.
    const flights: { thing: HTMLElement; dx: number; dy: number; scale: number }[] = [];
    for (const thing of element.querySelectorAll<HTMLElement>('[data-key], [data-flip]')) {
      const name = nameOf(thing);
      const now = spots.get(name)!;
      const old = lifted.get(name) ?? before.spots.get(name) ?? (thing.dataset.key ? origin(element, thing, scene, steps) : null);
      if (!old) continue;
      const [dx, dy] = [old.x - now.x, old.y - now.y];
      if (Math.abs(dx) < 1.5 && Math.abs(dy) < 1.5) continue;
      flights.push({ thing, dx, dy, scale: Math.max(0.3, Math.min(3, old.w / Math.max(1, now.w))) });
    }
    for (const flight of flights) fly(flight, duration);
    sweep(element, [...before.spots].filter(([name, spot]) => !spots.has(name) && spot.thing && !spot.thing.isConnected), steps, duration);
    lifted.clear();
  });
}

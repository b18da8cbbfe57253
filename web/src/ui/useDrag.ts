/** Drag and drop with mouse, pen or finger, onto zones and squares. */
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { NO_SELECTION, sameSquare, squareName, type Choices, type Selection } from '../logic/offers';
import type { Offer, Square } from '../messages';
import { lifted } from './useMotion';

const THRESHOLD = 6;
/** How long a dropped card waits for the answer of the server, in milliseconds. After that, it moves back. */
const PATIENCE = 4000;
const HOMEWARD = 170;

const still = (): boolean => {
  const wish = document.documentElement.dataset.motion;
  return wish === 'none' || (wish !== 'full' && matchMedia('(prefers-reduced-motion: reduce)').matches);
};

export function readSquare(name: string | undefined): Square | null {
  const found = /^([a-z])(\d+)$/.exec(name ?? '');
  return found ? { x: found[1]!.charCodeAt(0) - 97, y: Number(found[2]) - 1 } : null;
}

type Args = {
  active: boolean;
  choices: Choices;
  held: Selection;
  setHeld: (held: Selection) => void;
  /** Called for a legal drop. `zone` is the zone on which the cards were dropped. */
  play: (offers: Offer[], zone?: string) => void;
  /** Set if the viewer may enter a premove: the squares of the viewer's pieces, and a function that is called with the entered premove. */
  ahead?: { sources: Square[]; enter: (from: Square, to: Square) => void } | null;
  /** Called for a drop that is not legal. */
  refuse: (held: Selection, zone: string | null, square: Square | null) => void;
};

export function useDrag(root: RefObject<HTMLElement | null>, args: Args): void {
  const now = useRef(args);
  now.current = args;
  // After a legal drop, cards stay where they were dropped until the server answers. Otherwise they would move back first.
  const parked = useRef<{ things: HTMLElement[]; timer: ReturnType<typeof setTimeout> } | null>(null);
  const land = useCallback(() => {
    const lying = parked.current;
    parked.current = null;
    if (!lying) return;
    clearTimeout(lying.timer);
    for (const thing of lying.things) {
      thing.classList.remove('lifted');
      Object.assign(thing.style, { translate: '', zIndex: '' });
    }
  }, []);
  // This must run before `useMotion` measures positions.
  useLayoutEffect(land, [args.choices, land]);
  useLayoutEffect(() => {
    if (args.active) land();
  }, [args.active, land]);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let drag: { x: number; y: number; held: Selection; things: HTMLElement[]; moving: boolean; pointer: number } | null = null;
    /** The drop target under the pointer. */
    let over: Element | null = null;

    const things = (held: Selection): HTMLElement[] => {
      if (held.square) {
        const square = element.querySelector<HTMLElement>(`[data-square="${squareName(held.square)}"]`);
        const box = square?.getBoundingClientRect();
        const all = [...element.querySelectorAll<HTMLElement>('.piece')];
        const inside = (piece: HTMLElement) => {
          const own = piece.getBoundingClientRect();
          return box && Math.abs(own.x - box.x) < 3 && Math.abs(own.y - box.y) < 3;
        };
        return all.filter(inside);
      }
      return held.cards.flatMap((key) => [...element.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)]);
    };

    const down = (event: PointerEvent) => {
      const { active, choices, held, ahead } = now.current;
      if (event.button !== 0) return;
      const target = event.target as HTMLElement;
      if (!active) {
        const from = ahead ? readSquare(target.closest<HTMLElement>('[data-square]')?.dataset.square) : null;
        if (!from || !ahead?.sources.some((one) => sameSquare(one, from))) return;
        const taken = { cards: [], square: from };
        drag = { x: event.clientX, y: event.clientY, held: taken, things: things(taken), moving: false, pointer: event.pointerId };
        return;
      }
      const key = Number(target.closest<HTMLElement>('[data-key]')?.dataset.key ?? 0);
      const square = readSquare(target.closest<HTMLElement>('[data-square]')?.dataset.square);
      let taken: Selection | null = null;
      if (key && choices.canTouch(key, held)) taken = held.cards.includes(key) ? held : { ...NO_SELECTION, cards: [key] };
      else if (square && choices.sourceSquares().some((from) => sameSquare(from, square))) taken = { cards: [], square };
      else taken = choices.illegalDrag(key, square);
      if (taken) drag = { x: event.clientX, y: event.clientY, held: taken, things: things(taken), moving: false, pointer: event.pointerId };
    };

    const move = (event: PointerEvent) => {
      if (!drag || event.pointerId !== drag.pointer) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moving && Math.hypot(dx, dy) < THRESHOLD) return;
      if (!drag.moving) {
        drag.moving = true;
        now.current.setHeld(drag.held);
        element.classList.add('dragging');
      }
      event.preventDefault();
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-square], [data-zone]') ?? null;
      if (under !== over) {
        over?.classList.remove('over');
        over = under;
      }
      over?.classList.add('over');
      for (const thing of drag.things) {
        thing.classList.add('lifted');
        thing.style.translate = `${dx}px ${dy}px`;
      }
    };

    const release = (things: HTMLElement[]) => {
      for (const thing of things) {
        const from = thing.style.translate;
        thing.classList.remove('lifted');
        thing.style.translate = '';
        if (from && !still()) thing.animate([{ translate: from, zIndex: 60 }, { translate: '0 0', zIndex: 60 }], { duration: HOMEWARD, easing: 'cubic-bezier(.22,.8,.28,1)' });
      }
    };

    const end = () => {
      element.classList.remove('dragging');
      over?.classList.remove('over');
      over = null;
    };

    const up = (event: PointerEvent) => {
      if (!drag || event.pointerId !== drag.pointer) return;
      const { held, things, moving } = drag;
      drag = null;
      if (!moving) return;
      // The browser sends a click at the end of a drag. It is ignored.
      const swallow = (click: Event) => click.stopPropagation();
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 50);
      const base = element.getBoundingClientRect();
      const under = document.elementsFromPoint(event.clientX, event.clientY) as HTMLElement[];
      const free = under.filter((one) => !things.some((thing) => thing === one || thing.contains(one)));
      const zone = free.map((one) => one.closest<HTMLElement>('[data-zone]')?.dataset.zone).find((id) => id !== undefined);
      const square = readSquare(free.map((one) => one.closest<HTMLElement>('[data-square]')?.dataset.square).find((name) => name !== undefined));
      const { choices, play, refuse, setHeld, active, ahead } = now.current;
      if (!active) {
        if (ahead && held.square && square && !sameSquare(held.square, square)) ahead.enter(held.square, square);
        setHeld(NO_SELECTION);
        end();
        return release(things);
      }
      const offers = square ? choices.dropOnSquare(held, square) : zone !== undefined ? choices.dropOnZone(held.cards, zone) : [];
      if (offers.length > 0) {
        for (const thing of things) {
          const box = thing.getBoundingClientRect();
          const name = thing.dataset.flip ?? `k${thing.dataset.key}`;
          lifted.set(name, { x: box.x - base.x + box.width / 2, y: box.y - base.y + box.height / 2, w: box.width });
        }
        end();
        if (offers.length === 1) {
          for (const thing of things) thing.style.zIndex = '60';
          parked.current = { things, timer: setTimeout(land, PATIENCE) };
        } else release(things);
        play(offers, square ? undefined : zone);
      } else {
        const home = held.cards.length > 0 ? free.some((one) => one.closest('[data-zone]')?.querySelector(`[data-key="${held.cards[0]}"]`)) : square && held.square && sameSquare(square, held.square);
        if (!home) refuse(held, zone ?? null, square);
        setHeld(NO_SELECTION);
        end();
        release(things);
      }
    };

    const cancel = () => {
      if (drag?.moving) {
        end();
        release(drag.things);
        now.current.setHeld(NO_SELECTION);
      }
      drag = null;
    };

    element.addEventListener('pointerdown', down);
    window.addEventListener('pointermove', move, { passive: false });
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', cancel);
    return () => {
      element.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
    };
  }, [root, land]);
}

/** Shows a large version of a card that has text, together with its notes. It appears on hover, focus or a long press. */
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { CardFace } from '../art/CardArt';
import { notesOf } from '../logic/card_notes';
import { faceName, withNames } from '../logic/phrases';
import type { FaceScene, Scene } from '../messages';
import { useText } from '../text';
import { useTable } from './tableContext';

const HOVER_MS = 260;
const LONG_PRESS_MS = 420;
const ZOOM_PX = 250;
/** Height of a note, in pixels. */
const NOTE_PX = 24;

export const hasText = (face: FaceScene | null | undefined): face is FaceScene => (face?.text ?? []).length > 0;

type ZoomedCard = { face: FaceScene; notes: string[]; left: number; top: number };

export function CardZoom({ root, scene }: { root: RefObject<HTMLElement | null>; scene: Scene }) {
  const text = useText();
  const { seats, own } = useTable();
  const [looked, setLooked] = useState<ZoomedCard | null>(null);
  const faces = useMemo(() => {
    // Cards of the same name may differ, so the card is found by its key. If there is no key, it is found by its face.
    const cards = (scene.zones ?? []).flatMap((zone) => zone.cards ?? []);
    const all = [...cards.map((card) => [card.key ? `#${card.key}` : (card.face?.id ?? ''), card.face, notesOf(card)] as const), ...(scene.stack ?? []).map((item) => [item.face?.id ?? '', item.face, [] as string[]] as const)];
    return new Map(all.flatMap(([name, face, notes]) => (hasText(face) ? [[name, { face, notes }] as const] : [])));
  }, [scene]);
  useEffect(() => {
    const element = root.current;
    if (!element || faces.size === 0) return setLooked(null);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = (event: Event): HTMLElement | null => (event.target as HTMLElement).closest<HTMLElement>('[data-look]');
    const open = (card: HTMLElement | null, wait: number) => {
      clearTimeout(timer);
      const found = faces.get(card?.dataset.look ?? '');
      if (!card || !found) return setLooked(null);
      timer = setTimeout(() => {
        const box = card.getBoundingClientRect();
        const width = Math.min(ZOOM_PX, window.innerWidth - 24);
        const height = width * 1.4 + 8 + found.notes.length * NOTE_PX;
        const left = box.right + 12 + width < window.innerWidth ? box.right + 12 : box.left - 12 - width > 0 ? box.left - 12 - width : (window.innerWidth - width) / 2;
        setLooked({ ...found, left, top: Math.max(8, Math.min(box.top + box.height / 2 - height / 2, window.innerHeight - height - 8)) });
      }, wait);
    };
    const hover = (event: PointerEvent) => event.pointerType === 'mouse' && event.buttons === 0 && open(over(event), HOVER_MS);
    const press = (event: PointerEvent) => (event.pointerType === 'mouse' ? open(null, 0) : open(over(event), LONG_PRESS_MS));
    const focus = (event: FocusEvent) => (event.target as HTMLElement).matches(':focus-visible') && open(over(event), 0);
    const close = () => open(null, 0);
    const key = (event: KeyboardEvent) => event.key === 'Escape' && close();
    const gone = new AbortController();
    const { signal } = gone;
    element.addEventListener('pointerover', hover, { signal });
    element.addEventListener('pointerdown', press, { signal });
    element.addEventListener('focusin', focus, { signal });
    for (const name of ['pointerleave', 'pointerup', 'pointercancel', 'focusout']) element.addEventListener(name, close, { signal });
    window.addEventListener('keydown', key, { signal });
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [root, faces]);
  if (!looked) return null;
  const { face } = looked;
  return (
    <div className="look" role="tooltip" style={{ left: looked.left, top: looked.top }} aria-label={faceName(face, text)}>
      <CardFace face={face} clear={false} />
      {looked.notes.map((note) => (
        <p key={note}>{withNames(note, seats, own, text)}</p>
      ))}
    </div>
  );
}

/** Shows a large version of a card that has text, together with its notes. It appears on hover, focus or a long press. */
import { Fragment, useEffect, useMemo, useState, type RefObject } from 'react';
import { CardFace } from '../art/CardArt';
import { notesOf } from '../logic/card_notes';
import { capital, faceName, seatName, withNames } from '../logic/phrases';
import { printed } from '../logic/printed_face';
import type { FaceScene, Scene } from '../messages';
import { useText } from '../text';
import { useTable } from './tableContext';

const HOVER_MS = 260;
const LONG_PRESS_MS = 420;
const ZOOM_PX = 290;
/** Estimated height of a line about the current state of a card, in pixels. */
const NOTE_PX = 26;

export const hasText = (face: FaceScene | null | undefined): face is FaceScene => (face?.text ?? []).length > 0;

type CardState = { notes: string[]; /** Pairs of a heading and its words. */ facts: [string, string][] };
type ZoomedCard = CardState & { face: FaceScene; left: number; top: number };

export function CardZoom({ root, scene }: { root: RefObject<HTMLElement | null>; scene: Scene }) {
  const text = useText();
  const { seats, own } = useTable();
  const [looked, setLooked] = useState<ZoomedCard | null>(null);
  const faces = useMemo(() => {
    // Cards of the same name may differ, so the card is found by its key. If there is no key, it is found by its face.
    const whole = (scene.zones ?? []).flatMap((zone, z) => (zone.cards ?? []).map((card, at) => ({ card, zone, here: `${z}.${at}` })));
    const stateOf = ({ card, zone, here }: (typeof whole)[number]): CardState => {
      const attached = whole.filter((one) => one.card.attachedTo?.join('.') === here && one.card.face).map((one) => faceName(one.card.face!, text));
      const aims = (scene.stack ?? []).filter((item) => (item.targets ?? []).some((place) => place.join('.') === here)).map((item) => (item.face ? faceName(item.face, text) : (item.text ?? '')));
      const facts: [string, string][] = [
        [text.playmat.printedSize, card.face ? printed(card.face).base : ''],
        [text.playmat.counters, (card.counters ?? []).map(([kind, count]) => (count === 1 ? kind : `${kind} ×${count}`)).join(', ')],
        [text.playmat.attached, attached.join(', ')],
        [text.playmat.targetOf, aims.join(', ')],
        [text.playmat.copy, card.copyBy ?? ''],
        ['', zone.owner !== undefined && zone.owner !== null && card.controller !== undefined && card.controller !== null && card.controller !== zone.owner ? text.playmat.belongsTo(seatName(seats, zone.owner, own, text), zone.owner === own) : ''],
      ];
      return { notes: notesOf(card).filter((note) => !note.includes('#')), facts: facts.filter(([, words]) => words !== '') };
    };
    const nothing: CardState = { notes: [], facts: [] };
    // Two cards of the stack may have the same face.
    const all = [...whole.map((one) => [one.card.key ? `#${one.card.key}` : (one.card.face?.id ?? ''), one.card.face, stateOf(one)] as const), ...(scene.stack ?? []).map((item) => [item.face?.id ?? '', item.face, nothing] as const)];
    return new Map(all.flatMap(([name, face, state]) => (hasText(face) ? [[name, { face, ...state }] as const] : [])));
  }, [scene, seats, own, text]);
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
        const state = found.notes.length + found.facts.length;
        const height = width * 1.4 + (state > 0 ? 46 : 0) + (found.facts.length + Math.ceil(found.notes.length / 2)) * NOTE_PX;
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
      {looked.notes.length + looked.facts.length > 0 && (
        <div className="look-notes">
          <h4>{text.playmat.now}</h4>
          {looked.facts.length > 0 && (
            <dl>
              {looked.facts.map(([heading, words]) => (
                <Fragment key={heading}>
                  <dt>{capital(heading)}</dt>
                  <dd>{words}</dd>
                </Fragment>
              ))}
            </dl>
          )}
          {looked.notes.length > 0 && (
            <ul>
              {looked.notes.map((note) => (
                <li key={note}>{withNames(note, seats, own, text)}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

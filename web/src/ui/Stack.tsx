/** The stack of a card game. The item that resolves next is on top. */
import { useState } from 'react';
import { CardFace } from '../art/CardArt';
import { faceName, seatName } from '../logic/phrases';
import type { Rect } from '../logic/place_layout';
import { useText } from '../text';
import { gameText } from '../text/game_words';
import { useTable } from './tableContext';

/** `at` is the place of the stack in the layout. Without one, the stack is in a corner. */
export function Stack({ at: place }: { at: Rect | null }) {
  const text = useText();
  const { scene, seats, own } = useTable();
  const [pointed, setPointed] = useState<number | null>(null);
  const items = [...(scene.stack ?? [])].map((item, at) => ({ item, at })).reverse();
  const cardAt = ([zone, at]: [number, number]) => (scene.zones ?? [])[zone]?.cards?.[at];
  const wide = place ? Math.max(place.width, 236) : 0;
  const style = place ? { left: place.left, top: place.top + place.height / 2, width: wide, translate: '0 -50%' } : undefined;
  return (
    <section className={place ? 'stack placed' : 'stack'} style={style} aria-label={text.table.stack}>
      <h3>{text.table.stack}</h3>
      <ol>
        {items.map(({ item, at }, n) => (
          <li key={at} className={n === 0 ? 'next' : undefined} onMouseEnter={() => setPointed(at)} onMouseLeave={() => setPointed(null)} data-pointed={pointed === at || undefined} data-look={item.face?.id}>
            <strong>{gameText(item.text ?? '', text)}</strong>
            {item.face && <span className="stack-face"><CardFace face={item.face} clear={false} /></span>}
            {item.controller !== null && item.controller !== undefined && <span>{seatName(seats, item.controller, own, text)}</span>}
            {(item.targets ?? []).map((target, m) => {
              const card = cardAt(target);
              return (
                <span key={m} className="aim">
                  → {card?.face ? faceName(card.face, text) : text.table.faceDown}
                </span>
              );
            })}
            {n === 0 && <em>{text.table.nextFirst}</em>}
          </li>
        ))}
      </ol>
    </section>
  );
}

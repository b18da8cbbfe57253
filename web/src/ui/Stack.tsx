/** What waits to happen, the next on top; looking at an item shows what it points at. */
import { useState } from 'react';
import { CardFace } from '../art/CardArt';
import { faceName, seatName } from '../logic/say';
import { useText } from '../text';
import { useTable } from './context';

export function Stack() {
  const text = useText();
  const { scene, seats, own } = useTable();
  const [pointed, setPointed] = useState<number | null>(null);
  const items = [...(scene.stack ?? [])].map((item, at) => ({ item, at })).reverse();
  const cardAt = ([zone, at]: [number, number]) => (scene.zones ?? [])[zone]?.cards?.[at];
  return (
    <section className="stack" aria-label={text.table.stack}>
      <h3>{text.table.stack}</h3>
      <ol>
        {items.map(({ item, at }, n) => (
          <li key={at} className={n === 0 ? 'next' : undefined} onMouseEnter={() => setPointed(at)} onMouseLeave={() => setPointed(null)} data-pointed={pointed === at || undefined} data-look={item.face?.id}>
            <strong>{item.text}</strong>
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

/** A small picture of a game: the table at its start. */
import { memo, useEffect, useRef, useState } from 'react';
import { CardBack, CardFace, hue } from '../art/CardArt';
import { customSuit } from '../logic/custom_suits';
import type { CardScene, Scene } from '../messages';
import { api } from '../net/api';
import { StillBoard } from './Board';

const scenes = new Map<string, Promise<Scene | null>>();

function sceneOf(id: string): Promise<Scene | null> {
  const known = scenes.get(id);
  if (known) return known;
  const asked = fetch(`/games/${encodeURIComponent(id)}/scene`)
    .then((answer) => (answer.ok ? (answer.json() as Promise<Scene>) : null))
    .catch(() => null);
  scenes.set(id, asked);
  return asked;
}

export const GameThumbnail = memo(function Picture({ id, category }: { id: string; category: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<Scene | null>(null);
  const [usual, setUsual] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      watch.disconnect();
      void sceneOf(id).then(setScene);
      void api.game(id).then((game) => setUsual(USUAL.test(game.rules)), () => undefined);
    }, { rootMargin: '200px' });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [id]);
  const tint = hue(id) % 4;
  return (
    <div ref={box} className={`picture tint-${tint}`} aria-hidden="true" data-family={category}>
      {scene && (scene.board ? <StillBoard board={scene.board} /> : <Cards scene={scene} seed={hue(id)} usual={usual} />)}
    </div>
  );
});

/** Words in the rules which show that the game uses French cards. */
const USUAL = /\b(spades|clubs|diamonds|hearts|aces?|(32|36|40|52) cards)\b/i;

/** Draws the cards that are face up at the start. For a French pack, some more faces are added. For other packs, only backs are added. */
function Cards({ scene, seed, usual }: { scene: Scene; seed: number; usual: boolean }) {
  const open = (scene.zones ?? []).flatMap((zone) => (zone.cards ?? []).filter((card) => card.face));
  const deck = ['AS', 'KH', 'QD', 'JC', 'AH', 'KS', 'AD', 'KC', 'QH', 'JS'];
  const strange = open.some((card) => card.face && customSuit(card.face));
  const made = (at: number): CardScene => {
    const id = deck[(seed + at * 3) % deck.length]!;
    return { faceUp: true, face: { id, name: id, rank: id.slice(0, -1), suit: id.slice(-1) } };
  };
  const own = open.filter((card) => !card.face?.suit).slice(0, 4);
  const filled = usual && !strange ? [...open.slice(0, 2), made(0), made(1), made(2)] : [...open.slice(0, 3), null, null, null];
  const cards: (CardScene | null)[] = own.length > 1 ? own : [null, ...filled.slice(0, 3)];
  const middle = (cards.length - 1) / 2;
  return (
    <div className="little-fan">
      {cards.map((card, at) => (
        <span key={at} style={{ transform: `translateX(${(at - middle) * 62}%) rotate(${(at - middle) * 9}deg) translateY(${Math.abs(at - middle) * 5}%)` }}>
          {card?.face ? <CardFace face={card.face} clear={false} /> : <CardBack />}
        </span>
      ))}
    </div>
  );
}

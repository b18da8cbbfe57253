/** A small picture of a game: the table at its start. */
import { memo, useEffect, useRef, useState, type CSSProperties } from 'react';
import { CardBack, CardFace, hue } from '../art/CardArt';
import { customSuit } from '../logic/custom_suits';
import { isPlaymat } from '../logic/playmat';
import type { CardScene, Scene } from '../messages';
import { PieceArt, colourOf } from '../art/PieceArt';
import { api, type GamePicture } from '../net/api';
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

export const GameThumbnail = memo(function Picture({ id, category, picture }: { id: string; category: string; picture?: GamePicture }) {
  const box = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<Scene | null>(null);
  const [usual, setUsual] = useState(false);
  const [near, setNear] = useState(false);
  const drawn = picture && ((picture.cards ?? []).length > 0 || (picture.pieces ?? []).length > 0);
  useEffect(() => {
    if (!box.current) return;
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      watch.disconnect();
      setNear(true);
      if (drawn) return;
      void sceneOf(id).then(setScene);
      void api.game(id).then((game) => setUsual(USUAL.test(game.rules)), () => undefined);
    }, { rootMargin: '200px' });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [id, drawn]);
  const tint = hue(id) % 4;
  return (
    <div ref={box} className={`picture ground-${picture?.tint ?? ['green', 'blue', 'wine', 'slate'][tint]}`} aria-hidden="true" data-family={category}>
      {drawn && near && <Drawn picture={picture} />}
      {!drawn && scene && (scene.board ? <StillBoard board={scene.board} /> : <Cards scene={scene} seed={hue(id)} usual={usual} />)}
    </div>
  );
});

/** The picture that the file of the game describes. */
function Drawn({ picture: { cards = [], pieces = [], form = 'fan', sign } }: { picture: GamePicture }) {
  const middle = (cards.length - 1) / 2;
  /** In columns, each card lies on as many backs as cards stand before it. */
  const column = (at: number, nth: number): CSSProperties => ({ transform: `translate(${(at - middle) * 62}%, ${nth * 11 - 24}%) scale(.56)` });
  const place = (at: number): CSSProperties => {
    const by = at - middle;
    switch (form) {
      case 'row':
        return { transform: `translateX(${by * Math.min(96, 230 / Math.max(1, cards.length - 1))}%) scale(.86)` };
      case 'cross':
        return { transform: [['-78%', '2%', -5], ['0', '-38%', 2], ['78%', '2%', 5], ['0', '42%', -2]].map(([x, y, turn]) => `translate(${x}, ${y}) rotate(${turn}deg) scale(.72)`)[at % 4] };
      case 'grid': {
        const cols = Math.ceil(cards.length / (cards.length > 3 ? 2 : 1));
        const rows = Math.ceil(cards.length / cols);
        return { transform: `translate(${((at % cols) - (cols - 1) / 2) * 74}%, ${(Math.floor(at / cols) - (rows - 1) / 2) * 73}%) scale(${rows > 1 ? 0.66 : 0.8})` };
      }
      case 'columns':
        return column(at, at);
      default:
        return { transform: `translateX(${by * 50}%) rotate(${by * 11}deg) translateY(${Math.abs(by) * 4}%)` };
    }
  };
  return (
    <>
      {sign && <span className="picture-sign">{sign}</span>}
      {cards.length > 0 && (
        <div className="little-fan">
          {form === 'columns' && cards.map((_, at) => Array.from({ length: at }, (_, n) => <span key={`${at}.${n}`} style={column(at, n)}><CardBack /></span>))}
          {cards.map((id, at) => (
            <span key={at} style={place(at)}>{id === 'back' ? <CardBack /> : <CardFace face={{ id, name: id, rank: id.slice(0, -1), suit: id.slice(-1) }} clear={false} />}</span>
          ))}
        </div>
      )}
      {pieces.length > 0 && (
        <div className="little-pieces">
          {pieces.map((glyph, at) => (
            <span key={at} className={at === Math.floor((pieces.length - 1) / 2) || pieces.length === 2 ? 'large' : ''}>
              <PieceArt glyph={glyph} kind="" colour={colourOf(undefined, glyph, /[\u3400-\u9fff]/.test(glyph) && at === 0 ? 2 : 1)} tiles={pieces.length > 2} />
            </span>
          ))}
        </div>
      )}
    </>
  );
}

/** Words in the rules which show that the game uses French cards. */
const USUAL = /\b(spades|clubs|diamonds|hearts|aces?|(32|36|40|52) cards)\b/i;

/** Cards for the picture of a game with battlefields. At the start of such a game, no card is face up. */
const CREATURES: CardScene[] = [['Night', 'Creature — Horror', '{2}{B}', '3/2'], ['Kiln', 'Creature — Dragon', '{3}{R}', '4/4']].map(([name, type, cost, size]) => ({ faceUp: true, face: { id: name, name, text: [['type', type!], ['cost', cost!], ['size', size!]] } }));

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
  const cards: (CardScene | null)[] = own.length > 1 ? own : isPlaymat(scene) ? CREATURES : [null, ...filled.slice(0, 3)];
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

/** A scene laid out: zones, board, scores and buttons where the layout says, and everything a hand can do there. */
import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import { CARD_RATIO } from '../art/CardArt';
import { colWeights, fitRows, pickLayout, rowNeeds, rowWeights, styleOf, unplaced, zonesIn, type Layout, type Layouts, type LayoutZone } from '../logic/layout';
import { Choices, NOTHING, gestureCards, squareName, type Done, type Held } from '../logic/offers';
import type { Ask, Offer, Place2, Scene, Square, Step } from '../messages';
import { useText } from '../text';
import { Actions } from './Actions';
import { Board } from './Board';
import { Caption } from './Caption';
import { TableContext, useTable, type TableValue } from './context';
import { useDrag } from './drag';
import { Look } from './Look';
import { useMotion } from './motion';
import { notice } from './Notices';
import { Picker } from './Picker';
import { Pile } from './Pile';
import { Scoreboards } from './Scoreboards';
import { Stack } from './Stack';

type Props = {
  scene: Scene;
  steps: Step[];
  layouts: Layouts;
  seats: Place2[];
  own: number | null;
  ask: Ask | null;
  active: boolean;
  duration: number;
  hint: string | null;
  flipped: boolean;
  onPlay: (offer: Offer) => void;
  /** Why can this not be done? In words, if they can be had. */
  onRefused?: (held: Held, zone: string | null, square: Square | null) => void;
  held: Held;
  setHeld: (held: Held) => void;
  /** What is said with this picture. */
  said?: string[];
  /** Given while something is still acted out: on to the next picture. */
  skip?: () => void;
};

function useSize(): [React.RefObject<HTMLDivElement | null>, { width: number; height: number }] {
  const box = useRef<HTMLDivElement>(null);
  const [size, set] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => set({ width: element.clientWidth, height: element.clientHeight });
    const watch = new ResizeObserver(look);
    watch.observe(element);
    look();
    return () => watch.disconnect();
  }, []);
  return [box, size];
}

const GAP = 8;

export function Table(props: Props) {
  const { scene, steps, layouts, seats, own, ask, active, duration, hint, flipped, onPlay, onRefused, held, setHeld, said = [], skip } = props;
  const text = useText();
  const [box, size] = useSize();
  const [picking, setPicking] = useState<Offer[] | null>(null);
  const choices = useMemo(() => new Choices(scene, ask?.offers ?? []), [scene, ask]);
  const layout = useMemo(() => pickLayout(layouts, scene, size.width, size.height), [layouts, scene, size.width, size.height]);

  useEffect(() => {
    setHeld(NOTHING);
    setPicking(null);
  }, [ask?.number, scene, setHeld]);

  const play = useCallback(
    (offers: Offer[]) => {
      if (offers.length === 1) onPlay(offers[0]!);
      else if (offers.length > 1) setPicking(offers);
      setHeld(NOTHING);
    },
    [onPlay, setHeld],
  );
  const act = useCallback((done: Done) => ('play' in done ? play(done.play) : setHeld(done.held)), [play, setHeld]);
  const refuse = useCallback(
    (what: Held, zone: string | null, square: Square | null) => {
      if (onRefused) return onRefused(what, zone, square);
      notice(text.table.notThere, true);
    },
    [onRefused, text],
  );
  const hinted = useMemo(() => pointAt(ask?.offers.find((offer) => offer.text === hint) ?? null), [ask, hint]);
  const value: TableValue = useMemo(
    () => ({ scene, seats, own, choices, held, active, act, hinted, aimed: aimedAt(scene) }),
    [scene, seats, own, choices, held, active, act, hinted],
  );
  useDrag(box, { active, choices, held, setHeld, play, refuse });
  useMotion(box, scene, steps, duration);

  useEffect(() => {
    const letGo = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setHeld(NOTHING);
    };
    window.addEventListener('keydown', letGo);
    return () => window.removeEventListener('keydown', letGo);
  }, [setHeld]);

  return (
    <TableContext value={value}>
      <div ref={box} className={`felt${active ? ' active' : ''}${scene.board ? ' has-board' : ''}`} onPointerDown={skip} onClick={(event) => event.target === event.currentTarget && setHeld(NOTHING)}>
        {size.width > 0 && <Grid layout={layout} size={size} flipped={flipped} />}
        {(scene.stack ?? []).length > 0 && <Stack />}
        <Caption said={said} />
        <Look root={box} scene={scene} />
        {picking && <Picker offers={picking} choose={(offer) => { setPicking(null); onPlay(offer); }} cancel={() => setPicking(null)} />}
      </div>
    </TableContext>
  );
}

function aimedAt(scene: Scene): Set<number> {
  const next = scene.stack?.[scene.stack.length - 1];
  return new Set((next?.targets ?? []).map(([zone, at]) => scene.zones?.[zone]?.cards?.[at]?.key ?? 0).filter((key) => key !== 0));
}

function pointAt(offer: Offer | null): TableValue['hinted'] {
  const found = { cards: new Set<number>(), zones: new Set<string>(), squares: new Set<string>() };
  if (!offer) return found;
  const { gesture } = offer;
  for (const key of gestureCards(gesture)) found.cards.add(key);
  if (gesture.kind === 'drag') found.zones.add(gesture.to);
  if (gesture.kind === 'zone') found.zones.add(gesture.zone);
  if (gesture.kind === 'square' || gesture.kind === 'place') found.squares.add(squareName(gesture.at));
  if (gesture.kind === 'squares') [gesture.from, gesture.to].forEach((square) => found.squares.add(squareName(square)));
  return found;
}

/** The rectangles of a layout, sized by weight, with one width of cards for all. */
function Grid({ layout, size, flipped }: { layout: Layout; size: { width: number; height: number }; flipped: boolean }) {
  const { scene, own, choices } = useTable();
  const weights = rowWeights(layout, scene, own);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const edge = size.width < 500 ? 12 : 24;
  const inner = { width: size.width - edge - GAP * (layout.cols - 1), height: size.height - edge - GAP * (layout.rows - 1) };
  // What the layout leaves out is shown only when something can be done with it.
  const wanted = choices.mentioned();
  const left = unplaced(layout, scene, own).filter((zone) => wanted.has(zone.id ?? ''));
  if (left.length > 0) inner.height -= 110;
  const heights = fitRows(weights.map((weight) => (inner.height * weight) / total), rowNeeds(layout, scene, inner.height));
  const cols = colWeights(layout, scene);
  const allCols = cols.reduce((sum, weight) => sum + weight, 0) || 1;
  const widths = cols.map((weight) => (inner.width * weight) / allCols);
  const rectOf = (zone: LayoutZone) => ({
    width: widths.slice(zone.col, zone.col + zone.colSpan).reduce((sum, width) => sum + width + GAP, -GAP),
    height: heights.slice(zone.row, zone.row + zone.rowSpan).reduce((sum, height) => sum + height + GAP, -GAP),
  });
  const style: CSSProperties = {
    gridTemplateColumns: cols.map((weight) => `minmax(0, ${weight}fr)`).join(' '),
    gridTemplateRows: `${heights.map((height) => `${height.toFixed(1)}px`).join(' ')}${left.length > 0 ? ' 102px' : ''}`,
    gap: GAP,
  };
  return (
    <div className="grid" style={style}>
      {layout.zones.map((zone) => (
        <div key={zone.id} className={`place${zone.widget ? ` widget-${zone.widget}` : ''}`} style={{ gridRow: `${zone.row + 1} / span ${zone.rowSpan}`, gridColumn: `${zone.col + 1} / span ${zone.colSpan}` }}>
          <PlaceOf zone={zone} layout={layout} rect={rectOf(zone)} flipped={flipped} />
        </div>
      ))}
      {left.length > 0 && (
        <div className="place left-over" style={{ gridColumn: '1 / -1' }}>
          {left.map((zone) => (
            <Pile key={zone.id} zone={zone} style={styleOf(layout, zone, own)} width={140} height={90} cardWidth={36} />
          ))}
        </div>
      )}
    </div>
  );
}

function PlaceOf({ zone, layout, rect, flipped }: { zone: LayoutZone; layout: Layout; rect: { width: number; height: number }; flipped: boolean }) {
  const { scene, own } = useTable();
  if (zone.widget === 'board') return scene.board ? <Board width={rect.width} height={rect.height} flipped={flipped} /> : null;
  if (zone.widget === 'scoreboards') return <Scoreboards />;
  if (zone.widget === 'actions') return <Actions />;
  const zones = zonesIn(zone, scene, own);
  if (zones.length === 0) return null;
  const narrow = rect.width < 190 && zones.length > 1 && rect.height > rect.width;
  const share = narrow ? { width: rect.width, height: (rect.height - GAP * (zones.length - 1)) / zones.length } : { width: (rect.width - GAP * (zones.length - 1)) / zones.length, height: rect.height };
  const mine = own !== null && zones.some((one) => one.owner === own);
  const byHeight = (share.height - 42) / CARD_RATIO;
  const theirs = own !== null && zones.every((one) => one.owner !== null && one.owner !== undefined && one.owner !== own);
  const most = mine ? 128 : theirs ? Math.max(40, share.width * 0.42) : 108;
  const cardWidth = Math.floor(Math.max(26, Math.min(byHeight, share.width - 14, most)));
  return (
    <div className={`piles${narrow ? ' stacked' : ''}`}>
      {zones.map((one) => (
        <Pile key={one.id} zone={one} style={styleOf(layout, one, own)} width={share.width} height={share.height} cardWidth={verticalWidth(styleOf(layout, one, own).layout, one.cards?.length ?? 0, cardWidth, share.height)} title={zones.length === 1 ? zone.label : undefined} />
      ))}
    </div>
  );
}

/** A column of cards must leave room for those below. */
function verticalWidth(lying: string | undefined, count: number, width: number, height: number): number {
  if (lying !== 'vertical' || count < 2) return width;
  const steps = 1 + Math.min(count - 1, 12) * 0.14;
  return Math.max(26, Math.min(width, Math.floor((height - 36) / (CARD_RATIO * steps))));
}

/** A scene laid out: zones, board, scores and buttons where the layout says, and everything a hand can do there. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CARD_RATIO } from '../art/CardArt';
import { arrange, colNeeds, colWeights, drawn, fitRows, grown, isLow, rowNeeds, rowWeights, type Size } from '../logic/fit';
import { isHand, pickLayout, styleOf, unplaced, zonesIn, type Layout, type Layouts, type LayoutZone } from '../logic/layout';
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
import { Scoreboards, ScoresWindow } from './Scoreboards';
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
  /** Do buttons stand on the cloth where the layout wants them? */
  inTable?: boolean;
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


export function Table(props: Props) {
  const { scene, steps, layouts, seats, own, ask, active, duration, hint, flipped, onPlay, onRefused, held, setHeld, said = [], skip, inTable = false } = props;
  const text = useText();
  const [box, size] = useSize();
  const [picking, setPicking] = useState<Offer[] | null>(null);
  // Once a game has shown buttons their place is kept: nothing jumps when they come and go.
  const hadButtons = useRef(false);
  hadButtons.current ||= (scene.buttons ?? []).length > 0;
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
    () => ({ scene, seats, own, choices, held, active, act, refuse: (what: Held) => refuse(what, null, null), hinted, aimed: aimedAt(scene) }),
    [scene, seats, own, choices, held, active, act, refuse, hinted],
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
        {size.width > 0 && <Grid layout={layout} size={size} flipped={flipped} inTable={inTable && hadButtons.current} />}
        {isLow(size) && (scene.scoreboards ?? []).length > 0 && <ScoresWindow />}
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

/** The rectangles of a layout, sized by weight, with one width of cards for piles of one kind. */
function Grid({ layout: given, size, flipped, inTable }: { layout: Layout; size: Size; flipped: boolean; inTable: boolean }) {
  const { scene, own, choices } = useTable();
  const low = isLow(size);
  const shown = { scoreboards: (scene.scoreboards ?? []).length > 0 && !low, actions: inTable };
  const layout = grown(given, scene, own, shown);
  const weights = rowWeights(layout, scene, own, shown, low);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const edge = size.width < 500 ? 12 : 24;
  const gap = size.width < 500 || low ? 4 : 8;
  const cols = colWeights(layout, scene, own, shown);
  const [emptyRows, emptyCols] = [weights, cols].map((all) => all.filter((weight) => weight === 0).length) as [number, number];
  const inner = { width: size.width - edge - gap * (layout.cols - 1 - emptyCols), height: size.height - edge - gap * (layout.rows - 1 - emptyRows) };
  // What the layout leaves out is shown only when something can be done with it.
  const wanted = choices.mentioned();
  const left = unplaced(layout, scene, own).filter((zone) => wanted.has(zone.id ?? ''));
  if (left.length > 0) inner.height -= 110;
  const heights = fitRows(weights.map((weight) => (inner.height * weight) / total), rowNeeds(layout, scene, inner.height, shown));
  const allCols = cols.reduce((sum, weight) => sum + weight, 0) || 1;
  const widths = fitRows(cols.map((weight) => (inner.width * weight) / allCols), colNeeds(layout, scene, inner.width, shown));
  // Rows and columns without anything have no gap beside them either.
  const span = (sizes: number[], from: number, count: number) => sizes.slice(from, from + count).reduce((sum, one) => sum + (one > 0 ? one + gap : 0), -gap);
  const start = (sizes: number[], to: number) => sizes.slice(0, to).reduce((sum, one) => sum + (one > 0 ? one + gap : 0), 0);
  const rectOf = (zone: LayoutZone) => ({ width: Math.max(0, span(widths, zone.col, zone.colSpan)), height: Math.max(0, span(heights, zone.row, zone.rowSpan)) });
  const places = layout.zones.filter((zone) => drawn(zone, scene, own, shown));
  const cards = cardWidths(places.map((zone) => ({ zone, rect: rectOf(zone) })), scene, own, size, gap);
  return (
    <div className={`grid${low ? ' low' : ''}`}>
      {places.map((zone, at) => (
        <div key={zone.id} className={`place${zone.widget ? ` widget-${zone.widget}` : ''}`} style={{ left: start(widths, zone.col), top: start(heights, zone.row), ...rectOf(zone) }}>
          <PlaceOf zone={zone} layout={layout} rect={rectOf(zone)} flipped={flipped} most={cards[at]!} low={low} gap={gap} />
        </div>
      ))}
      {left.length > 0 && (
        <div className="place left-over" style={{ left: 0, right: 0, bottom: 0, height: 102 }}>
          {left.map((zone) => (
            <Pile key={zone.id} zone={zone} style={styleOf(layout, zone, own)} width={140} height={90} cardWidth={36} />
          ))}
        </div>
      )}
    </div>
  );
}

/** How wide cards may be in each place: piles of one kind (mine and theirs) have cards of one size. */
function cardWidths(places: { zone: LayoutZone; rect: Size }[], scene: Scene, own: number | null, size: Size, gap: number): number[] {
  const base = (zone: LayoutZone) => (zone.piles ?? []).map((pile) => pile.replace(/\.(self|others|\*|\d+)$/, '')).join();
  const held = (zone: LayoutZone) => (zone.piles ?? []).some((pile) => isHand(pile, scene));
  const free = places.map(({ zone, rect }) => {
    const zones = zonesIn(zone, scene, own);
    return zones.length === 0 ? 0 : arrange(zones.length, rect, gap, isLow(size) ? 12 : undefined).card;
  });
  return places.map(({ zone, rect }, at) => {
    const mine = own !== null && zonesIn(zone, scene, own).some((one) => one.owner === own);
    if (held(zone)) return Math.min(free[at]!, mine ? Math.min(Math.max(128, size.width * 0.1), Math.max(64, size.width * 0.24)) : Math.max(40, Math.min(78, rect.width * 0.1)));
    const like = places.flatMap((other, n) => (base(other.zone) === base(zone) ? [free[n]!] : []));
    return Math.min(Math.max(Math.min(...like), 30), free[at]!, Math.max(112, size.width * 0.075));
  });
}

type PlaceProps = { zone: LayoutZone; layout: Layout; rect: Size; flipped: boolean; most: number; low: boolean; gap: number };

function PlaceOf({ zone, layout, rect, flipped, most, low, gap }: PlaceProps) {
  const { scene, own } = useTable();
  if (zone.widget === 'board') return scene.board ? <Board width={rect.width} height={rect.height} flipped={flipped} drawing={layout.board} /> : null;
  if (zone.widget === 'scoreboards') return <Scoreboards />;
  if (zone.widget === 'actions') return <Actions />;
  const zones = zonesIn(zone, scene, own);
  const share = arrange(zones.length, rect, gap, low ? 12 : undefined);
  const cardWidth = Math.floor(Math.max(20, Math.min(share.card, most)));
  return (
    <div className="piles" style={{ gap, gridTemplateColumns: `repeat(${share.cols}, minmax(0, 1fr))` }}>
      {zones.map((one) => {
        const style = styleOf(layout, one, own);
        const heap = low && one.owner !== own && (one.cards ?? []).every((card) => !card.face);
        return <Pile key={one.id} zone={one} style={heap ? { ...style, layout: 'complete' } : style} width={share.width} height={share.height} cardWidth={verticalWidth(style.layout, one.cards?.length ?? 0, cardWidth, share.height)} title={zones.length === 1 ? zone.label : undefined} />;
      })}
    </div>
  );
}

/** A column of cards must leave room for those below. */
function verticalWidth(lying: string | undefined, count: number, width: number, height: number): number {
  if (lying !== 'vertical' || count < 2) return width;
  const steps = 1 + Math.min(count - 1, 12) * 0.14;
  return Math.max(26, Math.min(width, Math.floor((height - 36) / (CARD_RATIO * steps))));
}

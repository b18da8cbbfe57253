/** The table: zones, board, scores and buttons, placed by the layout, and all gestures on them. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { arrangePiles, isLow, type Size } from '../logic/grid_sizes';
import { matchesZone, styleOf, zonesIn, type Layout, type Layouts, type LayoutZone } from '../logic/layout';
import { isMat, matLayout } from '../logic/mat';
import { Choices, NO_SELECTION, gestureCards, squareName, type GestureResult, type Selection } from '../logic/offers';
import { premoveOffer, premoveSources, type Premove } from '../logic/premove';
import { bestLayout, openFanOf, fieldShares, placeLayout, type LayoutInput } from '../logic/place_layout';
import type { Ask, Offer, SeatInfo, Scene, Square, Step, ZoneScene } from '../messages';
import { useText } from '../text';
import { Actions } from './Actions';
import { Board } from './Board';
import { BoardTable } from './BoardTable';
import { TableContext, useTable, type TableValue } from './tableContext';
import { useDrag } from './useDrag';
import { CardZoom } from './CardZoom';
import { useMotion } from './useMotion';
import { notice } from './Notices';
import { Mat, type Company } from './Mat';
import { Playmat } from './Playmat';
import { isPlaymat } from '../logic/playmat';
import { MovePicker } from './MovePicker';
import { Pile } from './Pile';
import { Scoreboards, ScoresWindow } from './Scoreboards';
import { Stack } from './Stack';

type Props = {
  scene: Scene;
  steps: Step[];
  layouts: Layouts;
  seats: SeatInfo[];
  own: number | null;
  ask: Ask | null;
  active: boolean;
  duration: number;
  hint: string | null;
  flipped: boolean;
  onPlay: (offer: Offer) => void;
  /** Plays several moves of one decision together. */
  onPlayTogether?: (offers: Offer[]) => void;
  /** Called when a gesture is refused, so that the page can show the reason. */
  onRefused?: (held: Selection, zone: string | null, square: Square | null) => void;
  held: Selection;
  setHeld: (held: Selection) => void;
  /** Whether the buttons are on the table, at the place that the layout gives them. */
  inTable?: boolean;
  /** The card that was picked in the last move. It stays selected as long as the pick can be taken back. */
  taken?: number | null;
  /** Shows the next animation frame at once. Not set if no animation is running. */
  skip?: () => void;
  /** The data about the players. On a card table, their plates are part of the table. */
  company?: Company;
};

const NOBODY: Company = { status: null, signs: [], due: [], prompt: null };

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
  const { scene, steps, layouts, seats, own, ask, active, duration, hint, flipped, onPlay, onPlayTogether, onRefused, held, setHeld, skip, taken = null, inTable = false, company = NOBODY } = props;
  const text = useText();
  const [box, size] = useSize();
  const [picking, setPicking] = useState<Offer[] | null>(null);
  // Once the table has had buttons, their place stays reserved, so that the table does not jump.
  const hadButtons = useRef(false);
  hadButtons.current ||= inTable && (scene.buttons ?? []).length > 0;
  const round = isMat(scene, layouts);
  const style = useMemo(() => matLayout(layouts), [layouts]);
  const choices = useMemo(() => new Choices(scene, ask?.offers ?? [], (zone) => (style.hidden ?? []).some((name) => matchesZone(name, zone, own))), [scene, ask, style, own]);
  const buttonsIn = inTable && hadButtons.current;
  const seen: LayoutInput = useMemo(
    () => ({ scene, own, shown: { scoreboards: (scene.scoreboards ?? []).length > 0 && !isLow(size), actions: buttonsIn }, wanted: choices.involvedZones() }),
    [scene, own, choices, size, buttonsIn],
  );
  const before = useRef<Layout | null>(null);
  const layout = useMemo(() => bestLayout(layouts, size, seen, before.current), [layouts, size, seen]);
  before.current = layout;

  useEffect(() => {
    setHeld(NO_SELECTION);
    setPicking(null);
  }, [ask?.number, scene, setHeld]);

  // Some games ask for a card first and then for its target. One drag answers both asks. If there is only one target, a
  // click on the card also answers both asks. A double click answers both asks even if there are several targets: it
  // chooses a foundation, else the first target.
  const onward = useRef<{ zone: string | null; ask: number | undefined; eager: boolean } | null>(null);
  const play = useCallback(
    (offers: Offer[], zone?: string) => {
      const picks = offers.length === 1 && offers[0]!.gesture.kind === 'card' && offers[0]!.kind !== 'putBack';
      onward.current = picks ? { zone: zone ?? null, ask: ask?.number, eager: false } : null;
      if (offers.length === 1) onPlay(offers[0]!);
      else if (offers.length > 1) setPicking(offers);
      setHeld(NO_SELECTION);
    },
    [onPlay, setHeld, ask?.number],
  );
  useEffect(() => {
    const meant = onward.current;
    if (!meant || !active || !ask || ask.number === meant.ask) return;
    onward.current = null;
    const next = meant.zone !== null ? choices.followUp(meant.zone) : choices.onlyTarget(meant.eager);
    if (next) onPlay(next);
  }, [ask, active, choices, onPlay]);
  const doubled = useCallback(
    (event: React.MouseEvent) => {
      if (onward.current) onward.current.eager = true;
      const key = Number((event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key ?? 0);
      if (!active || !key) return;
      // The answer to the first click may have come before the second click.
      const obvious = key === taken ? choices.onlyTarget(true) : choices.obvious(key);
      if (obvious) play([obvious]);
    },
    [active, choices, play, taken],
  );
  const onGesture = useCallback((done: GestureResult) => ('play' in done ? play(done.play) : setHeld(done.held)), [play, setHeld]);
  const refuse = useCallback(
    (what: Selection, zone: string | null, square: Square | null) => {
      if (onRefused) return onRefused(what, zone, square);
      notice(text.table.notThere, true);
    },
    [onRefused, text],
  );
  // A premove is played as soon as the viewer is asked, if it is legal then.
  const [premove, setPremove] = useState<Premove | null>(null);
  const canPremove = company.board !== undefined && !company.board.past && own !== null && !active && company.status?.phase === 'playing' && !company.due.includes(own) && Boolean(scene.board);
  useEffect(() => {
    if (!premove || !active) return;
    setPremove(null);
    const offer = premoveOffer(choices, premove);
    if (offer) onPlay(offer);
  }, [premove, active, choices, onPlay]);
  const hinted = useMemo(() => pointAt(ask?.offers.find((offer) => offer.text === hint) ?? null), [ask, hint]);
  const value: TableValue = useMemo(
    () => ({ scene, seats, own, choices, held, active, onGesture, playTogether: onPlayTogether ?? ((offers) => offers[0] && onPlay(offers[0])), refuse: (what: Selection, square?: Square) => refuse(what, null, square ?? null), hinted, aimed: aimedAt(scene), taken: active && choices.putBack(taken !== null)?.gesture.kind === 'button' ? taken : null, ahead: { can: canPremove, premove, set: setPremove } }),
    [scene, seats, own, choices, held, active, onGesture, onPlay, onPlayTogether, refuse, hinted, taken, canPremove, premove],
  );
  useDrag(box, { active, choices, held, setHeld, play, refuse, ahead: canPremove ? { sources: premoveSources(scene.board!, own!), enter: (from, to) => setPremove({ from, to }) } : null });
  useMotion(box, scene, steps, duration);

  useEffect(() => {
    const letGo = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const back = active && held.cards.length === 0 && held.square === null && !picking ? choices.putBack(taken !== null) : null;
      if (back) onPlay(back);
      else setHeld(NO_SELECTION);
      setPremove(null);
    };
    window.addEventListener('keydown', letGo);
    return () => window.removeEventListener('keydown', letGo);
  }, [setHeld, active, held, picking, choices, taken, onPlay]);

  return (
    <TableContext value={value}>
      <div ref={box} className={`felt${active ? ' active' : ''}${scene.board ? ' has-board' : ''}${company.board ? ' board-felt' : ''}${round ? ' round-table' : ''}`} onPointerDown={skip} onDoubleClick={doubled} onClick={(event) => event.target === event.currentTarget && setHeld(NO_SELECTION)}>
        {size.width > 0 && (scene.board && company.board ? <BoardTable layout={layout} size={size} flipped={flipped} company={company} board={company.board} /> : round ? (isPlaymat(scene) ? <Playmat layout={style} size={size} company={{ ...company, due: company === NOBODY ? (scene.due ?? []) : company.due }} /> : <Mat layout={style} size={size} company={{ ...company, due: company === NOBODY ? (scene.due ?? []) : company.due }} steps={steps} />) : <Grid layout={layout} size={size} flipped={flipped} seen={seen} />)}
        {!round && !company.board && isLow(size) && (scene.scoreboards ?? []).length > 0 && <ScoresWindow />}
        <CardZoom root={box} scene={scene} />
        {picking && <MovePicker offers={picking} choose={(offer) => { setPicking(null); onPlay(offer); }} cancel={() => setPicking(null)} />}
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

/** Whether a zone is the stack. It is not drawn as a zone, because `scene.stack` has more details. */
const isStack = (zone: ZoneScene): boolean => zone.category === 'stack' || zone.id === 'stack';

/** The places of a layout with their content. */
function Grid({ layout: given, size, flipped, seen }: { layout: Layout; size: Size; flipped: boolean; seen: LayoutInput }) {
  const { own, scene } = useTable();
  const { layout, low, gap, places, left } = useMemo(() => placeLayout(given, size, seen), [given, size, seen]);
  const waiting = (scene.stack ?? []).length > 0;
  const stack = places.find(({ zone }) => zonesIn(zone, scene, own).some(isStack));
  return (
    <div className={`grid${low ? ' low' : ''}`}>
      {places.map(({ zone, rect, card }) => (
        <div key={zone.id} className={`place${zone.widget ? ` widget-${zone.widget}` : ''}`} style={rect}>
          <PlaceOf zone={zone} layout={layout} rect={rect} flipped={flipped} most={card} low={low} gap={gap} />
        </div>
      ))}
      {waiting && <Stack at={stack?.rect ?? null} />}
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

type PlaceProps = { zone: LayoutZone; layout: Layout; rect: Size; flipped: boolean; most: number; low: boolean; gap: number };

function PlaceOf({ zone, layout, rect, flipped, most, low, gap }: PlaceProps) {
  const { scene, own } = useTable();
  if (zone.widget === 'board') return scene.board ? <Board width={rect.width} height={rect.height} flipped={flipped} drawing={layout.board} /> : null;
  if (zone.widget === 'scoreboards') return <Scoreboards />;
  if (zone.widget === 'actions') return <Actions grid={layout.actions} />;
  const zones = zonesIn(zone, scene, own);
  const share = arrangePiles(zones.length, rect, gap, low ? 12 : undefined, openFanOf(zone, { scene, own }));
  const cardWidth = Math.floor(Math.max(20, Math.min(share.card, most)));
  const parts = fieldShares(zones, share.cols);
  const whole = rect.width - gap * (zones.length - 1);
  return (
    <div className="piles" style={{ gap, gridTemplateColumns: parts ? parts.map((part) => `minmax(0, ${part}fr)`).join(' ') : `repeat(${share.cols}, minmax(0, 1fr))` }}>
      {zones.map((one, at) => {
        const style = styleOf(layout, one, own);
        const heap = low && one.owner !== own && (one.cards ?? []).every((card) => !card.face);
        return <Pile key={one.id} zone={one} style={heap ? { ...style, layout: 'complete' } : style} width={parts ? whole * parts[at]! : share.width} height={share.height} cardWidth={cardWidth} title={zones.length === 1 ? zone.label : undefined} />;
      })}
    </div>
  );
}

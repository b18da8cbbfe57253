import { useId, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { CARD_RATIO } from '../art/CardArt';
import { colourOf } from '../art/PieceArt';
import { ownersByDirection } from '../logic/board';
import { BESIDE, besideWidth, fanStep, sortOrder } from '../logic/cards';
import { stablePlaces, rowsOfCards, spreadWidth, type Size } from '../logic/grid_sizes';
import { visibleNotes } from '../logic/card_notes';
import { columnTops, hasTextCards } from '../logic/place_layout';
import { pileLayout, type PileLayout, type PileStyle } from '../logic/layout';
import { bareName, cardLabel, pileHeading, seatName, spacedName, withNames } from '../logic/phrases';
import type { CardScene, ZoneScene } from '../messages';
import { useText } from '../text';
import { gameText } from '../text/game_words';
import { Card } from './Card';
import { useTable } from './tableContext';
import { sideClasses } from './Seats';

type Props = { zone: ZoneScene; style: PileStyle; width: number; height: number; cardWidth: number; title?: string; bare?: boolean };

/** One zone: a heading, the cards in the style of the layout, and a click target for the whole zone. */
export function Pile({ zone, style, width, height, cardWidth, title, bare = false }: Props) {
  const text = useText();
  const table = useTable();
  const { choices, held, active, onGesture, own, hinted, seats, scene } = table;
  const id = zone.id ?? '';
  const cards = zone.cards ?? [];
  const owner = zone.owner ?? null;
  const lying: PileLayout = pileLayout(style, zone);
  const sorters = (style.sort?.options ?? []).filter((sorter) => !sorter.applyToLayouts?.length || sorter.applyToLayouts.includes(lying));
  const [sorter, setSorter] = useState(style.sort?.default ?? '');
  const order = useMemo(() => {
    const chosen = sorters.find((one) => one.id === sorter);
    const found = sortOrder(cards, chosen, lying);
    return zone.topFirst && !chosen ? found.reverse() : found;
  }, [cards, sorter, lying, sorters.length, zone.topFirst]);
  const count = zone.count ?? cards.length;
  const name = withNames(spacedName(title ?? zone.name ?? id), seats, own, text);
  const whose = owner !== null ? seatName(seats, owner, own, text) : null;
  const heading = pileHeading(name, whose, owner === own, text);
  // In a narrow place, owner and name are on two lines. If they do not fit, the name is drawn in the colour of the owner, or a short name
  // is drawn in the empty place.
  const narrow = width < 100;
  const short = name.split(' ').pop() ?? '';
  // The heading uses the space above the cards. A long name takes more lines, and a long word gets smaller letters.
  const fit = Math.floor((height - cardWidth * CARD_RATIO - 14) / 12);
  const lines = Math.max(2, Math.min(5, fit));
  const long = (words: string) => Math.max(...words.split(/[\s-]/).map((word) => word.length));
  const size = (words: string) => (width - 4) / (long(words) * 0.6);
  const whole = !narrow || (fit >= 2 && size(heading) >= 9);
  const shown = whole ? heading : bareName(name);
  const letters = narrow ? { fontSize: Math.max(8, Math.min(10.5, size(shown))) } : {};
  const inSlot = narrow && /^\S+ \S{1,2}$/.test(name) && !whose;
  // There is room only for the heading and the number of cards.
  const wordsOnly = height < 44 && lying === 'complete' && owner !== null && owner !== own;
  const clickable = active && choices.clickableZones().has(id);
  const target = active && choices.targetZones(held).has(id);
  const classes = ['pile', lying, target ? 'target' : '', clickable && held.cards.length === 0 ? 'clickable' : '', hinted.zones.has(id) ? 'hinted' : '', owner === own && own !== null ? 'own' : '', narrow ? 'narrow' : ''];
  const showSort = owner === own && own !== null && sorters.length > 0 && cards.length > 2 && cards.every((card) => card.face);
  const sortId = useId();
  const room = { width: Math.max(width - 12, cardWidth), height: Math.max(height - (bare ? 8 : 34), cardWidth * CARD_RATIO) };
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      data-zone={id}
      role="group"
      aria-label={`${heading}, ${count === 0 ? text.table.empty : text.table.cards(count)}`}
      onClick={() => active && onGesture(choices.clickZone(id, held))}
    >
      {!bare && (
        <div className="pile-head">
          {!whole && owner !== null && <i className={`dot ${sideClasses(scene.board?.sides ?? [])[owner] ?? `seat-${owner % 8}`}`} aria-hidden="true" />}
          {!(inSlot && count === 0) && <span className="pile-name" style={{ WebkitLineClamp: lines, ...letters }}>{shown}</span>}
          {count > 1 && (wordsOnly || (lying !== 'complete' && !narrow)) && <span className="pile-count">{count}</span>}
          {showSort && (
            <select id={sortId} value={sorter} aria-label={text.table.sort} onClick={(event) => event.stopPropagation()} onChange={(event) => setSorter(event.target.value)}>
              <option value="">{text.table.unsorted}</option>
              {sorters.map((one) => (
                <option key={one.id} value={one.id}>
                  {gameText(one.label ?? one.id, text)}
                </option>
              ))}
            </select>
          )}
        </div>
      )}
      {!wordsOnly && <Cards zone={zone} cards={cards} order={order} arranged={sorters.some((one) => one.id === sorter)} lying={lying} room={room} cardWidth={cardWidth} count={count} hand={owner === own && own !== null && (zone.category === 'hand' || zone.name === 'hand')} name={inSlot ? short : ''} />}
      {(clickable || target) && (
        <button
          type="button"
          className="zone-hit"
          aria-label={`${heading}: ${target ? text.table.ok : withNames(choices.offers.find(({ gesture }) => gesture.kind === 'zone' && gesture.zone === id)?.label ?? '', seats, own, text)}`}
          onClick={(event) => {
            event.stopPropagation();
            onGesture(choices.clickZone(id, held));
          }}
        />
      )}
    </div>
  );
}

type CardsProps = {
  zone: ZoneScene;
  cards: CardScene[];
  order: number[];
  /** Whether the cards are sorted. */
  arranged: boolean;
  lying: PileLayout;
  room: { width: number; height: number };
  cardWidth: number;
  count: number;
  /** Whether the zone is the viewer's hand, which is drawn as a fan. */
  hand: boolean;
  name: string;
};

/** Draws cards of a zone with everything that a click on them means. `lying` is the form of the zone. */
export function useDrawCard(zone: ZoneScene, wide: number, column: boolean): { one: DrawCard; pieces: boolean } {
  const text = useText();
  const { choices, held, active, onGesture, hinted, scene, seats, aimed, own, refuse, taken = null } = useTable();
  const cards = zone.cards ?? [];
  const say = (note: string) => withNames(note, seats, own, text);
  const back = taken === null ? null : choices.putBack(true);
  const mine = own !== null && zone.owner === own;
  const owned = zone.owner !== undefined && zone.owner !== null;
  const board = scene.board;
  const sign = (card: CardScene) => {
    if (!board || !card.face || card.face.rank || card.back) return null;
    const like = (board.pieces ?? []).find((piece) => piece.kind === card.face!.name && piece.owner === zone.owner);
    const any = like ?? (board.pieces ?? []).find((piece) => piece.kind === card.face!.name);
    const glyph = any?.glyph ?? '';
    return { glyph, colour: colourOf(board.sides?.[zone.owner ?? 0], like ? glyph : '', zone.owner ?? 0), tiles: ownersByDirection(board) };
  };
  const pieces = cards.length > 0 && cards.every((card) => sign(card) !== null);
  const one: DrawCard = (at, style, width = wide, named = true) => {
    const card = cards[at]!;
    const key = card.key ?? 0;
    // Show the name of the player who laid a card, if the zone does not show it.
    const whose = card.controller ?? null;
    const by = whose === null || whose === zone.owner ? '' : seatName(seats, whose, own, text);
    const spoken = [cardLabel(card, text, say), by && (owned ? text.table.controlledBy(by) : text.table.laidBy(by))].filter(Boolean).join(', ');
    return (
      <Card
        key={key || `at${at}`}
        card={card}
        width={width}
        style={style}
        touchable={active && (choices.canTouch(key, held) || (back !== null && key === taken))}
        held={held.cards.includes(key) || (back !== null && key === taken) || (active && choices.isPicked(key))}
        hinted={hinted.cards.has(key)}
        aimed={aimed.has(key)}
        onPick={(key) => (back && key === taken ? onGesture({ play: [back] }) : active && mine && !choices.canTouch(key, held) ? refuse({ cards: [key], square: null }) : onGesture(choices.clickCard(key, held)))}
        column={column}
        piece={sign(card)}
        label={spoken}
        by={named ? by : ''}
        bySeat={whose ?? 0}
        notes={visibleNotes(card, scene).map(say).join('\n')}
        signs={card.signs?.map(([note, sign]) => [say(note), sign])}
        pointing={(card.pointsAt ?? []).map(([zone, at]) => scene.zones?.[zone]?.cards?.[at]?.face?.name ?? '?').join(', ')}
      />
    );
  };
  return { one, pieces };
}

function Cards({ zone, cards, order, arranged, lying, room, cardWidth, count, hand, name }: CardsProps) {
  const text = useText();
  const { scene } = useTable();
  const owned = zone.owner !== undefined && zone.owner !== null;
  const { one, pieces } = useDrawCard(zone, cardWidth, lying === 'vertical');
  const wide = pieces ? Math.min(cardWidth, 44) : cardWidth;
  const high = pieces ? wide : wide * CARD_RATIO;
  if (count === 0) return <div className="slot" style={{ width: wide, height: high }}>{name && <span>{name}</span>}</div>;
  if (lying === 'complete' || cards.length === 0) {
    const depth = Math.min(5, Math.floor(count / 6));
    // The top card is the last one. In a queue it is the first one.
    const top = zone.topFirst ? 0 : cards.length - 1;
    const below = cards.length > 1 ? [zone.topFirst ? 1 : top - 1] : [];
    return (
      <div className="heap" style={{ width: wide + depth * 2, height: high + depth * 2 }}>
        {Array.from({ length: depth }, (_, at) => (
          <div key={`edge${at}`} className="edge" style={{ width: wide, height: high, left: (depth - at) * 1.6, top: (depth - at) * 1.6 }} />
        ))}
        {cards.length === 0 ? (
          <Card card={{}} label={text.table.faceDown} width={wide} style={{ left: 0, top: 0 }} touchable={false} held={false} hinted={false} aimed={false} />
        ) : (
          [...below, top].map((at) => one(at, { left: 0, top: 0 }, wide))
        )}
        {count > 1 && <span className="heap-count">{count}</span>}
      </div>
    );
  }
  if (lying === 'vertical') {
    const tops = columnTops(order.map((at) => Boolean(cards[at]!.face)), high, room.height);
    return (
      <div className="fan column" style={{ width: wide, height: high + (tops[tops.length - 1] ?? 0) }}>
        {order.map((at, n) => one(at, { left: 0, top: tops[n]! }, wide))}
      </div>
    );
  }
  // Cards with names of players must not overlap. If one row is too narrow, several rows are used.
  const named = !owned && cards.length > 1 && cards.every((card) => card.controller !== undefined && card.controller !== null);
  if (named && besideWidth(cards.length, room.width, wide, true) === null) return <Rows order={order} room={room} one={one} />;
  // Many face-up cards on the table lie side by side.
  if ((lying === 'horizontal' || lying === 'spread') && zone.owner === undefined && !(zone.team ?? []).length && cards.length > 7 && !cards.some((card) => card.attachedTo) && zone.category !== 'hand') {
    // Cards that are not sorted keep their positions when another card leaves.
    return arranged ? <Rows order={order} room={room} one={one} /> : <Laid cards={cards} order={order} room={room} one={one} />;
  }
  const here = (scene.zones ?? []).indexOf(zone);
  const tucked = (at: number) => cards.flatMap((card, n) => (card.attachedTo?.[0] === here && card.attachedTo[1] === at ? [n] : []));
  const attached = cards.some((card) => card.attachedTo);
  if (lying === 'spread' || attached || cards.some((card) => (card.rotation ?? 0) % 180 !== 0)) {
    // An attachment lies under its card, so that only its top is visible. A rotated card needs more width.
    const free = order.filter((at) => cards[at]!.attachedTo?.[0] !== here);
    const turned = free.map((at) => (cards[at]!.rotation ?? 0) % 180 !== 0);
    const most = Math.max(0, ...free.map((at) => tucked(at).length));
    const card = spreadWidth(turned, { ...room, height: room.height / (1 + most * 0.17) }, wide, 10);
    const tall = card * CARD_RATIO;
    return (
      <div className="spread" style={{ maxWidth: room.width }}>
        {free.map((at) => {
          const under = tucked(at);
          const head = tall * 0.17;
          const side = (cards[at]!.rotation ?? 0) % 180 === 0 ? 0 : (tall - card) / 2;
          return (
            <div key={cards[at]!.key ?? at} className="cluster" style={{ width: card, height: tall + under.length * head, margin: `0 ${side}px` }}>
              {[...under, at].map((which, n) => one(which, { left: 0, top: n * head }, card))}
            </div>
          );
        })}
      </div>
    );
  }
  // Shared face-up cards do not overlap, unless this would make them too small.
  const shared = zone.owner === undefined && !(zone.team ?? []).length && !hand && cards.every((card) => card.face);
  const beside = besideWidth(cards.length, room.width, wide, shared);
  if (beside !== null) return <div className="fan" style={{ width: beside * cards.length + BESIDE * (cards.length - 1), height: beside * CARD_RATIO }}>{order.map((at, n) => one(at, { left: n * (beside + BESIDE), top: 0 }, beside))}</div>;
  const step = fanStep(cards.length, wide, room.width, hasTextCards(zone) ? wide + 6 : hand ? wide * 0.62 : cards.some((card) => card.face) ? wide * 0.55 : wide * 0.34);
  const arc = hand && cards.length > 2 && !pieces;
  const middle = (cards.length - 1) / 2;
  return (
    <div className="fan" style={{ width: wide + step * (cards.length - 1), height: high }}>
      {order.map((at, n) => {
        const off = n - middle;
        const bend = arc ? { transform: `translateY(${(Math.abs(off) / Math.max(middle, 1)) ** 2 * high * 0.05}px) rotate(${(off / Math.max(middle, 1)) * Math.min(6, cards.length * 0.8)}deg)` } : {};
        return one(at, { left: n * step, top: 0, ...bend }, wide);
      })}
    </div>
  );
}

export type DrawCard = (at: number, style: CSSProperties, width?: number, named?: boolean) => ReactNode;

/** Draws cards in rows, in this order. */
function Rows({ order, room, one }: { order: number[]; room: Size; one: DrawCard }) {
  const gap = 8;
  const { cols, card } = rowsOfCards(order.length, room, gap, 128);
  const high = card * CARD_RATIO + gap;
  return (
    <div className="fan" style={{ width: cols * (card + gap) - gap, height: Math.ceil(order.length / cols) * high - gap }}>
      {order.map((at, n) => one(at, { left: (n % cols) * (card + gap), top: Math.floor(n / cols) * high }, card))}
    </div>
  );
}

/** Draws cards in rows. Each card keeps its position when others leave. */
function Laid({ cards, order, room, one }: { cards: CardScene[]; order: number[]; room: Size; one: DrawCard }) {
  const places = useRef<number[]>([]);
  const keys = order.map((at) => cards[at]!.key || -1 - at);
  places.current = stablePlaces(places.current, keys);
  const gap = room.width < 420 ? 4 : 7;
  const { cols, card } = rowsOfCards(places.current.length, room, gap, 128);
  const high = card * CARD_RATIO;
  return (
    <div className="fan laid" style={{ width: cols * (card + gap) - gap, height: Math.ceil(places.current.length / cols) * (high + gap) - gap }}>
      {order.map((at, n) => {
        const place = places.current.indexOf(keys[n]!);
        return one(at, { left: (place % cols) * (card + gap), top: Math.floor(place / cols) * (high + gap) }, card);
      })}
    </div>
  );
}

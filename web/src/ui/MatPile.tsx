/** One zone of the card table, drawn in the box that the table keeps for it. */
import { useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { CARD_RATIO } from '../art/CardArt';
import { fanStep, groupByKind, sortOrder, suitOf } from '../logic/cards';
import { rowsOfCards } from '../logic/grid_sizes';
import type { PileStyle, Sorter } from '../logic/layout';
import { trickOffsets, type MatPlace, type Side } from '../logic/mat';
import { gestureCards } from '../logic/offers';
import { laidMelds, meldKind, type MeldedHand } from '../logic/melds';
import { columnTops, hasTextCards } from '../logic/place_layout';
import { bareName, capital, faceName, pileHeading, seatName, shortFace, spacedName, withNames } from '../logic/phrases';
import type { CardScene, FaceScene, ZoneScene } from '../messages';
import { useText, type Text } from '../text';
import { buttonText, gameText } from '../text/game_words';
import { Card } from './Card';
import { useDrawCard, type DrawCard } from './Pile';
import { useTable } from './tableContext';

type Props = {
  zone: ZoneScene;
  place: MatPlace;
  style: PileStyle;
  /** The chosen sorter of the viewer's own hand. */
  sorter?: Sorter | undefined;
  /** The melds of the viewer's own hand, if the hand is grouped by melds. */
  melds?: MeldedHand | null;
  /** The seats in the order in which they sit, and the sides on which the other players sit. */
  order: number[];
  sides: Side[];
  /** The key of the card that was led to the trick. */
  led?: number | null;
  /** The change that a click on the pile would make. It is shown under the name of the pile. */
  consequence?: string;
};

/** The name of a zone, and the words for the move that a click on it makes. */
export function useZoneWords(zone: ZoneScene): { heading: string; name: string; action: string } {
  const text = useText();
  const { choices, seats, own, scene, active } = useTable();
  const id = zone.id ?? '';
  const name = withNames(spacedName(zone.name ?? id), seats, own, text);
  const whose = zone.owner !== undefined && zone.owner !== null ? seatName(seats, zone.owner, own, text) : null;
  const heading = pileHeading(name, whose, zone.owner === own, text);
  const button = choices.zoneButton(id);
  const offer = choices.offers.find(({ gesture }) => gesture.kind === 'zone' && gesture.zone === id);
  const label = offer?.label ?? '';
  const pressed = button === null ? '' : buttonText((scene.buttons ?? []).find((one) => one.id === button)?.label || button, text);
  const said = pressed || (label.toLowerCase() === (zone.name ?? id).toLowerCase() ? '' : withNames(label, seats, own, text));
  return { heading, name: bareName(name), action: active ? capital(said) : '' };
}

export function MatPile(props: Props) {
  const text = useText();
  const { choices, held, active, onGesture, own, hinted, seats } = useTable();
  const { zone, place } = props;
  const { rect, form, side } = place;
  const id = zone.id ?? '';
  const count = zone.count ?? (zone.cards ?? []).length;
  const { heading, name, action } = useZoneWords(zone);
  const clickable = active && held.cards.length === 0 && choices.clickableZones().has(id);
  const target = active && choices.targetZones(held).has(id);
  const mine = own !== null && zone.owner === own;
  // A pile whose top card can be taken looks like a pile that can be clicked.
  const top = (zone.topFirst ? zone.cards?.[0] : zone.cards?.at(-1))?.key ?? 0;
  const taking = form === 'pile' && active && !clickable && held.cards.length === 0 && top > 0 && choices.canTouch(top) ? choices.offers.filter(({ gesture }) => gestureCards(gesture).includes(top)) : [];
  const classes = ['pile', 'mat-pile', `form-${form}`, `side-${side}`, zone.role ? `role-${zone.role}` : '', target ? 'target' : '', clickable ? 'clickable' : '', hinted.zones.has(id) ? 'hinted' : '', mine ? 'own' : '', count === 0 ? 'bare' : '', taking.length > 0 ? 'open-top' : '', form === 'row' && rect.width < 96 ? 'narrow' : ''];
  // Names are shown under piles in the middle, and above rows that have cards or can get cards.
  const owned = zone.owner !== undefined && zone.owner !== null;
  const label = form === 'column' ? target && zone.role !== 'tableau' : zone.role !== 'foundation' && (form === 'pile' || form === 'row' || form === 'suits') ? (count > 0 || target || clickable || zone.role === 'deck' || zone.role === 'discard') && !(form === 'row' && count === 0 && !target) : false;
  // The name stands right below a single row of cards.
  const rowCard = Math.min(place.card, (rect.height - 18) / CARD_RATIO, rect.width);
  const single = form === 'row' && count < 8 && props.style.layout !== 'rows';
  const taken = taking.length === 1 ? withNames(taking[0]!.label ?? '', seats, own, text) : '';
  const words = clickable && action ? action : taken.includes(' ') ? withShortFace(taken, (zone.topFirst ? zone.cards?.[0] : zone.cards?.at(-1))?.face, text) : owned || (zone.team ?? []).length ? ((form === 'row' || form === 'pile') && rect.width < 96 ? bareName(name) : heading) : name;
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      data-zone={id}
      role="group"
      aria-label={`${heading}, ${count === 0 ? text.table.empty : text.table.cards(count)}`}
      style={{ left: rect.left, top: rect.top, width: rect.width, height: rect.height }}
      onClick={() => active && onGesture(choices.clickZone(id, held))}
    >
      <Inside {...props} count={count} />
      {label && rect.height > 30 && (clickable || target || form !== 'pile' || rect.width > 48) && <span className="zone-name" style={single ? { top: Math.min(rect.height - 18, (rect.height - 18 + rowCard * CARD_RATIO) / 2 + 5) } : undefined}>
          {capital(words)}
          {props.consequence && <small>{props.consequence}</small>}
        </span>}
      {(clickable || target) && (
        <button
          type="button"
          className="zone-hit"
          aria-label={`${heading}: ${target ? text.table.ok : action || text.table.ok}`}
          onClick={(event) => {
            event.stopPropagation();
            onGesture(choices.clickZone(id, held));
          }}
        />
      )}
    </div>
  );
}

/** The words with the name of a card shortened: "Take the three of clubs" becomes "Take 3♣". */
function withShortFace(words: string, face: FaceScene | null | undefined, text: Text): string {
  const short = face ? shortFace(face.id ?? '') : '';
  return face && short !== face.id ? words.replace(new RegExp(`(?:the )?${faceName(face, text)}`, 'i'), short) : words;
}

function Inside({ zone, place, style, sorter, melds, order: seatsRound, sides, led, count }: Props & { count: number }) {
  const text = useText();
  const { rect, form, card: wide, side } = place;
  const cards = zone.cards ?? [];
  const { one } = useDrawCard(zone, wide, form === 'column');
  const order = useMemo(() => {
    const chosen = sorter ?? (form === 'row' || form === 'suits' ? style.sort?.options.find((option) => option.id === style.sort?.default) : undefined);
    const found = sortOrder(cards, chosen, 'horizontal');
    return zone.topFirst && !chosen ? found.reverse() : found;
  }, [cards, sorter, form, style, zone.topFirst]);
  const high = wide * CARD_RATIO;
  if (form === 'rail') return <Rail zone={zone} place={place} one={one} order={order} />;
  if (form === 'hand') return <Hand zone={zone} place={place} one={one} order={order} melds={melds ?? null} />;
  if (form === 'trick') {
    const offsets = trickOffsets(sides);
    const laid = cards.some((card) => card.controller !== undefined && card.controller !== null);
    if (!laid) return <Row order={order} place={place} one={one} words={hasTextCards(zone)} />;
    const [left, top] = [Math.min(...offsets.map(({ x }) => x)) - 0.5, Math.min(...offsets.map(({ y }) => y)) - 0.5];
    return (
      <>
        {cards.map((card, at) => {
          const spot = offsets[Math.max(0, seatsRound.indexOf(card.controller ?? seatsRound[0]!))]!;
          return one(at, { left: (spot.x - 0.5 - left) * wide + 6, top: (spot.y - 0.5 - top) * high + 4, transform: `rotate(${spot.turn}deg)` }, wide, false);
        })}
      </>
    );
  }
  if (form === 'slot') {
    const turn = trickOffsets(sides)[Math.max(0, seatsRound.indexOf(zone.owner ?? 0))]?.turn ?? 0;
    const step = cards.length > 1 ? Math.min(wide * 0.3, (wide * 1.1) / (cards.length - 1)) : 0;
    const start = -(step * (cards.length - 1)) / 2;
    return (
      <>
        <span className="empty-slot" aria-hidden="true" />
        {cards.map((_, at) => one(at, { left: start + at * step, top: 0, transform: `rotate(${turn}deg)` }, wide))}
        {led !== null && led !== undefined && cards[0]?.key === led && <span className="tag led">{text.table.led}</span>}
        {cards.some((card) => card.marked) && <span className="tag won">{text.table.wins}</span>}
      </>
    );
  }
  if (form === 'column') {
    if (count === 0) return <span className="empty-slot" style={{ height: high }} aria-hidden="true" />;
    const tops = columnTops(order.map((at) => Boolean(cards[at]!.face)), high, rect.height);
    return <>{order.map((at, n) => one(at, { left: (rect.width - wide) / 2, top: tops[n]! }, wide))}</>;
  }
  if (form === 'suits') return <BySuit zone={zone} place={place} one={one} />;
  if (form === 'pile') return <Heap zone={zone} place={place} one={one} count={count} />;
  if (cards.length === 0 && count > 0) return <Heap zone={zone} place={place} one={one} count={count} />;
  if (cards.length === 0) return <span className="empty-slot row-slot" aria-hidden="true" />;
  const laid = cards.length > 5 && zone.owner === undefined ? laidMelds(cards) : null;
  if (laid && laid.length > 1) return <Laid groups={laid} place={place} one={one} />;
  if (style.layout === 'rows') return <ByKind zone={zone} place={place} one={one} />;
  return <Row order={order} place={place} one={one} words={hasTextCards(zone)} keys={side === 'top' && !style.sort && zone.owner === undefined ? cards.map((card, at) => card.key || -1 - at) : null} />;
}

/** A pile: its top card, the edges of the cards below, and their number. */
function Heap({ zone, place, one, count }: { zone: ZoneScene; place: MatPlace; one: DrawCard; count: number }) {
  const text = useText();
  const { card: wide, rect } = place;
  const cards = zone.cards ?? [];
  const left = (rect.width - wide) / 2;
  if (count === 0) return <span className={`empty-slot${zone.role === 'foundation' ? ' foundation' : ''}`} style={{ left, width: wide, right: 'auto', height: wide * CARD_RATIO }} aria-hidden="true">{zone.role === 'foundation' ? suitSign(zone) : ''}</span>;
  const depth = Math.min(5, Math.floor(count / 6));
  const top = zone.topFirst ? 0 : cards.length - 1;
  const below = cards.length > 1 ? [zone.topFirst ? 1 : top - 1] : [];
  return (
    <>
      {Array.from({ length: depth }, (_, at) => (
        <span key={`edge${at}`} className="edge" style={{ width: wide, height: wide * CARD_RATIO, left: left + (depth - at) * 1.6, top: (depth - at) * 1.6 }} />
      ))}
      {cards.length === 0 ? <Card card={{}} label={text.table.faceDown} width={wide} style={{ left, top: 0 }} touchable={false} held={false} hinted={false} aimed={false} /> : [...below, top].map((at) => one(at, { left, top: 0 }, wide))}
      {count > 1 && zone.role !== 'foundation' && <span className="heap-count" style={{ right: left - 8 }}>{count}</span>}
    </>
  );
}

const SIGNS: Record<string, string> = { clubs: '♣', diamonds: '♦', hearts: '♥', spades: '♠' };
/** The sign of the suit that a foundation is named after. */
const suitSign = (zone: ZoneScene): ReactNode => {
  const sign = SIGNS[(zone.name ?? zone.id ?? '').toLowerCase()];
  return sign ? <i className={sign === '♥' || sign === '♦' ? 'red' : ''}>{sign}</i> : 'A';
};

/** Face-down cards under the rail, or open cards of another player. */
function Rail({ zone, place, one, order }: { zone: ZoneScene; place: MatPlace; one: DrawCard; order: number[] }) {
  const { rect, side, card: wide } = place;
  const cards = zone.cards ?? [];
  const count = zone.count ?? cards.length;
  const open = cards.some((card) => card.face);
  const upright = side === 'left' || side === 'right';
  const long = upright ? rect.height : rect.width;
  const high = wide * CARD_RATIO;
  if (open || side === 'bottom') {
    // Open hands are drawn whole, on the side of the table.
    const step = fanStep(cards.length, wide, Math.max(long, side === 'bottom' ? rect.width : 210), wide * 0.5);
    const used = wide + step * (cards.length - 1);
    const at = side === 'top' ? { left: (rect.width - used) / 2, top: 4 } : side === 'bottom' ? { left: (rect.width - used) / 2, top: 14 } : { left: side === 'left' ? 8 : rect.width - used - 8, top: rect.height / 2 - high - 34 };
    return <>{order.map((which, n) => one(which, { left: at.left + n * step, top: at.top }, wide))}{count > 0 && cards.length === 0 && <span className="rail-count">{count}</span>}</>;
  }
  const shown = cards.length > 0 ? order : [];
  const step = fanStep(shown.length, wide, long, wide * 0.3);
  const start = (long - wide - step * (shown.length - 1)) / 2;
  const middle = (shown.length - 1) / 2;
  return (
    <>
      {shown.map((which, n) => {
        const off = middle > 0 ? (n - middle) / middle : 0;
        const bend = off * Math.min(7, shown.length);
        // The cards hang over the edge of the table, so that only their lower part shows.
        const style: CSSProperties =
          side === 'top' ? { left: start + n * step, top: rect.height - high - off * off * 5, transform: `rotate(${-bend}deg)` }
          : side === 'left' ? { left: rect.width - (high + wide) / 2 - off * off * 5, top: start + n * step + (wide - high) / 2, transform: `rotate(${90 + bend}deg)` }
          : { left: (high - wide) / 2 + off * off * 5, top: start + n * step + (wide - high) / 2, transform: `rotate(${-90 - bend}deg)` };
        return one(which, style, wide);
      })}
      {count > 0 && <span className="rail-count">{count}</span>}
    </>
  );
}

/** The name of a meld: "Run of hearts", "3 queens". */
function meldName(cards: CardScene[], text: Text): string {
  const kind = meldKind(cards);
  if (!kind) return '';
  return 'rank' in kind ? text.table.setOf(cards.length, text.cards.ranks[kind.rank] ?? kind.rank) : text.table.runOf(text.cards.suits[kind.suit] ?? kind.suit);
}

/** The viewer's own hand as a fan. A large hand on a phone lies in two rows. Grouped melds are apart from each other. */
function Hand({ zone, place, one, order, melds }: { zone: ZoneScene; place: MatPlace; one: DrawCard; order: number[]; melds: MeldedHand | null }) {
  const text = useText();
  const { rect, card: wide } = place;
  const cards = zone.cards ?? [];
  const phone = rect.width < 600;
  if (cards.length === 0) return null;
  if (melds && melds.melds.length + melds.rest.length > 0) {
    const groups = [...melds.melds, ...(melds.rest.length > 0 ? [melds.rest] : [])];
    const gap = phone ? 8 : 22;
    const room = rect.width - gap * (groups.length - 1) - groups.length * (phone ? 6 : 16);
    const small = Math.min(wide, phone ? rect.width / 5.2 : wide);
    const steps = cards.length - groups.length;
    const step = steps === 0 ? 0 : Math.max(10, Math.min(small * 0.46, (room - small * groups.length) / steps));
    const size = (group: number[]): number => small + step * (group.length - 1) + (phone ? 6 : 16);
    let left = (rect.width - groups.reduce((sum, group) => sum + size(group), 0) - gap * (groups.length - 1)) / 2;
    const top = rect.height - small * CARD_RATIO - (phone ? 6 : 10);
    return (
      <>
        {groups.map((group, at) => {
          const from = left;
          left += size(group) + gap;
          const melded = at < melds.melds.length;
          return (
            <span key={at} className="hand-group">
              <span className={melded ? 'group-box melded' : 'group-box'} style={{ left: from, top: top - 24, width: size(group), height: small * CARD_RATIO + 32 }} aria-hidden="true">
                {melded ? `✓ ${phone ? '' : meldName(group.map((which) => cards[which]!), text)}` : text.table.deadwood(melds.deadwood)}
              </span>
              {group.map((which, n) => one(which, { left: from + (phone ? 3 : 8) + n * step, top }, small))}
            </span>
          );
        })}
      </>
    );
  }
  if (phone && cards.length > 7 && rect.height > wide * CARD_RATIO * 1.3) {
    const half = Math.ceil(cards.length / 2);
    const rows = [order.slice(0, half), order.slice(half)];
    const small = Math.min(wide, rect.width / 4.4);
    return (
      <>
        {rows.flatMap((row, r) => {
          const step = fanStep(row.length, small, rect.width, small * 0.9);
          const start = (rect.width - small - step * (row.length - 1)) / 2;
          const top = r === 0 ? 12 : rect.height - small * CARD_RATIO;
          return row.map((which, n) => one(which, { left: start + n * step, top }, small));
        })}
      </>
    );
  }
  const words = hasTextCards(zone);
  // Players must be able to read cards with text. So these cards get smaller before they overlap.
  // On a phone they keep their size, and the hand scrolls.
  if (words && phone && cards.length * (wide + 6) - 6 > rect.width) {
    // The last card in view is cut off, so that the player sees that there are more.
    const step = rect.width / (Math.max(1, Math.round(rect.width / (wide + 6) - 0.5)) + 0.5);
    return (
      <span className="hand-scroll" tabIndex={-1}>
        <span style={{ width: cards.length * step - 6 }}>{order.map((which, n) => one(which, { left: n * step, bottom: 0 }, step - 6))}</span>
      </span>
    );
  }
  if (!words) return <Fan order={order} one={one} rect={rect} wide={wide} />;
  // A card beside an equal one may be covered, because the other shows its text.
  const covered = order.map((which, n) => n + 1 < order.length && cards[which]!.face?.id !== undefined && cards[which]!.face?.id === cards[order[n + 1]!]!.face?.id);
  const hidden = covered.filter(Boolean).length;
  const whole = cards.length - hidden;
  const size = Math.max(wide * 0.76, Math.min(wide, (rect.width - 6 * (whole - 1)) / (whole + hidden * COVERED)));
  const step = whole > 1 ? Math.max(4, Math.min(size + 6, (rect.width - size - hidden * COVERED * size) / (whole - 1))) : 0;
  const used = size + step * (whole - 1) + hidden * COVERED * size;
  let left = (rect.width - used) / 2;
  return (
    <>
      {order.map((which, n) => {
        const at = left;
        left += covered[n] ? COVERED * size : step;
        return one(which, { left: at, top: rect.height - size * CARD_RATIO - 2 }, size);
      })}
    </>
  );
}

/** The part of a covered card that stays visible. */
const COVERED = 0.26;

/** Cards in one row, bent like a fan. */
function Fan({ order, one, rect, wide }: { order: number[]; one: DrawCard; rect: MatPlace['rect']; wide: number }) {
  const phone = rect.width < 600;
  const high = wide * CARD_RATIO;
  const step = fanStep(order.length, wide, rect.width, wide * (phone ? 0.92 : 0.6));
  const start = (rect.width - wide - step * (order.length - 1)) / 2;
  const middle = (order.length - 1) / 2;
  const arc = order.length > 2;
  return (
    <>
      {order.map((which, n) => {
        const off = middle > 0 ? (n - middle) / middle : 0;
        const bend = arc ? { transform: `translateY(${off * off * Math.min(14, high * 0.06)}px) rotate(${off * Math.min(5.5, order.length * 0.6)}deg)` } : {};
        return one(which, { left: start + n * step, top: rect.height - high - (arc ? 6 : 2), ...bend }, wide);
      })}
    </>
  );
}

/** Cards side by side, in several rows if this makes them larger. With `keys`, each card keeps its place when others leave. */
function Row({ order, place, one, words, keys = null }: { order: number[]; place: MatPlace; one: DrawCard; words: boolean; keys?: number[] | null }) {
  const { rect, card: wide } = place;
  const places = useRef<number[]>([]);
  const gap = rect.width < 420 ? 3 : 7;
  const room = { width: rect.width, height: Math.max(20, rect.height - 18) };
  if (order.length > 7 && place.form === 'row' && place.side === 'top' && keys) {
    places.current = keep(places.current, order.map((at) => keys[at]!));
    const { cols, card } = rowsOfCards(places.current.length, room, gap, 128);
    const start = (rect.width - cols * (card + gap) + gap) / 2;
    return (
      <span className="laid">
        {order.map((at) => {
          const spot = places.current.indexOf(keys[at]!);
          return one(at, { left: start + (spot % cols) * (card + gap), top: Math.floor(spot / cols) * (card * CARD_RATIO + gap) }, card);
        })}
      </span>
    );
  }
  const card = Math.min(wide, room.height / CARD_RATIO, rect.width);
  const step = fanStep(order.length, card, rect.width, words || order.length < 7 ? card + gap : card * 0.5);
  const start = (rect.width - card - step * (order.length - 1)) / 2;
  const top = Math.max(0, (room.height - card * CARD_RATIO) / 2);
  return <>{order.map((at, n) => one(at, { left: start + n * step, top }, card))}</>;
}

/** Melds side by side. The cards of each overlap. */
function Laid({ groups, place, one }: { groups: number[][]; place: MatPlace; one: DrawCard }) {
  const { rect, card: wide } = place;
  const card = Math.min(wide, Math.max(20, rect.height - 18) / CARD_RATIO);
  const covered = groups.reduce((sum, group) => sum + group.length - 1, 0);
  const gap = card * 0.22;
  // Many melds move together, each over the end of the one before.
  const step = Math.max(4, Math.min(card * 0.42, (rect.width - groups.length * card - gap * (groups.length - 1)) / covered));
  const used = groups.length * card + step * covered + gap * (groups.length - 1);
  const squeeze = Math.min(1, rect.width / used);
  let left = (rect.width - used * squeeze) / 2;
  const top = Math.max(0, (rect.height - 18 - card * CARD_RATIO) / 2);
  return (
    <>
      {groups.map((group) => {
        const start = left;
        left += (card + step * (group.length - 1) + gap) * squeeze;
        return group.map((at, n) => one(at, { left: start + n * step * squeeze, top }, card));
      })}
    </>
  );
}

/** Keeps the place of each card. A card that leaves makes a gap, and a new card fills the first gap. */
function keep(old: number[], keys: number[]): number[] {
  const now = new Set(keys);
  const places = old.map((key) => (now.has(key) ? key : 0));
  for (const key of keys) {
    if (places.includes(key)) continue;
    const free = places.indexOf(0);
    if (free >= 0) places[free] = key;
    else places.push(key);
  }
  return keys.length * 6 < places.length || keys.every((key) => !old.includes(key)) ? [...keys] : places;
}

/** One column for each suit, the highest card on top. */
function BySuit({ zone, place, one }: { zone: ZoneScene; place: MatPlace; one: DrawCard }) {
  const { rect } = place;
  const cards = zone.cards ?? [];
  if (cards.length === 0) return null;
  const order = sortOrder(cards, { id: 'columns', type: 'bySuitRank' }, 'horizontal').reverse();
  const suits = [...new Set(order.map((at) => (cards[at]!.face ? (suitOf(cards[at]!.face!) ?? cards[at]!.face!.suit ?? '') : '')))];
  const columns = suits.map((suit) => order.filter((at) => (cards[at]!.face ? (suitOf(cards[at]!.face!) ?? cards[at]!.face!.suit ?? '') : '') === suit));
  const most = Math.max(...columns.map((column) => column.length));
  const high = Math.min(place.card * CARD_RATIO, (rect.height - 16) / (1 + 0.3 * (Math.min(most, 6) - 1)));
  const wide = high / CARD_RATIO;
  const step = Math.min(wide * 1.28, rect.width / columns.length);
  const start = (rect.width - step * columns.length + (step - wide)) / 2;
  return <>{columns.flatMap((column, n) => column.map((at, r) => one(at, { left: start + n * step, top: r * Math.min(high * 0.3, (rect.height - 16 - high) / Math.max(1, column.length - 1)) }, wide)))}</>;
}

/** One row for each kind of card: its printed type, else its suit. */
function ByKind({ zone, place, one }: { zone: ZoneScene; place: MatPlace; one: DrawCard }) {
  const { rect } = place;
  const rows = groupByKind(zone.cards ?? []);
  const high = (rect.height - 18) / rows.length;
  const most = Math.max(...rows.map((row) => row.length));
  const wide = Math.max(16, Math.min(place.card, (high - 4) / CARD_RATIO, rect.width / Math.min(most, 4)));
  return (
    <>
      {rows.flatMap((row, n) => {
        const step = fanStep(row.length, wide, rect.width, wide + 6);
        const start = (rect.width - wide - step * (row.length - 1)) / 2;
        return row.map((at, m) => one(at, { left: start + m * step, top: n * high }, wide));
      })}
    </>
  );
}

/** The outlines on the chips: won cards, a card in hand, a card that was put away, and other cards. */
const CHIP_SIGNS = { taken: 'M4 8h10v12H4zM8 8V4h12v12h-6', held: 'M4 8l8-4 8 15-8 4zM12 4h8v11', away: 'M3 7h18v11H3zM7 11l10 4M17 11l-10 4', other: 'M5 5h14v14H5z' };

/** A zone as a number on the plate of a seat. */
export function ZoneChip({ zone }: { zone: ZoneScene }) {
  const text = useText();
  const { choices, held, active, onGesture, own } = useTable();
  const id = zone.id ?? '';
  const count = zone.count ?? (zone.cards ?? []).length;
  const { heading, action } = useZoneWords(zone);
  const clickable = active && held.cards.length === 0 && choices.clickableZones().has(id);
  const target = active && choices.targetZones(held).has(id);
  const kind = zone.role === 'taken' ? 'taken' : zone.role === 'hand' ? 'held' : 'other';
  const classes = ['seat-chip', 'pile', kind, clickable ? 'clickable' : '', target ? 'target' : '', zone.owner === own ? 'own' : ''];
  return (
    <span className={classes.filter(Boolean).join(' ')} data-zone={id} title={`${heading}: ${text.table.cards(count)}`} role="group" aria-label={`${heading}, ${count === 0 ? text.table.empty : text.table.cards(count)}`} onClick={() => active && onGesture(choices.clickZone(id, held))}>
      <svg viewBox="0 0 24 24" width="13" height="13" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
        <path d={CHIP_SIGNS[zone.role === 'discard' || zone.role === 'graveyard' ? 'away' : kind]} />
      </svg>
      <b>{count}</b>
      {(clickable || target) && (
        <button type="button" className="zone-hit" aria-label={`${heading}: ${action || text.table.ok}`} onClick={(event) => { event.stopPropagation(); onGesture(choices.clickZone(id, held)); }} />
      )}
    </span>
  );
}

/** The label of a sorter. */
export const sorterLabel = (sorter: Sorter, text: ReturnType<typeof useText>): string => gameText(sorter.label ?? sorter.id, text);

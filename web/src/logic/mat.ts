/**
 * Lays out the card table: places the seats round the table, and the zones where players expect them. Pure functions.
 *
 * A place depends only on facts that stay the same during a match: which zones exist, their roles and owners, the number of seats, the
 * style of the layout and the size of the screen. It never depends on the number of cards, so nothing moves while a game runs.
 */
import type { Scene, ZoneScene } from '../messages';
import { CARD_RATIO, type Size } from './grid_sizes';
import { seatsNamed } from './seat_scores';
import { matchesZone, seatZone, styleOf, type Layout, type Layouts, type PileLayout } from './layout';

export type Rect = Size & { left: number; top: number };
export type Side = 'bottom' | 'left' | 'top' | 'right';

/**
 * How a zone is drawn. `hand`: the viewer's own hand. `rail`: the hand of another player. `slot`: one card of a trick.
 * `trick`: a whole trick. `pile`: only the top card shows. `row`: cards side by side. `chip`: a number on the plate of
 * a seat.
 */
export type Form = 'hand' | 'rail' | 'slot' | 'trick' | 'pile' | 'row' | 'column' | 'suits' | 'chip';

export type MatPlace = { zone: string; form: Form; rect: Rect; /** Width of a card, in pixels. */ card: number; side: Side };
export type SeatPlace = { seat: number; side: Side; rect: Rect; /** Zones that are numbers on the plate. */ chips: string[]; shape: 'wide' | 'compact' | 'upright' };

export type Mat = {
  /** The kind of screen: a phone held upright, a low screen such as a phone held sideways, or a desktop. */
  screen: 'phone' | 'low' | 'desk';
  seats: SeatPlace[];
  places: MatPlace[];
  prompt: Rect;
  /** The buttons. They grow upwards from the bottom of this box. */
  dock: Rect;
  /** The box for questions that need more room than the dock: bids, numbers, suits. */
  choice: Rect;
  /** The ellipse round the middle. `null` in a patience. */
  ring: Rect | null;
  /** The areas of two teams that lay cards on the table. */
  areas: (Rect & { mine: boolean })[];
};

/** Where a zone lies: before a seat, before a team, or in the middle. */
type Where = { seat: number } | { team: boolean } | 'centre';
type Sorted = { zone: ZoneScene; where: Where; form: Form };

/** Whether players sit round the table. Boards have their own tables. */
export function isMat(scene: Scene, layouts: Layouts): boolean {
  if (scene.board || (scene.seats ?? 0) === 0) return false;
  return (layouts.plain ?? layouts.wide ?? layouts.portrait)?.seats !== 'rows';
}

/** The layout whose styles a card table uses. The grid of the layout is used only to order the rows of zones. */
export const matLayout = (layouts: Layouts): Layout => layouts.plain ?? layouts.wide ?? layouts.portrait ?? { rows: 1, cols: 1, zones: [] };

/** The seats in the order in which they sit: the viewer, then clockwise from the left. */
export function seatOrder(seats: number, own: number | null): number[] {
  return Array.from({ length: seats }, (_, n) => ((own ?? 0) + n) % seats);
}

/** The sides on which the other players sit, in turn order from the left of the viewer. */
export function sidesOf(others: number, strip: boolean): Side[] {
  if (strip || others === 1) return new Array<Side>(others).fill('top');
  return Array.from({ length: others }, (_, n) => (n === 0 ? 'left' : n === others - 1 ? 'right' : 'top'));
}

const ownerOf = (zone: ZoneScene): number | null => zone.owner ?? null;
const isTeam = (zone: ZoneScene): boolean => (zone.team ?? []).length > 0 && ownerOf(zone) === null;

/** The zone that is the hand of a seat. Any further hand of this seat is an ordinary zone. */
function handOf(seat: number, zones: ZoneScene[]): ZoneScene | undefined {
  const hands = zones.filter((zone) => ownerOf(zone) === seat && (zone.role === 'hand' || zone.category === 'hand'));
  return hands.find((zone) => seatZone(zone.id ?? '')?.base === 'hand') ?? hands[0];
}

function formOf(zone: ZoneScene, lay: PileLayout | undefined, hand: boolean, own: boolean): Form {
  const owned = ownerOf(zone) !== null;
  if (hand) return own ? 'hand' : 'rail';
  if (lay === 'columns') return 'suits';
  if (lay === 'trick') return owned ? 'slot' : 'trick';
  if (lay === 'mat' || lay === 'rows') return 'row';
  if (owned && zone.role === 'trick' && zone.ordered) return 'slot';
  if (!owned && zone.role === 'trick' && seatZone(`${zone.id}.0`)?.base === 'trick') return 'trick';
  if (owned && zone.role === 'taken' && lay !== 'spread') return 'chip';
  const heap = zone.role === 'deck' || zone.role === 'discard' || zone.role === 'graveyard' || zone.role === 'exile' || zone.role === 'hand';
  if (owned && !own && heap) return 'chip';
  if (!owned && !isTeam(zone) && zone.role === 'tableau') return 'column';
  if (lay === 'vertical') return 'column';
  if (lay === 'complete' || (lay === undefined && (zone.ordered || zone.role === 'deck' || zone.role === 'foundation'))) return 'pile';
  return 'row';
}

/** All zones that are drawn, each with its owner and its form. */
function sortZones(scene: Scene, layout: Layout, own: number | null, open: boolean): Sorted[] {
  const zones = scene.zones ?? [];
  const self = own ?? 0;
  const hands = new Map(Array.from({ length: scene.seats ?? 0 }, (_, seat) => [handOf(seat, zones), seat] as const));
  return zones
    .filter((zone) => !(layout.hidden ?? []).some((name) => matchesZone(name, zone, own)))
    .map((zone) => {
      const owner = ownerOf(zone);
      const side = owner === null && zone.role === 'taken' ? partners(zone) : [];
      // The cards that a team has won are shown as a number on the plate of one of its players.
      if (side.length > 0) return { zone, where: { seat: side.includes(self) ? self : side[0]! }, form: 'chip' };
      const where: Where = isTeam(zone) ? { team: zone.team!.includes(self) } : owner !== null ? { seat: owner } : 'centre';
      const form = formOf(zone, styleOf(layout, zone, own).layout, hands.has(zone), owner === self && own !== null);
      // Open hands of other players lie before their seats.
      return { zone, where, form: open && form === 'rail' && owner !== self ? 'row' : form };
    });
}

/** The seats of the team to which a zone belongs: by its owners, or by its name, such as `tricks of seats 1 and 3`. */
function partners(zone: ZoneScene): number[] {
  if (isTeam(zone)) return zone.team ?? [];
  const named = /\bseats .+$/i.exec(zone.name ?? '');
  return named ? seatsNamed(named[0]) : [];
}

/** The row of the layout in which a zone lies. Zones of one row stay side by side. */
function rowIn(layout: Layout, zone: ZoneScene, own: number | null): number {
  const place = layout.zones.find((one) => (one.piles ?? []).some((pile) => matchesZone(pile, zone, own)));
  return place?.row ?? 0;
}

const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value));

/** Splits a box into cells side by side. */
function cells(box: Rect, shares: number[], gap: number): Rect[] {
  const whole = shares.reduce((sum, one) => sum + one, 0) || 1;
  const room = box.width - gap * (shares.length - 1);
  let left = box.left;
  return shares.map((share) => {
    const cell = { left, top: box.top, width: (room * share) / whole, height: box.height };
    left += cell.width + gap;
    return cell;
  });
}

const middle = (box: Rect, width: number, height: number): Rect => ({ left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height });

/** Height of the name under a pile, in pixels. */
const LABEL = 20;

/** Height of the line of announcements above the prompt on a phone, in pixels. */
export const CAPTION = 20;

/** Minimum width of a zone beside others, in pixels. If there are more zones than fit, they take several lines. */
const NARROW = 40;

/** The lines of zones. Zones with the same line number share a line, as far as they fit. */
function linesOf(all: Sorted[], lineOf: (one: Sorted) => number, width: number, gap: number): Sorted[][] {
  const most = Math.max(1, Math.floor((width + gap) / (NARROW + gap)));
  return [...new Set(all.map(lineOf))].sort((a, b) => a - b).flatMap((key) => {
    const line = all.filter((one) => lineOf(one) === key);
    const count = Math.ceil(line.length / most);
    const each = Math.ceil(line.length / count);
    return Array.from({ length: count }, (_, n) => line.slice(n * each, n * each + each));
  });
}

/** Whether a few piles and one or two rows of cards can share a line. */
function isMixed(group: Sorted[]): boolean {
  const piles = group.filter(({ form }) => form === 'pile').length;
  const rows = group.filter(({ form }) => form === 'row').length;
  return piles > 0 && piles < 4 && rows > 0 && rows < 3 && piles + rows === group.length;
}

/** The zones of a mixed line with the rows in the middle and the piles at both ends. Other groups stay unchanged. */
function pilesAtEnds(group: Sorted[]): Sorted[] {
  if (!isMixed(group)) return group;
  const piles = group.filter(({ form }) => form === 'pile');
  const half = Math.ceil(piles.length / 2);
  return [...piles.slice(0, half), ...group.filter(({ form }) => form === 'row'), ...piles.slice(half)];
}

/** Places zones in lines of a box. */
function inLines(all: Sorted[], lineOf: (one: Sorted) => number, box: Rect, most: number, gap: number, side: Side): MatPlace[] {
  const lines = linesOf(all, lineOf, box.width, gap);
  if (lines.length === 0 || box.height < 12) return [];
  const high = (box.height - gap * (lines.length - 1)) / lines.length;
  return lines.flatMap((line, at) => {
    // A row of cards needs the room of several piles.
    const shares = line.map(({ form }) => (form === 'pile' || form === 'column' ? 1 : line.length > 4 ? 1 : isMixed(line) ? 4.5 : 2.6));
    const band = { left: box.left, top: box.top + at * (high + gap), width: box.width, height: high };
    // A few piles stand together.
    const few = line.every(({ form }) => form === 'pile') ? Math.min(band.width, line.length * 150) : band.width;
    const rects = cells({ ...band, left: band.left + (band.width - few) / 2, width: few }, shares, gap);
    const narrowest = Math.min(...rects.map((rect, n) => rect.width / (line[n]!.form === 'row' ? 1.2 : 1)));
    const card = Math.floor(clamp(22, Math.min(most, (high - LABEL) / CARD_RATIO, narrowest - 4), 200));
    const shrunk = (rect: Rect): Rect => ({ left: rect.left + (rect.width - card) / 2, top: rect.top, width: card, height: card * CARD_RATIO });
    return line.map(({ zone, form }, n) => ({ zone: zone.id ?? '', form, rect: form === 'pile' ? shrunk(rects[n]!) : rects[n]!, card, side }));
  });
}

/** A patience (solitaire): the stock and the waste are at the left, the foundations at the right, and the columns below them. */
function patience(all: Sorted[], size: Size, foot: number): MatPlace[] {
  const columns = all.filter(({ form }) => form === 'column');
  const top = all.filter(({ form }) => form !== 'column');
  const built = top.filter(({ zone }) => zone.role === 'foundation');
  const heaps = top.filter(({ zone }) => zone.role !== 'foundation');
  const edge = size.width < 620 ? 6 : 26;
  const gap = size.width < 620 ? 4 : 12;
  const count = Math.max(columns.length, top.length);
  const room = { left: edge, top: size.width < 620 ? 10 : 22, width: size.width - 2 * edge, height: size.height - foot };
  const wide = Math.min((room.width - gap * (count - 1)) / count, size.width < 620 ? 90 : 150);
  const card = Math.floor(Math.min(wide, (size.height * (size.width < 620 ? 0.14 : 0.19)) / CARD_RATIO));
  // The columns stay together in the middle of a wide screen.
  const step = Math.min(wide + gap, card * 1.32 + gap);
  const left = (size.width - step * count + (step - card)) / 2;
  const at = (column: number): number => left + column * step;
  const high = card * CARD_RATIO;
  const head = (one: Sorted, column: number): MatPlace => ({ zone: one.zone.id ?? '', form: 'pile', rect: { left: at(column), top: room.top, width: card, height: high }, card, side: 'bottom' });
  const below = room.top + high + (size.width < 620 ? 12 : 24);
  return [
    ...heaps.map((one, n) => head(one, n)),
    ...built.map((one, n) => head(one, count - built.length + n)),
    ...columns.map((one, n): MatPlace => ({ zone: one.zone.id ?? '', form: 'column', rect: { left: at(n), top: below, width: card, height: Math.max(high, size.height - foot - below) }, card, side: 'bottom' })),
  ];
}

/** Height of a narrow plate at the top of a phone, in pixels. */
const NARROW_PLATE = 98;

/** The lower edge of the first line of announcements, in pixels from the top. */
const UNDER_CAPTION = 50;

/** Distance between the edge of a team's area and its cards, in pixels. */
const AREA_PAD = 10;

/** Distance between the edge of the table and the middle, if hands of other players hang over that edge. In pixels. */
const BESIDE_RAIL = 66;

/** The lower edge of the ribbon with the scores, in pixels from the top. */
const UNDER_RIBBON = 86;

/** The places of the seats, from the left of the viewer round the table. */
function placeSeats(order: number[], sides: Side[], size: Size, top: number, from: number, to: number, screen: Mat['screen'], strip: boolean, raised: Set<number>): SeatPlace[] {
  const atTop = sides.filter((side) => side === 'top').length;
  const phone = screen === 'phone';
  let nth = 0;
  return order.map((seat, n): SeatPlace => {
    const side = sides[n]!;
    if (side === 'top') {
      // The scores are at the left of the top edge.
      const ribbon = strip || atTop > 2 ? (phone ? 0 : 92) : 0;
      const gap = phone ? 4 : 12;
      const share = (size.width - ribbon - 16 - gap * (atTop - 1)) / atTop;
      const compact = strip || share < 200 || phone;
      // Many players on a phone have narrow plates with the avatar above the name.
      const narrow = phone && atTop > 3;
      const width = Math.min(compact ? 176 : 240, share);
      const start = ribbon + (size.width - ribbon - atTop * width - gap * (atTop - 1)) / 2;
      const height = narrow ? NARROW_PLATE : compact ? 46 : 60;
      const left = start + nth++ * (width + gap);
      return { seat, side, rect: { left, top: top - height - 4, width, height }, chips: [], shape: narrow ? 'upright' : compact ? 'compact' : 'wide' };
    }
    const upright = phone || size.width < 820;
    const width = upright ? (phone ? 72 : 92) : 200;
    const height = upright ? 104 : 60;
    const inset = phone ? 6 : upright ? 12 : Math.min(68, size.width * 0.06);
    const y = upright ? Math.min(to - height - 4, from + (to - from) * 0.62) : raised.has(seat) ? Math.max(from + 8, UNDER_RIBBON) : (from + to) / 2 - height / 2;
    return { seat, side, rect: { left: side === 'left' ? inset : size.width - inset - width, top: y, width, height }, chips: [], shape: upright ? 'upright' : 'wide' };
  });
}

/** The offset of each card of a trick from the middle, in card widths and heights. The seats are in the order of `seatOrder`. */
export function trickOffsets(sides: Side[]): { x: number; y: number; turn: number }[] {
  const atTop = sides.filter((side) => side === 'top').length;
  const flanked = sides.includes('left');
  const wide = Math.max(1, atTop / 2 + 0.1);
  let nth = 0;
  const others = sides.map((side) => {
    if (side === 'left') return { x: -Math.max(0.98, wide + 0.02), y: atTop > 0 ? 0 : -0.32, turn: -3 };
    if (side === 'right') return { x: Math.max(0.98, wide + 0.02), y: atTop > 0 ? 0 : -0.32, turn: 3 };
    const x = (nth++ - (atTop - 1) / 2) * 1.06;
    return { x, y: flanked ? -0.58 : -0.53, turn: 1.5 };
  });
  return [{ x: 0, y: atTop > 0 ? (flanked ? 0.58 : 0.53) : 0.42, turn: 0 }, ...others];
}

/** The size and the middle of a trick. On a phone, the narrow plates at the sides move below the cards of the trick, or the cards get smaller. */
function trickPlace(sides: Side[], field: Rect, W: number, phone: boolean, beside: number, scale: number, around: SeatPlace[]) {
  const offsets = trickOffsets(sides);
  const [left, right] = [Math.min(...offsets.map(({ x }) => x)) - 0.5, Math.max(...offsets.map(({ x }) => x)) + 0.5];
  const [up, down] = [Math.min(...offsets.map(({ y }) => y)) - 0.5, Math.max(...offsets.map(({ y }) => y)) + 0.5];
  const sized = (free: number) => {
    const card = Math.floor(clamp(30, Math.min(phone ? 84 : 116 * Math.max(1, scale), (field.height - 8) / CARD_RATIO / (down - up + 0.04), (free - 2 * beside) / (right - left + 0.1)), 140));
    const high = card * CARD_RATIO;
    return { card, high, cy: field.top + field.height / 2 - ((up + down) / 2) * high };
  };
  let { card, high, cy } = sized(phone ? W - 12 : field.width);
  if (phone) {
    const upright = around.filter(({ shape, side }) => shape === 'upright' && side !== 'top');
    const below = cy + Math.max(0, ...offsets.filter((_, n) => sides[n - 1] === 'left' || sides[n - 1] === 'right').map(({ y }) => y)) * high + high / 2 + 10;
    const room = field.top + field.height;
    const plate = Math.max(0, ...upright.map(({ rect }) => rect.left < W / 2 ? rect.left + rect.width : W - rect.left));
    if (upright.every(({ rect }) => below + rect.height <= room)) for (const { rect } of upright) rect.top = Math.max(rect.top, below);
    else ({ card, high, cy } = sized(W - 2 * plate - 4));
  }
  return { offsets, field, card, high, cx: W / 2, cy, left, right, up, down };
}

/** Computes all places of a card table. */
export function placeMat(scene: Scene, layout: Layout, own: number | null, size: Size, open: boolean): Mat {
  const screen: Mat['screen'] = size.height < 430 ? 'low' : size.width < 620 ? 'phone' : 'desk';
  const [phone, low] = [screen === 'phone', screen === 'low'];
  const seats = Math.max(1, scene.seats ?? 1);
  const order = seatOrder(seats, own);
  const all = sortZones(scene, layout, own, open);
  const { width: W, height: H } = size;
  const scale = clamp(0.6, Math.min(W / 1060, H / 780), 1.3);
  const others = order.slice(1);
  // On a phone, players sit at the sides only if there is a trick. Other zones need the whole width.
  const tricky = all.filter(({ form }) => form === 'slot' || form === 'trick');
  const strip = low || (phone && (others.length > 3 || tricky.length === 0)) || (W < 760 && others.length > 4);
  const sides = sidesOf(others.length, strip);
  const gap = phone || low ? 4 : 10;

  // The edge of the viewer: plate, hand and dock.
  const holds = all.some(({ form }) => form === 'hand');
  const stacked = phone || (W < 900 && !low);
  const plateWide = phone ? Math.min(156, W * 0.4) : low ? 150 : clamp(150, W * 0.18, 214);
  const dockWide = phone ? W - plateWide - 24 : low ? 150 : clamp(150, W * 0.18, 210);
  const footer = stacked ? 64 : 0;
  const handCard = phone ? clamp(60, W * 0.225, 100) : low ? clamp(52, H * 0.2, 84) : clamp(64, Math.min(W * 0.108, H * 0.147), 132);
  const handHigh = !holds ? (low ? 46 : 66) : phone ? handCard * CARD_RATIO + 62 : handCard * CARD_RATIO + (low ? 10 : 26);
  const handTop = H - footer - handHigh - (phone || low ? 2 : 8);
  // Groups of melds in the own hand have a name above them, so the prompt is higher.
  const namesGroups = holds && !phone && !low && all.some(({ zone }) => zone.role === 'meld' && !isTeam(zone));
  // On a phone, announcements stand in a line above the prompt.
  const promptHigh = low ? 24 : phone ? 58 : namesGroups ? 64 : 40;
  const columns = all.filter(({ form, where }) => form === 'column' && where === 'centre').length;

  const plateHigh = phone ? 52 : low ? 42 : 60;
  const bottom = { left: phone ? 8 : 18, width: plateWide, height: plateHigh, top: H - plateHigh - (phone ? 8 : low || stacked ? 6 : 22) };
  const self: SeatPlace = { seat: order[0]!, side: 'bottom', rect: bottom, chips: [], shape: phone || low ? 'compact' : 'wide' };
  const dockHigh = phone ? 52 : low ? 84 : Math.max(170, handHigh + promptHigh);
  const dock: Rect = { left: W - dockWide - (phone ? 8 : 18), width: dockWide, height: dockHigh, top: H - dockHigh - (phone ? 8 : low ? 6 : 22) };

  if (columns > 2 && seats === 1) {
    const foot = phone ? 112 : low ? 62 : 96;
    const prompt = phone ? { left: 8, width: W - 16, top: H - foot, height: 40 } : { left: plateWide + 30, width: W - plateWide - dockWide - 60, top: H - foot + 22, height: 40 };
    return { screen, seats: [self], places: patience(all, size, foot), prompt, dock: { ...dock, height: Math.min(dockHigh, foot - 12), top: H - Math.min(dockHigh, foot - 12) - (phone ? 8 : 12) }, choice: middle({ left: 0, top: 0, width: W, height: H - foot }, Math.min(420, W - 20), 200), ring: null, areas: [] };
  }

  // The top edge.
  const hasTop = sides.includes('top');
  const top = hasTop ? (low ? 52 : phone ? (strip ? (others.length > 3 ? NARROW_PLATE + 10 : 56) : 92) : 58 + 68 * Math.max(0.8, Math.min(1, scale))) : phone ? 44 : low ? 8 : UNDER_CAPTION;

  // The rows of the viewer, of the players at the top, and of the two teams.
  const isMine = ({ where }: Sorted): boolean => where !== 'centre' && ('seat' in where ? where.seat === order[0] : where.team);
  const sideOf = (seat: number): Side => sides[others.indexOf(seat)] ?? 'bottom';
  const laid = all.filter(({ form }) => form === 'row' || form === 'pile' || form === 'column' || form === 'suits');
  const ofTeam = ({ where }: Sorted): boolean => where !== 'centre' && 'team' in where;
  // If each team has one zone, both zones lie beside the trick, the zone of the other team at the left. More zones need areas.
  const beside = tricky.length > 0 && laid.filter(ofTeam).length < 3 ? laid.filter(ofTeam) : [];
  const mine = laid.filter((one) => isMine(one) && !beside.includes(one));
  const farTeam = laid.filter((one) => ofTeam(one) && !isMine(one) && !beside.includes(one));
  const farSeats = laid.filter(({ where }) => where !== 'centre' && 'seat' in where && where.seat !== order[0] && sideOf(where.seat) === 'top');
  const sideSeats = laid.filter(({ where }) => where !== 'centre' && 'seat' in where && where.seat !== order[0] && sideOf(where.seat) !== 'top');
  // Melds need few lines, because most of the time they are empty.
  const melding = laid.some(({ zone }) => zone.role === 'meld');
  const lineIn = (group: Sorted[]) => ({ zone }: Sorted): number => (melding || isMixed(group) ? 0 : rowIn(layout, zone, own));
  const lines = (group: Sorted[]): number => linesOf(group, lineIn(group), W - (phone || low ? 16 : 52), gap).length;
  const bandCard = phone ? 46 : low ? 30 : clamp(44, 74 * scale, 92);
  const room = handTop - promptHigh - top;
  const bandOf = (group: Sorted[], card: number, share: number): number => (group.length === 0 ? 0 : Math.min(lines(group) * (card * CARD_RATIO + LABEL + gap), room * (lines(group) > 1 ? share + (phone && melding ? 0.07 : 0.12) : share)));
  // The viewer's own cards are larger, unless two teams share the table.
  // If only piles lie in the middle, it needs little room.
  const onlyPiles = laid.every(({ form, where }) => where !== 'centre' || form === 'pile');
  const ownCard = farTeam.length > 0 ? bandCard : phone ? (lines(mine) > 1 ? (onlyPiles ? 60 : 44) : 56) : low ? 34 : clamp(50, 92 * scale, 112) * (onlyPiles ? 1.15 : 1);
  // Melds that players lay down only at the end of a deal leave the room to the middle.
  const mineHigh = bandOf(mine, ownCard, farTeam.length > 0 ? 0.3 : namesGroups ? 0.24 : onlyPiles && lines(mine) > 1 ? 0.48 : 0.34);
  const farHigh = farTeam.length > 0 ? bandOf(farTeam, bandCard, 0.3) : farSeats.length > 0 ? Math.min((phone ? 42 : 60 * scale) * CARD_RATIO + LABEL, room * (namesGroups ? 0.2 : 0.26)) : 0;

  // A pile under a plate keeps a distance for its counter.
  const from = top + farHigh + (farHigh > 0 ? gap : hasTop && !phone && !low ? 14 : 0);
  const to = handTop - promptHigh - mineHigh - (mineHigh > 0 ? gap : 0);
  // A player at the side with cards on the table sits higher, because the cards lie below the plate.
  const raised = new Set(sideSeats.flatMap(({ where }) => (where !== 'centre' && 'seat' in where ? [where.seat] : [])));
  const seated = (high: Set<number>) => placeSeats(others, sides, size, top, from, to, screen, strip, high);
  let around = seated(raised);
  const inner = around.filter(({ side }) => side === 'left').map(({ rect }) => rect.left + rect.width)[0];
  const edge = inner === undefined ? (phone ? 6 : 24) : phone ? 6 : inner + 14;
  let centre: Rect = { left: edge, top: from, width: W - 2 * edge, height: Math.max(80, to - from) };
  const places: MatPlace[] = [];

  // The middle of a table with a trick. Rows of open cards, such as a dummy, get an area above the trick.
  const middleZones = laid.filter(({ where }) => where === 'centre');
  // A card that takes others from the table lies beside them like a pile.
  const takes = tricky.length === 0 && middleZones.some(({ zone }) => zone.role === 'table');
  const shared = middleZones.map((one): Sorted => (takes && one.form === 'row' && one.zone.role === 'trick' ? { ...one, form: 'pile' } : one));
  // Players at the sides make the middle narrow. If the cards are much larger below their plates, the plates go up.
  if (screen === 'desk' && inner !== undefined && tricky.length === 0 && sideSeats.length === 0 && shared.length > 0) {
    const up = seated(new Set(others));
    const under = Math.max(...up.filter(({ side }) => side !== 'top').map(({ rect }) => rect.top + rect.height)) + gap;
    const below: Rect = { left: BESIDE_RAIL, top: under, width: W - 2 * BESIDE_RAIL, height: to - under };
    const largest = (box: Rect) => Math.max(...middleLines(shared, box, scale, phone, gap).map(({ card }) => card));
    if (below.height > 120 && largest(below) > 1.2 * largest(centre)) [around, centre] = [up, below];
  }
  const spread = shared.filter(({ form }) => form === 'row' || form === 'suits');
  // If a zone without a role is the only row, such as the card that was turned up for trumps, it lies beside the
  // trick like a pile.
  const turned = tricky.length > 0 && spread.length === 1 ? spread.filter(({ form, zone }) => form === 'row' && !zone.role && zone.ordered) : [];
  const rows = spread.filter((one) => !turned.includes(one));
  const heaps = [...beside.filter((one) => !isMine(one)), ...shared.filter((one) => !rows.includes(one)), ...beside.filter(isMine)];
  // On a phone, zones of the players at the sides take the corners, so the piles lie in a line above the trick.
  const lined = phone && tricky.length > 0 && heaps.length > 0 && sideSeats.length > 0;
  const rowsHigh = lined && rows.length === 0 ? HEAP_LINE * CARD_RATIO + LABEL + 8 : tricky.length === 0 || rows.length === 0 ? 0 : Math.min(centre.height * 0.46, Math.ceil(rows.length / 2) * (phone ? 78 : 150 * scale) + (rows.some(({ form }) => form === 'suits') ? 50 : 0));
  const trick = trickPlace(sides, { ...centre, top: centre.top + rowsHigh, height: centre.height - rowsHigh }, W, phone, heaps.length > 0 ? (phone ? 0 : 90 * scale) : 0, scale, around);

  // Place the hands at the edge of the table, and the values on the plates.
  for (const seat of [self, ...around]) {
    for (const { zone, where, form } of all) {
      if (where === 'centre' || !('seat' in where) || where.seat !== seat.seat) continue;
      const id = zone.id ?? '';
      if (form === 'chip') seat.chips.push(id);
      if (form === 'hand') {
        const side = stacked ? 8 : plateWide + 34;
        const right = stacked ? 8 : dockWide + 34;
        places.push({ zone: id, form, side: 'bottom', card: handCard, rect: { left: side, top: handTop, width: W - side - right, height: handHigh } });
      }
      if (form !== 'rail') continue;
      // For a spectator, the hand of the player at the bottom is drawn where a player's own hand would be.
      if (seat.side === 'bottom') {
        places.push({ zone: id, form, side: 'bottom', card: handCard * 0.8, rect: { left: stacked ? 8 : plateWide + 34, top: handTop, width: W - (stacked ? 16 : plateWide + dockWide + 68), height: handHigh } });
        continue;
      }
      if (strip) {
        seat.chips.push(id);
        continue;
      }
      const long = Math.min(230 * scale, phone ? 150 : 230);
      const deep = phone ? (seat.side === 'top' ? 30 : 15) : 46 * Math.min(1, scale);
      const card = (phone ? 46 : 58) * Math.min(1.1, Math.max(0.8, scale));
      const cx = seat.rect.left + seat.rect.width / 2;
      const cy = seat.shape === 'upright' ? seat.rect.top - long * 0.62 : seat.rect.top + seat.rect.height / 2;
      const rect = seat.side === 'top' ? { left: cx - Math.min(long, seat.rect.width + 20) / 2, top: 0, width: Math.min(long, seat.rect.width + 20), height: deep } : { left: seat.side === 'left' ? 0 : W - deep, top: Math.max(from, cy - long / 2), width: deep, height: long };
      places.push({ zone: id, form, side: seat.side, card, rect });
    }
  }

  // The areas of the viewer, of the players at the top, and of the other team.
  // The cards of the players at the sides hang over the edge, so the areas begin beside them.
  const bandLeft = phone || low ? 8 : sides.includes('left') ? 66 : 26;
  const bandWide = W - 2 * bandLeft;
  const twoTeams = farTeam.length > 0 && mine.length > 0 && !low;
  // The name of an area stands on its upper edge, so the cards begin below it.
  const pad = twoTeams ? AREA_PAD : 0;
  const farTop = top + (twoTeams && phone ? 7 : 2);
  const inside = (box: Rect): Rect => ({ left: box.left + pad, top: box.top + pad, width: box.width - 2 * pad, height: box.height - 1.5 * pad });
  places.push(...inLines(pilesAtEnds(mine), lineIn(mine), inside({ left: bandLeft, top: to + gap, width: bandWide, height: mineHigh }), ownCard, gap, 'bottom'));
  places.push(...inLines(pilesAtEnds(farTeam), lineIn(farTeam), inside({ left: bandLeft, top: farTop, width: bandWide, height: farHigh - (farTop - top) }), bandCard, gap, 'top'));
  const areas = twoTeams ? [{ left: bandLeft - 4, top: farTop, width: bandWide + 8, height: farHigh - (farTop - top), mine: false }, { left: bandLeft - 4, top: to + gap, width: bandWide + 8, height: mineHigh, mine: true }] : [];
  if (farTeam.length === 0) {
    const each = around.filter(({ side }) => side === 'top');
    const share = bandWide / Math.max(1, each.length);
    each.forEach(({ seat }, n) => {
      const own = farSeats.filter(({ where }) => where !== 'centre' && 'seat' in where && where.seat === seat);
      const wide = Math.min(share - gap, phone ? share - gap : 720);
      const flat = lines(own) > 1 && farHigh < 150 ? () => 0 : lineIn(own);
      places.push(...inLines(pilesAtEnds(own), flat, { left: bandLeft + n * share + (share - wide) / 2, top: top + 2, width: wide, height: farHigh - 4 }, bandCard, gap, 'top'));
    });
  }
  // Zones of the players at the sides lie below their plates, in the width of the side.
  for (const seat of around.filter(({ side }) => side !== 'top')) {
    const own = sideSeats.filter(({ where }) => where !== 'centre' && 'seat' in where && where.seat === seat.seat);
    if (own.length === 0) continue;
    const wide = phone ? 76 : Math.max(inner ?? 0, 180) - 16;
    const left = seat.side === 'left' ? (phone ? 4 : 14) : W - wide - (phone ? 4 : 14);
    const below = seat.rect.top + seat.rect.height + 6;
    const above = { left, top: from, width: wide, height: seat.rect.top - from - 6 };
    // The viewer's own rows are short, so the zones at the sides may lie beside them.
    const under = { left, top: below, width: wide, height: (onlyPiles && lines(mine) > 1 && !phone ? handTop - promptHigh : to) - below };
    const box = under.height >= above.height || seat.shape === 'wide' ? under : above;
    const many = own.length > 3 ? () => 0 : ({ zone }: Sorted) => own.findIndex((one) => one.zone === zone);
    places.push(...inLines(own, many, box, phone ? 36 : 56 * scale, 4, seat.side));
  }

  // The middle.
  let ring = middle(centre, Math.min(centre.width, 520 * scale), Math.min(centre.height, 380 * scale));
  if (tricky.length > 0) {
    const { offsets, field, card, high, cx, cy, left, right, up, down } = trick;
    places.push(...inLines(rows, (one) => (rows.length > 2 ? Math.floor(rows.indexOf(one) / 2) : 0), { ...centre, height: rowsHigh - (rowsHigh > 0 ? gap : 0) }, phone ? 46 : 76 * scale, gap, 'top'));
    for (const { zone, where, form } of tricky) {
      const id = zone.id ?? '';
      if (form === 'trick') places.push({ zone: id, form, side: 'bottom', card, rect: { left: cx + left * card - 6, top: cy + up * high - 4, width: (right - left) * card + 12, height: (down - up) * high + 8 } });
      else if (where !== 'centre' && 'seat' in where) {
        const at = offsets[order.indexOf(where.seat)] ?? { x: 0, y: 0 };
        places.push({ zone: id, form, side: where.seat === order[0] ? 'bottom' : sideOf(where.seat), card, rect: { left: cx + at.x * card - card / 2, top: cy + at.y * high - high / 2, width: card, height: high } });
      }
    }
    ring = { left: cx + left * card - (phone ? 10 : 60), width: (right - left) * card + (phone ? 20 : 120), top: cy + up * high - 24, height: (down - up) * high + 48 };
    // Piles stand beside the trick, half of them on each side.
    const room = Math.max(40, cx + left * card - centre.left - gap);
    const half = Math.ceil(heaps.length / 2);
    const small = clamp(26, Math.min(room - 8, 78 * scale, (field.height * 0.5) / CARD_RATIO), 90);
    heaps.forEach((one, n) => {
      const atLeft = n < half;
      const [nth, count] = atLeft ? [n, half] : [n - half, heaps.length - half];
      const step = Math.min(small * CARD_RATIO + LABEL + 6, field.height / count);
      const y = field.top + field.height / 2 - (step * count) / 2 + nth * step;
      const x = lined ? W / 2 + (n - heaps.length / 2) * (HEAP_LINE + 22) + 11 : phone ? (atLeft ? 8 : W - small - 8) : atLeft ? centre.left + (room - small) / 2 : W - centre.left - (room + small) / 2;
      // On a phone the seats stand at the sides, so piles lie above them.
      const top = lined ? centre.top + 4 : phone ? field.top + 4 + nth * step : y;
      const card = lined ? HEAP_LINE : small;
      places.push({ zone: one.zone.id ?? '', form: one.form === 'row' ? 'pile' : one.form, side: 'top', card, rect: { left: x, top, width: card, height: card * CARD_RATIO } });
    });
  } else if (shared.length > 0) {
    places.push(...middleLines(shared, centre, scale, phone, gap));
    ring = middle(centre, Math.min(centre.width, centre.height * 1.55), centre.height);
  }
  // A flat middle needs no ring, because the ring would cross the other areas.
  const ringed = tricky.length > 0 || centre.height > 0.55 * (handTop - top);

  // A raised card must not cover the prompt.
  const prompt = { left: stacked ? 8 : 24, width: W - (stacked ? 16 : 48), top: handTop - promptHigh + (phone ? CAPTION : 0), height: namesGroups ? 40 : phone ? promptHigh - CAPTION : low ? promptHigh : promptHigh - 12 };
  // A question may cover the viewer's own melds, but not the piles in the middle.
  const choiceEnd = mineHigh > 0 && tricky.length === 0 ? handTop - promptHigh : to;
  // On a phone, a large question covers the players at the top if there is too little room below them.
  const choiceTop = phone && choiceEnd - from < LARGE_QUESTION ? Math.min(from, 50) : from;
  const choice = { left: phone ? 6 : Math.max(12, centre.left - 40), width: 0, top: choiceTop, height: choiceEnd - choiceTop };
  choice.width = W - 2 * choice.left;
  return { screen, seats: [self, ...around], places, prompt, dock, choice, ring: ringed ? ring : null, areas };
}

/** Height of the largest question on a phone, in pixels: a bidding box below the last rows of an auction. */
const LARGE_QUESTION = 380;

/** Width of a pile in a line above the trick of a phone, in pixels. */
const HEAP_LINE = 46;

/** The number of cards of a row that should fit side by side without overlap. */
const ROW_CARDS = 5.3;

/** The width of the cards if piles and one row share a line. */
const besideCard = (piles: number, box: Rect, scale: number): number => Math.floor(clamp(26, Math.min(112 * scale, (box.height - LABEL - 6) / CARD_RATIO, box.width / (piles * 1.3 + ROW_CARDS)), 140));

/** Puts a few piles and one row of cards in a line. */
function besideRow(piles: Sorted[], row: Sorted, box: Rect, scale: number): MatPlace[] {
  const card = besideCard(piles.length, box, scale);
  const step = card * 1.3;
  // The piles lie on both sides of the row, so that the table is even while the row is empty.
  const half = Math.ceil(piles.length / 2);
  const wide = Math.min(box.width - piles.length * step, card * 5.8);
  const left = box.left + (box.width - wide - piles.length * step) / 2 + half * step;
  const top = box.top + (box.height - card * CARD_RATIO - LABEL) / 2;
  const at = (n: number): number => (n < half ? left - (half - n) * step : left + wide + step * (n - half) + (step - card));
  return [
    ...piles.map(({ zone, form }, n): MatPlace => ({ zone: zone.id ?? '', form, side: 'top', card, rect: { left: at(n), top, width: card, height: card * CARD_RATIO } })),
    { zone: row.zone.id ?? '', form: row.form, side: 'top', card, rect: { left, top, width: wide, height: card * CARD_RATIO + 18 } },
  ];
}

/** The name of a group of similar zones: `battle-1` and `battle-2` belong to one group. */
const groupName = (id: string): string => id.replace(/[-_]?\d+$/, '');

/** The shared zones of a table without a trick: first a line of piles, then each row of cards, then the groups of similar zones. */
function middleLines(shared: Sorted[], box: Rect, scale: number, phone: boolean, gap: number): MatPlace[] {
  const groups = new Map<string, Sorted[]>();
  for (const one of shared) groups.set(groupName(one.zone.id ?? ''), [...(groups.get(groupName(one.zone.id ?? '')) ?? []), one]);
  const grouped = [...groups.values()].filter((group) => group.length > 2);
  const single = shared.filter((one) => !grouped.some((group) => group.includes(one)));
  const piles = single.filter(({ form }) => form === 'pile');
  const rows = single.filter(({ form }) => form !== 'pile');
  const lines: Sorted[][] = [];
  if (piles.length > 0 && rows.length !== 2) lines.push(piles);
  for (let at = 0; at < rows.length; at += rows.length > 2 && !phone ? 2 : 1) lines.push(rows.slice(at, at + (rows.length > 2 && !phone ? 2 : 1)));
  // Piles lie between two rows, so that the middle is even while the rows are empty.
  if (piles.length > 0 && rows.length === 2) lines.splice(1, 0, piles);
  for (const group of grouped) {
    const most = phone ? 3 : 8;
    for (let at = 0; at < group.length; at += most) lines.push(group.slice(at, at + most));
  }
  // On a wide screen, a single row of cards shares a line with a few piles.
  if (!phone && rows.length === 1 && grouped.length === 0 && piles.length > 0 && piles.length < 4) {
    const stacked = Math.min(112 * scale, ((box.height - gap) / 2 - LABEL - 4) / CARD_RATIO, box.width / ROW_CARDS);
    if (besideCard(piles.length, box, scale) >= stacked - 2) return besideRow(piles, rows[0]!, box, scale);
  }
  const high = (box.height - gap * (lines.length - 1)) / lines.length;
  const wide = phone ? 92 : lines.length === 1 ? 144 * scale : 112 * scale;
  const card = Math.floor(clamp(26, Math.min(wide, (high - LABEL - 4) / CARD_RATIO, ...lines.map((line) => (line.every(({ form }) => form === 'pile') ? (box.width / line.length) * 0.82 : line.length === 1 && line[0]!.form === 'row' && !phone ? box.width / ROW_CARDS : line.length > 2 ? box.width / line.length / (line.every(({ form }) => form === 'column') ? 1.15 : 1.5) : 400))), 170));
  return lines.flatMap((line, at) => {
    const band = { left: box.left, top: box.top + at * (high + gap), width: box.width, height: high };
    const tall = Math.min(high, card * CARD_RATIO + LABEL);
    if (line.every(({ form }) => form === 'pile')) {
      const step = Math.min(card * (line.length > 2 ? 1.3 : 1.46), box.width / line.length);
      const start = box.left + box.width / 2 - (step * line.length) / 2;
      return line.map(({ zone, form }, n): MatPlace => ({ zone: zone.id ?? '', form, side: 'top', card, rect: { left: start + n * step + (step - card) / 2, top: band.top + (high - tall) / 2, width: card, height: card * CARD_RATIO } }));
    }
    // A line of similar zones is as wide as their cards.
    const used = line.length > 2 ? Math.min(box.width, line.length * card * 1.6) : box.width;
    return cells({ ...band, left: box.left + (box.width - used) / 2, width: used }, line.map(() => 1), gap).map((rect, n): MatPlace => ({ zone: line[n]!.zone.id ?? '', form: line[n]!.form, side: 'top', card: line.length === 1 ? Math.min(card * 1.05, (high - LABEL) / CARD_RATIO) : card, rect }));
  });
}

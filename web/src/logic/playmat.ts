/**
 * Lays out the playmat, a table for games with battlefields. Places players, rows of permanents, the stack and the hand. Pure functions.
 *
 * Boxes depend only on the size of the screen and on the zones that exist, so nothing moves while a game runs. Cards inside a row get
 * smaller if there are many.
 */
import type { CardScene, Scene, ZoneScene } from '../messages';
import { CARD_RATIO, type Size } from './grid_sizes';
import type { Rect } from './mat';
import { seatOrder } from './mat';
import { printed } from './printed_face';
import { seatsNamed } from './seat_scores';

export type Screen = 'phone' | 'low' | 'desk';
export type Row = 'front' | 'back';

export type SidePlace = { seat: number; own: boolean; block: Rect; front: Rect; back: Rect; /** The rail with the backs of the hand. `null` for the viewer. */ rail: Rect | null };

export type PlaymatPlaces = {
  screen: Screen;
  sides: SidePlace[];
  hand: Rect;
  handCard: number;
  phases: Rect;
  prompt: Rect;
  dock: Rect;
  choice: Rect;
  stack: Rect;
  /** Shared piles such as an exile zone. */
  piles: Rect;
  /** The line between the two sides. */
  seam: number;
};

export const isField = (zone: ZoneScene): boolean => zone.role === 'battlefield' || zone.category === 'battlefield';
export const isHandZone = (zone: ZoneScene): boolean => zone.role === 'hand' || zone.category === 'hand';
export const isStackZone = (zone: ZoneScene): boolean => zone.role === 'stack' || zone.category === 'stack' || zone.id === 'stack';

/** Whether a scene is drawn as a playmat: it has battlefields of players, and no board. */
export const isPlaymat = (scene: Scene): boolean => !scene.board && (scene.seats ?? 0) > 0 && (scene.zones ?? []).some((zone) => isField(zone) && (zone.owner ?? null) !== null);

const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value));

/** Width of a shared pile beside the prompt of a phone, in pixels. */
const CHIP = 56;

/** All boxes of a playmat. The viewer sits below, and the other players share the upper half. */
export function placePlaymat(seats: number, own: number | null, { width: W, height: H }: Size): PlaymatPlaces {
  const screen: Screen = H < 430 ? 'low' : W < 620 ? 'phone' : 'desk';
  const [phone, low] = [screen === 'phone', screen === 'low'];
  const order = seatOrder(Math.max(1, seats), own);
  const edge = phone ? 6 : low ? 8 : 16;
  const blockWide = phone ? W - 2 * edge : clamp(low ? 96 : 118, W * 0.128, 150);
  const rightWide = phone ? W - 2 * edge : clamp(low ? 120 : 150, W * 0.165, 190);
  const blockHigh = phone ? 46 : 0;
  const handCard = phone ? clamp(76, W * 0.26, 110) : low ? clamp(52, H * 0.21, 78) : clamp(76, Math.min(W * 0.128, H * 0.158), 150);
  const handHigh = handCard * CARD_RATIO + (phone ? 4 : 8);
  const stripHigh = phone ? 26 : low ? 20 : 30;
  const dockHigh = phone ? 50 : 0;
  const promptHigh = phone ? 34 : 0;
  const left = phone ? edge : edge + blockWide + 14;
  const right = phone ? edge : edge + rightWide + 14;
  const inner = W - left - right;
  const top = phone ? 4 + blockHigh + 4 : low ? 12 : 26;
  // The boxes are placed from the bottom up: the hand, the strip of phases, the prompt, and the rows. On a phone, the
  // dock and the viewer's block are below the hand.
  const handTop = H - (phone ? dockHigh + blockHigh + 10 : 6) - handHigh;
  const stripTop = handTop - stripHigh - (phone ? promptHigh + 2 : 8);
  const room = stripTop - (phone ? 4 : 8) - top;
  const share = { back: room * 0.19, front: room * 0.31 };
  const half = room / 2;
  const seam = top + half;
  const others = order.slice(1);
  const each = others.length > 0 ? (phone ? W - 2 * edge : inner) / others.length : inner;
  const sides: SidePlace[] = order.map((seat, n) => {
    const mine = n === 0;
    const from = mine || others.length < 2 ? (phone ? edge : left) : (phone ? edge : left) + (n - 1) * each;
    const wide = mine || others.length < 2 ? (phone ? W - 2 * edge : inner) : each - 8;
    const front = { left: from, width: wide, height: share.front, top: mine ? seam + 4 : seam - share.front - 4 };
    const back = { left: from, width: wide, height: share.back - 8, top: mine ? seam + share.front + 6 : top };
    const count = Math.max(1, others.length);
    const block: Rect = phone
      ? { left: edge, width: blockWide, height: blockHigh, top: mine ? H - blockHigh - dockHigh - 8 : 4 + (n - 1) * (blockHigh + 2) }
      : low
        ? { left: edge, width: blockWide, height: (H - 2 * edge - 6) / Math.max(2, order.length), top: mine ? H - edge - (H - 2 * edge - 6) / Math.max(2, order.length) : edge + (n - 1) * ((H - 2 * edge) / Math.max(2, order.length)) }
      : mine
        ? { left: edge, width: blockWide, height: Math.min(H * 0.34, 262), top: H - Math.min(H * 0.34, 262) - edge }
        : { left: edge, width: blockWide, height: Math.min((H * 0.6) / count, 216), top: edge + (n - 1) * Math.min((H * 0.6) / count, 222) };
    const rail = mine ? null : { left: from + wide / 2 - 90, width: 180, top: 0, height: phone ? 0 : low ? 10 : 22 };
    return { seat, own: mine, block, front, back, rail };
  });
  const stackWide = phone ? Math.min(128, W * 0.34) : rightWide;
  const stackTop = phone ? top + 4 : low ? 30 : edge + 12;
  const dock: Rect = phone
    ? { left: edge, width: W - 2 * edge, height: dockHigh - 4, top: H - dockHigh - 2 }
    : { left: W - edge - rightWide, width: rightWide, height: low ? H * 0.38 : Math.max(150, handHigh), top: H - edge - (low ? H * 0.38 : Math.max(150, handHigh)) };
  const prompt: Rect = phone ? { left: edge + CHIP, width: W - 2 * (edge + CHIP), height: promptHigh, top: handTop - promptHigh - 2 } : { left: dock.left - 4, width: rightWide + 8, height: low ? 32 : 78, top: dock.top - (low ? 34 : 84) };
  const piles: Rect = phone ? { left: W - edge - CHIP, width: CHIP, height: 30, top: prompt.top + 2 } : low ? { left: dock.left, width: rightWide, height: 24, top: 4 } : { left: dock.left, width: rightWide, height: 34, top: prompt.top - 40 };
  const stackEnd = phone ? stripTop - 8 : low ? prompt.top - 4 : piles.top - 6;
  return {
    screen,
    sides,
    hand: { left, width: inner, height: handHigh, top: handTop },
    handCard,
    phases: { left, width: inner, height: stripHigh, top: stripTop },
    prompt,
    dock,
    choice: { left: W / 2 - Math.min(560, W - 20) / 2, width: Math.min(560, W - 20), top: seam - Math.min(280, room) / 2, height: Math.min(280, room) },
    stack: { left: phone ? W - stackWide - edge : W - edge - stackWide, width: stackWide, top: stackTop, height: Math.max(60, stackEnd - stackTop) },
    piles,
    seam,
  };
}

/** A card of the scene with its place. */
export type Permanent = { card: CardScene; zone: number; at: number };
/** Cards that lie together: one card with its attachments, or equal cards on a stack. */
export type Group = { cards: Permanent[]; /** The cards under the first card: what is attached to it. */ attached: Permanent[]; kind: 'creature' | 'land' | 'other' };

export const placeName = (zone: number, at: number): string => `${zone}.${at}`;

/** All permanents on the table, by the seat that controls them. */
export function permanentsOf(scene: Scene): Map<number, Permanent[]> {
  const found = new Map<number, Permanent[]>();
  (scene.zones ?? []).forEach((zone, z) => {
    if (!isField(zone)) return;
    (zone.cards ?? []).forEach((card, at) => {
      const seat = card.controller ?? zone.owner ?? 0;
      found.set(seat, [...(found.get(seat) ?? []), { card, zone: z, at }]);
    });
  });
  return found;
}

/** The kind of a permanent: by its size and its printed type. */
export function kindOf({ face }: CardScene): Group['kind'] {
  if (!face) return 'other';
  const { type, size } = printed(face);
  if (size !== '') return 'creature';
  return /\bland\b/i.test(type) ? 'land' : 'other';
}

/** Whether a card looks like every other card of the same name, because nothing is on it or attached to it. */
const isPlain = ({ card }: Permanent): boolean => (card.counters ?? []).length === 0 && !card.marked && !card.copyBy && (card.pointsAt ?? []).length === 0;

/** The notes that tell cards of the same name apart. The note `tapped` is left out, because a stack shows how many of its cards are untapped. */
const notesKey = ({ card }: Permanent): string => (card.notes ?? []).filter((note) => !note.startsWith('#') && note !== 'tapped').join('|');

/** The rows of a player: creatures in front, and lands and other permanents behind them. Equal lands lie on a stack. */
export function fieldRows(scene: Scene, seat: number): { front: Group[]; back: Group[] } {
  const everything = permanentsOf(scene);
  const all = everything.get(seat) ?? [];
  const exists = new Set([...everything.values()].flat().map(({ zone, at }) => placeName(zone, at)));
  // An attachment lies under its host, also if another player controls the host.
  const hostOf = ({ card }: Permanent): string | null => (card.attachedTo && exists.has(placeName(...card.attachedTo)) ? placeName(...card.attachedTo) : null);
  const attachedTo = (host: Permanent): Permanent[] => [...everything.values()].flat().filter((one) => hostOf(one) === placeName(host.zone, host.at));
  const free = all.filter((one) => hostOf(one) === null);
  const groups: Group[] = [];
  const stacks = new Map<string, Group>();
  for (const one of free) {
    const attached = attachedTo(one);
    const kind = kindOf(one.card);
    const stackable = kind !== 'creature' && attached.length === 0 && isPlain(one) && one.card.face;
    const key = stackable ? `${one.card.face!.id}|${notesKey(one)}|${one.card.controller ?? ''}` : '';
    const known = key ? stacks.get(key) : undefined;
    if (known) {
      known.cards.push(one);
      continue;
    }
    const group: Group = { cards: [one], attached, kind };
    groups.push(group);
    if (key) stacks.set(key, group);
  }
  const rank = { land: 0, other: 1, creature: 2 };
  return { front: groups.filter(({ kind }) => kind === 'creature'), back: groups.filter(({ kind }) => kind !== 'creature').sort((a, b) => rank[a.kind] - rank[b.kind]) };
}

/** The values of a column of the scoreboards by seat. Empty if there is no such column. */
export function seatColumn(scene: Scene, name: RegExp): Map<number, string> {
  for (const { columns = [], rows = [] } of scene.scoreboards ?? []) {
    const at = columns.findIndex((column) => name.test(column));
    if (at < 0 || !rows.every((row) => seatsNamed(row[0] ?? '').length === 1)) continue;
    return new Map(rows.map((row) => [seatsNamed(row[0]!)[0]!, row[at] ?? '']));
  }
  return new Map();
}

/** An end of an arrow on the table: a card, given by its key, a seat, or an item of the stack. */
export type End = { key: number } | { seat: number } | { item: number };
export type Arrow = { from: End; to: End; kind: 'attack' | 'block' | 'target' | 'later' | 'plan' };

const keyAt = (scene: Scene, place: [number, number] | null | undefined): number => (place ? (scene.zones?.[place[0]]?.cards?.[place[1]]?.key ?? 0) : 0);

/** The arrows of a scene: attackers and blockers, and the targets of the stack. */
export function arrowsOf(scene: Scene): Arrow[] {
  const arrows: Arrow[] = [];
  const blocked = new Set<number>();
  const field = [...permanentsOf(scene).values()].flat();
  for (const { card } of field) for (const place of card.pointsAt ?? []) blocked.add(keyAt(scene, place));
  for (const { card } of field) {
    const key = card.key ?? 0;
    if (!blocked.has(key)) for (const seat of card.pointsAtSeats ?? []) arrows.push({ from: { key }, to: { seat }, kind: 'attack' });
    for (const place of card.pointsAt ?? []) {
      const to = keyAt(scene, place);
      const attacker = field.find((one) => one.card.key === to)?.card;
      const fights = (attacker?.pointsAtSeats ?? []).length + (attacker?.pointsAt ?? []).length > 0;
      if (to) arrows.push({ from: { key }, to: { key: to }, kind: fights ? 'block' : 'attack' });
    }
  }
  const stack = scene.stack ?? [];
  const itemOf = new Map(stack.flatMap((item, at) => (item.card ? [[placeName(...item.card), at] as const] : [])));
  stack.forEach((item, at) => {
    const kind = at === stack.length - 1 ? 'target' : 'later';
    for (const place of item.targets ?? []) {
      const other = itemOf.get(placeName(...place));
      const key = keyAt(scene, place);
      if (other !== undefined) arrows.push({ from: { item: at }, to: { item: other }, kind });
      else if (key) arrows.push({ from: { item: at }, to: { key }, kind });
    }
    for (const seat of item.targetSeats ?? []) arrows.push({ from: { item: at }, to: { seat }, kind });
  });
  return arrows;
}

/** The damage that unblocked attackers are about to deal to a seat. */
export function incoming(scene: Scene, seat: number): number {
  const field = [...permanentsOf(scene).values()].flat();
  const blocked = new Set(field.flatMap(({ card }) => (card.pointsAt ?? []).map((place) => placeName(...place))));
  return field
    .filter(({ card, zone, at }) => (card.pointsAtSeats ?? []).includes(seat) && !blocked.has(placeName(zone, at)))
    .reduce((sum, { card }) => sum + Math.max(0, Number(card.face ? printed(card.face).size.split('/')[0] : 0) || 0), 0);
}

/** The places of groups in a row: for each group, its left edge and the width of its cards. Groups overlap if they would become too small. */
export function rowPlaces(count: number, room: number, most: number, gap: number): { card: number; step: number; start: number } {
  if (count === 0) return { card: most, step: 0, start: 0 };
  const card = clamp(Math.min(most, 44), (room - gap * (count - 1)) / count, most);
  const step = count < 2 ? 0 : Math.min(card + gap, (room - card) / (count - 1));
  return { card, step, start: (room - card - step * (count - 1)) / 2 };
}

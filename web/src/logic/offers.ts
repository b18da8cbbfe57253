/** Finds the legal moves that a gesture on the table means. All moves come from the offers of the open decision. */
import type { Gesture, Offer, Scene, Square } from '../messages';
import { rankAliases } from './choice_shapes';
import { seatOf } from './layout';

/** The selection of the player: cards, given by their keys, or a square. */
export type Selection = { cards: number[]; square: Square | null };

export const NO_SELECTION: Selection = { cards: [], square: null };

/** The result of a gesture: a new selection, or the moves to play. If there are several moves, the player chooses one of them. */
export type GestureResult = { held: Selection } | { play: Offer[] };

export const sameSquare = (a: Square, b: Square): boolean => a.x === b.x && a.y === b.y;
export const squareName = (at: Square): string => `${String.fromCharCode(97 + at.x)}${at.y + 1}`;

type CardIndex = { tokens: Map<number, string>; zones: Map<number, string> };

/**
 * For each card key, its token and its zone. Equal cards in one zone have the same token, because either of them can be
 * played. Cards on a battlefield are never equal, because one of them may be tapped or attacked.
 */
export function indexCards(scene: Scene): CardIndex {
  const tokens = new Map<number, string>();
  const zones = new Map<number, string>();
  for (const zone of scene.zones ?? []) {
    for (const card of zone.cards ?? []) {
      if (card.key === undefined) continue;
      const alike = card.face && zone.role !== 'battlefield' && zone.category !== 'battlefield';
      tokens.set(card.key, alike ? `${zone.id}:${card.face!.id}` : `#${card.key}`);
      zones.set(card.key, zone.id ?? '');
    }
  }
  return { tokens, zones };
}

/** The keys of the cards that a gesture uses. */
export function gestureCards(gesture: Gesture): number[] {
  switch (gesture.kind) {
    case 'drag':
      return gesture.cards.map((spot) => spot.key ?? 0);
    case 'card':
    case 'place':
      return [gesture.card.key ?? 0];
    default:
      return [];
  }
}

export class Choices {
  private readonly cards: CardIndex;
  /** Cards and piles that mean the same as a button: for example a card of the viewer's hand for its rank, and the stock for `draw`. */
  private readonly cardButtons: Map<number, string>;
  private readonly zoneButtons: Map<string, string>;

  constructor(
    readonly scene: Scene,
    readonly offers: Offer[],
    hidden: (zone: string) => boolean = () => false,
  ) {
    this.cards = indexCards(scene);
    this.cardButtons = offers.length > 0 ? rankAliases(scene) : new Map();
    const piles = (scene.zones ?? []).flatMap(({ id = '', button }) => (button && !hidden(id) ? [[id, button] as const] : []));
    this.zoneButtons = new Map(offers.length > 0 ? piles : []);
  }

  /** The id of the button that a click on this pile presses. `null` if a click on the pile is already a move, or does nothing. */
  zoneButton(zone: string): string | null {
    const id = this.zoneButtons.get(zone);
    return id !== undefined && this.button(id).length > 0 ? id : null;
  }

  /** Whether a button is drawn as a pile that players can click. */
  isPile(button: string): boolean {
    return [...this.zoneButtons.values()].includes(button);
  }

  private bag(keys: number[]): string[] {
    return keys.map((key) => this.cards.tokens.get(key) ?? `#${key}`).sort();
  }

  /** Whether `whole` contains all tokens of `part`. Equal tokens are counted. */
  private isSubset(part: string[], whole: string[]): boolean {
    const left = [...whole];
    return part.every((token) => {
      const at = left.indexOf(token);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }

  /** The moves that drag exactly these cards. */
  private drags(keys: number[]): (Offer & { gesture: Extract<Gesture, { kind: 'drag' }> })[] {
    const bag = this.bag(keys).join();
    return this.offers.filter((offer) => offer.gesture.kind === 'drag' && this.bag(gestureCards(offer.gesture)).join() === bag) as never;
  }

  /** The moves that drop this card on a square. */
  private drops(key: number): Offer[] {
    const token = this.cards.tokens.get(key);
    return this.offers.filter(
      (offer) => offer.gesture.kind === 'place' && this.cards.tokens.get(offer.gesture.card.key ?? 0) === token,
    );
  }

  private clicks(key: number): Offer[] {
    const token = this.cards.tokens.get(key);
    const clicked = this.offers.filter(
      (offer) => offer.gesture.kind === 'card' && this.cards.tokens.get(offer.gesture.card.key ?? 0) === token,
    );
    const button = this.cardButtons.get(key);
    return clicked.length > 0 || button === undefined ? clicked : this.button(button);
  }

  /** Whether a click on this card does anything: it can be selected, added to the selection, or played. */
  canTouch(key: number, held: Selection = NO_SELECTION): boolean {
    if (held.cards.includes(key)) return true;
    return this.canClick(key) || this.canAdd(key, held) || this.canAdd(key, NO_SELECTION);
  }

  /** Whether the card was picked in this decision, so that a click puts it back. */
  isPicked(key: number): boolean {
    const clicks = this.clicks(key);
    return clicks.length > 0 && clicks.every(({ kind }) => kind === 'putBack');
  }

  canClick(key: number): boolean {
    return this.clicks(key).length > 0;
  }

  /** Whether a move uses the selected cards together with this card. */
  canAdd(key: number, held: Selection): boolean {
    if (held.cards.includes(key)) return false;
    if (held.cards.length === 0 && this.drops(key).length > 0) return true;
    const bag = this.bag([...held.cards, key]);
    return this.offers.some((offer) => offer.gesture.kind === 'drag' && this.isSubset(bag, this.bag(gestureCards(offer.gesture))));
  }

  /** The zones to which the selected cards can go. */
  targetZones(held: Selection): Set<string> {
    return new Set(held.cards.length === 0 ? [] : this.drags(held.cards).map((offer) => offer.gesture.to));
  }

  /** The zones on which a click is a move. */
  clickableZones(): Set<string> {
    const named = this.offers.flatMap((offer) => (offer.gesture.kind === 'zone' ? [offer.gesture.zone] : []));
    return new Set([...named, ...[...this.zoneButtons.keys()].filter((zone) => this.zoneButton(zone) !== null)]);
  }

  /** The squares to which the selection can go, or on which a click is a move. */
  targetSquares(held: Selection): Square[] {
    if (held.square) {
      const from = held.square;
      return this.offers.flatMap(({ gesture }) => (gesture.kind === 'squares' && sameSquare(gesture.from, from) ? [gesture.to] : []));
    }
    if (held.cards.length === 1) {
      return this.drops(held.cards[0]!).flatMap(({ gesture }) => (gesture.kind === 'place' ? [gesture.at] : []));
    }
    return this.offers.flatMap(({ gesture }) => (gesture.kind === 'square' ? [gesture.at] : []));
  }

  /** The squares from which a move starts. */
  sourceSquares(): Square[] {
    return this.offers.flatMap(({ gesture }) => (gesture.kind === 'squares' ? [gesture.from] : []));
  }

  /**
   * The selection for dragging a card or piece that cannot move now. Players may drag their own cards and pieces.
   * Dropping one shows why it cannot move. `null` for other cards and pieces.
   */
  illegalDrag(key: number, square: Square | null): Selection | null {
    const own = seatOf(this.scene.viewer);
    if (own === null || this.offers.length === 0) return null;
    const zone = this.cards.zones.get(key);
    // A pile that players take from with a click cannot be dragged. Otherwise a slightly moved click would become a
    // drag.
    if (this.offers.some(({ gesture }) => gesture.kind === 'zone' && gesture.zone === zone)) return null;
    if (zone !== undefined && this.scene.zones?.some((one) => one.id === zone && one.owner === own)) return { ...NO_SELECTION, cards: [key] };
    const stands = square && this.scene.board?.pieces?.some((piece) => piece.owner === own && piece.at && sameSquare(piece.at, square));
    return stands && this.sourceSquares().length > 0 ? { ...NO_SELECTION, square } : null;
  }

  clickCard(key: number, held: Selection): GestureResult {
    if (held.cards.includes(key)) {
      // A second click on a selected card plays it if there is only one target. Otherwise the click deselects the card.
      const complete = this.drags(held.cards);
      if (complete.length > 0 && new Set(complete.map((offer) => offer.gesture.to)).size === 1) return { play: complete };
      return { held: { ...NO_SELECTION, cards: held.cards.filter((other) => other !== key) } };
    }
    const zone = this.cards.zones.get(key) ?? '';
    if (this.targetZones(held).has(zone)) return { play: this.drags(held.cards).filter((offer) => offer.gesture.to === zone) };
    const clicks = this.clicks(key);
    if (clicks.length > 0) return { play: clicks };
    // One click plays a card if it has only one target and no move combines it with other cards.
    const only = held.cards.length === 0 ? this.onlyDrag(key) : null;
    if (only) return { play: [only] };
    if (this.canAdd(key, held)) return { held: { ...NO_SELECTION, cards: [...held.cards, key] } };
    if (this.canAdd(key, NO_SELECTION)) return { held: { ...NO_SELECTION, cards: [key] } };
    return this.clickZone(zone, held);
  }

  /** The move of this card, if it is the only move that uses the card and it uses no other card. */
  private onlyDrag(key: number): Offer | null {
    const token = this.cards.tokens.get(key) ?? `#${key}`;
    const uses = this.offers.filter(({ gesture }) => (gesture.kind === 'drag' || gesture.kind === 'place') && this.bag(gestureCards(gesture)).includes(token));
    return uses.length === 1 && uses[0]!.gesture.kind === 'drag' && gestureCards(uses[0]!.gesture).length === 1 ? uses[0]! : null;
  }

  /**
   * The move that a double click on this card means. The card goes to a foundation that takes it, else to its only
   * target. `null` if there are several targets.
   */
  obvious(key: number): Offer | null {
    const drags = this.drags([key]);
    const role = (zone: string) => this.scene.zones?.find((one) => one.id === zone)?.role;
    const built = drags.filter(({ gesture }) => role(gesture.to) === 'foundation');
    return built.length === 1 ? built[0]! : drags.length === 1 ? drags[0]! : null;
  }

  /**
   * The move that sends the card just picked to its target, if the player need not choose the target. This holds
   * if only one zone is offered, and always after a double click (`eager`): the target is then a foundation, else the first zone.
   * `null` if anything but zones and buttons is offered.
   */
  onlyTarget(eager: boolean): Offer | null {
    const zones = this.offers.filter(({ gesture }) => gesture.kind === 'zone');
    if (zones.length === 0 || !this.offers.every(({ gesture }) => gesture.kind === 'zone' || gesture.kind === 'button')) return null;
    const role = (offer: Offer) => this.scene.zones?.find((one) => offer.gesture.kind === 'zone' && one.id === offer.gesture.zone)?.role;
    const built = zones.filter((offer) => role(offer) === 'foundation');
    if (eager && built.length > 0) return built[0]!;
    return zones.length === 1 || eager ? zones[0]! : null;
  }

  clickZone(zone: string, held: Selection): GestureResult {
    const dragged = held.cards.length > 0 ? this.drags(held.cards).filter((offer) => offer.gesture.to === zone) : [];
    if (dragged.length > 0) return { play: dragged };
    const clicked = this.offers.filter((offer) => offer.gesture.kind === 'zone' && offer.gesture.zone === zone);
    const button = this.zoneButton(zone);
    if (clicked.length > 0 || button === null) return clicked.length > 0 ? { play: clicked } : { held: NO_SELECTION };
    return { play: this.button(button) };
  }

  clickSquare(at: Square, held: Selection): GestureResult {
    const landing = this.movesTo(at, held);
    if (landing.length > 0) return { play: landing };
    const falling = held.square === null && held.cards.length === 0 ? this.dropInColumn(at) : null;
    if (falling) return { play: [falling] };
    const leaves = this.sourceSquares().some((from) => sameSquare(from, at));
    const again = held.square !== null && sameSquare(held.square, at);
    return { held: leaves && !again ? { cards: [], square: at } : NO_SELECTION };
  }

  /** In games in which stones fall, a click in a column means the lowest free square of the column. `null` in other games. */
  private dropInColumn(at: Square): Offer | null {
    const board = this.scene.board;
    if (!board || (board.width ?? 0) < 5 || this.offers.some(({ gesture }) => gesture.kind !== 'square')) return null;
    const stands = (x: number, y: number) => (board.pieces ?? []).some((piece) => piece.at?.x === x && piece.at.y === y);
    const lowest = (x: number) => Array.from({ length: board.height ?? 0 }, (_, y) => y).find((y) => !stands(x, y));
    const fits = this.offers.every(({ gesture }) => gesture.kind === 'square' && lowest(gesture.at.x) === gesture.at.y);
    const open = Array.from({ length: board.width ?? 0 }, (_, x) => x).filter((x) => lowest(x) !== undefined);
    if (!fits || open.length !== this.offers.length) return null;
    return this.offers.find(({ gesture }) => gesture.kind === 'square' && gesture.at.x === at.x) ?? null;
  }

  /** The moves that take the selection to this square. Without a selection, returns the moves that a click on this square makes. */
  private movesTo(at: Square, held: Selection): Offer[] {
    if (held.cards.length === 1) {
      const dropped = this.drops(held.cards[0]!).filter(({ gesture }) => gesture.kind === 'place' && sameSquare(gesture.at, at));
      if (dropped.length > 0) return dropped;
    }
    return this.offers.filter(({ gesture }) => {
      if (gesture.kind === 'square') return sameSquare(gesture.at, at);
      return gesture.kind === 'squares' && held.square !== null && sameSquare(gesture.from, held.square) && sameSquare(gesture.to, at);
    });
  }

  /**
   * The moves for cards that were dropped on a zone. If a click on a card is a move, dragging the card out of its zone counts as this
   * click.
   */
  dropOnZone(cards: number[], zone: string): Offer[] {
    const dragged = this.drags(cards).filter((offer) => offer.gesture.to === zone);
    if (dragged.length > 0 || cards.length !== 1) return dragged;
    return this.cards.zones.get(cards[0]!) === zone ? [] : this.clicks(cards[0]!);
  }

  dropOnSquare(held: Selection, at: Square): Offer[] {
    return this.movesTo(at, held);
  }

  button(id: string): Offer[] {
    return this.offers.filter((offer) => offer.gesture.kind === 'button' && offer.gesture.id === id);
  }

  /** The move to the zone on which a card was dropped. Used if the game first asks for the card and then for its target. */
  followUp(zone: string): Offer | null {
    const there = this.offers.filter(({ gesture }) => gesture.kind === 'zone' && gesture.zone === zone);
    return there.length === 1 && this.offers.every(({ gesture }) => gesture.kind === 'zone' || gesture.kind === 'button') ? there[0]! : null;
  }

  /**
   * The move that takes the last pick back, if there is exactly one. If the previous move picked a card (`picked`),
   * declining to choose a zone for it also takes the pick back.
   */
  putBack(picked = false): Offer | null {
    const only = (found: Offer[]) => (found.length === 1 ? found[0]! : null);
    const back = this.offers.filter(({ kind }) => kind === 'putBack');
    if (back.length > 0 || !picked) return only(back);
    const declines = ({ kind, gesture }: Offer) => kind === 'pass' && gesture.kind === 'button';
    const zones = this.offers.filter(({ gesture }) => gesture.kind === 'zone');
    const passes = this.offers.filter(declines);
    return zones.length > 0 && zones.length + passes.length === this.offers.length ? only(passes) : null;
  }

  seat(seat: number): Offer[] {
    return this.offers.filter((offer) => offer.gesture.kind === 'seat' && offer.gesture.seat === seat);
  }

  numbers(): { value: number; offer: Offer }[] {
    return this.offers.flatMap((offer) => (offer.gesture.kind === 'number' ? [{ value: offer.gesture.value, offer }] : []));
  }

  /** The zones that any legal move uses. */
  involvedZones(): Set<string> {
    return new Set(
      this.offers.flatMap(({ gesture }) => {
        const zones = gestureCards(gesture).map((key) => this.cards.zones.get(key) ?? '');
        if (gesture.kind === 'drag') zones.push(gesture.to);
        if (gesture.kind === 'zone') zones.push(gesture.zone);
        return zones;
      }),
    );
  }

  /** The moves for which the table has nothing to click or drag. They become buttons, so that every move can be made. */
  offersWithoutPlace(layoutZones: Set<string>): Offer[] {
    const known = new Set((this.scene.buttons ?? []).map((button) => button.id));
    return this.offers.filter(({ gesture }) => {
      if (gesture.kind === 'button') return !known.has(gesture.id);
      if (gesture.kind === 'zone') return !layoutZones.has(gesture.zone);
      return false;
    });
  }
}

/** The only move, if it is a button. Players may let the page press it. */
export const forcedMove = (offers: Offer[]): Offer | null => (offers.length === 1 && offers[0]!.gesture.kind === 'button' ? offers[0]! : null);

/** The card that a move picks with a click. `null` for other moves. */
export const pickedBy = ({ gesture, kind }: Offer): number | null => (gesture.kind === 'card' && kind !== 'putBack' ? (gesture.card.key ?? null) : null);

/** The gesture that drags these cards to a zone. `null` if the scene does not contain a card. */
export function dragOf(scene: Scene, keys: number[], to: string): Gesture | null {
  const cards = keys.flatMap((key) =>
    (scene.zones ?? []).flatMap((zone, at) => (zone.cards ?? []).flatMap((card, n) => (card.key === key ? [{ zone: at, at: n, key }] : []))),
  );
  return cards.length === 0 || cards.length !== keys.length ? null : { kind: 'drag', cards, to };
}

/** The gesture that a player tried. It is sent to the server to ask why it is illegal. */
export function gestureOf(scene: Scene, held: Selection, zone: string | null, square: Square | null): Gesture | null {
  if (held.square) return square ? { kind: 'squares', from: held.square, to: square } : null;
  if (square) {
    const drag = held.cards.length === 1 ? dragOf(scene, held.cards, '') : null;
    return drag?.kind === 'drag' ? { kind: 'place', card: drag.cards[0]!, at: square } : null;
  }
  return zone === null ? null : dragOf(scene, held.cards, zone);
}

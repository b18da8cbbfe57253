/** Layouts as the server sends them, and the zones that each place of a layout shows. The code knows no game. */
import type { Button, Scene, Viewer, ZoneScene } from '../messages';

/**
 * How the cards of a pile lie. `trick` is a card before each player, `mat` a row of open cards before their owner, `rows` one row for each
 * kind of card, and `columns` one column for each suit.
 */
export type PileLayout = 'horizontal' | 'vertical' | 'complete' | 'spread' | 'trick' | 'mat' | 'rows' | 'columns';
export type Widget = 'actions' | 'scoreboards' | 'board';
export type SortBy = 'bySuitRank' | 'byRank' | 'bySuit' | 'explicit';

export type Sorter = {
  id: string;
  label?: string;
  type: SortBy;
  order?: { rank?: string; suit?: string }[];
  includeFaceDown?: boolean;
  applyToLayouts?: PileLayout[];
};

export type PileStyle = { layout?: PileLayout; sort?: { default?: string; options: Sorter[] } };

export type LayoutZone = {
  id: string;
  row: number;
  col: number;
  rowSpan: number;
  colSpan: number;
  label?: string;
  piles?: string[];
  widget?: Widget;
};

/** The drawing style of a board. Needed only if the style does not follow from the pieces. */
export type BoardStyle = {
  style?: 'chequered' | 'squares' | 'points' | 'wells';
  /** Diagonal lines, each from one square to another. */
  diagonals?: [string, string][];
  /** The lines of columns are interrupted above this row, except the outermost lines. */
  river?: number;
  /** The names of columns and rows. `topRight`: they stand above the board and at its right. */
  coordinates?: { columns?: string[]; rows?: string[]; topRight?: boolean };
  notation?: 'algebraic' | 'kifu' | 'columns' | 'numbers' | 'squares' | 'drops';
  /** Texts on the board, each centred between two squares. */
  texts?: { text: string; from: string; to: string }[];
};

export type Layout = {
  /** `around`: the seats sit round the table, and the client places zones by their roles. `rows`: the grid of the layout places them. */
  seats?: 'around' | 'rows';
  rows: number;
  cols: number;
  zones: LayoutZone[];
  pileStyles?: Record<string, PileStyle>;
  hidden?: string[];
  board?: BoardStyle;
  actions?: ActionGrid;
  /** The short names of the phases of a turn. */
  phases?: PhaseEntry[];
};

/** One entry of the strip of phases. One entry may cover several phases. */
export type PhaseEntry = { label: string; phases: string[] };

/** The arrangement of the buttons. */
export type ActionGrid = { rows: number; cols: number; cells: ActionCell[] };

export type ActionCell = { row: number; col: number; rowSpan: number; colSpan: number; actionId: string };

export type Layouts = { plain?: Layout; wide?: Layout; portrait?: Layout };

/** The seat of the viewer. `null` for spectators and for the god view. */
export function seatOf(viewer: Viewer | null | undefined): number | null {
  return viewer !== null && typeof viewer === 'object' && 'Seat' in viewer ? viewer.Seat : null;
}

/** Splits a zone id: `hand.2` is the zone `hand` of seat 2. `null` for other ids. */
export function seatZone(id: string): { base: string; seat: number } | null {
  const found = /^(.*)\.(\d+)$/.exec(id);
  return found ? { base: found[1] ?? '', seat: Number(found[2]) } : null;
}

/** Whether a zone belongs to the viewer or to the viewer's team. */
function isOwn(zone: string | ZoneScene, viewer: number | null): boolean {
  if (viewer === null) return false;
  if (typeof zone !== 'string' && (zone.team ?? []).length > 0) return zone.team?.includes(viewer) ?? false;
  return seatZone(idOf(zone))?.seat === viewer;
}

function idOf(zone: string | ZoneScene): string {
  return typeof zone === 'string' ? zone : (zone.id ?? '');
}

/** Whether a pattern of a layout (`hand.self`, `hand.*`) matches this zone for this viewer. */
export function matchesZone(pattern: string, zone: string | ZoneScene, viewer: number | null): boolean {
  const dot = pattern.lastIndexOf('.');
  const [base, which] = dot < 0 ? [pattern, ''] : [pattern.slice(0, dot), pattern.slice(dot + 1)];
  const owned = seatZone(idOf(zone));
  switch (which) {
    case '*':
      return owned?.base === base;
    case 'self':
      return owned?.base === base && isOwn(zone, viewer);
    case 'others':
      return owned?.base === base && !isOwn(zone, viewer);
    default:
      return pattern === idOf(zone);
  }
}

function exactness(pattern: string): number {
  if (pattern.endsWith('.*')) return 0;
  return pattern.endsWith('.self') || pattern.endsWith('.others') ? 1 : 2;
}

/** The style of a zone, from the pattern that matches it most specifically. */
export function styleOf(layout: Layout, zone: string | ZoneScene, viewer: number | null): PileStyle {
  let best: [number, PileStyle] = [-1, {}];
  for (const [name, style] of Object.entries(layout.pileStyles ?? {})) {
    if (matchesZone(name, zone, viewer) && exactness(name) > best[0]) best = [exactness(name), style];
  }
  return best[1];
}

/** The zones that a place of the layout shows. Zones of other players come in turn order after the viewer. */
export function zonesIn(place: LayoutZone, scene: Scene, viewer: number | null): ZoneScene[] {
  const seats = scene.seats ?? 0;
  const turnOf = (zone: ZoneScene) => {
    const owner = seatZone(zone.id ?? '')?.seat;
    return owner === undefined || seats === 0 ? 0 : (owner - (viewer ?? 0) + seats) % seats;
  };
  const found: ZoneScene[] = [];
  for (const pattern of place.piles ?? []) {
    const meant = (scene.zones ?? []).filter((zone) => matchesZone(pattern, zone, viewer) && !found.includes(zone));
    found.push(...meant.sort((a, b) => turnOf(a) - turnOf(b)));
  }
  // An empty battlefield is not shown, so that another battlefield of the same owner gets its room.
  const field = (zone: ZoneScene) => zone.category === 'battlefield';
  const needless = (zone: ZoneScene, at: number) => field(zone) && (zone.count ?? (zone.cards ?? []).length) === 0 && found.slice(0, at).some((other) => field(other) && other.owner === zone.owner);
  return found.filter((zone, at) => !needless(zone, at));
}

/** How the cards of a zone are arranged. Cards on a battlefield never overlap, because they are rotated and carry attachments. */
export function pileLayout(style: PileStyle, zone: ZoneScene): PileLayout {
  const field = zone.category === 'battlefield';
  if (field && (style.layout ?? 'horizontal') === 'horizontal') return 'spread';
  return style.layout ?? (zone.ordered ? 'complete' : 'horizontal');
}

/** The zones that no place of the layout shows, and that the layout does not hide on purpose. */
export function unplaced(layout: Layout, scene: Scene, viewer: number | null): ZoneScene[] {
  const names = [...layout.zones.flatMap((zone) => zone.piles ?? []), ...(layout.hidden ?? [])];
  return (scene.zones ?? []).filter((zone) => !names.some((name) => matchesZone(name, zone, viewer)));
}

/** Splits buttons into two lists: those with a cell of the grid, in the order of the cells, and all others. */
export function placeButtons(buttons: Button[], grid: ActionGrid | undefined): { placed: { button: Button; cell: ActionCell }[]; rest: Button[] } {
  const placed = (grid?.cells ?? []).flatMap((cell) => {
    const button = buttons.find((one) => one.id === cell.actionId);
    return button ? [{ button, cell }] : [];
  });
  return { placed, rest: buttons.filter((button) => !placed.some((one) => one.button === button)) };
}

/** A layout for a game without one: other players at the top, shared zones in the middle, and the viewer at the bottom. */
export function defaultLayout(scene: Scene): Layout {
  const zones: LayoutZone[] = [];
  const all = scene.zones ?? [];
  const bases = [...new Set(all.map((zone) => seatZone(zone.id ?? '')?.base).filter((base) => base !== undefined))];
  const free = all.filter((zone) => !seatZone(zone.id ?? '')).map((zone) => zone.id ?? '');
  const add = (id: string, row: number, col: number, colSpan: number, more: Partial<LayoutZone>) =>
    zones.push({ id, row, col, colSpan, rowSpan: 1, ...more });
  if (bases.length > 0) add('others', 0, 0, 6, { piles: bases.map((base) => `${base}.others`) });
  if (scene.board) add('board', 1, 0, 4, { widget: 'board' });
  if (free.length > 0) add('middle', 1, scene.board ? 4 : 0, scene.board ? 1 : 5, { piles: free });
  add('scores', 1, 5, 1, { widget: 'scoreboards' });
  if (bases.length > 0) add('mine', 2, 0, 6, { piles: bases.map((base) => `${base}.self`) });
  return { rows: 3, cols: 6, zones };
}

/** The layout for a screen of this shape. On a high and narrow screen, zones beside a board move below it. */
export function pickLayout(layouts: Layouts, scene: Scene, width: number, height: number): Layout {
  const portrait = height > width * 1.05;
  const wide = width > height * 1.6;
  if (portrait && layouts.portrait) return layouts.portrait;
  const plain = (wide ? layouts.wide : undefined) ?? layouts.plain ?? layouts.wide ?? defaultLayout(scene);
  return portrait ? portraitLayout(plain) : plain;
}

/** The grid of the buttons outside the table, for the shape of the window. */
export function actionsOf(layouts: Layouts | undefined, scene: Scene | null | undefined): ActionGrid | undefined {
  return layouts && scene ? pickLayout(layouts, scene, window.innerWidth, window.innerHeight).actions : undefined;
}

export function portraitLayout(layout: Layout): Layout {
  const board = layout.zones.find((zone) => zone.widget === 'board');
  if (!board) return layout;
  const above = (zone: LayoutZone) => zone.piles?.some((pile) => pile.endsWith('.others')) ?? false;
  const rest = layout.zones.filter((zone) => zone !== board);
  const order = [...rest.filter(above), board, ...rest.filter((zone) => !above(zone))];
  let row = 0;
  const zones = order.map((zone) => {
    const rowSpan = zone === board ? 6 : 1;
    const placed = { ...zone, row, col: 0, colSpan: 1, rowSpan };
    row += rowSpan;
    return placed;
  });
  return { ...layout, rows: row, cols: 1, zones };
}

/** Whether a pattern of a layout matches hands. */
export function isHand(pile: string, scene: Scene): boolean {
  const base = pile.slice(0, pile.lastIndexOf('.'));
  const zone = (scene.zones ?? []).find((zone) => seatZone(zone.id ?? '')?.base === base);
  return base === 'hand' || zone?.category === 'hand';
}

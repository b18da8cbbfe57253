/** Holds the connection to `rulebook dev`. The connection waits for new snapshots of the match and sends commands. */
import type { Inspection, Look, Runs, Why } from '../devMessages';
import type { Gesture, Show, Step } from '../messages';
import type { GamePage } from './api';

/** The shown view: of the player who has to move, of one seat, or of all players at once (without playing). */
export type DevView = 'turn' | 'all' | number;

export type DevState = {
  connected: boolean;
  look: Look | null;
  /** The inspection before the last change. Values that differ from it are highlighted. */
  before: Inspection | null;
  view: Show | null;
  waiting: Show[];
  history: Step[];
};

export const INITIAL: DevState = { connected: false, look: null, before: null, view: null, waiting: [], history: [] };

/** The state after a snapshot. */
export function applySnapshot(state: DevState, look: Look): DevState {
  const same = state.look !== null && state.look.version === look.version && state.look.seat === look.seat;
  // Opening the inspector loads data but does not change the match. Only a new version of the files counts as a change.
  const old = state.look?.inspection ?? state.before;
  const before = state.look !== null && state.look.version === look.version ? state.before : (old ?? null);
  if (same) return { ...state, connected: true, look: { ...look, inspection: look.inspection ?? state.look?.inspection }, before };
  const history = look.follows ? [...state.history, ...look.steps] : look.steps;
  const next = { ...state, connected: true, look, before, history };
  if (!look.scene) return { ...next, view: null, waiting: [] };
  const show: Show = { viewer: look.scene.viewer ?? 'God', since: { epoch: look.deals, seen: look.moves.length }, follows: look.follows, steps: look.follows ? look.steps : [], scene: look.scene, ask: look.ask, undo: false } as Show;
  // If a snapshot does not continue the last one, waiting views are dropped.
  return { ...next, view: show, waiting: look.follows ? [...state.waiting, show] : [show] };
}

/**
 * The seat to show, or `null` to show all players. If the designer chose no seat, it is a person who has to move: the
 * seat that is already shown, or else the first one.
 */
export function seatFor(eyes: DevView, look: Look | null): number | null {
  if (eyes === 'all') return null;
  if (typeof eyes === 'number') return eyes;
  if (!look) return 0;
  const asked = look.due.filter((seat) => look.people.includes(seat));
  return look.seat !== null && asked.includes(look.seat) ? look.seat : (asked[0] ?? look.seat ?? 0);
}

/** The path of the request for the next snapshot. */
export function snapshotPath(eyes: DevView, look: Look | null, fresh: boolean, inspect: boolean): string {
  const query = new URLSearchParams();
  const seat = seatFor(eyes, look);
  if (seat !== null) query.set('seat', String(seat));
  if (inspect) query.set('inspect', '1');
  // If the match has no such seat, the view of all players is requested.
  const seen = seat !== null && seat < (look?.seats ?? 0) ? seat : null;
  if (look && !fresh && look.seat === seen) {
    query.set('version', String(look.version));
    query.set('deals', String(look.deals));
    query.set('moves', String(look.moves.length));
  }
  return `/look?${query}`;
}

const RETRY_MS = 900;

export class DevLink {
  private state = INITIAL;
  private readonly listeners = new Set<() => void>();
  private closed = false;
  private fresh = true;
  private inspect = false;
  private waits: AbortController | null = null;

  constructor(private eyes: DevView) {
    void this.run();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): DevState => this.state;

  private set(state: DevState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  private async run(): Promise<void> {
    while (!this.closed) {
      const waits = new AbortController();
      this.waits = waits;
      try {
        const answer = await fetch(snapshotPath(this.eyes, this.state.look, this.fresh, this.inspect), { signal: waits.signal });
        if (!answer.ok) throw new Error(await answer.text());
        const look = (await answer.json()) as Look;
        if (this.closed || waits.signal.aborted) continue;
        this.fresh = false;
        this.set(applySnapshot(this.state, look));
      } catch {
        if (this.closed || waits.signal.aborted) continue;
        this.fresh = true;
        this.set({ ...this.state, connected: false });
        await new Promise((go) => setTimeout(go, RETRY_MS));
      }
    }
  }

  private again(): void {
    this.fresh = true;
    this.waits?.abort();
  }

  see(eyes: DevView): void {
    if (eyes === this.eyes) return;
    this.eyes = eyes;
    this.again();
  }

  setInspect(on: boolean): void {
    if (on === this.inspect) return;
    this.inspect = on;
    if (on) this.again();
  }

  take(): Show | null {
    const [next, ...rest] = this.state.waiting;
    if (!next) return null;
    this.set({ ...this.state, waiting: rest });
    return next;
  }

  /** Sends a command. Returns `null` if the program carried out the command, the reason if it refused, and `''` if it could not be reached. */
  async act(wish: Record<string, unknown>): Promise<string | null> {
    try {
      const answer = await fetch('/do', { method: 'POST', body: JSON.stringify(wish) });
      return answer.ok ? null : await answer.text();
    } catch {
      return '';
    }
  }

  async why(seat: number, gesture: Gesture): Promise<string | null> {
    const answer = await fetch(`/why?seat=${seat}`, { method: 'POST', body: JSON.stringify(gesture) });
    return answer.ok ? ((await answer.json()) as Why).why ?? null : null;
  }

  close(): void {
    this.closed = true;
    this.waits?.abort();
  }
}

const get = async <T>(path: string): Promise<T> => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as T;
};

export const fetchGame = () => get<GamePage>('/about');
export const fetchSimulation = () => get<Runs>('/runs');

/** One table over one socket: joins, comes back after a lost connection, sends answers until they are acknowledged. */
import { io, type Socket } from 'socket.io-client';
import { seatOf } from '../logic/layout';
import type {
  Ack, AgainMessage, AiExchange, AiLogMessage, Command, Eyes, Intent, Join, Reaction, ReactionMessage, Show, Since, Status, StatusMessage, Step, UnseatedMessage, ViewMessage,
} from '../messages';

export type Said = { at: number; steps: Step[] };

export type LinkState = {
  connected: boolean;
  /** Was there ever a connection? Before that nothing was lost. */
  everConnected: boolean;
  status: Status | null;
  /** The newest view; `shows` counts them. */
  view: Show | null;
  shows: number;
  /** Views that were not drawn yet, the oldest first. */
  waiting: Show[];
  /** Everything that was seen of the match. */
  history: Step[];
  /** The table where everybody plays on. */
  next: string | null;
  /** How often this browser was told that the seat it looked with is not its own any more. */
  unseated: number;
  ai: { seat: number; text: string; exchanges: AiExchange[] }[];
  /** Why this table cannot be joined. */
  refused: string | null;
  /** Answers that are on their way. */
  sending: number;
  /** Signs that people make, for as long as they are to be seen. */
  reactions: { id: number; seat: number; reaction: Reaction }[];
};

export type Credentials = { host?: string | null; seat?: string | null; guest?: string | null; eyes?: Eyes | null };

const INITIAL: LinkState = {
  connected: false, everConnected: false, status: null, view: null, shows: 0, waiting: [], history: [], next: null, unseated: 0, ai: [], refused: null, sending: 0, reactions: [],
};
const ACK_TIMEOUT_MS = 8000;
/** Joining changes nothing and can be tried again soon. */
const JOIN_TIMEOUT_MS = 3000;
/** How long a sign is to be seen. */
const REACTION_MS = 4000;

export class TableLink {
  private state: LinkState = INITIAL;
  private readonly listeners = new Set<() => void>();
  private readonly socket: Socket;
  private since: Since | null = null;
  /** The epoch of which everything was asked for, until it came: a server that has forgotten would be asked for ever. */
  private recalled: number | null = null;
  private closed = false;
  private signs = 0;

  constructor(
    readonly match: string,
    private credentials: Credentials,
  ) {
    this.socket = io({ transports: ['websocket'], forceNew: true, reconnectionDelay: 300, reconnectionDelayMax: 3000 });
    this.socket.on('connect', () => void this.join());
    this.socket.on('disconnect', () => this.set({ connected: false }));
    this.socket.on('game:view', (message: ViewMessage) => this.seen(message));
    this.socket.on('game:status', (message: StatusMessage) => {
      if (message.match !== this.match) return;
      // Who was here when the match ended and lost the connection for a moment goes along with the others.
      const was = this.state.status;
      const next = was && !was.next && message.status.next ? message.status.next : this.state.next;
      this.set({ status: message.status, next });
    });
    this.socket.on('game:unseated', (message: UnseatedMessage) => {
      if (message.match === this.match && message.looked) this.set({ unseated: this.state.unseated + 1 });
    });
    this.socket.on('game:again', (message: AgainMessage) => {
      if (message.match === this.match) this.set({ next: message.next });
    });
    this.socket.on('game:reaction', (message: ReactionMessage) => {
      if (message.match !== this.match) return;
      const sign = { id: ++this.signs, seat: message.seat, reaction: message.reaction };
      this.set({ reactions: [...this.state.reactions.filter((old) => old.seat !== sign.seat), sign] });
      setTimeout(() => this.set({ reactions: this.state.reactions.filter((old) => old.id !== sign.id) }), REACTION_MS);
    });
    this.socket.on('game:ai-log', (message: AiLogMessage) => {
      if (message.match === this.match) this.set({ ai: [...this.state.ai.slice(-500), { seat: message.seat, text: message.text, exchanges: message.exchanges ?? [] }] });
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): LinkState => this.state;

  private set(change: Partial<LinkState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  /** The host's right is added first; the last join decides with which eyes this socket looks. */
  private joins(): Join[] {
    const { host, seat, guest, eyes } = this.credentials;
    const tries: Join[] = [];
    const base = { match: this.match };
    if (host && eyes !== 'god') tries.push({ ...base, token: host });
    if (host && eyes === 'god') tries.push({ ...base, token: host, as: 'god' });
    else if (seat) tries.push({ ...base, token: seat });
    else if (!host) tries.push({ ...base, token: guest ?? null });
    return tries;
  }

  private async join(): Promise<void> {
    const tries = this.joins();
    let last: Ack = { accepted: false };
    for (const [at, message] of tries.entries()) {
      const final = at === tries.length - 1;
      last = await this.emit('game:join', final ? { ...message, since: this.since ?? { epoch: 0, seen: 0 } } : message, JOIN_TIMEOUT_MS);
    }
    if (this.closed) return;
    if (last.accepted) this.set({ connected: true, everConnected: true, refused: null });
    else if (last.code === 'unavailable' || !last.code) setTimeout(() => !this.closed && this.socket.connected && void this.join(), 700);
    else this.set({ connected: true, everConnected: true, refused: last.reason ?? last.code });
  }

  /** Looks on with other rights: after sitting down, getting up, or for other eyes. */
  rejoin(credentials: Credentials): void {
    this.credentials = credentials;
    this.since = null;
    this.recalled = null;
    this.set({ view: null, waiting: [], history: [], refused: null });
    if (this.socket.connected) void this.join();
  }

  private seen({ match, view }: ViewMessage): void {
    if (match !== this.match) return;
    const { host, seat, eyes } = this.credentials;
    // The host's right brings a spectator's view along. Who looks with a seat's eyes has not seen that, and has seen more.
    if (seat && !(host && eyes === 'god') && seatOf(view.viewer) === null) return;
    const was = this.since;
    this.since = view.since;
    // Nothing new is told, and steps nevertheless: it is all there was, as it was asked for.
    const told = was !== null && view.follows && view.steps.length > 0 && was.epoch === view.since.epoch && was.seen === view.since.seen;
    const history = !view.follows ? [] : told ? view.steps : [...this.state.history, ...view.steps];
    // What happened before somebody came is not acted out again.
    const waiting = was === null || !view.follows ? [{ ...view, steps: [] }] : told ? [...this.state.waiting, { ...view, steps: [] }] : [...this.state.waiting, view];
    this.set({ view, shows: this.state.shows + 1, history, waiting });
    if (told) this.recalled = null;
    else if (!view.follows) this.recall(view.since.epoch);
  }

  /** Something was taken back, or was before anybody came: what had happened until then is asked for, for the log. */
  private recall(epoch: number): void {
    const last = this.joins().at(-1);
    if (this.recalled === epoch || !last) return;
    this.recalled = epoch;
    void this.emit('game:join', { ...last, since: { epoch, seen: 0 } }, JOIN_TIMEOUT_MS);
  }

  /** Takes the oldest view that was not drawn. */
  take(): Show | null {
    const [next, ...rest] = this.state.waiting;
    if (!next) return null;
    this.set({ waiting: rest });
    return next;
  }

  private async emit(event: string, message: unknown, patience = ACK_TIMEOUT_MS): Promise<Ack> {
    try {
      return (await this.socket.timeout(patience).emitWithAck(event, message)) as Ack;
    } catch {
      return { accepted: false };
    }
  }

  /** Answers the open ask. Sent again with the same key until the server has said yes or no. */
  async answer(ask: number, moves: string[], machine = false): Promise<Ack> {
    const intent: Intent = { match: this.match, ask, moves, key: randomKey(), machine };
    this.set({ sending: this.state.sending + 1 });
    try {
      for (;;) {
        await this.online();
        if (this.closed) return { accepted: false, code: 'unavailable' };
        const ack = await this.emit('game:intent', intent);
        if (ack.accepted || (ack.code && ack.code !== 'unavailable')) return ack;
        await new Promise((go) => setTimeout(go, 400));
      }
    } finally {
      this.set({ sending: this.state.sending - 1 });
    }
  }

  /** Waits until the table is joined. */
  online(): Promise<void> {
    return new Promise((go) => {
      const look = () => {
        if (!this.state.connected && !this.closed) return;
        stop();
        go();
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  command(command: Command): Promise<Ack> {
    return this.emit('game:command', { match: this.match, command });
  }

  react(reaction: Reaction): Promise<Ack> {
    return this.emit('game:react', { match: this.match, reaction });
  }

  close(): void {
    this.closed = true;
    this.socket.disconnect();
    for (const listener of this.listeners) listener();
  }

  /** For tests: the connection is cut as a network would. */
  cut(): void {
    this.socket.io.engine.close();
  }
}

export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

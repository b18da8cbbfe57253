/** Holds the connection to one table. The connection joins, reconnects, and sends answers again until the server acknowledges them. */
import { io, type Socket } from 'socket.io-client';
import { seatOf } from '../logic/layout';
import { mergeMoves } from '../logic/move_list';
import type {
  Ack, AgainMessage, AiExchange, AiLogMessage, Command, DisconnectedMessage, Eyes, Intent, Join, MoveRecord, NoticeMessage, Reaction, ReactionMessage, ReconnectMessage, Show, Since, Status, StatusMessage, Step, UnseatedMessage, ViewMessage,
} from '../messages';
import { randomKey } from './random_key';

export type Said = { at: number; steps: Step[] };

export type LinkState = {
  connected: boolean;
  /** Whether the table was joined at least once. Before that, the connection cannot count as lost. */
  everConnected: boolean;
  status: Status | null;
  /** The newest view. `shows` counts the views so far. */
  view: Show | null;
  shows: number;
  /** Views that have not been drawn yet. The oldest is first. */
  waiting: Show[];
  /** All steps of the match that the viewer saw. */
  history: Step[];
  /** The moves of a game with a move list. */
  moves: MoveRecord[];
  /** The id of the rematch table, if there is one. */
  next: string | null;
  /** How often the server has reported that the viewer lost the seat. */
  unseated: number;
  ai: { seat: number; text: string; exchanges: AiExchange[] }[];
  /** The reason why the table cannot be joined. */
  refused: string | null;
  /** The number of answers that are not acknowledged yet. */
  sending: number;
  /** The newest text of the operator. `count` makes it possible to notice that the same text came again. */
  broadcast: { text: string; count: number } | null;
  /** Reactions that are visible now. */
  reactions: { id: number; seat: number; reaction: Reaction }[];
};

export type Credentials = { host?: string | null; seat?: string | null; guest?: string | null; eyes?: Eyes | null };

const INITIAL: LinkState = {
  connected: false, everConnected: false, status: null, view: null, shows: 0, waiting: [], history: [], moves: [], next: null, unseated: 0, ai: [], refused: null, sending: 0, broadcast: null, reactions: [],
};
const ACK_TIMEOUT_MS = 8000;
/** After this time without an answer, the join is sent again. It is shorter than for other messages, because joining twice does no harm. */
const JOIN_TIMEOUT_MS = 3000;
/** How long a reaction is shown. */
const REACTION_MS = 4000;

export class TableLink {
  private state: LinkState = INITIAL;
  private readonly listeners = new Set<() => void>();
  private readonly socket: Socket;
  private since: Since | null = null;
  /** The epoch of the match for which the history was requested. It is requested only once, because the server may no longer have it. */
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
    this.socket.on('game:disconnected', (told: DisconnectedMessage) => this.set({ refused: told.reason }));
    this.socket.on('game:reconnect', (told: ReconnectMessage) => this.moveOn(told.within));
    this.socket.on('game:notice', (told: NoticeMessage) => this.set({ broadcast: { text: told.text, count: (this.state.broadcast?.count ?? 0) + 1 } }));
    this.socket.on('game:view', (message: ViewMessage) => this.seen(message));
    this.socket.on('game:status', (message: StatusMessage) => {
      if (message.match !== this.match) return;
      // The status also names the rematch table, for viewers who missed the message about it.
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

  /** The join messages to send. Join with the host token first, because the last join decides the view of this connection. */
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

  /** Connects again at a random moment, because the server stops. A proxy leads the new connection to another server. */
  private moveOn(within: number): void {
    const { id } = this.socket;
    setTimeout(() => {
      // If the server has closed the connection already, the library has connected again.
      if (!this.closed && this.socket.connected && this.socket.id === id) this.socket.disconnect().connect();
    }, Math.random() * within);
  }

  /** Joins again with other tokens, after the viewer has changed the seat or the view. */
  rejoin(credentials: Credentials): void {
    this.credentials = credentials;
    this.since = null;
    this.recalled = null;
    this.set({ view: null, waiting: [], history: [], moves: [], refused: null });
    if (this.socket.connected) void this.join();
  }

  private seen({ match, view }: ViewMessage): void {
    if (match !== this.match) return;
    const { host, seat, eyes } = this.credentials;
    // The host token also produces a spectator view. It is ignored if this connection has a seat.
    if (seat && !(host && eyes === 'god') && seatOf(view.viewer) === null) return;
    const was = this.since;
    this.since = view.since;
    // A view that has steps but no new entries is the requested history.
    const told = was !== null && view.follows && view.steps.length > 0 && was.epoch === view.since.epoch && was.seen === view.since.seen;
    const history = !view.follows ? [] : told ? view.steps : [...this.state.history, ...view.steps];
    // Steps of the past are not animated.
    const waiting = was === null || !view.follows ? [{ ...view, steps: [] }] : told ? [...this.state.waiting, { ...view, steps: [] }] : [...this.state.waiting, view];
    this.set({ view, shows: this.state.shows + 1, history, moves: mergeMoves(this.state.moves, view), waiting });
    if (told) this.recalled = null;
    else if (!view.follows) this.recall(view.since.epoch);
  }

  /** Requests the history of the match for the log. Needed after joining and after an undo. */
  private recall(epoch: number): void {
    const last = this.joins().at(-1);
    if (this.recalled === epoch || !last) return;
    this.recalled = epoch;
    void this.emit('game:join', { ...last, since: { epoch, seen: 0 } }, JOIN_TIMEOUT_MS);
  }

  /** Removes the oldest view that has not been drawn, and returns it. */
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

  /** Plays a move. It is sent again with the same key until the server accepts or refuses it. */
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

  /** Closes the connection, for tests. */
  cut(): void {
    this.socket.io.engine.close();
  }
}

import { beforeEach, expect, it, vi } from 'vitest';
import type { Join, Show, Step, Viewer } from '../src/messages';

type Hear = (message: unknown) => void;
const wire = vi.hoisted(() => ({ heard: new Map<string, Hear>(), sent: [] as { event: string; message: unknown }[], id: 'one', calls: [] as string[] }));
vi.mock('socket.io-client', () => ({
  io: () => ({
    connected: true,
    get id() {
      return wire.id;
    },
    on: (event: string, hear: Hear) => wire.heard.set(event, hear),
    timeout: () => ({
      emitWithAck: (event: string, message: unknown) => {
        wire.sent.push({ event, message });
        return Promise.resolve({ accepted: true });
      },
    }),
    disconnect() {
      wire.calls.push('disconnect');
      return this;
    },
    connect: () => wire.calls.push('connect'),
  }),
}));
const { TableLink } = await import('../src/net/table_link');

const SEAT: Viewer = { Seat: 0 };
const step = (words: string) => ({ kind: 'said', text: words }) as unknown as Step;
const view = (viewer: Viewer, seen: number, follows: boolean, steps: Step[], epoch = 0): Show => ({ viewer, follows, steps, since: { epoch, seen }, scene: {}, ask: null, undo: false });
const show = (view: Show) => wire.heard.get('game:view')!({ match: 'm', view });
const joins = () => wire.sent.filter(({ event }) => event === 'game:join').map(({ message }) => message as Join);
const settled = () => new Promise((go) => setTimeout(go));

beforeEach(() => {
  wire.heard.clear();
  wire.sent.length = 0;
  wire.calls.length = 0;
});

it('a returning host gets the whole history of the seat, although the host token has its own view', async () => {
  const link = new TableLink('m', { host: 'h', seat: 's' });
  wire.heard.get('connect')!(undefined);
  // The server sends this view before it acknowledges the first join.
  show(view('Spectator', 7, false, []));
  await settled();
  expect(joins()).toEqual([{ match: 'm', token: 'h' }, { match: 'm', token: 's', since: { epoch: 0, seen: 0 } }]);
  expect(link.snapshot().view).toBeNull();
  show(view(SEAT, 7, true, [step('a'), step('b')]));
  expect(link.snapshot().history).toHaveLength(2);
  // Earlier steps are not animated.
  expect(link.snapshot().waiting.map((one) => one.steps)).toEqual([[]]);
  link.take();
  // The connection was lost for a moment. The client animates the missed steps and keeps the earlier ones.
  wire.heard.get('connect')!(undefined);
  show(view('Spectator', 8, false, []));
  await settled();
  expect(joins().at(-1)).toEqual({ match: 'm', token: 's', since: { epoch: 0, seen: 7 } });
  show(view(SEAT, 8, true, [step('c')]));
  expect(link.snapshot().history).toHaveLength(3);
  expect(link.snapshot().waiting.map((one) => one.steps)).toEqual([[step('c')]]);
});

it('after an undo, the log shows only the remaining steps and requests them once', () => {
  const link = new TableLink('m', { seat: 's' });
  show(view(SEAT, 3, true, [step('a'), step('b')]));
  show(view(SEAT, 2, false, [], 1));
  expect(joins()).toEqual([{ match: 'm', token: 's', since: { epoch: 1, seen: 0 } }]);
  show(view(SEAT, 2, true, [step('a')], 1));
  expect(link.snapshot().history).toEqual([step('a')]);
  expect(link.snapshot().waiting.every((one) => one.steps.length === 0)).toBe(true);
  show(view(SEAT, 3, true, [step('d')], 1));
  expect(link.snapshot().history).toEqual([step('a'), step('d')]);
  // The client stops asking a server that no longer knows the steps.
  show(view(SEAT, 2, false, [], 2));
  show(view(SEAT, 2, false, [], 2));
  show(view(SEAT, 2, false, [], 2));
  expect(joins()).toHaveLength(2);
});

it('a client of a stopping server reconnects, but only once', async () => {
  new TableLink('m', { seat: 's' });
  wire.heard.get('game:reconnect')!({ within: 0 });
  await vi.waitFor(() => expect(wire.calls).toEqual(['disconnect', 'connect']));
  wire.heard.get('game:reconnect')!({ within: 0 });
  // The server has closed the connection, and the library has opened another one.
  wire.id = 'two';
  await settled();
  await settled();
  expect(wire.calls).toHaveLength(2);
});

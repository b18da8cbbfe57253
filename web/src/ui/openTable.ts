/** Creates a table, takes a seat and adds bots. If `start` is set and no seat is open, also starts the game. */
import type { Driver, NewTable } from '../messages';
import { api } from '../net/api';
import { storage } from '../net/storage';

export type SeatPlan = { kind: 'me' } | { kind: 'open' } | { kind: 'driver'; driver: Driver };

export async function openTable(table: NewTable, plan: SeatPlan[], name: string, start: boolean): Promise<string> {
  // The lobby has no socket, so this code is loaded when a table is opened.
  const [opened, { TableLink }] = await Promise.all([api.open({ ...table, seats: plan.length }), import('../net/table_link')]);
  const { match, hostToken, inviteToken, watchToken } = opened;
  storage.addTokens(match, { host: hostToken, invite: inviteToken, watch: watchToken });
  const me = plan.findIndex((seat) => seat.kind === 'me');
  let seatToken: string | null = null;
  if (me >= 0) {
    seatToken = (await api.sit(match, me, name, hostToken)).token;
    storage.addTokens(match, { seats: { [me]: seatToken } });
    storage.setTabSeat(match, me);
  }
  const link = new TableLink(match, { host: hostToken, seat: seatToken });
  try {
    await link.online();
    for (const [seat, one] of plan.entries()) {
      if (one.kind !== 'driver') continue;
      const ack = await link.command({ kind: 'drive', seat, driver: one.driver });
      if (!ack.accepted) throw new Error(ack.reason ?? '');
    }
    if (start && plan.every((seat) => seat.kind !== 'open')) await link.command({ kind: 'start' });
  } finally {
    link.close();
  }
  return match;
}

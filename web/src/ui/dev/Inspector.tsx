/** The full state of the match for the designer: open decisions, values, and zones with all their cards. */
import { shortFace } from '../../logic/phrases';
import type { Inspection } from '../../devMessages';
import { useText } from '../../text';

const key = (one: { name: string; of: string | null }): string => `${one.name} ${one.of ?? ''}`;

/** Replaces `p1` by the name of the seat. */
export const whose = (of: string | null, seat: (number: number) => string): string => (of ?? '').replace(/^p(\d+)$/, (_, number: string) => seat(Number(number)));

/** The keys of the values that have changed. */
export function changed(now: Inspection, before: Inspection | null): Set<string> {
  const was = new Map((before?.values ?? []).map((one) => [key(one), one.value]));
  return new Set(before ? now.values.filter((one) => was.get(key(one)) !== one.value).map(key) : []);
}

export function Inspector({ now, before }: { now: Inspection | null; before: Inspection | null }) {
  const text = useText();
  const said = text.dev;
  if (!now) return <p className="empty" aria-busy="true">…</p>;
  const fresh = changed(now, before);
  const flow = [[said.stateName, now.state], [said.phase, now.phase], [said.turn, now.turn === null ? null : text.table.seat(now.turn + 1)]].filter(([, value]) => value);
  return (
    <div className="inspector">
      <h2>{said.flow}</h2>
      <dl>
        {flow.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{said.asks}</h2>
      {now.asks.length === 0 && <p className="small">{said.nobody}</p>}
      {now.asks.map((ask) => (
        <details key={ask.seat} className="asked">
          <summary>
            <b>{text.table.seat(ask.seat + 1)}</b> {ask.prompt} <span className="small">{[ask.rule, text.table.legal(ask.count)].filter(Boolean).join(' · ')}</span>
          </summary>
          <p className="mono">{ask.moves.join(', ')}{ask.count > ask.moves.length ? ' …' : ''}</p>
        </details>
      ))}
      {now.values.length > 0 && <h2>{said.values}</h2>}
      {now.values.length > 0 && (
        <table className="values">
          <thead>
            <tr><th scope="col">{said.name}</th><th scope="col">{said.of}</th><th scope="col">{said.value}</th></tr>
          </thead>
          <tbody>
            {now.values.map((one) => (
              <tr key={key(one)} className={fresh.has(key(one)) ? 'fresh' : undefined}>
                <td>{one.name}</td>
                <td>{whose(one.of, text.table.seat)}</td>
                <td className="mono">{one.value || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {now.zones.length > 0 && <h2>{said.zones}</h2>}
      {now.zones.map((zone) => (
        <details key={zone.id} className="zone-open" open={zone.count > 0 && zone.count <= 20}>
          <summary>
            <b>{zone.id}</b> {zone.owner !== null && <span className="small">{text.table.seat(zone.owner + 1)}</span>} <span className="small">{zone.count}</span>
          </summary>
          <p className="faces">{zone.cards.map((face, at) => <span key={at} className={/[HD]$/.test(face) ? 'red' : undefined}>{shortFace(face)}</span>)}</p>
        </details>
      ))}
      <p className="small mono digest">{now.digest}</p>
    </div>
  );
}

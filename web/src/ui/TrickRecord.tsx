/** The tricks of a match as rows: one column for each player, the led card underlined and the winning card marked. */
import { shortFace, seatName } from '../logic/phrases';
import type { DealRecord } from '../logic/trick_record';
import type { SeatInfo } from '../messages';
import { useText } from '../text';

/** A card of a trick as a small sign. */
export function TrickFace({ face, won }: { face: string; won: boolean }) {
  return <span className={`trick-face${won ? ' won' : ''}${/[HD]$/.test(face) ? ' red' : ''}`}>{shortFace(face)}</span>;
}

/** Maximum number of deals that are listed. Earlier ones are in the log. */
const DEALS = 12;

export function TrickRecord({ deals, seats, own }: { deals: DealRecord[]; seats: SeatInfo[]; own: number | null }) {
  const text = useText();
  if (deals.length === 0) return null;
  return (
    <div className="trick-record">
      {deals.slice(-DEALS).map(({ deal, tricks }, at, all) => (
        <details key={deal} open={at === all.length - 1}>
          <summary>{text.table.deal(deal)}</summary>
          <table>
            <thead>
              <tr>
                <td />
                {seats.map((_, seat) => (
                  <th key={seat} scope="col">
                    <i className={`dot seat-${seat % 8}`} aria-hidden="true" /> {seatName(seats, seat, own, text)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tricks.map(({ plays, led, winner }, nth) => (
                <tr key={nth}>
                  <td className="nth">{nth + 1}</td>
                  {plays.map((face, seat) => (
                    <td key={seat} className={`${seat === winner ? 'won' : ''}${seat === led ? ' led' : ''}`}>
                      {face && <span className={/[HD]$/.test(face) ? 'red' : undefined}>{shortFace(face)}</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
}

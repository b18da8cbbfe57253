/** A table for each deal of a match: one column for each player, and numbered rows. Only the last deal is open. */
import type { ReactNode } from 'react';
import { seatName } from '../logic/phrases';
import type { SeatInfo } from '../messages';
import { useText } from '../text';

/** Maximum number of deals that are listed. Earlier ones are in the log. */
const DEALS = 12;

type Props<D> = {
  deals: D[];
  seats: SeatInfo[];
  own: number | null;
  /** A class for the style of the cells. */
  kind?: string;
  /** Whether the columns show the colours of the seats. */
  coloured?: boolean;
  /** The rows of a deal. Each has one cell for each seat. */
  rows: (deal: D) => ReactNode[][];
};

export function DealTables<D extends { deal: number }>({ deals, seats, own, kind = '', coloured = false, rows }: Props<D>) {
  const text = useText();
  if (deals.length === 0) return null;
  return (
    <div className={`trick-record ${kind}`.trim()}>
      {deals.slice(-DEALS).map((deal, at, all) => (
        <details key={deal.deal} open={at === all.length - 1}>
          <summary>{text.table.deal(deal.deal)}</summary>
          <table>
            <thead>
              <tr>
                <td />
                {seats.map((_, seat) => (
                  <th key={seat} scope="col">
                    {coloured && <i className={`dot seat-${seat % 8}`} aria-hidden="true" />} {seatName(seats, seat, own, text)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows(deal).map((cells, nth) => (
                <tr key={nth}>
                  <td className="nth">{nth + 1}</td>
                  {cells}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
}

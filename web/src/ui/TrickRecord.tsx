/** The tricks of a match as rows: one column for each player, the led card underlined and the winning card marked. */
import { shortName } from '../logic/phrases';
import type { DealRecord } from '../logic/trick_record';
import type { SeatInfo } from '../messages';
import { useText } from '../text';
import { DealTables } from './DealTables';

/** A card of a trick as a small sign. */
export function TrickFace({ face, won }: { face: string; won: boolean }) {
  const text = useText();
  return <span className={`trick-face${won ? ' won' : ''}${/[HD]$/.test(face) ? ' red' : ''}`}>{shortName(face, text)}</span>;
}

export function TrickRecord({ deals, seats, own }: { deals: DealRecord[]; seats: SeatInfo[]; own: number | null }) {
  const text = useText();
  const cells = ({ plays, led, winner }: DealRecord['tricks'][number]) =>
    plays.map((face, seat) => (
      <td key={seat} className={`${seat === winner ? 'won' : ''}${seat === led ? ' led' : ''}`}>
        {face && <span className={/[HD]$/.test(face) ? 'red' : undefined}>{shortName(face, text)}</span>}
      </td>
    ));
  return <DealTables deals={deals} seats={seats} own={own} coloured rows={({ tricks }) => tricks.map(cells)} />;
}

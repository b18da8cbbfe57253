/** The turns of a game with a stock and a discard pile as rows: what each player took, and what the player discarded. */
import { shortName } from '../logic/phrases';
import type { Turn, TurnDeal } from '../logic/turn_record';
import type { SeatInfo } from '../messages';
import { useText } from '../text';
import { DealTables } from './DealTables';

export function TurnRecord({ deals, seats, own }: { deals: TurnDeal[]; seats: SeatInfo[]; own: number | null }) {
  const cells = (row: TurnDeal['rows'][number]) => row.map((turn, seat) => <td key={seat}>{turn && <TurnCell turn={turn} />}</td>);
  return <DealTables deals={deals} seats={seats} own={own} kind="turn-record" rows={({ rows }) => rows.map(cells)} />;
}

function TurnCell({ turn: { took, threw } }: { turn: Turn }) {
  const text = useText();
  const hidden = took.filter((face) => face === null).length;
  const open = took.filter((face) => face !== null);
  return (
    <>
      {hidden > 0 && <i className="from-stock" role="img" aria-label={text.log.cards(hidden)}>{hidden > 1 ? hidden : ''}</i>}
      {open.length > 0 && <span className="from-pile">{open.length > 2 ? text.table.cards(open.length) : <Faces all={open} />}</span>}
      {took.length > 0 && threw.length > 0 && <span className="threw" aria-hidden="true"> → </span>}
      <Faces all={threw} />
    </>
  );
}

function Faces({ all }: { all: (string | null)[] }) {
  const text = useText();
  return all.map((face, at) => <span key={at} className={/[HD]$/.test(face ?? '') ? 'red' : undefined}>{at > 0 ? ' ' : ''}{shortName(face ?? '', text)}</span>);
}

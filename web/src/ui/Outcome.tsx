import { useMemo } from 'react';
import { isFair } from '../logic/fair_deal';
import { capital, seatName, winners, withNames } from '../logic/phrases';
import type { Status } from '../messages';
import { api } from '../net/api';
import { copyTokens } from '../net/storage';
import type { TableLink } from '../net/table_link';
import { useText } from '../text';
import { Dialog } from './Dialog';
import { saveLog } from './saveLog';
import { sideClasses } from './Seats';
import type { TablePageProps } from './TablePage';

type Props = { link: TableLink; status: Status; own: number | null; sides: string[]; command: TablePageProps['command']; close: () => void; /** Whether the game has a deal. */ dealt?: boolean };

export function Outcome({ link, status, own, sides, command, close, dealt = true }: Props) {
  const text = useText();
  const coloured = sideClasses(sides);
  const said = text.over;
  const { outcome, seats } = status;
  const first = outcome ? winners(outcome) : [];
  const name = (seat: number) => seatName(seats, seat, own, text);
  const title = status.closed ? said.closed : !outcome ? said.ended : outcome.fault ? said.broken : first.length === 0 ? said.draw : own !== null && first.includes(own) ? said.youWon : said.won(first.map(name).join(', '));
  const rows = outcome ? outcome.places.map((place, seat) => ({ place, seat, score: outcome.scores?.[seat] })) : [];
  const proposed = (deal: 'rematch' | 'practice') => status.offers.find((offer) => offer.deal === deal);
  const agreed = own !== null && status.offers.some((offer) => offer.agreed.includes(own));
  return (
    <Dialog title={capital(title)} close={close}>
      <div className={`outcome${own !== null && first.includes(own) ? ' won' : ''}`}>
        <p className="lead">{capital(withNames(status.closed ?? outcome?.reason ?? '', seats, own, text))}</p>
        {rows.length > 0 && (
          <table className="scores standing">
            <thead>
              <tr>
                <th scope="col">{said.place}</th>
                <th scope="col">{said.player}</th>
                {outcome?.scores && <th scope="col" className="num">{said.points}</th>}
              </tr>
            </thead>
            <tbody>
              {[...rows].sort((a, b) => a.place - b.place).map(({ place, seat, score }) => (
                <tr key={seat} className={place === 1 && first.length > 0 ? 'first' : undefined}>
                  <td className="place-number">{place}</td>
                  <td>
                    <i className={`dot ${coloured[seat] ?? `seat-${seat % 8}`}`} /> {name(seat)}
                  </td>
                  {outcome?.scores && <td className="num">{score}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {dealt && <Fair link={link} status={status} />}
        <div className="row">
          {status.next && (
            <a className="button primary" href={`#/t/${status.next}`} onClick={() => copyTokens(link.match, status.next!, status.nextSeats ?? [])}>
              {said.next}
            </a>
          )}
          {own !== null && !status.closed && !status.next && (
            <>
              <button className="button primary" disabled={agreed} onClick={() => void command({ kind: 'agree', deal: 'rematch' })}>
                {said.rematch}
                {proposed('rematch') ? ` (${proposed('rematch')!.agreed.length})` : ''}
              </button>
              {dealt && (
                <button className="button" disabled={agreed} onClick={() => void command({ kind: 'agree', deal: 'practice' })}>
                  {said.practice}
                </button>
              )}
            </>
          )}
          {status.key && (
            <a className="button" href={`#/replay/${link.match}${own === null ? '' : `?as=${own}`}`}>
              {said.replay}
            </a>
          )}
          {!dealt && status.secret && <Log match={link.match} className="button ghost" />}
          <button className="button ghost" onClick={close}>
            {said.look}
          </button>
          <a className="button ghost" href="#/">
            {said.lobby}
          </a>
        </div>
        {agreed && !status.next && <p className="small">{said.waiting}</p>}
      </div>
    </Dialog>
  );
}

/** The link to download the log. */
function Log({ match, className }: { match: string; className?: string }) {
  const text = useText();
  return (
    <a className={className} href={api.logPath(match)} download={`${match}.jsonl`} onClick={(event) => saveLog(event, match, text)}>
      {text.over.download}
    </a>
  );
}

/** Shows whether the deal was fair. The check runs in the browser. */
function Fair({ link, status }: { link: TableLink; status: Status }) {
  const text = useText();
  const verdict = useMemo(() => isFair(status), [status]);
  if (!status.secret) return null;
  const said = text.over;
  return (
    <details className="fair">
      <summary>
        {said.fair} <b className={verdict ? 'good' : 'bad'}>{verdict ? '✓' : '✗'}</b>
      </summary>
      <p>{verdict ? said.fairYes : said.fairNo}</p>
      <dl>
        <dt>{text.wait.sealed}</dt>
        <dd className="mono">{status.commitment}</dd>
        <dt>{said.secret}</dt>
        <dd className="mono">{status.secret}</dd>
      </dl>
      <p>
        {said.fairMore} <code>rulebook verify</code>.{' '}
        <Log match={link.match} />
      </p>
    </details>
  );
}

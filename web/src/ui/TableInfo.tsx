import { useState } from 'react';
import { mayAssist } from '../logic/fair_play';
import { seatName } from '../logic/phrases';
import type { Status } from '../messages';
import { storage } from '../net/storage';
import type { LinkState, TableLink } from '../net/table_link';
import { useText } from '../text';
import { gameText } from '../text/game_words';
import { OwnModelForm } from './OwnModelForm';
import type { TablePageProps } from './TablePage';
import { CopyLink } from './WaitingRoom';
import { ReportButton } from './ReportButton';

type Props = { link: TableLink; status: Status; own: number | null; command: TablePageProps['command']; ai: LinkState['ai']; /** Whether the game has a deal. */ dealt?: boolean };

/** The tab about the table: links, bots, resigning, pausing, and the log of language models. */
export function TableInfo({ link, status, own, command, ai, dealt = true }: Props) {
  const text = useText();
  const [sure, setSure] = useState(false);
  const tokens = storage.tokens(link.match);
  const base = `${location.origin}${location.pathname}#/t/${link.match}`;
  const playing = status.phase === 'playing';
  const driver = own === null ? null : status.seats[own]?.driver;
  return (
    <div className="info">
      {status.terms.spectators && <CopyLink label={text.wait.watchLink} link={status.terms.private && tokens.watch ? `${base}?watch=${tokens.watch}` : base} />}
      {status.terms.godView && tokens.host && (
        <a className="button" href={`#/t/${link.match}?god`} target="_blank" rel="noreferrer">
          {text.table.allCards}
        </a>
      )}
      {tokens.host && playing && status.seats.map((place, seat) => !place.owner && place.driver.kind === 'person' && (
        // If a player has left, a bot can play the seat. When the player returns, the bot gives the seat back.
        <button key={seat} className="button" onClick={() => void command({ kind: 'drive', seat, driver: { kind: 'bot', spec: 'medium' } })}>
          {text.table.botFor(seatName(status.seats, seat, own, text))}
        </button>
      ))}
      {own !== null && playing && (
        <div className="column">
          {driver?.kind === 'sponsored' && <p className="banner warn">{text.table.sponsorHere}</p>}
          {driver?.kind === 'person' ? mayAssist(status) && (
            <button className="button" onClick={() => void command({ kind: 'drive', seat: own, driver: { kind: 'bot', spec: 'medium' } })}>
              {text.table.handOver}
            </button>
          ) : (
            <button className="button primary" onClick={() => void command({ kind: 'drive', seat: own, driver: { kind: 'person' } })}>
              {text.table.takeBackSeat}
            </button>
          )}
          {driver?.kind === 'person' && mayAssist(status) && <OwnModelForm begin={() => void command({ kind: 'drive', seat: own, driver: { kind: 'sponsored' } })} />}
          {(status.paused || !status.clocks || status.seats.filter((place) => place.owner && !place.resigned).length < 2) && (
            <button className="button" onClick={() => void command({ kind: 'pause', on: !status.paused })}>
              {status.paused ? text.table.goOn : text.table.pause}
            </button>
          )}
          {!status.seats.some((place) => place.driver.kind === 'bot' || place.driver.kind === 'llm') && status.seats.length > 1 && (
            <button className="button" onClick={() => void command({ kind: 'agree', deal: 'draw' })}>
              {text.table.draw}
            </button>
          )}
          {sure ? (
            <div className="row">
              <button className="button danger" onClick={() => void command({ kind: 'resign' })}>
                {text.table.reallyResign}
              </button>
              <button className="button" onClick={() => setSure(false)}>
                {text.table.cancel}
              </button>
            </div>
          ) : (
            <button className="button" onClick={() => setSure(true)}>
              {text.table.resign}
            </button>
          )}
        </div>
      )}
      <ReportButton match={link.match} status={status} own={own} />
      <dl>
        {dealt && (
          <div>
            <dt>{text.wait.sealed}</dt>
            <dd className="mono">{status.commitment.slice(0, 32)}…</dd>
          </div>
        )}
        {Object.entries(status.setup.options).map(([name, value]) => (
          <div key={name}>
            <dt>{gameText(name.replaceAll('-', ' '), text)}</dt>
            <dd>{gameText(value, text)}</dd>
          </div>
        ))}
      </dl>
      {ai.length > 0 && (
        <section id="ai-log" tabIndex={-1} aria-label={text.table.aiLog}>
          <h3>{text.table.aiLog}</h3>
          <ol className="log">
            {ai.slice(-100).map((line, at) => (
              <li key={at}>
                <b>{seatName(status.seats, line.seat, own, text)}</b> {line.text}
                {line.exchanges.map((exchange, n) => (
                  <details key={n} className="exchange">
                    <summary>
                      {text.table.answers}: {exchange.answer ?? '–'} ({exchange.meaning})
                    </summary>
                    {exchange.asked.map((said, m) => (
                      <pre key={m}>
                        {said.role}: {said.content}
                      </pre>
                    ))}
                  </details>
                ))}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

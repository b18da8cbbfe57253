import { useEffect, useState } from 'react';
import { seatName } from '../logic/say';
import type { ClockFace, Place2, Reaction, Status } from '../messages';
import type { Choices } from '../logic/offers';
import { useText } from '../text';
import { Icon } from './Icon';
import { useMedia } from './useMedia';

type Props = { seats: Place2[]; own: number | null; due: number[]; status: Status | null; sides: string[]; choices: Choices | null; pick: (seat: number) => void; signs?: { id: number; seat: number; reaction: Reaction }[] };

/** How signs are drawn; `text.table.reactions` says them. */
export const SIGNS: Record<Reaction, string> = { wave: '👋', clap: '👏', laugh: '😄', gasp: '😮', think: '🤔', thanks: '🙏' };

/** Who plays: names, whose turn it is, clocks. */
export function Seats({ seats, own, due, status, sides, choices, pick, signs = [] }: Props) {
  const text = useText();
  const small = useMedia('(max-width: 700px)');
  return (
    // On a small screen the row is scrolled, with keys too.
    <ul className="seats" tabIndex={small ? 0 : undefined} aria-label={text.table.people}>
      {seats.map((place, seat) => {
        const name = seatName(seats, seat, own, text);
        const turn = due.includes(seat);
        const machine = place.driver.kind !== 'person';
        const offered = (choices?.seat(seat).length ?? 0) > 0;
        const inside = (
          <>
            <i className={`avatar seat-${seat % 8}`} aria-hidden="true">
              {machine ? <Icon name="machine" /> : (name[0] ?? '?').toUpperCase()}
            </i>
            <span className="seat-words">
              <b>{name}</b>
              <small>
                {[sides[seat], !place.owner && place.left ? text.table.gotUp : '', machine ? (place.driver.kind === 'bot' ? place.driver.spec : text.table.model) : '', turn ? (machine ? `${text.table.thinking}…` : '') : ''].filter(Boolean).join(' · ')}
              </small>
            </span>
            <span className="sign-place" aria-live="polite">
              {signs.filter((sign) => sign.seat === seat).map((sign) => (
                <span key={sign.id} className="made-sign" role="img" aria-label={`${name}: ${text.table.reactions[sign.reaction]}`}>
                  {SIGNS[sign.reaction]}
                </span>
              ))}
            </span>
            {status?.clocks && <ClockOf face={status.clocks} seat={seat} moveMs={status.terms.clock?.moveMs ?? 0} />}
          </>
        );
        return (
          <li key={seat} className={`seat${turn ? ' due' : ''}${seat === own ? ' own' : ''}${place.resigned ? ' resigned' : ''}`} aria-current={turn ? 'true' : undefined}>
            {offered ? (
              <button type="button" className="seat-button" onClick={() => pick(seat)}>
                {inside}
              </button>
            ) : (
              inside
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ClockOf({ face, seat, moveMs }: { face: ClockFace; seat: number; moveMs: number }) {
  const [now, setNow] = useState(() => Date.now());
  const runs = face.running.includes(seat) && !face.stopped;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [runs]);
  const spent = runs ? Math.max(0, now - face.since) : 0;
  const whole = face.leftMs[seat] ?? 0;
  const left = Math.max(0, (whole > 0 ? whole : moveMs) - spent);
  const seconds = Math.ceil(left / 1000);
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <span className={`clock${runs ? ' runs' : ''}${left < 10_000 && runs ? ' short' : ''}`}>{shown}</span>;
}

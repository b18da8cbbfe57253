import { useEffect, useState } from 'react';
import { namedColour } from '../art/PieceArt';
import { seatName } from '../logic/phrases';
import type { ClockFace, SeatInfo, Reaction, Status } from '../messages';
import type { Choices } from '../logic/offers';
import { useText } from '../text';
import { gameText } from '../text/game_words';
import { Icon } from './Icon';
import { useMedia } from './useMedia';

type Props = { seats: SeatInfo[]; own: number | null; due: number[]; status: Status | null; sides: string[]; choices: Choices | null; pick: (seat: number) => void; signs?: { id: number; seat: number; reaction: Reaction }[]; /** Set in replays: nobody is shown as thinking. */ past?: boolean };

/** The emoji of each reaction. The words are in `text.table.reactions`. */
export const REACTION_EMOJI: Record<Reaction, string> = { wave: '👋', clap: '👏', laugh: '😄', gasp: '😮', think: '🤔', thanks: '🙏' };

/**
 * The colour classes of the seats, taken from the sides of the board. Empty if two sides have the same colour; then each seat has its own
 * colour.
 */
export function sideClasses(sides: string[]): string[] {
  const colours = sides.map(namedColour);
  return colours.every(Boolean) && new Set(colours).size === sides.length ? colours.map((colour) => `side-${colour}`) : [];
}

/** The row of players: names, the player who has to move, clocks and reactions. */
export function Seats({ seats, own, due, status, sides, choices, pick, signs = [], past = false }: Props) {
  const text = useText();
  const small = useMedia('(max-width: 700px)');
  const coloured = sideClasses(sides);
  return (
    // On a small screen the row scrolls, so it must be reachable with the keyboard.
    <ul className="seats" tabIndex={small ? 0 : undefined} aria-label={text.table.people}>
      {seats.map((place, seat) => {
        const name = seatName(seats, seat, own, text);
        const turn = due.includes(seat);
        const machine = place.driver.kind !== 'person';
        const offered = (choices?.seat(seat).length ?? 0) > 0;
        const inside = (
          <>
            <i className={`avatar ${coloured[seat] ?? `seat-${seat % 8}`}`} aria-hidden="true">
              {machine ? <Icon name="machine" /> : (name[0] ?? '?').toUpperCase()}
            </i>
            <span className="seat-words">
              <b>{name}</b>
              <small>
                {[gameText(sides[seat] ?? '', text), !place.owner && place.left ? text.table.gotUp : '', machine ? (place.driver.kind === 'bot' ? (text.create.levels[place.driver.spec] ?? place.driver.spec) : text.table.model) : '', turn && machine && !past ? (status?.fault?.seat === seat ? text.table.stuck : `${text.table.thinking}…`) : ''].filter(Boolean).join(' · ')}
              </small>
            </span>
            <span className="sign-place" aria-live="polite">
              {signs.filter((sign) => sign.seat === seat).map((sign) => (
                <span key={sign.id} className="made-sign" role="img" aria-label={`${name}: ${text.table.reactions[sign.reaction]}`}>
                  {REACTION_EMOJI[sign.reaction]}
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

import { useEffect, useState, type ReactNode } from 'react';
import { namedColour } from '../art/PieceArt';
import { seatName } from '../logic/phrases';
import type { SeatPlace } from '../logic/mat';
import type { SeatScore } from '../logic/seat_scores';
import type { ClockFace, SeatInfo, Reaction, Status } from '../messages';
import type { Choices } from '../logic/offers';
import { useText, type Text } from '../text';
import { gameText } from '../text/game_words';
import { Icon } from './Icon';
import { useMedia } from './useMedia';

type Props = { seats: SeatInfo[]; own: number | null; due: number[]; status: Status | null; sides: string[]; choices: Choices | null; pick: (seat: number) => void; signs?: SeatReaction[]; /** Set in replays: nobody is shown as thinking. */ past?: boolean };

/** The emoji of each reaction. The words are in `text.table.reactions`. */
export const REACTION_EMOJI: Record<Reaction, string> = { wave: '👋', clap: '👏', laugh: '😄', gasp: '😮', think: '🤔', thanks: '🙏' };

/** A reaction that a player has just sent. */
export type SeatReaction = { id: number; seat: number; reaction: Reaction };

/** The reactions that a seat has just sent. */
export function SeatReactions({ seat, name, signs }: { seat: number; name: string; signs: SeatReaction[] }) {
  const text = useText();
  return (
    <span className="sign-place" aria-live="polite">
      {signs.filter((sign) => sign.seat === seat).map((sign) => (
        <span key={sign.id} className="made-sign" role="img" aria-label={`${name}: ${text.table.reactions[sign.reaction]}`}>
          {REACTION_EMOJI[sign.reaction]}
        </span>
      ))}
    </span>
  );
}

/**
 * The colour classes of the seats, taken from the sides of the board. Empty if two sides have the same colour; then each seat has its own
 * colour.
 */
export function sideClasses(sides: string[]): string[] {
  const colours = sides.map(namedColour);
  return colours.every(Boolean) && new Set(colours).size === sides.length ? colours.map((colour) => `side-${colour}`) : [];
}

/** The words about a seat under its name. If the player has resigned, the plate still shows the player's name, and not the level of the bot that continues. */
export function seatNotes(place: SeatInfo, seat: number, turn: boolean, status: Status | null, text: Text): string[] {
  if (place.resigned) return [text.table.resigned];
  const away = status?.phase === 'playing' ? status.away?.find((one) => one.seat === seat) : undefined;
  const machine = place.driver.kind !== 'person';
  const level = place.driver.kind === 'bot' ? (text.create.levels[place.driver.spec] ?? place.driver.spec) : machine ? text.table.model : '';
  const busy = turn && machine ? (status?.fault?.seat === seat ? text.table.stuck : `${text.table.thinking}…`) : '';
  return [!place.owner && place.left ? text.table.gotUp : '', away ? text.table.away : '', level, busy].filter(Boolean);
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
              {machine && !place.resigned ? <Icon name="machine" /> : (name[0] ?? '?').toUpperCase()}
            </i>
            <span className="seat-words">
              <b>{name}</b>
              <small>
                {[gameText(sides[seat] ?? '', text), ...seatNotes(place, seat, turn && !past, status, text)].filter(Boolean).join(' · ')}
              </small>
            </span>
            <SeatReactions seat={seat} name={name} signs={signs} />
            {status?.clocks && <ClockOf face={status.clocks} seat={seat} moveMs={status.terms.clock?.moveMs ?? 0} />}
          </>
        );
        return (
          <li key={seat} className={`seat${turn ? ' due' : ''}${seat === own ? ' own' : ''}${place.resigned ? ' resigned' : ''}`} data-seat={seat} aria-current={turn ? 'true' : undefined}>
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

/** The time that a seat has left, in milliseconds, and whether its clock runs. */
export function useClock(face: ClockFace, seat: number, moveMs: number): { left: number; runs: boolean; whole: number } {
  const [now, setNow] = useState(() => Date.now());
  const runs = face.running.includes(seat) && !face.stopped;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, [runs]);
  const spent = runs ? Math.max(0, now - face.since) : 0;
  const whole = face.leftMs[seat] ?? 0;
  return { left: Math.max(0, (whole > 0 ? whole : moveMs) - spent), runs, whole: whole > 0 ? whole : moveMs };
}

export const clockText = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

export function ClockOf({ face, seat, moveMs }: { face: ClockFace; seat: number; moveMs: number }) {
  const { left, runs } = useClock(face, seat, moveMs);
  return <span className={`clock${runs ? ' runs' : ''}${left < 10_000 && runs ? ' short' : ''}`}>{clockText(left)}</span>;
}

type PlateProps = {
  place: SeatInfo;
  at: SeatPlace;
  own: number | null;
  seats: SeatInfo[];
  turn: boolean;
  status: Status | null;
  score: SeatScore | undefined;
  /** The number of the colour of the seat. */
  colour: number;
  chips: ReactNode;
  /** Set if the score already contains the numbers on the chips. The chips are then not drawn. */
  quiet?: boolean;
  /** Set if this player can be chosen. */
  pick: (() => void) | null;
  signs: SeatReaction[];
  past: boolean;
  /** Further words instead of the notes, such as the moves of a patience. */
  more?: ReactNode;
};

/** The plate of a seat at the table: avatar, name, clock, zones drawn as numbers, and the score. */
export function SeatPlate({ place, at, own, seats, turn, status, score, colour, chips, quiet = false, pick, signs, past, more }: PlateProps) {
  const text = useText();
  const { seat, side, rect, shape } = at;
  const name = seatName(seats, seat, own, text);
  const machine = place.driver.kind !== 'person' && !place.resigned;
  const notes = seatNotes(place, seat, turn && !past, status, text);
  const counted = chips !== null && !quiet;
  // A compact plate, or one of many at the top, has room for the chips or for one value.
  const most = shape === 'compact' || (shape === 'upright' && side === 'top') ? (counted ? 0 : 1) : (shape === 'wide' && side === 'top' ? 3 : 2) - (counted ? 1 : 0);
  // Beside the score there is room for about a dozen letters, and beside a number for fewer.
  const fits = (count: number) => (score?.more ?? []).slice(0, count).reduce((sum, [label, value]) => sum + label.length + value.length + 2, 0) <= (side === 'top' ? 30 : counted ? 7 : 15);
  const extra = (score?.more ?? []).slice(0, (most > 1 || counted) && !fits(most) ? Math.max(0, most - 1) : most);
  // If there are numbers to show, leave out the level of a bot, but not the note that a player is away.
  const news = [text.table.resigned, text.table.gotUp, text.table.away, text.table.stuck].some((words) => notes.includes(words));
  // Beside a number, a side plate has room for a short word.
  const note = counted ? (notes.at(-1) ?? '') : notes.join(' · ');
  const noted = note !== '' && (news || !counted || side === 'top' || note.length < 6) && (news || (extra.length === 0 && (shape === 'wide' || !counted)));
  return (
    <li className={`seat plate ${shape} at-${side}${turn ? ' due' : ''}${seat === own ? ' own' : ''}${place.resigned ? ' resigned' : ''}${pick ? ' offered' : ''}`} style={rect} data-seat={seat} aria-current={turn ? 'true' : undefined}>
      <i className={`avatar seat-${colour % 8}`} aria-hidden="true">
        {machine ? <Icon name="machine" /> : (name[0] ?? '?').toUpperCase()}
      </i>
      <span className="seat-words">
        <b>{name}</b>
        <small>
          {chips && <span className={quiet ? 'seat-chips quiet' : 'seat-chips'}>{chips}</span>}
          {status?.clocks && <ClockOf face={status.clocks} seat={seat} moveMs={status.terms.clock?.moveMs ?? 0} />}
          {extra.map(([label, value]) => (
            <span key={label} className="seat-value" title={gameText(label, text)}>
              {gameText(label, text)} {value}
            </span>
          ))}
          {more ?? (noted ? <span className="seat-note">{note}</span> : null)}
        </small>
      </span>
      {score?.main !== null && score?.main !== undefined && <b className="plate-score">{score.main}</b>}
      <SeatReactions seat={seat} name={name} signs={signs} />
      {pick && <button type="button" className="seat-hit" aria-label={name} onClick={pick} />}
    </li>
  );
}

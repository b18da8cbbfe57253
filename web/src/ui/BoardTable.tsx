/** A board game: the board, and beside it the players with clocks, captured pieces and hands, the moves and the actions. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { PieceArt, colourOf } from '../art/PieceArt';
import { boardPlan, ownersByDirection, seatsByBoardEnd, turnsFor } from '../logic/board';
import type { Layout } from '../logic/layout';
import { seatName } from '../logic/phrases';
import type { BoardScene, SeatInfo, ZoneScene } from '../messages';
import { useText } from '../text';
import { gameText } from '../text/game_words';
import { Actions } from './Actions';
import { Board, lookOf } from './Board';
import { Losses } from './Captured';
import { Icon } from './Icon';
import type { Company } from './Mat';
import { MoveButtons, MoveList, useNotation, type MoveWalk } from './MoveList';
import { SeatReactions, clockText, seatNotes, sideClasses, useClock } from './Seats';
import { ScoresWindow } from './Scoreboards';
import { useTable } from './tableContext';

/** The data about the match that the page passes to a board. */
export type BoardCompany = MoveWalk & {
  /** The buttons of the player: undo, draw, resign. */
  actions: ReactNode;
  flip: () => void;
  /** Whether an earlier position is shown. */
  past: boolean;
};

type Props = { layout: Layout; size: { width: number; height: number }; flipped: boolean; company: Company; board: BoardCompany };

export function BoardTable({ layout, size, flipped, company, board: record }: Props) {
  const text = useText();
  const { scene, seats, own } = useTable();
  const board = scene.board!;
  const turns = turnsFor(board, own, flipped);
  const hands = (scene.zones ?? []).filter((zone) => zone.owner !== undefined && zone.owner !== null);
  const plan = boardPlan(board, turns, size, { hands: hands.length > 0, players: seats.length, inside: lookOf(board, layout.board) === 'chequered' });
  const texts = useNotation(record.moves, scene, layout.board);
  const ends = seatsByBoardEnd(board, seats.length, own, flipped);
  const far = [...ends.far].reverse();
  const player = (seat: number, end: 'far' | 'near') => (
    <Player key={seat} seat={seat} end={end} company={company} turn={company.due.includes(seat) && !record.past} hand={hands.find((zone) => zone.owner === seat)} small={plan.shape === 'tall' || seats.length > 2} />
  );
  const thinking = company.status?.phase === 'playing' && company.due.length === 1 && !record.past ? (company.due[0] === own ? text.table.yourMove : `${text.table.thinking}…`) : undefined;
  const list = <MoveList {...record} texts={texts} seats={Math.max(1, scene.seats ?? seats.length)} next={thinking} line={plan.shape === 'tall'} />;
  const buttons = <MoveButtons {...record} flip={record.flip} />;
  const said = (
    <>
      {company.prompt}
      {company.caption}
    </>
  );
  const more = (
    <>
      {(scene.scoreboards ?? []).length > 0 && <ScoresWindow />}
      <Actions grid={layout.actions} />
    </>
  );
  const frame = <Board plan={plan} flipped={flipped} drawing={layout.board} />;
  if (plan.shape === 'tall') {
    return (
      <div className="board-table tall">
        <ul className="board-players" aria-label={text.table.people}>{far.map((seat) => player(seat, 'far'))}</ul>
        {frame}
        <ul className="board-players" aria-label={text.table.you}>{ends.near.map((seat) => player(seat, 'near'))}</ul>
        {list}
        <div className="board-said">{said}</div>
        <div className="board-dock">
          {buttons}
          <div className="board-actions">{more}{record.actions}</div>
        </div>
      </div>
    );
  }
  return (
    <div className={`board-table wide${plan.low ? ' low' : ''}`}>
      {frame}
      <section className="board-column" style={{ width: plan.column, height: plan.columnHeight }} aria-label={text.table.match}>
        <ul className="board-players" aria-label={text.table.people}>{far.map((seat) => player(seat, 'far'))}</ul>
        {list}
        <div className="board-said">{said}</div>
        {buttons}
        <div className="board-actions">{more}{record.actions}</div>
        <ul className="board-players" aria-label={text.table.you}>{ends.near.map((seat) => player(seat, 'near'))}</ul>
      </section>
    </div>
  );
}

type PlayerProps = { seat: number; end: 'far' | 'near'; company: Company; turn: boolean; hand: ZoneScene | undefined; small: boolean };

/** A player beside the board: avatar, name, captured pieces, pieces in hand and the clock. */
function Player({ seat, end, company, turn, hand, small }: PlayerProps) {
  const text = useText();
  const { scene, seats, own, active, choices, onGesture } = useTable();
  const board = scene.board!;
  const place: SeatInfo = seats[seat] ?? { driver: { kind: 'person' } };
  const { status } = company;
  const name = seatName(seats, seat, own, text);
  const machine = place.driver.kind !== 'person' && !place.resigned;
  const sides = board.sides ?? [];
  const coloured = sideClasses(sides);
  const away = status?.away?.find((one) => one.seat === seat);
  const notes = [gameText(sides[seat] ?? '', text), ...seatNotes(place, seat, turn && !company.past, status, text)].filter(Boolean);
  const pick = active && choices.seat(seat).length > 0 ? () => onGesture({ play: choices.seat(seat).slice(0, 1) }) : null;
  return (
    <li className={`seat board-player ${end}${turn ? ' due' : ''}${seat === own ? ' own' : ''}${place.resigned ? ' resigned' : ''}${small ? ' small' : ''}`} data-seat={seat} aria-current={turn ? 'true' : undefined}>
      <i className={`avatar ${coloured[seat] ?? `seat-${seat % 8}`}`} aria-hidden="true">
        {machine ? <Icon name="machine" /> : (name[0] ?? '?').toUpperCase()}
      </i>
      <span className="seat-words">
        <b>{name}</b>
        <small>{away ? <Away since={away.since} /> : notes.join(' · ')}</small>
        <Losses board={board} seat={seat} />
      </span>
      <SeatReactions seat={seat} name={name} signs={company.signs} />
      {status?.clocks && <BigClock face={status.clocks} seat={seat} moveMs={status.terms.clock?.moveMs ?? 0} gameMs={status.terms.clock?.gameMs ?? 0} />}
      {hand && <Reserve zone={hand} />}
      {pick && <button type="button" className="seat-hit" onClick={pick} aria-label={name} />}
    </li>
  );
}

/** How long a player has been away. */
export function Away({ since }: { since: number }) {
  const text = useText();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className="away">{text.table.awayFor(clockText(Math.max(0, now - since)))}</span>;
}

function BigClock({ face, seat, moveMs, gameMs }: { face: NonNullable<NonNullable<Company['status']>['clocks']>; seat: number; moveMs: number; gameMs: number }) {
  const { left, runs } = useClock(face, seat, moveMs);
  const part = Math.max(0, Math.min(1, left / Math.max(1, gameMs || moveMs)));
  const [words, tenths] = left < 10_000 && runs ? [clockText(Math.floor(left / 1000) * 1000), `.${Math.floor(left / 100) % 10}`] : [clockText(left), ''];
  return (
    <>
      <span className={`big-clock${runs ? ' runs' : ''}${left < 20_000 && runs ? ' short' : ''}`} role="timer">
        {words}
        {tenths && <small>{tenths}</small>}
      </span>
      <i className={`clock-bar${runs ? ' runs' : ''}`} style={{ scale: `${part} 1` }} aria-hidden="true" />
    </>
  );
}

/** Pieces in hand, by kind with their number. A click or drag takes one. */
function Reserve({ zone }: { zone: ZoneScene }) {
  const text = useText();
  const { scene, choices, held, active, onGesture, own, hinted } = useTable();
  const board = scene.board!;
  const owner = zone.owner ?? 0;
  const tiles = ownersByDirection(board);
  const glyphs = useGlyphs(board);
  const kinds = new Map<string, NonNullable<ZoneScene['cards']>>();
  for (const card of zone.cards ?? []) kinds.set(card.face?.id ?? '', [...(kinds.get(card.face?.id ?? '') ?? []), card]);
  const away = tiles && own !== null && owner !== own;
  return (
    <span className={`reserve${away ? ' away' : ''}`} data-zone={zone.id} role="group" aria-label={text.table.inHand}>
      {[...kinds].map(([id, cards]) => {
        const card = cards.at(-1)!;
        const key = card.key ?? 0;
        const can = active && key > 0 && choices.canTouch(key, held);
        const glyph = glyphs(card.face?.name ?? '', owner) ?? id;
        const picked = held.cards.some((one) => cards.some((card) => card.key === one));
        return (
          <button key={id} type="button" className={`reserve-piece${can ? ' touchable' : ''}${picked ? ' held' : ''}${hinted.cards.has(key) ? ' hinted' : ''}`} data-key={key || undefined} data-keys={cards.map((card) => card.key).join(' ')} disabled={!can} aria-pressed={picked} aria-label={`${gameText(card.face?.name ?? id, text)} ×${cards.length}`} onClick={() => onGesture(choices.clickCard(key, held))}>
            <PieceArt glyph={glyph} kind={card.face?.name ?? ''} colour={colourOf(board.sides?.[owner], glyph, owner)} tiles={tiles} letter={id} />
            {cards.length > 1 && <i className="reserve-count">{cards.length}</i>}
          </button>
        );
      })}
    </span>
  );
}

/** The symbol of a kind of piece, taken from a piece of this owner, or else from a piece of the other side. Remembers the symbols of pieces that have left the board. */
function useGlyphs(board: BoardScene): (kind: string, owner: number) => string | undefined {
  const known = useRef(new Map<string, string>());
  for (const piece of board.pieces ?? []) known.current.set(`${piece.kind}/${piece.owner}`, piece.glyph ?? '');
  return (kind, owner) => known.current.get(`${kind}/${owner}`) ?? known.current.get(`${kind}/${1 - owner}`);
}

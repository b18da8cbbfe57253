/** Draws captured pieces beside the board, or above and below it. */
import { PieceArt, colourOf, isCrowned } from '../art/PieceArt';
import { lossesBeside, ownersByDirection } from '../logic/board';
import type { BoardScene, CapturedPieces } from '../messages';
import { useText, type Text } from '../text';
import { gameText } from '../text/game_words';

/** `aside` is the free width beside the board. If it is `null`, the pieces are in rows above and below the board. */
type Props = { board: BoardScene; seats: number[]; end: 'far' | 'near'; aside: number | null };

/** The pieces that a player has captured, and the lead of the player in pawns. */
function capturesOf(board: BoardScene, seat: number): { whose: number; gone: CapturedPieces[]; ahead: number } {
  const whose = lossesBeside(board, seat);
  return { whose, gone: board.captured?.[whose]?.pieces ?? [], ahead: Math.round((board.captured?.[seat]?.ahead ?? 0) / 10) / 10 };
}

/** Draws the captured pieces of one player, and the lead. */
function CaptureRow({ board, seat, inRow }: { board: BoardScene; seat: number; inRow: boolean }) {
  const text = useText();
  const tiles = ownersByDirection(board);
  const { whose, gone, ahead } = capturesOf(board, seat);
  const label = lossesLabel(board, seat, text);
  return (
    <span className={inRow ? 'losses in-row' : 'losses'} role={label ? 'img' : undefined} aria-label={label || undefined} title={label || undefined}>
      {gone.map(({ kind = '', glyph = '', letter, count = 0 }) => (
        <span key={kind} className="gone">
          {Array.from({ length: count }, (_, nth) => (
            <PieceArt key={nth} glyph={glyph} kind={kind} colour={colourOf(board.sides?.[whose], glyph, whose)} tiles={tiles} crowned={isCrowned(glyph)} letter={letter ?? undefined} />
          ))}
        </span>
      ))}
      {ahead > 0 && <b>+{ahead}</b>}
    </span>
  );
}

/** The pieces that a player has captured, and the lead, in one row. Empty if the game shows none. */
export function Losses({ board, seat }: { board: BoardScene; seat: number }) {
  return (board.captured ?? []).length === 0 ? null : <CaptureRow board={board} seat={seat} inRow />;
}

/** The words for screen readers: the captured pieces, and which player leads by how much. Empty if there is nothing to say. */
function lossesLabel(board: BoardScene, seat: number, text: Text): string {
  const { whose, gone, ahead } = capturesOf(board, seat);
  const called = (of: number) => (board.sides?.[of] ? gameText(board.sides[of], text) : undefined) ?? text.table.seat(of + 1);
  const list = gone.map(({ kind, count = 0 }) => (count === 1 ? gameText(kind ?? '', text) : `${gameText(kind ?? '', text)} ×${count}`)).join(', ');
  return [list && text.table.taken(called(whose), list), ahead > 0 && text.table.ahead(called(seat), ahead)].filter(Boolean).join('; ');
}

export function Captured({ board, seats, end, aside }: Props) {
  const told = seats.filter((seat) => {
    const { gone, ahead } = capturesOf(board, seat);
    return gone.length > 0 || ahead !== 0;
  });
  if (told.length === 0) return null;
  return (
    <div className={`captured ${end} ${aside === null ? 'along' : 'beside'}`} style={aside === null ? undefined : { maxWidth: Math.min(aside - 14, 150) }}>
      {told.map((seat) => (
        <CaptureRow key={seat} board={board} seat={seat} inRow={false} />
      ))}
    </div>
  );
}

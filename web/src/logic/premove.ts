/** A premove: a move that a player enters before the opponent has moved. It is played at once if it is legal then. */
import type { BoardScene, Offer, Square } from '../messages';
import { NO_SELECTION, sameSquare, type Choices } from './offers';

export type Premove = { from: Square; to: Square };

/** The squares from which a seat can premove: those of its own pieces. */
export function premoveSources(board: BoardScene, seat: number): Square[] {
  return (board.pieces ?? []).filter((piece) => piece.owner === seat).map((piece) => piece.at!);
}

/** The move that a premove means now. `null` if it is not legal. If several promotions are possible, the first promotion in the list of legal moves is played. */
export function premoveOffer(choices: Choices, premove: Premove): Offer | null {
  return choices.dropOnSquare({ ...NO_SELECTION, square: premove.from }, premove.to)[0] ?? null;
}

/** The meaning of a click on a square while another player has to move: choose a piece, enter the premove, or drop it. */
export function clickAhead(sources: Square[], chosen: Square | null, at: Square): { chosen: Square | null; premove: Premove | null } {
  if (chosen && !sameSquare(chosen, at)) return { chosen: null, premove: { from: chosen, to: at } };
  const own = sources.some((one) => sameSquare(one, at));
  return { chosen: own && !chosen ? at : null, premove: null };
}

/** Arrows and circles that a player draws on a board with the right mouse button. */
import type { Square } from '../messages';
import { sameSquare } from './offers';

export type Colour = 'green' | 'red' | 'blue' | 'yellow';
/** An arrow, or a circle if both squares are the same. */
export type BoardDrawing = { from: Square; to: Square; colour: Colour };

export const colourOfKeys = ({ shiftKey, altKey, ctrlKey }: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }): Colour =>
  (shiftKey || ctrlKey) && altKey ? 'yellow' : shiftKey || ctrlKey ? 'red' : altKey ? 'blue' : 'green';

/** Adds a drawing. Drawing the same arrow again removes it. Drawing it in another colour changes its colour. */
export function toggleDrawing(all: BoardDrawing[], made: BoardDrawing): BoardDrawing[] {
  const same = (one: BoardDrawing) => sameSquare(one.from, made.from) && sameSquare(one.to, made.to);
  const rest = all.filter((one) => !same(one));
  return all.some((one) => same(one) && one.colour === made.colour) ? rest : [...rest, made];
}

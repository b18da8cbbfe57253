/** Decides which sound belongs to an update. The sounds themselves are in `ui/playSound.ts`. */
import type { MoveRecord, Scene, Step } from '../messages';

export type Sound = 'card' | 'flip' | 'sweep' | 'shuffle' | 'piece' | 'capture' | 'check' | 'turn' | 'end';

/** Minimum number of cards that move together for the sound of a trick that is swept up. */
const SWEEP = 3;

/** The sound of an update. `null` if nothing has moved. `last` is the newest move of a board game. */
export function soundOf(steps: Step[], scene: Scene, last: MoveRecord | undefined): Sound | null {
  if (steps.length === 0) return null;
  if (scene.board) return !last ? null : last.check ? 'check' : last.takes ? 'capture' : 'piece';
  if (steps.some(({ step }) => step === 'mix')) return 'shuffle';
  const moves = steps.filter(({ step }) => step === 'move' || step === 'create' || step === 'remove').length;
  if (moves > 0) return moves >= SWEEP ? 'sweep' : 'card';
  return steps.some((step) => step.step === 'change' && typeof step.up === 'boolean') ? 'flip' : null;
}

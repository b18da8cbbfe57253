/** Draws the sign of a suit in the colour of the suit. */
import type { Suit } from '../logic/cards';
import { suitOutline } from './suit_outlines';

export function SuitSign({ suit }: { suit: Suit }) {
  return (
    <svg className={`suit-sign suit-sign-${suit}`} viewBox="0 0 100 100" aria-hidden="true">
      <path d={suitOutline(suit, [{ x: 50, y: 50, size: 100 }])} fill="currentColor" />
    </svg>
  );
}

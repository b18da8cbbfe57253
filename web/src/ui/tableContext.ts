/** Data that all parts of a table share. */
import { createContext, use } from 'react';
import type { Choices, GestureResult, Selection } from '../logic/offers';
import type { Premove } from '../logic/premove';
import type { Offer, SeatInfo, Scene, Square } from '../messages';

export type TableValue = {
  scene: Scene;
  seats: SeatInfo[];
  own: number | null;
  choices: Choices;
  held: Selection;
  /** Whether the viewer can move now. */
  active: boolean;
  onGesture: (done: GestureResult) => void;
  /** Plays several moves of one decision together. */
  playTogether?: (offers: Offer[]) => void;
  /** Shows the reason why this card cannot be used, or cannot go to a square. */
  refuse: (held: Selection, square?: Square) => void;
  /** The keys of the cards that are targets of the top item of the stack. */
  aimed: Set<number>;
  /** The card that was picked last, if the pick can be taken back. */
  taken?: number | null;
  /** The premove of a board game, and whether the viewer may enter one now. */
  ahead?: { can: boolean; premove: Premove | null; set: (premove: Premove | null) => void };
  hinted: { cards: Set<number>; zones: Set<string>; squares: Set<string> };
};

export const TableContext = createContext<TableValue | null>(null);

export function useTable(): TableValue {
  const value = use(TableContext);
  if (!value) throw new Error('outside of a table');
  return value;
}

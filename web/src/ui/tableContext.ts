/** What every part of a table needs to know. */
import { createContext, use } from 'react';
import type { Choices, GestureResult, Selection } from '../logic/offers';
import type { SeatInfo, Scene, Square } from '../messages';

export type TableValue = {
  scene: Scene;
  seats: SeatInfo[];
  own: number | null;
  choices: Choices;
  held: Selection;
  /** Does the viewer decide now? */
  active: boolean;
  onGesture: (done: GestureResult) => void;
  /** Says why this cannot be touched, or cannot go to a square. */
  refuse: (held: Selection, square?: Square) => void;
  /** Cards that the next thing on the stack points at. */
  aimed: Set<number>;
  /** The card that was picked last and can be put back. */
  taken?: number | null;
  hinted: { cards: Set<number>; zones: Set<string>; squares: Set<string> };
};

export const TableContext = createContext<TableValue | null>(null);

export function useTable(): TableValue {
  const value = use(TableContext);
  if (!value) throw new Error('outside of a table');
  return value;
}

/** The undo button. If undo is not possible, a click shows the reason. */
import { useText } from '../text';
import { notice } from './Notices';

type Props = {
  /** Whether the last move can be undone. */
  can: boolean;
  /** Whether this is a solo game. Then the button is always visible, and shows the reason if undo is not possible. */
  alone: boolean;
  answered: boolean;
  takeBack: () => void;
};

export function UndoButton({ can, alone, answered, takeBack }: Props) {
  const text = useText();
  if (!can && !(alone && answered)) return null;
  return (
    <button className="button undo" aria-label={text.table.undo} aria-disabled={!can} title={can ? undefined : text.table.stands} onClick={() => (can ? takeBack() : notice(text.table.stands))}>
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round"><path d="M9 5 4 10l5 5M4 10h9a6 6 0 0 1 0 12h-3" /></svg>
      <span>{text.table.undo}</span>
    </button>
  );
}

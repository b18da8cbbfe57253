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
    <button className="button" aria-disabled={!can} title={can ? undefined : text.table.stands} onClick={() => (can ? takeBack() : notice(text.table.stands))}>
      {text.table.undo}
    </button>
  );
}

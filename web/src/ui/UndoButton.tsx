/** Taking the last move back: asks for it while it can be done, says why not once it cannot be done any more. */
import { useText } from '../text';
import { notice } from './Notices';

type Props = {
  /** Can it be taken back? */
  can: boolean;
  /** Whoever plays alone expects the button: it does not go away without a word. */
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

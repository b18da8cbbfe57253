/** Short messages that disappear after a few seconds. Screen readers announce them. */
import { useSyncExternalStore } from 'react';
import { capital } from '../logic/phrases';

type Notice = { id: number; text: string; bad: boolean };

let notices: Notice[] = [];
let next = 1;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Shows a notice. `bad` marks an error, which stays longer. */
export function notice(words: string, bad = false): void {
  const text = capital(words);
  const id = next++;
  notices = [...notices.filter((old) => old.text !== text), { id, text, bad }].slice(-3);
  tell();
  setTimeout(() => {
    notices = notices.filter((old) => old.id !== id);
    tell();
  }, bad ? 6000 : 3500);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Notices() {
  const all = useSyncExternalStore(subscribe, () => notices);
  return (
    <div className="notices" role="status" aria-live="polite">
      {all.map((one) => (
        <p key={one.id} className={one.bad ? 'notice bad' : 'notice'}>
          {one.text}
        </p>
      ))}
    </div>
  );
}

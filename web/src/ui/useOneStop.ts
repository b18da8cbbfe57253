/** Makes a list of buttons one stop of the Tab key: the arrow keys up and down, Home and End go from button to button. */
import { useState, type KeyboardEvent } from 'react';

export function useOneStop(count: number): { onKeyDown: (event: KeyboardEvent<HTMLElement>) => void; stop: (nth: number) => { tabIndex: number; onFocus: () => void } } {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, count - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('button')[Math.max(0, Math.min(count - 1, next))]?.focus();
  };
  return { onKeyDown, stop: (nth) => ({ tabIndex: nth === at ? 0 : -1, onFocus: () => setChosen(nth) }) };
}

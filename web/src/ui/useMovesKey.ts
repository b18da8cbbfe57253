/** The key M opens the list of moves and moves the focus there. */
import { useEffect } from 'react';

export function useMovesKey(show: () => void) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const typing = /INPUT|SELECT|TEXTAREA/.test((event.target as HTMLElement).tagName);
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'm' && event.key !== 'M') return;
      show();
      // Without moves, the panel gets the focus and says why.
      requestAnimationFrame(() => (document.querySelector<HTMLElement>('.moves button') ?? document.querySelector<HTMLElement>('.side-body'))?.focus());
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [show]);
}

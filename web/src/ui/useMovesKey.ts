/** Handles the key M, which opens the list of moves and puts the focus there. */
import { useEffect } from 'react';

export function useMovesKey(show: () => void) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const typing = /INPUT|SELECT|TEXTAREA/.test((event.target as HTMLElement).tagName);
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'm' && event.key !== 'M') return;
      show();
      // If there are no moves, the panel gets the focus. The panel shows the reason.
      requestAnimationFrame(() => (document.querySelector<HTMLElement>('.moves button') ?? document.querySelector<HTMLElement>('.side-body'))?.focus());
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [show]);
}

/** The key M brings the list of moves, and the focus into it: also when it is there already. */
import { useEffect } from 'react';

export function useMovesKey(show: () => void) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const typing = /INPUT|SELECT|TEXTAREA/.test((event.target as HTMLElement).tagName);
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'm' && event.key !== 'M') return;
      show();
      // Where nothing can be chosen now, the sheet says why.
      requestAnimationFrame(() => (document.querySelector<HTMLElement>('.moves button') ?? document.querySelector<HTMLElement>('.side-body'))?.focus());
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [show]);
}

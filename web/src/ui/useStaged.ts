/** Views are drawn one after the other, so that what comes fast is still seen; the faster they come the shorter each is shown. */
import { useEffect, useRef, useState } from 'react';
import type { Show } from '../messages';
import type { LinkState, TableLink } from '../net/link';

export function showTime(show: Show, waiting: number, still: boolean): number {
  if (still) return 0;
  const moves = show.steps.filter((step) => step.step === 'move' || step.step === 'create').length;
  const board = show.scene.board && show.steps.length > 0;
  const full = moves > 0 || board ? 420 + Math.min(moves, 8) * 30 : show.steps.length > 0 ? 160 : 0;
  return full / (1 + waiting * 0.6);
}

export function useStaged(link: TableLink, state: LinkState, still: boolean): { show: Show | null; duration: number; upToDate: boolean } {
  const [drawn, setDrawn] = useState<{ show: Show | null; duration: number }>({ show: null, duration: 0 });
  const busy = useRef(false);
  const [free, setFree] = useState(0);
  useEffect(() => {
    if (busy.current || state.waiting.length === 0) return;
    const show = link.take();
    if (!show) return;
    const duration = showTime(show, state.waiting.length - 1, still || document.hidden);
    setDrawn({ show, duration });
    if (duration > 0) {
      busy.current = true;
      setTimeout(() => {
        busy.current = false;
        setFree((free) => free + 1);
      }, duration);
    }
  }, [link, state.waiting, still, free]);
  const newest = state.view;
  const upToDate = drawn.show !== null && newest !== null && drawn.show.scene === newest.scene;
  return { ...drawn, upToDate };
}

/** What was just said, beside the prompt: it lies over nothing. It stays, paler, until something else is said; read out too. */
import { useEffect, useState } from 'react';
import { capital } from '../logic/phrases';

/** The last of several sentences are what matters now; all are in the log. */
const LINES = 3;
/** So many letters have room on a phone. More would cut the end off, which is what matters most. */
const LETTERS = 92;

/** The last sentences that are read whole; one at least. */
function latest(said: string[]): string[] {
  const last = said.slice(-LINES);
  while (last.length > 1 && last.join(' · ').length > LETTERS) last.shift();
  return last;
}

/** What stands there next. What was taken back is not said any more (`anew`). */
export const nextCaption = (shown: string[], said: string[], anew: boolean): string[] => (said.length > 0 ? latest(said) : anew ? [] : shown);

export function Caption({ said, anew = false }: { said: string[]; anew?: boolean }) {
  const [shown, setShown] = useState<string[]>([]);
  const [fresh, setFresh] = useState(false);
  const words = said.join('\n');
  useEffect(() => {
    setShown((shown) => nextCaption(shown, words === '' ? [] : words.split('\n'), anew));
    if (words === '') return;
    setFresh(true);
    const timer = setTimeout(() => setFresh(false), 2200 + words.length * 22);
    return () => clearTimeout(timer);
  }, [words, anew]);
  const line = shown.map(capital).join(' · ');
  return (
    <p className={`caption${fresh ? ' fresh' : ''}${shown.length > 0 ? '' : ' silent'}`} aria-live="polite" title={line}>
      {line}
    </p>
  );
}

/** What was just said, beside the prompt: it lies over nothing. It stays, paler, until something else is said; read out too. */
import { useEffect, useState } from 'react';
import { capital } from '../logic/say';

/** The last of several sentences are what matters now; all are in the log. */
const LINES = 3;

export function Caption({ said }: { said: string[] }) {
  const [shown, setShown] = useState<string[]>([]);
  const [fresh, setFresh] = useState(false);
  const words = said.join('\n');
  useEffect(() => {
    if (words === '') return;
    setShown(words.split('\n').slice(-LINES));
    setFresh(true);
    const timer = setTimeout(() => setFresh(false), 2200 + words.length * 22);
    return () => clearTimeout(timer);
  }, [words]);
  const line = shown.map(capital).join(' · ');
  return (
    <p className={`caption${fresh ? ' fresh' : ''}${shown.length > 0 ? '' : ' silent'}`} aria-live="polite" title={line}>
      {line}
    </p>
  );
}

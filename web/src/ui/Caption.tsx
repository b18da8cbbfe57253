/** What was just said, over the table for as long as it takes to read; read out too. */
import { useEffect, useState } from 'react';
import { capital } from '../logic/say';

/** The last of several sentences are what matters now; all are in the log. */
const LINES = 3;

export function Caption({ said }: { said: string[] }) {
  const [shown, setShown] = useState<string[]>([]);
  const words = said.join('\n');
  useEffect(() => {
    if (words === '') return;
    setShown(words.split('\n').slice(-LINES));
    const timer = setTimeout(() => setShown([]), 2200 + words.length * 22);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div className="caption" aria-live="polite">
      {shown.map((line) => (
        <p key={line}>{capital(line)}</p>
      ))}
    </div>
  );
}

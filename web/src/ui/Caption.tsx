/** Shows the last announcements beside the prompt. They fade but stay until the next ones come. Screen readers announce them. */
import { useEffect, useState } from 'react';
import { capital } from '../logic/phrases';
import type { Step } from '../messages';

/** Maximum number of sentences. The log contains all of them. */
const LINES = 3;
/** Maximum number of letters. More do not fit on a phone. */
const LETTERS = 92;

/** Joins sentences to one line. Several sentences lose their full stops, except an ellipsis. */
export const onOneLine = (sentences: string[]): string => (sentences.length > 1 ? sentences.map((words) => words.trimEnd().replace(/(?<!\.)\.$/, '')).join(' · ') : sentences.join(''));

/** The last sentences that fit. At least one is shown. */
function latest(said: string[]): string[] {
  const last = said.slice(-LINES);
  while (last.length > 1 && onOneLine(last).length > LETTERS) last.shift();
  return last;
}

/** The sentences to show next. After an undo and at a new deal (`anew`), the old sentences are removed. */
export const nextCaption = (shown: string[], said: string[], anew: boolean): string[] => (said.length > 0 ? latest(said) : anew ? [] : shown);

/** Whether these steps gather the cards for a new deal. Earlier announcements are then dropped. */
export const isDealt = (steps: Step[]): boolean => steps.some((step) => step.step === 'mix');

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
  const line = onOneLine(shown.map(capital));
  return (
    <p className={`caption${fresh ? ' fresh' : ''}${shown.length > 0 ? '' : ' silent'}`} aria-live="polite" title={line}>
      {line}
    </p>
  );
}

import { useEffect, useState } from 'react';

/** Loads a value whenever `key` changes. `again` loads it once more. */
export function useLoad<T>(load: () => Promise<T>, key: string): { value: T | null; error: Error | null; again: () => void } {
  const [state, set] = useState<{ value: T | null; error: Error | null }>({ value: null, error: null });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let there = true;
    load().then(
      (value) => there && set({ value, error: null }),
      (error: Error) => there && set({ value: null, error }),
    );
    return () => {
      there = false;
    };
    // `key` identifies the value, so `load` is not a dependency.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, turn]);
  return { ...state, again: () => setTurn((turn) => turn + 1) };
}

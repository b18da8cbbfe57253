/** The texts of the interface, by language. English is part of the first load. Other languages are loaded when they are wanted. */
import { createContext, use, useEffect, useState } from 'react';
import { en, type Text } from './en';

export type Language = 'en' | 'de';
/** The languages and their own names. */
export const LANGUAGES: Record<Language, string> = { en: 'English', de: 'Deutsch' };
export type { Text };

const loads: Record<Language, () => Promise<Text>> = {
  en: () => Promise.resolve(en),
  de: () => import('./de').then(({ de }) => de),
};

/** The texts of a language. While they are loading: the texts before, or `null` if there are none. */
export function useTextOf(language: Language): Text | null {
  const [text, setText] = useState<Text | null>(language === 'en' ? en : null);
  useEffect(() => {
    let wanted = true;
    // Without a connection, English is better than an empty page.
    void loads[language]().catch(() => en).then((loaded) => wanted && setText(loaded));
    return () => {
      wanted = false;
    };
  }, [language]);
  return text;
}

export const TextContext = createContext<Text>(en);

export const useText = (): Text => use(TextContext);

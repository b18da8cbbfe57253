/** The texts of the interface, by language. */
import { createContext, use } from 'react';
import { de } from './de';
import { en, type Text } from './en';

export type Language = 'en' | 'de';
export const LANGUAGES: Language[] = ['en', 'de'];
export const TEXTS: Record<Language, Text> = { en, de };
export type { Text };

export const TextContext = createContext<Text>(en);

export const useText = (): Text => use(TextContext);

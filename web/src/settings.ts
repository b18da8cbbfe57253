/** Stores the settings of this browser. */
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react';
import { storage } from './net/storage';
import { LANGUAGES, type Language } from './text';

export type Settings = {
  theme: 'auto' | 'light' | 'dark';
  deck: 'classic' | 'clear';
  suits: 'two' | 'four';
  back: 'blue' | 'red' | 'green' | 'ink';
  felt: 'green' | 'blue' | 'wine' | 'slate';
  motion: 'auto' | 'full' | 'none';
  /** Animation speed. */
  pace: 'calm' | 'quick';
  language: Language;
  sound: boolean;
  board: 'wood' | 'green' | 'blue';
  pieces: 'classic' | 'flat' | 'bold';
  /** Pieces with written symbols: their characters, or figures that international players know. */
  script: 'traditional' | 'international';
  /** Whether the panel lists all legal moves. */
  listMoves: boolean;
  /** Whether the browser shows a notification if it is the player's turn and the page is hidden. */
  alerts: boolean;
  coordinates: boolean;
  /** Whether the only move is played at once if it is a pass or a button such as `continue`. */
  forced: boolean;
};

function browserLanguage(): Language {
  const wanted = typeof navigator === 'undefined' ? 'en' : navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? (wanted as Language) : 'en';
}

export const DEFAULTS: Settings = {
  theme: 'auto', deck: 'classic', suits: 'two', back: 'blue', felt: 'green', motion: 'auto', pace: 'calm', language: 'en', sound: true, coordinates: true, forced: false,
  board: 'wood', pieces: 'classic', script: 'traditional', listMoves: false, alerts: false,
};

export type Change = (change: Partial<Settings>) => void;

export const SettingsContext = createContext<[Settings, Change]>([DEFAULTS, () => {}]);

export const useSettings = () => use(SettingsContext);

export function useStoredSettings(): [Settings, Change] {
  const [settings, set] = useState<Settings>(() => ({ ...DEFAULTS, language: browserLanguage(), ...storage.get<Partial<Settings>>('settings') }));
  const change = useCallback((more: Partial<Settings>) => {
    set((old) => {
      const next = { ...old, ...more };
      storage.set('settings', next);
      return next;
    });
  }, []);
  useEffect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    root.dataset.theme = settings.theme;
    root.dataset.suits = settings.suits;
    root.dataset.felt = settings.felt;
    root.dataset.back = settings.back;
    root.dataset.motion = settings.motion;
    root.dataset.board = settings.board;
    root.dataset.pieces = settings.pieces;
  }, [settings]);
  return useMemo(() => [settings, change] as [Settings, Change], [settings, change]);
}

/** The factor by which animations are faster than normal. */
export const animationSpeed = (settings: Settings): number => (settings.pace === 'quick' ? 4 : 1);

/** Whether animations are switched off, in the settings or in the operating system. */
export function isMotionOff(settings: Settings): boolean {
  if (settings.motion !== 'auto') return settings.motion === 'none';
  return typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

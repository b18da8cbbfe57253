/** Small parts that every page uses. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useSettings, type Settings } from '../settings';
import { withDot } from '../logic/refusal';
import { api } from '../net/api';
import { keep } from '../net/storage';
import { LANGUAGES, TEXTS, useText } from '../text';
import { Icon } from './Icon';
import { notice } from './Notices';

/** A click on a link to the log of a match: whoever played gets their own, which a plain link has no token for. */
export function saveLog(event: { preventDefault(): void }, match: string): void {
  event.preventDefault();
  api.saveLog(match, keep.bearer(match)).catch((why: Error) => notice(why.message, true));
}

/** A window over the page; Escape and a click beside it close it. */
export function Dialog({ title, close, children, wide = false }: { title: string; close?: () => void; children: ReactNode; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const text = useText();
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
      onClick={(event) => {
        if (event.target === box.current) close?.();
      }}
    >
      <div className="dialog-box">
        <div className="dialog-head">
          <h2 id={heading}>{title}</h2>
          {close && (
            <button className="button ghost icon" onClick={close} aria-label={text.table.close}>
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}

export function Brand() {
  return (
    <a className="brand" href="#/">
      <img src="/icon.svg" alt="" width="30" height="30" />
      <span>Rulebook</span>
    </a>
  );
}

type Choice<K extends keyof Settings> = { of: K; label: string; options: Record<string, string> };

function SettingRow<K extends keyof Settings>({ of, label, options }: Choice<K>) {
  const [settings, change] = useSettings();
  const name = useId();
  return (
    <fieldset className="setting">
      <legend>{label}</legend>
      <div className="segments">
        {Object.entries(options).map(([value, words]) => (
          <label key={value} className={settings[of] === value ? 'segment on' : 'segment'}>
            <input type="radio" name={name} checked={settings[of] === value} onChange={() => change({ [of]: value } as Partial<Settings>)} />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function SettingsButton() {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button className="button ghost icon" aria-label={text.settings.title} title={text.settings.title} onClick={() => setOpen(true)}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M4 7h9M17 7h3M4 17h3M11 17h9" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          <circle cx="15" cy="7" r="2.400" fill="none" stroke="currentColor" strokeWidth="2" />
          <circle cx="9" cy="17" r="2.400" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
      {open && <SettingsDialog close={() => setOpen(false)} />}
    </>
  );
}

function SettingsDialog({ close }: { close: () => void }) {
  const text = useText();
  const [settings, change] = useSettings();
  const said = text.settings;
  const languages = Object.fromEntries(LANGUAGES.map((language) => [language, TEXTS[language].language]));
  return (
    <Dialog title={said.title} close={close}>
      <div className="settings">
        <SettingRow of="language" label={said.language} options={languages} />
        <SettingRow of="theme" label={said.theme} options={said.themes} />
        <SettingRow of="felt" label={said.felt} options={said.felts} />
        <SettingRow of="deck" label={said.deck} options={said.decks} />
        <SettingRow of="suits" label={said.suits} options={said.suitSets} />
        <SettingRow of="back" label={said.back} options={said.backs} />
        <SettingRow of="motion" label={said.motion} options={said.motions} />
        <SettingRow of="pace" label={said.pace} options={said.paces} />
        <label className="check">
          <input type="checkbox" checked={settings.sound} onChange={(event) => change({ sound: event.target.checked })} />
          {said.sound}
        </label>
        <label className="check">
          <input type="checkbox" checked={settings.coordinates} onChange={(event) => change({ coordinates: event.target.checked })} />
          {said.coordinates}
        </label>
        <p className="small">
          <strong>{said.credits}.</strong> {said.creditText}
        </p>
      </div>
    </Dialog>
  );
}

/** A load that may fail. */
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
    // The key says what is loaded.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, turn]);
  return { ...state, again: () => setTurn((turn) => turn + 1) };
}

export function Trouble({ error, again }: { error: Error; again?: () => void }) {
  const text = useText();
  return (
    <div className="trouble" role="alert">
      <p>{error.message ? withDot(error.message) : text.errors.offline}</p>
      {again && (
        <button className="button" onClick={again}>
          {text.errors.again}
        </button>
      )}
    </div>
  );
}

/** A page with nothing in its bar but the way home and the settings. */
export function Page({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className="page">
      <header className="bar">
        <Brand />
        <span className="grow" />
        <SettingsButton />
      </header>
      <main id="main" tabIndex={-1} className={className}>
        {children}
      </main>
    </div>
  );
}

/** The parts that all pages share: the brand, the button for settings, and the message about a failed request. */
import type { ReactNode } from 'react';
import { errorText } from '../logic/refusal';
import { useText } from '../text';
import { SettingsButton } from './SettingsDialog';

export function Brand() {
  return (
    <a className="brand" href="#/">
      <img src="/icon.svg" alt="" width="30" height="30" />
      <span>Rulebook</span>
    </a>
  );
}

export function LoadError({ error, again }: { error: Error; again?: () => void }) {
  const text = useText();
  return (
    <div className="trouble" role="alert">
      <p>{errorText(error, text)}</p>
      {again && (
        <button className="button" onClick={again}>
          {text.errors.again}
        </button>
      )}
    </div>
  );
}

/** A page with only the brand and the settings in its header. */
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

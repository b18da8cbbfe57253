/** The settings of this browser: the button in every header, and the dialog that it opens. */
import { useId, useState } from 'react';
import { useSettings, type Settings } from '../settings';
import { LANGUAGES, useText } from '../text';
import { Dialog } from './Dialog';
import { askForAlerts } from './useTurnAlert';

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
  return (
    <Dialog title={said.title} close={close}>
      <div className="settings">
        <SettingRow of="language" label={said.language} options={LANGUAGES} />
        <SettingRow of="theme" label={said.theme} options={said.themes} />
        <SettingRow of="felt" label={said.felt} options={said.felts} />
        <SettingRow of="deck" label={said.deck} options={said.decks} />
        <SettingRow of="suits" label={said.suits} options={said.suitSets} />
        <SettingRow of="back" label={said.back} options={said.backs} />
        <SettingRow of="board" label={said.board} options={said.boards} />
        <SettingRow of="pieces" label={said.pieces} options={said.pieceSets} />
        <SettingRow of="script" label={said.script} options={said.scripts} />
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
        {typeof Notification !== 'undefined' && (
          <label className="check">
            <input type="checkbox" checked={settings.alerts} onChange={(event) => void askForAlerts(event.target.checked).then((alerts) => change({ alerts }))} />
            {said.alerts}
          </label>
        )}
        <label className="check">
          <input type="checkbox" checked={settings.listMoves} onChange={(event) => change({ listMoves: event.target.checked })} />
          {said.listMoves}
        </label>
        <label className="check">
          <input type="checkbox" checked={settings.forced} onChange={(event) => change({ forced: event.target.checked })} />
          {said.forced}
        </label>
        <p className="small">
          <strong>{said.credits}.</strong> {said.creditText}
        </p>
      </div>
    </Dialog>
  );
}

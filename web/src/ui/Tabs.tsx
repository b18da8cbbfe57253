/** A side panel with tabs. */
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '../text';
import { Icon } from './Icon';

export type Sheet<Name extends string> = { id: Name; name: string; badge?: number; bad?: boolean; body: () => ReactNode };

type Props<Name extends string> = { sheets: Sheet<Name>[]; tab: Name; setTab: (tab: Name) => void; close: () => void; label: string };

export function Tabs<Name extends string>({ sheets, tab, setTab, close, label }: Props<Name>) {
  const text = useText();
  const id = useId();
  const turn = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = sheets.findIndex((sheet) => sheet.id === tab);
    const next = sheets[(at + step + sheets.length) % sheets.length]!.id;
    setTab(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <aside className="side">
      <div className="tabs">
        <div className="tab-list" role="tablist" aria-label={label} onKeyDown={turn}>
          {sheets.map(({ id: name, name: words, badge, bad }) => (
            <button key={name} id={`${id}-${name}`} role="tab" aria-selected={tab === name} aria-controls={`${id}-panel`} tabIndex={tab === name ? 0 : -1} onClick={() => setTab(name)}>
              {words}
              {badge ? <span className={bad ? 'badge bad' : 'badge'}>{badge}</span> : null}
            </button>
          ))}
        </div>
        <button className="button ghost icon close-side" onClick={close} aria-label={text.table.close}>
          <Icon name="close" />
        </button>
      </div>
      <div className={`side-body sheet-${tab}`} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} tabIndex={0}>
        {sheets.find((sheet) => sheet.id === tab)?.body()}
      </div>
    </aside>
  );
}

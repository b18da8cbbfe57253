/** The form in which players connect their own language model to their seat. */
import { useState } from 'react';
import type { Endpoint } from '../logic/llm_player';
import { storage } from '../net/storage';
import { useText } from '../text';

export function OwnModelForm({ begin }: { begin: () => void }) {
  const text = useText();
  const [endpoint, set] = useState<Endpoint>(() => storage.tabGet<Endpoint>('endpoint') ?? { url: '', model: '', key: '' });
  const change = (more: Partial<Endpoint>) => set({ ...endpoint, ...more });
  return (
    <details className="sponsor">
      <summary>{text.table.sponsor}</summary>
      <form
        className="column"
        onSubmit={(event) => {
          event.preventDefault();
          storage.tabSet('endpoint', endpoint);
          begin();
        }}
      >
        <p className="small">{text.table.sponsorMore}</p>
        <label className="field">
          <span>{text.table.endpoint}</span>
          <input type="url" required value={endpoint.url} placeholder="http://localhost:11434/v1" onChange={(event) => change({ url: event.target.value })} />
        </label>
        <label className="field">
          <span>{text.table.modelName}</span>
          <input required value={endpoint.model} onChange={(event) => change({ model: event.target.value })} />
        </label>
        <label className="field">
          <span>{text.table.apiKey}</span>
          <input type="password" autoComplete="off" value={endpoint.key} onChange={(event) => change({ key: event.target.value })} />
        </label>
        <button className="button primary">{text.table.sponsorGo}</button>
      </form>
    </details>
  );
}

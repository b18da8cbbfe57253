/** The button with which a player reports abuse to the operator of the server. */
import { useState } from 'react';
import { errorText } from '../logic/refusal';
import { seatName } from '../logic/phrases';
import type { Status } from '../messages';
import { api } from '../net/api';
import { storage } from '../net/storage';
import { useText } from '../text';
import { Dialog } from './Dialog';
import { notice } from './Notices';

export function ReportButton({ match, status, own }: { match: string; status: Status; own: number | null }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button className="button ghost" onClick={() => setOpen(true)}>
        {text.report.button}
      </button>
      {open && <ReportDialog match={match} status={status} own={own} close={() => setOpen(false)} />}
    </>
  );
}

function ReportDialog({ match, status, own, close }: { match: string; status: Status; own: number | null; close: () => void }) {
  const text = useText();
  const said = text.report;
  const [seat, setSeat] = useState('');
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await api.report(match, seat === '' ? null : Number(seat), words, storage.bearer(match));
      notice(said.sent);
      close();
    } catch (error) {
      notice(errorText(error as Error, text), true);
      setBusy(false);
    }
  };
  return (
    <Dialog title={said.title} close={close}>
      <form
        className="column"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label className="field">
          <span>{said.about}</span>
          <select value={seat} onChange={(event) => setSeat(event.target.value)}>
            <option value="">{said.table}</option>
            {status.seats.map((_, at) => at !== own && (
              <option key={at} value={at}>
                {seatName(status.seats, at, own, text)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{said.words}</span>
          <textarea value={words} maxLength={1000} rows={4} required onChange={(event) => setWords(event.target.value)} />
        </label>
        <button className="button primary" disabled={busy || words.trim() === ''}>
          {said.send}
        </button>
      </form>
    </Dialog>
  );
}

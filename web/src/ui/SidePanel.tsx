/** The side panel: legal moves, log, rules, table info. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { LogLine } from '../logic/match_log';
import { capital, sentence } from '../logic/phrases';
import type { Offer } from '../messages';
import { useText } from '../text';
import { SignedText } from '../art/ManaSign';
import { Rules } from './Rules';
import { Tabs, type Sheet } from './Tabs';
import { useOneStop } from './useOneStop';

export type Tab = 'record' | 'moves' | 'log' | 'rules' | 'info';

type Props = {
  /** The chosen sheet. `null` until the player chooses one: then the record is shown, or the log if there is none. */
  tab: Tab | null;
  setTab: (tab: Tab) => void;
  /** Whether the panel has the list of legal moves. */
  listMoves?: boolean;
  offers: Offer[];
  active: boolean;
  play: (offer: Offer) => void;
  point: (text: string | null) => void;
  lines: LogLine[];
  /** The tricks or turns of the match. `null` if it has none. */
  record?: ReactNode | null;
  rules: string;
  /** Translates a label and puts names into it. */
  say: (words: string) => string;
  info: ReactNode;
  /** The reason why there are no moves. Not set if it is just another player's turn. */
  idle?: string | undefined;
  close: () => void;
};

export function SidePanel({ tab: chosen, setTab, listMoves = true, offers, active, play, point, lines, record, rules, say, info, idle, close }: Props) {
  const text = useText();
  const legal: Sheet<Tab> = { id: 'moves', name: text.table.moves, badge: active ? offers.length : 0, body: () => <Moves offers={offers} active={active} play={play} point={point} say={say} idle={idle} /> };
  const tab: Tab = chosen && (chosen !== 'record' || record) ? chosen : record ? 'record' : 'log';
  const sheets: Sheet<Tab>[] = [
    ...(record ? [{ id: 'record' as const, name: text.table.record, body: () => record }] : []),
    { id: 'log', name: text.table.log, body: () => <Log lines={lines} /> },
    { id: 'rules', name: text.table.rules, body: () => <Rules text={rules} /> },
    // The list of legal moves is for players who do not use the table itself. The key M opens it, too.
    ...(listMoves || tab === 'moves' ? [legal] : []),
    { id: 'info', name: text.table.info, body: () => info },
  ];
  return <Tabs sheets={sheets} tab={tab} setTab={setTab} close={close} label={text.table.more} />;
}

export function Moves({ offers, active, play, point, say, idle }: { offers: Offer[]; active: boolean; play: (offer: Offer) => void; point: (text: string | null) => void; say: (words: string) => string; idle?: string | undefined }) {
  const text = useText();
  const [wanted, setWanted] = useState('');
  const played = useRef(false);
  // If the focused move disappears, the focus stays in the panel. Otherwise it would jump to the top of the page.
  useEffect(() => {
    if (!played.current || document.activeElement !== document.body) return;
    played.current = false;
    document.querySelector<HTMLElement>('.side-body')?.focus({ preventScroll: true });
  });
  const choose = (offer: Offer) => {
    played.current = true;
    play(offer);
  };
  // The notation of a move is shown only if several moves have the same label, or on boards, where players know it.
  const twice = (offer: Offer) => offers.filter((other) => other.label === offer.label).length > 1;
  const notation = (offer: Offer) => offer.text !== offer.label && (twice(offer) || offer.gesture.kind === 'squares' || offer.gesture.kind === 'place');
  const shown = offers.filter((offer) => `${offer.label} ${offer.text}`.toLowerCase().includes(wanted.trim().toLowerCase()));
  const { onKeyDown, stop } = useOneStop(shown.length);
  if (!active || offers.length === 0) return <p className="empty">{idle ?? text.table.noMoves}</p>;
  return (
    <>
      {offers.length > 8 && <input type="search" className="filter" value={wanted} onChange={(event) => setWanted(event.target.value)} placeholder={text.table.filter} aria-label={text.table.filter} onKeyDown={(event) => event.key === 'Enter' && shown.length === 1 && choose(shown[0]!)} />}
      <ul className="moves" aria-label={text.table.legal(offers.length)} onKeyDown={onKeyDown}>
        {shown.map((offer, nth) => (
          <li key={offer.text}>
            <button type="button" tabIndex={stop(nth).tabIndex} onClick={() => choose(offer)} onMouseEnter={() => point(offer.text ?? null)} onMouseLeave={() => point(null)} onFocus={() => { stop(nth).onFocus(); point(offer.text ?? null); }} onBlur={() => point(null)}>
              <span><SignedText>{(offer.gesture.kind === 'button' ? capital : sentence)(say(offer.label))}</SignedText></span>
              {notation(offer) && <code>{offer.text}</code>}
            </button>
          </li>
        ))}
      </ul>
      <p className="small keys">{text.table.keys}</p>
    </>
  );
}

export function Log({ lines }: { lines: LogLine[] }) {
  const text = useText();
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [lines.length]);
  return (
    <ol className="log" aria-label={text.table.history}>
      {lines.slice(-400).map((line, at) => (
        <li key={at} className={line.said ? 'said' : 'moved'}>
          <SignedText>{line.text}</SignedText>
        </li>
      ))}
      <li ref={end} className="end" aria-hidden="true" />
    </ol>
  );
}

import { Fragment, useState } from 'react';
import { errorText } from '../logic/refusal';
import { capital, nameOrGuest, spacedName } from '../logic/phrases';
import type { CandidateList, Clock } from '../messages';
import { api } from '../net/api';
import { checkOwnGame, ownDeckName, withDecks, type Diagnostic } from '../net/own_game';
import { storage } from '../net/storage';
import { useText } from '../text';
import { gameText, translatedPage } from '../text/game_words';
import { Page, LoadError } from './Page';
import { useLoad } from './useLoad';
import { notice } from './Notices';
import { Diagnostics } from './OwnGame';
import { openTable, type SeatPlan } from './openTable';
import { Rules } from './Rules';
import { go } from './route';

const LEVELS = ['easy', 'medium', 'hard', 'expert', 'random'];
const CLOCKS: (Clock & { id: string })[] = [
  { id: 'none' },
  { id: 'move30', moveMs: 30_000 },
  { id: 'move120', moveMs: 120_000 },
  { id: 'game3', gameMs: 180_000, incrementMs: 2_000 },
  { id: 'game5', gameMs: 300_000, incrementMs: 3_000 },
  { id: 'game10', gameMs: 600_000, incrementMs: 5_000 },
  { id: 'game15', gameMs: 900_000, incrementMs: 10_000 },
];

/** The options that choose a deck, and the value that stands for a pasted list. */
const DECK = /^deck-\d+$/;
const OWN = 'own';

export function CreateTable({ id }: { id: string }) {
  const text = useText();
  const page = useLoad(() => api.game(id), id);
  const config = useLoad(api.config, 'config');
  const said = text.create;
  const [name, setName] = useState(storage.name());
  const [seats, setSeats] = useState<string[] | null>(null);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [terms, setTerms] = useState({ private: false, spectators: true, undo: true, godView: false, newcomers: false });
  const [lists, setLists] = useState<Record<string, string>>({});
  const [faults, setFaults] = useState<Diagnostic[]>([]);
  const [clock, setClock] = useState('none');
  const [assistance, setAssistance] = useState(false);
  const [candidates, setCandidates] = useState<CandidateList>('all');
  const [busy, setBusy] = useState(false);
  if (page.error) return <Page className="plain"><LoadError error={page.error} again={page.again} /></Page>;
  if (!page.value) return <main id="main" className="plain" aria-busy="true" />;
  const { meta, rules, options: offered, source } = translatedPage(page.value, text);
  const least = Math.max(meta.minPlayers, Math.min(2, meta.maxPlayers));
  const plan = seats ?? Array.from({ length: least }, (_, seat) => (seat === 0 ? 'me' : 'medium'));
  const setSeat = (seat: number, value: string) => setSeats(plan.map((old, at) => (at === seat ? value : value === 'me' && old === 'me' ? 'open' : old)));
  const setCount = (count: number) => setSeats(Array.from({ length: count }, (_, seat) => plan[seat] ?? 'medium'));
  const clockName = (one: Clock) =>
    one.moveMs ? said.perMove(one.moveMs / 1000) : one.gameMs ? said.perGame(one.gameMs / 60000, (one.incrementMs ?? 0) / 1000) : said.noClock;
  const open = async () => {
    setBusy(true);
    try {
      storage.setName(name.trim());
      const seatPlan = plan.map((seat): SeatPlan => {
        // A host who sees all cards does not play.
        if (seat === 'me' && terms.godView) return { kind: 'driver', driver: { kind: 'bot', spec: 'medium' } };
        if (seat === 'me' || seat === 'open') return { kind: seat };
        if (seat.startsWith('llm:')) return { kind: 'driver', driver: { kind: 'llm', model: seat.slice(4) } };
        return { kind: 'driver', driver: { kind: 'bot', spec: seat } };
      });
      // If the player has pasted deck lists, the page uploads the game with these lists as the
      // visitor's own game. The server checks the lists.
      const pasted = Object.fromEntries(Object.entries(lists).filter(([name]) => options[name] === OWN));
      let [game, chosen] = [id, options];
      if (Object.keys(pasted).length > 0) {
        const { game: own, diagnostics } = await checkOwnGame(withDecks((await api.rules(source)).files, pasted));
        setFaults(own ? [] : diagnostics);
        if (!own) return setBusy(false);
        game = own.id;
        chosen = { ...options, ...Object.fromEntries(Object.keys(pasted).map((name) => [name, ownDeckName(name)])) };
      }
      const { id: _, ...times } = CLOCKS.find((one) => one.id === clock) ?? { id: 'none' };
      const match = await openTable({ game, options: chosen, terms: { ...terms, candidates, clock: times, ...(assistance && clock !== 'none' ? { assistance } : {}) } }, seatPlan, nameOrGuest(name, plan.indexOf('me'), text), false);
      go(`#/t/${match}`);
    } catch (error) {
      notice(errorText(error as Error, text), true);
      setBusy(false);
    }
  };
  return (
    <Page className="create">
      <form
        className="panel"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <h1>{said.title(meta.gameName)}</h1>
        <p className="lead">{meta.description}</p>
        <label className="field">
          <span>{said.name}</span>
          <input value={name} maxLength={40} onChange={(event) => setName(event.target.value)} placeholder={text.table.guest} autoComplete="nickname" />
        </label>
        {meta.minPlayers !== meta.maxPlayers && (
          <label className="field">
            <span>{said.count}</span>
            <select value={plan.length} onChange={(event) => setCount(Number(event.target.value))}>
              {Array.from({ length: meta.maxPlayers - meta.minPlayers + 1 }, (_, at) => meta.minPlayers + at).map((count) => (
                <option key={count}>{count}</option>
              ))}
            </select>
          </label>
        )}
        <fieldset>
          <legend>{said.seats}</legend>
          <div className="seat-plan">
            {plan.map((seat, at) => (
              <label key={at} className="field">
                <span>
                  <i className={`dot seat-${at % 8}`} /> {text.table.seat(at + 1)}
                </span>
                <select value={seat} onChange={(event) => setSeat(at, event.target.value)}>
                  <option value="me">{said.me}</option>
                  <option value="open">{said.open}</option>
                  {LEVELS.map((level) => (
                    <option key={level} value={level}>
                      {said.bot(said.levels[level] ?? level)}
                    </option>
                  ))}
                  {(config.value?.models ?? []).map((model) => (
                    <option key={model} value={`llm:${model}`}>
                      {said.llm}: {model}
                    </option>
                  ))}
                </select>
              </label>
            ))}
          </div>
        </fieldset>
        {offered.length > 0 && (
          <fieldset>
            <legend>{said.options}</legend>
            <div className="seat-plan">
              {offered.map((option) => (
                <Fragment key={option.name}>
                <label className="field">
                  <span>{capital(gameText(spacedName(option.name.replaceAll('-', ' ')), text))}</span>
                  <select value={options[option.name] ?? option.values[0]} onChange={(event) => setOptions({ ...options, [option.name]: event.target.value })}>
                    {option.values.map((value) => (
                      <option key={value} value={value}>{capital(gameText(value, text))}</option>
                    ))}
                    {config.value?.visitorGames && DECK.test(option.name) && <option value={OWN}>{said.ownDeck}</option>}
                  </select>
                </label>
                {options[option.name] === OWN && (
                  <label className="field own-deck">
                    <span>{said.deckList}</span>
                    <textarea required rows={8} placeholder={said.deckExample} value={lists[option.name] ?? ''} onChange={(event) => setLists({ ...lists, [option.name]: event.target.value })} />
                  </label>
                )}
                </Fragment>
              ))}
            </div>
          </fieldset>
        )}
        <fieldset>
          <legend>{said.terms}</legend>
          {(['private', 'spectators', 'undo', 'newcomers', 'godView'] as const).map((term) => (
            <label key={term} className="check">
              <input type="checkbox" checked={terms[term]} onChange={(event) => setTerms({ ...terms, [term]: event.target.checked })} />
              {said[term]}
            </label>
          ))}
          <label className="field">
            <span>{said.clock}</span>
            <select value={clock} onChange={(event) => setClock(event.target.value)}>
              {CLOCKS.map((one) => (
                <option key={one.id} value={one.id}>
                  {clockName(one)}
                </option>
              ))}
            </select>
          </label>
          {clock !== 'none' && (
            <label className="check">
              <input type="checkbox" checked={assistance} onChange={(event) => setAssistance(event.target.checked)} />
              {said.assistance}
            </label>
          )}
          {plan.some((seat) => seat.startsWith('llm:')) && (
            <label className="field">
              <span>{said.candidates}</span>
              <select value={candidates} onChange={(event) => setCandidates(event.target.value === 'short' ? 'short' : 'all')}>
                <option value="all">{said.allMoves}</option>
                <option value="short">{said.shortList}</option>
              </select>
            </label>
          )}
        </fieldset>
        {faults.length > 0 && (
          <div role="alert">
            <p>{said.deckWrong}</p>
            <Diagnostics found={faults} />
          </div>
        )}
        <button className="button primary large" disabled={busy}>
          {said.go}
        </button>
      </form>
      <section className="panel rules-panel" aria-label={said.rules} tabIndex={0}>
        <Rules text={rules} />
      </section>
    </Page>
  );
}

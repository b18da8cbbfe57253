/** The page of `rulebook dev`: the table, and beside it the problems, the state and the simulation. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { setPictureRoot } from '../../logic/card_pictures';
import { actionsOf, seatOf } from '../../logic/layout';
import { Choices, NO_SELECTION, gestureOf, pickedBy, type Selection } from '../../logic/offers';
import { refusalText, withDot } from '../../logic/refusal';
import { announcement, logLines } from '../../logic/match_log';
import { isMat } from '../../logic/mat';
import { capital, seatName, withSymbols, spacedName, winners, withNames } from '../../logic/phrases';
import type { Offer, SeatInfo, Square } from '../../messages';
import type { GamePage } from '../../net/api';
import type { Look } from '../../devMessages';
import { DevLink, fetchGame, type DevView, type DevState } from '../../net/dev_link';
import { animationSpeed, isMotionOff, useSettings } from '../../settings';
import '../../styles/dev.css';
import { useText } from '../../text';
import { Actions } from '../Actions';
import { Caption } from '../Caption';
import { SettingsButton } from '../SettingsDialog';
import { TableContext } from '../tableContext';
import { Icon } from '../Icon';
import { notice } from '../Notices';
import { Phases } from '../Phases';
import { Rules } from '../Rules';
import { Seats } from '../Seats';
import { Log, Moves } from '../SidePanel';
import { Table } from '../Table';
import { Tabs, type Sheet } from '../Tabs';
import { useMedia } from '../useMedia';
import { useMovesKey } from '../useMovesKey';
import { useAnimationQueue } from '../useAnimationQueue';
import { SimulationSheet } from './SimulationSheet';
import { Inspector } from './Inspector';
import { MovesMade } from './MovesMade';
import { Problems } from './Problems';

type Tab = 'mistakes' | 'moves' | 'state' | 'games' | 'log' | 'rules';

export default function DevPage() {
  const [eyes, setEyes] = useState<DevView>('turn');
  const [link, setLink] = useState<DevLink | null>(null);
  useEffect(() => {
    const made = new DevLink('turn');
    setPictureRoot('/art/');
    setLink(made);
    return () => made.close();
  }, []);
  const see = useCallback(
    (eyes: DevView) => {
      setEyes(eyes);
      link?.see(eyes);
    },
    [link],
  );
  return link ? <Desk link={link} eyes={eyes} see={see} /> : null;
}

function useAbout(edition: number | undefined): GamePage | null {
  const [game, setGame] = useState<GamePage | null>(null);
  useEffect(() => {
    if (edition) void fetchGame().then(setGame, () => undefined);
  }, [edition]);
  return game;
}

function Desk({ link, eyes, see }: { link: DevLink; eyes: DevView; see: (eyes: DevView) => void }) {
  const text = useText();
  const said = text.dev;
  const state = useSyncExternalStore(link.subscribe, link.snapshot);
  const { look } = state;
  const game = useAbout(look?.edition);
  const [tab, setTab] = useState<Tab>('moves');
  const [open, setOpen] = useState(() => window.innerWidth > 1000);
  const wrong = (look?.mistakes ?? []).filter((one) => one.severity === 'error').length;
  useEffect(() => {
    if (wrong === 0) return;
    setTab('mistakes');
    setOpen(true);
  }, [wrong]);
  useEffect(() => void link.setInspect(open && tab === 'state'), [link, open, tab]);
  useEffect(() => {
    if (look) document.title = `${look.title || 'Rulebook'} · rulebook dev`;
  }, [look?.title]);
  useMovesKey(
    useCallback(() => {
      setTab('moves');
      setOpen(true);
    }, []),
  );
  const act = useCallback(
    async (wish: Record<string, unknown>) => {
      const why = await link.act(wish);
      if (why !== null) notice(withDot(why || text.errors.offline), true);
      return why === null;
    },
    [link, text],
  );
  if (!look) return <main id="main" className="plain" aria-busy={state.connected}>{said.ended}</main>;
  const common = { link, state, look, act };
  return (
    <div className={`table-page dev${open ? ' with-side' : ''}`}>
      <DevHeader look={look} eyes={eyes} see={see} act={act} open={open} setOpen={setOpen} wrong={wrong} />
      {state.connected ? null : <div className="lost" role="alert">{said.ended}</div>}
      <DevTable {...common} game={game} open={open} tab={tab} setTab={setTab} close={() => setOpen(false)} />
    </div>
  );
}

type Act = (wish: Record<string, unknown>) => Promise<boolean>;

type HeadProps = { look: Look; eyes: DevView; see: (eyes: DevView) => void; act: Act; open: boolean; setOpen: (open: boolean) => void; wrong: number };

/** The header: the seed, the view and undo. */
function DevHeader({ look, eyes, see, act, open, setOpen, wrong }: HeadProps) {
  const text = useText();
  const said = text.dev;
  const [seed, setSeed] = useState(look.seed);
  useEffect(() => void setSeed(look.seed), [look.seed]);
  const next = /^\d+$/.test(look.seed) ? String(BigInt(look.seed) + 1n) : `${look.seed}+`;
  const everybody = look.people.length === look.seats && look.seats > 1;
  // The checkbox changes at once and does not wait for the answer of the program.
  const [all, setAll] = useState(everybody);
  useEffect(() => void setAll(everybody), [everybody]);
  const playAll = (on: boolean) => {
    setAll(on);
    void act({ do: 'all', on });
  };
  const read = (value: string): DevView => (value === 'turn' || value === 'all' ? value : Number(value));
  return (
    <header className="bar table-bar">
      <div className="what">
        <h1>{look.title || 'Rulebook'}</h1>
        <p className="turn">{look.behind ? said.behind : look.due.length > 0 ? said.asked(look.due.map((seat) => text.table.seat(seat + 1)).join(', ')) : look.scene?.outcome?.fault ? text.over.broken : text.over.ended}</p>
      </div>
      <div className="tools">
        <label className="inline">
          {said.seenBy}
          <select value={String(eyes)} onChange={(event) => see(read(event.target.value))}>
            <option value="turn">{said.whoever}</option>
            {Array.from({ length: look.seats }, (_, seat) => (
              <option key={seat} value={seat}>{text.table.seat(seat + 1)}</option>
            ))}
            <option value="all">{said.everybody}</option>
          </select>
        </label>
        {look.seats > 1 && (
          <label className="inline">
            <input type="checkbox" checked={all} onChange={(event) => playAll(event.target.checked)} />
            {said.playAll}
          </label>
        )}
        <form className="deal" onSubmit={(event) => { event.preventDefault(); void act({ do: 'restart', seed }); }}>
          <label className="inline">
            {said.seed}
            <input type="text" value={seed} size={6} autoComplete="off" spellCheck={false} onChange={(event) => setSeed(event.target.value)} />
          </label>
          <button className="button">{said.again}</button>
          <button type="button" className="button" onClick={() => void act({ do: 'restart', seed: next })}>{said.another}</button>
        </form>
      </div>
      <div className="tools last">
        <button className="button" disabled={!look.moves.some((made) => made.byHand)} onClick={() => void act({ do: 'back' })}>{said.back}</button>
        <SettingsButton />
        <button className="button ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
          {said.desk}
          {wrong > 0 && !open && <span className="badge bad">{wrong}</span>}
        </button>
      </div>
    </header>
  );
}

type DevTableProps = { link: DevLink; state: DevState; look: Look; act: Act; game: GamePage | null; open: boolean; tab: Tab; setTab: (tab: Tab) => void; close: () => void };

function DevTable({ link, state, look, act, game, open, tab, setTab, close }: DevTableProps) {
  const text = useText();
  const said = text.dev;
  const [settings] = useSettings();
  const { show, said: words, duration, upToDate, skip } = useAnimationQueue(link, state, isMotionOff(settings), animationSpeed(settings));
  const [held, setHeld] = useState<Selection>(NO_SELECTION);
  const [taken, setTaken] = useState<number | null>(null);
  const [flipped, setFlipped] = useState(false);
  const [pointed, setPointed] = useState<string | null>(null);
  const small = useMedia('(max-width: 700px), (max-height: 500px)');
  const scene = show?.scene ?? null;
  const own = seatOf(show?.viewer);
  const ask = upToDate ? (show?.ask ?? null) : null;
  // After a move, the shown view is outdated until the next snapshot arrives. Until then, no further move is allowed.
  const [sent, setSent] = useState<number | null>(null);
  const busy = sent === look.version;
  const active = ask !== null && state.connected && !busy;
  const seats: SeatInfo[] = useMemo(
    () => Array.from({ length: look.seats }, (_, seat) => ({ driver: look.people.includes(seat) ? { kind: 'person' } : { kind: 'bot', spec: look.bot } })),
    [look.seats, look.people.join(), look.bot],
  );
  const choices = useMemo(() => (scene ? new Choices(scene, ask?.offers ?? []) : null), [scene, ask]);
  const play = useCallback(
    (offer: Offer) => {
      if (own === null || busy) return;
      setSent(look.version);
      setTaken(pickedBy(offer));
      void act({ do: 'play', seat: own, text: offer.text ?? '' }).then((done) => done || setSent(null));
    },
    [act, own, busy, look.version],
  );
  const refuse = useCallback(
    async (what: Selection, zone: string | null, square: Square | null) => {
      const tried = scene && own !== null ? gestureOf(scene, what, zone, square) : null;
      const why = tried && own !== null ? await link.why(own, tried).catch(() => null) : null;
      notice(refusalText(why, what, scene, ask?.offers ?? [], seats, own, text), true);
    },
    [scene, own, link, ask, seats, text],
  );
  const history = useMemo(() => (scene ? logLines(state.history, scene, seats, own, text) : []), [state.history, scene, seats, own, text]);
  const say = (sentence: string) => withNames(withSymbols(sentence, scene), seats, own, text);
  const value = scene && choices && { scene, seats, own, choices, held, active, refuse: () => undefined, onGesture: (done: { play: Offer[] } | { held: Selection }) => ('play' in done ? done.play[0] && play(done.play[0]) : setHeld(done.held)), aimed: new Set<number>(), hinted: { cards: new Set<number>(), zones: new Set<string>(), squares: new Set<string>() } };
  const outcome = upToDate ? scene?.outcome : null;
  const errors = look.mistakes.filter((one) => one.severity === 'error').length;
  const sheets: Sheet<Tab>[] = [
    { id: 'mistakes', name: said.mistakes, badge: look.mistakes.length, bad: errors > 0, body: () => <Problems mistakes={look.mistakes} /> },
    { id: 'moves', name: text.table.moves, badge: active ? (ask?.offers.length ?? 0) : 0, body: () => (own === null && !outcome ? <p className="empty">{said.onlyLooks}</p> : <Moves offers={ask?.offers ?? []} active={active} play={play} point={setPointed} say={say} />) },
    { id: 'state', name: said.state, body: () => <Inspector now={look.inspection ?? null} before={state.before} /> },
    { id: 'games', name: said.games, body: () => <SimulationSheet edition={look.edition} act={act} /> },
    { id: 'log', name: text.table.log, body: () => <><MovesMade moves={look.moves} say={(move) => withSymbols(move, scene)} to={(moves) => void act({ do: 'to', moves })} /><Log lines={history} /></> },
    { id: 'rules', name: text.table.rules, body: () => <Rules text={game?.rules ?? ''} /> },
  ];
  const round = scene !== null && game !== null && isMat(scene, game.layouts);
  const bar = !round && (small || (scene?.buttons ?? []).length > 8);
  return (
    <>
      <main id="main" tabIndex={-1} className={look.behind ? 'playing behind' : 'playing'}>
        {look.note && <p className="banner warn" role="status">{say(look.note)}</p>}
        {scene && choices && (
          <div className="above">
            {!round && <Seats seats={seats} own={own} due={upToDate ? look.due : (scene.due ?? [])} status={null} sides={scene.board?.sides ?? []} choices={active ? choices : null} pick={(seat) => play(choices.seat(seat)[0]!)} />}
            <Phases scene={scene} />
            <div className="told">
            <div className="prompt" aria-live="polite">
              {outcome ? <span>{outcomeText(outcome, seats, own, text)}{outcome.reason ? ` ${withDot(say(outcome.reason))}` : ''}</span> : <span>{busy ? `${capital(text.table.thinking)}…` : say(scene.prompt ?? '') || (own === null ? said.onlyLooks : '')}</span>}
              {scene.phase && (scene.phases ?? []).length === 0 && <span className="phase">{capital(withNames(spacedName(scene.phase), seats, own, text))}</span>}
              {held.cards.length > 0 && <span className="picked">{text.table.selected(held.cards.length)}</span>}
              {scene.board && (
                <button className="button ghost icon" onClick={() => setFlipped(!flipped)} aria-label={text.table.flip} title={text.table.flip}>
                  <Icon name="turn" />
                </button>
              )}
            </div>
            <Caption said={words.map((step) => announcement(step, scene, seats, own, text))} anew={show !== null && !show.follows} />
            </div>
          </div>
        )}
        {value && bar && (
          <TableContext value={value}>
            <Actions where="bar" grid={actionsOf(game?.layouts, scene)} />
          </TableContext>
        )}
        {scene && show && game ? (
          <Table company={{ status: null, signs: [], due: upToDate ? look.due : (scene.due ?? []), prompt: null }} inTable={!bar} scene={scene} steps={show.steps} layouts={game.layouts} seats={seats} own={own} ask={ask} active={active} duration={duration} hint={pointed} flipped={flipped} onPlay={play} onRefused={(what, zone, square) => void refuse(what, zone, square)} held={held} setHeld={setHeld} taken={taken} skip={upToDate ? undefined : skip} />
        ) : (
          <p className="empty">{said.nothing}</p>
        )}
      </main>
      {open && <Tabs sheets={sheets} tab={tab} setTab={setTab} close={close} label={said.desk} />}
    </>
  );
}

function outcomeText(outcome: NonNullable<NonNullable<Look['scene']>['outcome']>, seats: SeatInfo[], own: number | null, text: ReturnType<typeof useText>): string {
  const first = winners(outcome);
  if (outcome.fault) return withDot(text.over.broken);
  if (first.length === 0) return withDot(text.over.draw);
  return withDot(first.length === 1 && first[0] === own ? text.over.youWon : text.over.won(first.map((seat) => seatName(seats, seat, own, text)).join(', ')));
}

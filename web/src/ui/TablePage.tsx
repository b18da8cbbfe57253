import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { picturesOf, setPictureRoot } from '../logic/card_pictures';
import { actionsOf, seatOf } from '../logic/layout';
import { isMat } from '../logic/mat';
import { mayAssist } from '../logic/fair_play';
import { sceneAt } from '../logic/move_list';
import { soundOf } from '../logic/sounds';
import { trickRecord } from '../logic/trick_record';
import { turnRecord } from '../logic/turn_record';
import { trickTask, type TrickTask } from '../logic/trick_task';
import { Choices, NO_SELECTION, forcedMove, gestureOf, pickedBy, type Selection } from '../logic/offers';
import { errorText, refusalText, serverText, withDot } from '../logic/refusal';
import { announcement, isPhase, logLines } from '../logic/match_log';
import { capital, seatName, spacedName, splitPicks, warningText, withNames, withSymbols } from '../logic/phrases';
import type { Command, Offer, Square, Status } from '../messages';
import { api, type GamePage } from '../net/api';
import { copyTokens, storage } from '../net/storage';
import { TableLink, type Credentials } from '../net/table_link';
import { animationSpeed, isMotionOff, useSettings } from '../settings';
import { useText, type Text } from '../text';
import { bringTranslations, translatedPage } from '../text/game_words';
import { Dialog } from './Dialog';
import { Brand, LoadError } from './Page';
import { SettingsButton } from './SettingsDialog';
import { saveLog } from './saveLog';
import { Actions } from './Actions';
import { Caption, isDealt } from './Caption';
import { TableContext } from './tableContext';
import { Icon } from './Icon';
import { TableInfo } from './TableInfo';
import { notice } from './Notices';
import { Outcome } from './Outcome';
import { go } from './route';
import { Phases } from './Phases';
import { SCORES_PLACE } from './Scoreboards';
import { Seats } from './Seats';
import { SidePanel, type Tab } from './SidePanel';
import { Reactions } from './Reactions';
import { useMoveKeys } from './MoveList';
import { useTurnAlert } from './useTurnAlert';
import { useMedia } from './useMedia';
import { useOwnModel } from './useOwnModel';
import { playSound } from './playSound';
import { Table } from './Table';
import { useMovesKey } from './useMovesKey';
import { useAnimationQueue } from './useAnimationQueue';
import { WaitingRoom } from './WaitingRoom';
import { TrickRecord } from './TrickRecord';
import { TurnRecord } from './TurnRecord';
import { UndoButton } from './UndoButton';

type Props = { match: string; invite: string | null; watch: string | null; god: boolean };

/** The tokens that this tab uses for a table, and its seat. */
function credentialsOf(match: string, invite: string | null, watch: string | null): Credentials & { seatNumber: number | null } {
  const tokens = storage.tokens(match);
  let seatNumber = storage.tabSeat(match);
  if (seatNumber === null && !invite && !watch) {
    const known = Object.keys(tokens.seats).map(Number);
    seatNumber = known[0] ?? null;
    if (seatNumber !== null) storage.setTabSeat(match, seatNumber);
  }
  const seat = seatNumber === null ? null : (tokens.seats[seatNumber] ?? null);
  return { host: tokens.host ?? null, seat, guest: invite ?? watch ?? tokens.invite ?? tokens.watch ?? null, seatNumber: seat ? seatNumber : null };
}

export function TablePage({ match, invite, watch, god }: Props) {
  const [link, setLink] = useState<TableLink | null>(null);
  useEffect(() => {
    // The god view has its own connection, because it cannot play.
    const host = god ? storage.tokens(match).host : undefined;
    const made = new TableLink(match, host ? { host, eyes: 'god' } : credentialsOf(match, invite, watch));
    setLink(made);
    if (import.meta.env.DEV || location.search.includes('test')) Object.assign(window, { rulebookLink: made });
    return () => made.close();
  }, [match, invite, watch, god]);
  return link ? <Joined link={link} invite={invite} watch={watch} /> : <main id="main" className="plain" aria-busy="true" />;
}

function Joined({ link, invite, watch }: { link: TableLink; invite: string | null; watch: string | null }) {
  const text = useText();
  const state = useSyncExternalStore(link.subscribe, link.snapshot);
  const { status } = state;
  const [loaded, setGame] = useState<GamePage | null>(null);
  const game = useMemo(() => loaded && translatedPage(loaded, text), [loaded, text]);
  useEffect(() => {
    if (!status) return;
    // Use the rules with which the match started, because the server may have newer ones.
    void api.gameOf(link.match, status.game, invite ?? watch ?? storage.bearer(link.match)).then((page) => {
      bringTranslations(page.meta.translations);
      setPictureRoot(picturesOf(page.meta.rulesId));
      setGame(page);
    });
    // The rules do not change during a match, so they are loaded only once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [link, status?.source]);
  useEffect(() => {
    const seats = status?.nextSeats ?? [];
    if (!state.next || status?.next !== state.next) return;
    copyTokens(link.match, state.next, seats);
    go(`#/t/${state.next}`);
  }, [state.next, status, link]);
  useEffect(() => {
    if (state.unseated === 0) return;
    const seat = storage.tabSeat(link.match);
    if (seat !== null) storage.dropSeat(link.match, seat);
    notice(text.table.unseated);
    link.rejoin({ host: storage.tokens(link.match).host ?? null, guest: invite ?? watch });
    // This must run only when the counter changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [state.unseated]);
  useEffect(() => {
    if (state.broadcast) notice(state.broadcast.text);
  }, [state.broadcast]);
  const was = useRef(true);
  useEffect(() => {
    if (state.connected && !was.current && state.everConnected) notice(text.table.back);
    if (state.everConnected) was.current = state.connected;
  }, [state.connected, state.everConnected, text]);

  if (status?.phase === 'over' && (!status.key || !state.view)) {
    // There is no scene to show: the table was closed before the deal, or it was played with another version.
    return (
      <NoTable>
        <h1>{status.closed ? text.over.closed : (game?.meta.gameName ?? text.over.closed)}</h1>
        <p className="lead">{serverText(status.closed ?? status.outcome?.reason ?? '', text)}</p>
      </NoTable>
    );
  }
  if (state.refused) {
    return (
      <NoTable>
        <LoadError error={new Error(state.refused)} />
      </NoTable>
    );
  }
  if (!status || !game) return <main id="main" className="plain" aria-busy="true" />;
  const command = async (command: Command) => {
    const ack = await link.command(command);
    if (!ack.accepted) notice(serverText(ack.reason ?? text.errors.offline, text), true);
    return ack.accepted;
  };
  const common = { link, state, status, game, command, invite: invite ?? watch };
  const lost = state.everConnected && !state.connected;
  return (
    <>
      {lost && (
        <div className="lost" role="alert">
          {text.table.lost}
        </div>
      )}
      {status.phase === 'lobby' ? <WaitingRoom {...common} /> : <Playing {...common} />}
    </>
  );
}

/** The page for a table that cannot be shown. It has the reason and a link to the lobby. */
function NoTable({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <main id="main" className="plain">
      <Brand />
      {children}
      <p>
        <a className="button" href="#/">
          {text.over.lobby}
        </a>
      </p>
    </main>
  );
}

export type TablePageProps = {
  link: TableLink;
  state: ReturnType<TableLink['snapshot']>;
  status: Status;
  game: GamePage;
  command: (command: Command) => Promise<boolean>;
  invite: string | null;
};

function Playing({ link, state, status, game, command }: TablePageProps) {
  const text = useText();
  const [settings] = useSettings();
  const still = isMotionOff(settings);
  const { show, said, duration, upToDate, skip } = useAnimationQueue(link, state, still, animationSpeed(settings));
  const [tab, setTab] = useState<Tab | null>(null);
  const [opened, setOpen] = useState<boolean | null>(null);
  const [viewed, setViewed] = useState<number | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const [held, setHeld] = useState<Selection>(NO_SELECTION);
  const [taken, setTaken] = useState<number | null>(null);
  const [answered, setAnswered] = useState(false);
  const [flipped, setFlipped] = useState(false);
  const [seen, setSeen] = useState(false);
  const [asked, setAsked] = useState(false);
  const small = useMedia('(max-width: 700px), (max-height: 500px)');
  const wideAndLow = useMedia('(max-height: 500px) and (min-width: 600px)');
  const [waved, setWaved] = useState(false);
  const failed = status.fault?.seat ?? null;
  useEffect(() => void setWaved(false), [failed]);
  const scene = show?.scene ?? null;
  const own = seatOf(show?.viewer);
  const ask = upToDate && status.phase === 'playing' ? (show?.ask ?? null) : null;
  const person = own !== null && status.seats[own]?.driver.kind === 'person';
  const active = ask !== null && person && !status.paused && state.sending === 0 && state.connected;
  // A board game shows its moves beside the board, so its panel is closed at first.
  const hasBoard = Boolean(scene?.board);
  const open = opened ?? (!hasBoard && window.innerWidth > 1000);
  const { moves } = state;
  const at = Math.min(viewed ?? moves.length, moves.length);
  const newest = state.view?.scene ?? null;
  const past = useMemo(() => (hasBoard && newest && at < moves.length ? sceneAt(newest, moves, at) : null), [hasBoard, newest, moves, at]);
  const go = useCallback((to: number) => setViewed(to >= moves.length ? null : Math.max(0, to)), [moves.length]);
  useMoveKeys(hasBoard ? { moves, at, go } : null);
  const choices = useMemo(() => (scene ? new Choices(scene, ask?.offers ?? []) : null), [scene, ask]);
  const seats = status.seats;
  const alone = seats.length === 1;
  const host = Boolean(storage.tokens(link.match).host);
  useOwnModel({ link, ask, scene, own, status, game, history: state.history });

  useEffect(() => {
    setHint(null);
    setPointed(null);
  }, [show]);
  const newestMove = useRef(moves.at(-1));
  newestMove.current = moves.at(-1);
  useEffect(() => {
    const sound = settings.sound && show ? soundOf(show.steps, show.scene, newestMove.current) : null;
    if (sound) playSound(sound);
  }, [show, settings.sound]);

  // Ignore a second click on the same decision, such as the second half of a double click.
  const sent = useRef(-1);
  useEffect(() => {
    sent.current = -1;
  }, [state.view]);
  const play = useCallback(
    async (offer: Offer) => {
      if (!ask || sent.current === ask.number) return;
      sent.current = ask.number;
      // In a solo game, undo takes a pick back. The move that returns the card is not played, because it may cost a turn.
      const back = alone && status.terms.undo && state.view?.undo && offer.gesture.kind === 'button' && offer.text === choices?.putBack(taken !== null)?.text;
      if (back && (await link.command({ kind: 'agree', deal: 'undo' })).accepted) {
        sent.current = -1;
        return setTaken(null);
      }
      setTaken(pickedBy(offer));
      setAnswered(true);
      const ack = await link.answer(ask.number, [offer.text ?? '']);
      if (!ack.accepted) sent.current = -1;
      if (!ack.accepted && ack.reason) notice(serverText(ack.reason, text), true);
    },
    [ask, link, alone, choices, taken, status.terms.undo, state.view?.undo],
  );
  const playTogether = useCallback(
    async (offers: Offer[]) => {
      if (!ask || offers.length === 0 || sent.current === ask.number) return;
      sent.current = ask.number;
      setAnswered(true);
      const ack = await link.answer(ask.number, offers.map((offer) => offer.text ?? ''));
      if (!ack.accepted) sent.current = -1;
      if (!ack.accepted && ack.reason) notice(serverText(ack.reason, text), true);
    },
    [ask, link, text],
  );
  const forced = settings.forced && active && ask ? forcedMove(ask.offers) : null;
  useEffect(() => {
    if (!forced) return;
    // The pause shows players what happens.
    const timer = setTimeout(() => void play(forced), 700);
    return () => clearTimeout(timer);
  }, [forced, play]);
  const refuse = useCallback(
    async (what: Selection, zone: string | null, square: Square | null) => {
      const tried = scene ? gestureOf(scene, what, zone, square) : null;
      const token = own === null ? null : storage.tokens(link.match).seats[own];
      const why = tried ? await api.why(link.match, token, tried).catch(() => null) : null;
      notice(refusalText(why, what, scene, ask?.offers ?? [], seats, own, text), true);
    },
    [ask, text, scene, own, seats, link],
  );

  useMovesKey(
    useCallback(() => {
      setTab('moves');
      setOpen(true);
    }, []),
  );

  const waitsForOwn = own !== null && status.phase === 'playing' && person && (newest?.due ?? []).includes(own) && state.view?.ask !== null && state.view?.ask !== undefined;
  useTurnAlert({ mine: waitsForOwn, title: game.meta.gameName, words: text.table.yourTurn, settings });
  useEffect(() => {
    if (own !== null) storage.set(`last:${link.match}`, status.phase === 'playing' ? { mine: waitsForOwn } : null);
  }, [link, own, waitsForOwn, status.phase]);
  // The last move stays visible for a moment before the result covers it, and longer if it made a line.
  const lined = (scene?.board?.marks ?? []).some(([, mark]) => mark === 'line');
  const ended = status.phase === 'over' && upToDate;
  const [shownResult, setShownResult] = useState(false);
  const playedHere = useRef(false);
  playedHere.current ||= status.phase === 'playing';
  useEffect(() => {
    if (ended && playedHere.current && settings.sound) playSound('end');
  }, [ended, settings.sound]);
  useEffect(() => {
    if (!ended) return setShownResult(false);
    const timer = setTimeout(() => setShownResult(true), hasBoard ? (lined ? LINE_MS : LAST_MOVE_MS) : 0);
    return () => clearTimeout(timer);
  }, [ended, hasBoard, lined]);

  const history = useMemo(() => (scene ? logLines(state.history, scene, seats, own, text) : []), [state.history, scene, seats, own, text]);
  const record = useMemo(() => (scene ? trickRecord(state.history, scene) : []), [state.history, scene]);
  const turns = useMemo(() => (scene ? turnRecord(state.history, scene) : []), [state.history, scene]);
  // Once a game has had more buttons than the header holds, buttons stay above the table, so that nothing jumps.
  const manyButtons = useRef(false);
  manyButtons.current ||= (scene?.buttons ?? []).length > 8;
  if (!scene || !show) return <main id="main" className="plain" aria-busy="true" />;

  // Between two hands, any player may deal.
  const between = Boolean(scene.betweenHands) && status.phase === 'playing' && upToDate;
  const due = status.phase === 'playing' && !between ? (scene.due ?? []) : [];
  const names = due.map((seat) => seatName(seats, seat, own, text)).join(', ');
  const say = (words: string) => withNames(withSymbols(words, scene), seats, own, text);
  const task = splitPicks(scene.prompt ?? '');
  const prompt = capital(say(task.task)) || taskWords(trickTask(scene, ask?.offers ?? []), text);
  const counted = scene.turn ? text.playmat.turn(scene.turn.number, seatName(seats, scene.turn.seat, own, text), scene.turn.seat === own) : '';
  const phase = counted ? counted : scene.phase && (scene.phases ?? []).length === 0 ? capital(withNames(spacedName(scene.phase), seats, own, text)) : '';
  const turn = status.phase === 'over' ? text.over.ended : between ? text.table.nextRound : own !== null && due.includes(own) ? (ask || !upToDate ? text.table.yourTurn : text.table.decided) : due.length > 1 ? text.table.together : due.length === 1 ? text.table.waitFor(names) : '';
  // The phase is not shown if the text about the turn already contains it. At a card table the prompt says more than the plain name of a phase.
  const stage = phase === turn || (!counted && /^\w+$/.test(scene.phase ?? '') && isMat(scene, game.layouts)) ? '' : phase;
  const getHint = async () => {
    setAsked(true);
    try {
      const token = own === null ? null : storage.tokens(link.match).seats[own];
      setHint((await api.hint(link.match, token)).text);
    } catch (error) {
      notice(errorText(error as Error, text), true);
    } finally {
      setAsked(false);
    }
  };
  const readAiLog = () => {
    setWaved(true);
    setTab('info');
    setOpen(true);
    requestAnimationFrame(() => document.getElementById('ai-log')?.focus());
  };
  const hintLabel = ask?.offers.find((offer) => offer.text === hint)?.label;
  const value = { scene, seats, own, choices: choices!, held, active, refuse: () => undefined, onGesture: (done: { play: Offer[] } | { held: Selection }) => ('play' in done ? done.play[0] && void play(done.play[0]) : setHeld(done.held)), aimed: new Set<number>(), hinted: { cards: new Set<number>(), zones: new Set<string>(), squares: new Set<string>() } };
  // If there are many buttons, or the screen is small, buttons have their own row. On a low and wide screen, a few buttons are in the
  // header, which saves the row.
  const round = isMat(scene, game.layouts);
  const few = wideAndLow && (scene.buttons ?? []).length <= 3 && (choices?.numbers() ?? []).length === 0;
  const bar = !round && !hasBoard && ((small && !few) || manyButtons.current);
  const idle = status.phase === 'over' ? withDot(text.over.ended) : own === null ? text.table.watching : state.connected ? undefined : text.table.lost;
  const startOffer = between ? (ask?.offers.find((offer) => offer.kind === 'startHand') ?? null) : null;
  const starts = between && !startOffer && own !== null;
  const deal = (startOffer || starts) && (
    <span className="round">
      <button className="button primary" autoFocus onClick={() => (startOffer ? void play(startOffer) : void command({ kind: 'start' }))}>
        {text.table.startRound}
      </button>
    </span>
  );
  const promptLine = (
    <div className="prompt" aria-live="polite">
      {own === null && status.phase === 'playing' && <span className="watching">{show.viewer === 'God' ? text.table.allCardsOn : text.table.watching}</span>}
      {prompt && <span>{prompt}</span>}
      {task.picks && <span className="picked">{text.table.picks(task.picks)}</span>}
      {!round && deal}
      {!round && stage && small && !wideAndLow && <span className="phase">{stage}</span>}
      {hintLabel && <span className="hint-words">{text.table.hint}: {say(hintLabel)}</span>}
      {held.cards.length > 0 && <span className="picked">{text.table.selected(held.cards.length)}</span>}
    </div>
  );
  const caption = <Caption said={said.filter((step) => !isPhase(step.text, scene)).map((step) => announcement(step, scene, seats, own, text))} anew={!show.follows || isDealt(show.steps)} />;
  const board = hasBoard ? { moves, at, go, past: past !== null, flip: () => setFlipped(!flipped), actions: <BoardActions status={status} own={own} undo={state.view?.undo ?? false} command={command} back={past !== null ? () => setViewed(null) : null} /> } : undefined;
  const clock = status.terms.clock;
  const pace = hasBoard && clock?.gameMs ? text.table.timed(Math.round(clock.gameMs / 60_000), Math.round((clock.incrementMs ?? 0) / 1000)) : '';
  const company = { status, signs: state.reactions, due: past ? (past.due ?? []) : due, prompt: promptLine, caption: hasBoard ? undefined : caption, round: deal || undefined, board, tricks: record };
  return (
    <div className={`table-page${open ? ' with-side' : ''}${hasBoard ? ' board-page' : ''}`}>
      <header className="bar table-bar">
        <a className="button ghost icon" href="#/" aria-label={text.table.leave} title={text.table.leave}>
          <Icon name="lobby" />
        </a>
        <div className="what">
          <h1>{game.meta.gameName}</h1>
          <p className={own !== null && due.includes(own) ? 'turn mine' : 'turn'}>
            <b>{turn}</b>
            {pace && <span className="phase">{pace}</span>}
            {stage && (!small || wideAndLow) && <span className="phase">{stage}</span>}
          </p>
        </div>
        <div className="tools">
          <span id={SCORES_PLACE} />
          {!bar && !round && !hasBoard && (
            <TableContext value={value}>
              <Actions where="header" grid={actionsOf(game?.layouts, scene)} />
            </TableContext>
          )}
          {active && mayAssist(status) && (
            <button className="button" disabled={asked} onClick={() => void getHint()}>
              {asked ? '…' : text.table.hint}
            </button>
          )}
          {own !== null && status.phase === 'playing' && status.terms.undo && upToDate && !hasBoard && (
            <UndoButton can={state.view?.undo ?? false} alone={alone} answered={answered} takeBack={() => void command({ kind: 'agree', deal: 'undo' })} />
          )}
          {own !== null && seats.length > 1 && <Reactions make={(reaction) => void link.react(reaction)} />}
          <SettingsButton />
          <button className="button ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
            {text.table.more}
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="playing">
        <Banner status={status} own={own} command={command} />
        {status.fault && waved && (
          <p className="banner warn">
            {text.table.fault}
            <button className="button" onClick={() => setWaved(false)}>
              {text.table.whatNow}
            </button>
          </p>
        )}
        {!round && !hasBoard && (
        <div className="above">
        <Seats seats={seats} own={own} due={due} status={status} sides={scene.board?.sides ?? []} choices={active ? choices : null} pick={(seat) => choices && void play(choices.seat(seat)[0]!)} signs={state.reactions} />
        <Phases scene={scene} />
        <div className="told">
        {promptLine}
        {caption}
        </div>
        </div>
        )}
        {bar && !hasBoard && (
          <TableContext value={value}>
            <Actions where="bar" grid={actionsOf(game?.layouts, scene)} />
          </TableContext>
        )}
        <Table company={company} inTable={!bar && !small} scene={past ?? scene} steps={past ? NO_STEPS : show.steps} layouts={game.layouts} seats={seats} own={own} ask={past ? null : ask} active={active && !past} duration={past ? 120 : duration} hint={pointed ?? hint} flipped={flipped} onPlay={(offer) => void play(offer)} onPlayTogether={(offers) => void playTogether(offers)} onRefused={(what, zone, square) => void refuse(what, zone, square)} held={held} setHeld={setHeld} taken={taken} skip={upToDate ? undefined : skip} />
      </main>
      {open && <SidePanel tab={tab} listMoves={settings.listMoves} setTab={setTab} offers={ask?.offers ?? []} active={active} play={(offer) => void play(offer)} point={setPointed} lines={history} record={record.length > 0 ? <TrickRecord deals={record} seats={seats} own={own} /> : turns.length > 0 ? <TurnRecord deals={turns} seats={seats} own={own} /> : null} rules={game.rules} say={say} idle={idle} close={() => setOpen(false)} info={<TableInfo link={link} status={status} own={own} command={command} ai={state.ai} dealt={game.dealt} />} />}
      {status.fault && !waved && (
        <Dialog title={text.table.fault} close={() => setWaved(true)}>
          <p>
            {seatName(seats, status.fault.seat, own, text)}: {serverText(status.fault.text, text)}
          </p>
          <div className="row">
            {(own !== null || host) && (
              <button className="button primary" onClick={() => void command({ kind: 'retry' })}>
                {text.table.retry}
              </button>
            )}
            {(own === failed || (host && !seats[status.fault.seat]?.owner)) && <button className="button" onClick={() => void command({ kind: 'drive', seat: status.fault!.seat, driver: { kind: 'bot', spec: 'medium' } }).then((done) => done && command({ kind: 'retry' }))}>
              {text.table.takeOver}
            </button>}
            {state.ai.length > 0 && (
              <button className="button" onClick={readAiLog}>
                {text.table.aiLog}
              </button>
            )}
            <a className="button ghost" href={api.logPath(link.match)} onClick={(event) => saveLog(event, link.match, text)}>
              {text.table.log}
            </a>
            <a className="button ghost" href="#/">
              {text.over.lobby}
            </a>
          </div>
        </Dialog>
      )}
      {ended && shownResult && !seen && <Outcome link={link} status={status} own={own} sides={scene.board?.sides ?? []} command={command} close={() => setSeen(true)} dealt={game.dealt} />}
      {status.phase === 'over' && seen && (
        <button className="button primary floating" onClick={() => setSeen(false)}>
          {text.over.ended}
        </button>
      )}
    </div>
  );
}

/** The prompt of a player who has to play to a trick. */
function taskWords(task: TrickTask | null, text: Text): string {
  if (!task) return '';
  const said = text.table.tricks;
  return task.kind === 'follow' || task.kind === 'free' ? said[task.kind](text.cards.suits[task.suit] ?? task.suit) : said[task.kind];
}

const NO_STEPS: never[] = [];
/** How long the last move of a board game is shown before the result, in milliseconds. */
const LAST_MOVE_MS = 700;
/** How long the last move is shown if it completed a line, in milliseconds. */
const LINE_MS = 2200;

/** The buttons of a player beside a board: take back, draw, resign. Each keeps its place if it cannot be used. */
function BoardActions({ status, own, undo, command, back }: { status: Status; own: number | null; undo: boolean; command: TablePageProps['command']; back: (() => void) | null }) {
  const text = useText();
  const [sure, setSure] = useState(false);
  const playing = status.phase === 'playing';
  useEffect(() => {
    if (!sure) return;
    const timer = setTimeout(() => setSure(false), 4000);
    return () => clearTimeout(timer);
  }, [sure]);
  if (back) {
    return (
      <button type="button" className="button primary" onClick={back}>
        {text.table.present}
      </button>
    );
  }
  if (own === null || !playing) return null;
  const machines = status.seats.some((place) => place.driver.kind === 'bot' || place.driver.kind === 'llm');
  const offered = status.offers.some((offer) => offer.deal === 'draw' && offer.by === own);
  return (
    <>
      {status.terms.undo && (
        <button type="button" className="button" disabled={!undo} onClick={() => void command({ kind: 'agree', deal: 'undo' })}>
          <Icon name="undo" size={18} /> {text.table.takeBack}
        </button>
      )}
      {!machines && status.seats.length > 1 && (
        <button type="button" className="button" disabled={offered} onClick={() => void command({ kind: 'agree', deal: 'draw' })}>
          <b aria-hidden="true">½</b> {offered ? text.table.drawOffered : text.table.drawShort}
        </button>
      )}
      <button type="button" className={sure ? 'button danger' : 'button resign'} onClick={() => (sure ? void command({ kind: 'resign' }).then(() => setSure(false)) : setSure(true))}>
        <Icon name="flag" size={18} /> {sure ? text.table.reallyResign : text.table.resign}
      </button>
    </>
  );
}

/** Time in milliseconds after which a player who is away is named above the table. */
const LONG_AWAY_MS = 60_000;
/** Time in milliseconds after which the server lets other players hand the seat to a bot. */
const CLAIM_MS = 120_000;

/**
 * Names a player who has been away for long, with buttons to pause and to let a bot play. In a timed match between people the clock decides,
 * so there are no buttons.
 */
function AwayBanner({ status, own, command }: { status: Status; own: number | null; command: TablePageProps['command'] }) {
  const text = useText();
  const [now, setNow] = useState(() => Date.now());
  const others = (status.away ?? []).filter(({ seat }) => seat !== own && status.seats[seat]?.driver.kind === 'person');
  const some = others.length > 0;
  useEffect(() => {
    if (!some) return;
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, [some]);
  const gone = others.filter(({ since }) => now - since >= LONG_AWAY_MS);
  if (gone.length === 0 || status.paused || status.phase !== 'playing') return null;
  return (
    <p className="banner warn">
      {text.table.isAway(gone.map(({ seat }) => seatName(status.seats, seat, own, text)).join(', '), gone.length)}
      {!status.clocks && own !== null && (
        <button className="button" onClick={() => void command({ kind: 'pause', on: true })}>
          {text.table.pause}
        </button>
      )}
      {own !== null && mayAssist(status) && gone.filter(({ since }) => now - since >= CLAIM_MS).map(({ seat }) => (
        <button key={seat} className="button" onClick={() => void command({ kind: 'drive', seat, driver: { kind: 'bot', spec: 'medium' } })}>
          {text.table.botFor(seatName(status.seats, seat, own, text))}
        </button>
      ))}
    </p>
  );
}

/** Messages above the table: warnings, pause and proposals. */
function Banner({ status, own, command }: { status: Status; own: number | null; command: TablePageProps['command'] }) {
  const text = useText();
  const others = status.offers.filter((offer) => own !== null && !offer.agreed.includes(own) && status.phase === 'playing');
  return (
    <>
      {status.warningKinds.map((warning) => (
        <p key={JSON.stringify(warning)} className="banner warn">
          <b>{text.table.warning}:</b> {warningText(warning, text)}
        </p>
      ))}
      <AwayBanner status={status} own={own} command={command} />
      {status.paused && (
        <p className="banner">
          {text.table.paused}
          <button className="button" onClick={() => void command({ kind: 'pause', on: false })}>
            {text.table.goOn}
          </button>
        </p>
      )}
      {others.map((offer) => (
        <p key={offer.deal} className="banner" role="alert">
          {text.table.proposal(seatName(status.seats, offer.by, own, text), text.table.deals[offer.deal] ?? offer.deal)}
          <button className="button primary" onClick={() => void command({ kind: 'agree', deal: offer.deal })}>
            {text.table.agree}
          </button>
          <button className="button" onClick={() => void command({ kind: 'decline', deal: offer.deal })}>
            {text.table.decline}
          </button>
        </p>
      ))}
    </>
  );
}


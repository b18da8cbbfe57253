/** The replay of a match. It can be played or stepped through, from the view of any seat. Each position has its own link. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { picturesOf, setPictureRoot } from '../logic/card_pictures';
import { animationFrames, frameDuration, type AnimationFrame } from '../logic/animation_frames';
import { errorText } from '../logic/refusal';
import { NO_SELECTION } from '../logic/offers';
import { announcement, logLines } from '../logic/match_log';
import { isMat } from '../logic/mat';
import { capital, seatName, withSymbols, withNames } from '../logic/phrases';
import type { Frame, SeatInfo, ReplayPage as Page } from '../messages';
import { api, type GamePage } from '../net/api';
import { storage } from '../net/storage';
import { isMotionOff, useSettings } from '../settings';
import { useText } from '../text';
import { bringTranslations, translatedPage } from '../text/game_words';
import { Brand, LoadError } from './Page';
import { SettingsButton } from './SettingsDialog';
import { CopyLink } from './WaitingRoom';
import { Caption } from './Caption';
import { Icon } from './Icon';
import { notice } from './Notices';
import { Seats } from './Seats';
import { ReplayMoves } from './ReplayMoves';
import { Table } from './Table';

type Props = { match: string | null; at: number; as: string | null };

/** The view from the own seat in a match. `spectator` if this browser had no seat there. */
function ownEyes(match: string | null): string {
  if (match === null) return 'spectator';
  const seat = storage.tabSeat(match) ?? Object.keys(storage.tokens(match).seats)[0];
  return seat === undefined || seat === null ? 'spectator' : String(seat);
}

export function ReplayPage({ match, at, as }: Props) {
  const text = useText();
  const [file, setFile] = useState<string | null>(null);
  const [opened, setOpened] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const [first, setFirst] = useState<Page | null>(null);
  const [eyes, setEyes] = useState(() => as ?? ownEyes(match));
  const [frames, setFrames] = useState<Frame[]>([]);
  const [loaded, setGame] = useState<GamePage | null>(null);
  const game = useMemo(() => loaded && translatedPage(loaded, text), [loaded, text]);
  const load = useCallback((from: number) => api.replay(match, file, eyes, from, match && storage.bearer(match)), [match, file, eyes]);
  useEffect(() => {
    if (!match && !file) return;
    // After a change of view, the old frames are shown until the new ones are loaded. The position stays the same.
    let there = true;
    const all = async () => {
      let page = await load(0);
      if (!there) return;
      setFirst(page);
      setFrames(page.frames);
      let have = page.frames;
      while (have.length < page.entries && page.frames.length > 0 && there) {
        page = await load(have.length);
        have = [...have, ...page.frames];
        if (there) setFrames(have);
      }
    };
    all().catch((why: Error) => {
      if (!there) return;
      if (eyes === 'spectator') return setError(why);
      // The viewer may not have the requested view, so show the view of a spectator.
      notice(errorText(why, text), true);
      setEyes('spectator');
    });
    return () => {
      there = false;
    };
  }, [load, match, file, eyes]);
  useEffect(() => {
    if (!first) return;
    // Use the rules with which the match started. For a log file, use the rules of this server, if it has the game.
    const here = match && !file ? match : null;
    void api.gameOf(here, first.game, here && storage.bearer(here)).then((page) => {
      bringTranslations(page.meta.translations);
      setPictureRoot(picturesOf(page.meta.rulesId));
      setGame(page);
    });
  }, [first?.game, match, file]);
  const open = async (list: FileList | null) => {
    const chosen = list?.[0];
    setError(null);
    if (!chosen) return;
    setFile(await chosen.text());
    setOpened(opened + 1);
    setFrames([]);
  };
  const [listed, setListed] = useState(() => globalThis.innerWidth > 1000);
  const beside = Boolean(frames[0]?.scene.board) && frames.slice(1).every((entry) => entry.record);
  return (
    <div className={`table-page replaying${listed && !beside && first && game && frames.length > 0 ? ' with-side' : ''}${beside ? ' board-page' : ''}`}>
      <header className="bar table-bar">
        <Brand />
        <div className="what">
          <h1>{game ? `${text.replay.title}: ${game.meta.gameName}` : text.replay.title}</h1>
        </div>
        <span className="grow" />
        <label className="button file">
          {text.replay.file}
          <input type="file" accept=".jsonl,.log,application/json" onChange={(event) => void open(event.target.files)} />
        </label>
        <SettingsButton />
      </header>
      {first && game && frames.length > 0 && !error ? (
        <Player key={`${match} ${opened}`} page={first} frames={frames} game={game} match={match} start={at} eyes={eyes} setEyes={setEyes} listed={listed} setListed={setListed} />
      ) : (
        <main id="main" tabIndex={-1} className="playing">
          {error && <LoadError error={error} />}
          {!error && !match && !file && <p className="lead">{text.replay.empty}</p>}
        </main>
      )}
    </div>
  );
}

/** The animation frame to show. One step forward is animated. After a jump, the final scene is shown at once. */
function useReplayFrame(frames: Frame[], place: number, speed: number, still: boolean): { beat: AnimationFrame; final: boolean; duration: number } {
  const was = useRef(place);
  const [shown, setShown] = useState({ place, nth: 0 });
  const all = useMemo(() => {
    const { scene, steps } = frames[place]!;
    const forward = place === was.current + 1;
    was.current = place;
    return forward ? animationFrames(frames[place - 1]!.scene, { scene, steps, follows: true }, new Map()) : [{ scene, steps: [], said: [], hold: 0 }];
    // Loading more frames does not change the earlier ones.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [frames[place], place]);
  const nth = shown.place === place ? Math.min(shown.nth, all.length - 1) : 0;
  const final = nth === all.length - 1;
  const { travel, stay } = frameDuration(all[nth]!, final, 0, still);
  useEffect(() => {
    if (final) return;
    const timer = setTimeout(() => setShown({ place, nth: nth + 1 }), stay / speed);
    return () => clearTimeout(timer);
  }, [place, nth, final, stay, speed]);
  return { beat: all[nth]!, final, duration: travel / speed };
}

/** The names that bots have in logs. */
const MACHINE = /^(random|first|greedy|flat|easy|medium|hard|expert|mcts|ismcts|alphabeta|ab)(:\d+)?$/;

type PlayerProps = { page: Page; frames: Frame[]; game: GamePage; match: string | null; start: number; eyes: string; setEyes: (eyes: string) => void; listed: boolean; setListed: (listed: boolean) => void };

function Player({ page, frames, game, match, start, eyes, setEyes, listed, setListed }: PlayerProps) {
  const text = useText();
  const said = text.replay;
  const [settings] = useSettings();
  const [at, setAt] = useState(start);
  const [runs, setRuns] = useState(false);
  const [speed, setSpeed] = useState(1);
  const place = Math.max(0, Math.min(at, frames.length - 1));
  const frame = frames[place]!;
  const still = isMotionOff(settings);
  const { beat, final, duration } = useReplayFrame(frames, place, speed, still);
  useEffect(() => {
    if (!runs || !final) return;
    if (place >= page.entries - 1) return setRuns(false);
    const timer = setTimeout(() => setAt(place + 1), 1100 / speed);
    return () => clearTimeout(timer);
  }, [runs, final, place, speed, page.entries, frames.length]);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (/INPUT|SELECT/.test((event.target as HTMLElement).tagName)) return;
      if (event.key === 'ArrowRight') setAt(place + 1);
      if (event.key === 'ArrowLeft') setAt(place - 1);
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [place]);
  const seats: SeatInfo[] = useMemo(() => page.names.map((name) => (MACHINE.test(name) ? { driver: { kind: 'bot', spec: name } } : { owner: name, driver: { kind: 'person' } })), [page]);
  const own = /^\d+$/.test(eyes) ? Number(eyes) : null;
  // The line for an entry. If the entry has no steps, for example because a card was picked, the move text is shown.
  const tell = useCallback(
    (entry: Frame, nth: number, most: number): string => {
      if (nth === 0) return capital(entry.scene.board ? said.start : said.deal);
      const told = logLines(entry.steps, entry.scene, seats, own, text).map((line) => line.text).slice(0, most).join(' · ');
      const who = entry.seat !== undefined && entry.seat !== null ? `${seatName(seats, entry.seat, own, text)}: ` : '';
      return capital(told || `${who}${withNames(withSymbols(entry.text ?? '', entry.scene), seats, own, text)}`);
    },
    [seats, own, said, text],
  );
  const words = tell(frame, place, 4);
  const entries = useMemo(() => (listed ? frames.map((entry, nth) => tell(entry, nth, 1)) : []), [listed, frames, tell]);
  const round = isMat(beat.scene, game.layouts);
  // A board game shows its moves beside the board, in the notation of the game. Entry 0 is the start, so a move has the index of its entry.
  const records = useMemo(() => frames.flatMap((entry) => (entry.record ? [entry.record] : [])), [frames]);
  const [flipped, setFlipped] = useState(false);
  const board = beat.scene.board && records.length > 0 && records.length === frames.length - 1 ? { moves: records, at: place, go: setAt, past: place < frames.length - 1, flip: () => setFlipped(!flipped), actions: null } : undefined;
  const link = match ? `${location.origin}${location.pathname}#/replay/${match}?at=${place}&as=${eyes}` : null;
  return (
    <>
    <main id="main" tabIndex={-1} className="playing">
      {!round && !board && <Seats seats={seats} own={null} due={frame.scene.due ?? []} status={null} sides={frame.scene.board?.sides ?? []} choices={null} pick={() => undefined} past />}
      <div className={board ? 'told sr-only' : 'told'}>
      <div className="prompt" aria-live="polite">
        <span>{words}</span>
        <span>{capital(withNames(frame.scene.prompt ?? '', seats, own, text))}</span>
      </div>
      <Caption said={beat.said.map((step) => announcement(step, beat.scene, seats, own, text)).filter((told) => !words.toLowerCase().includes(told.toLowerCase()))} />
      </div>
      <Table company={{ status: null, signs: [], due: frame.scene.due ?? [], past: true, prompt: null, board }} scene={beat.scene} steps={beat.steps} layouts={game.layouts} seats={seats} own={own} ask={null} active={false} duration={duration} hint={null} flipped={flipped} onPlay={() => undefined} held={NO_SELECTION} setHeld={() => undefined} />
      <div className="player">
        <div className="row">
          <button className="button" onClick={() => setAt(0)} aria-label={said.first}><Icon name="first" /></button>
          <button className="button" onClick={() => setAt(place - 1)} disabled={place === 0} aria-label={said.previous}><Icon name="back" /></button>
          <button className="button primary" onClick={() => setRuns(!runs)}>{runs ? said.pause : said.play}</button>
          <button className="button" onClick={() => setAt(place + 1)} disabled={place >= frames.length - 1} aria-label={said.next}><Icon name="on" /></button>
          <button className="button" onClick={() => setAt(frames.length - 1)} aria-label={said.last}><Icon name="last" /></button>
        </div>
        <input type="range" min={0} max={page.entries - 1} value={place} onChange={(event) => setAt(Number(event.target.value))} aria-label={said.position(place, page.entries - 1)} />
        <span className="mono">{said.position(place, page.entries - 1)}</span>
        <label className="inline">
          {said.speed}
          <select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
            {[0.5, 1, 2, 4, 8].map((one) => (
              <option key={one} value={one}>{one}×</option>
            ))}
          </select>
        </label>
        <label className="inline">
          {said.as}
          <select value={eyes} onChange={(event) => setEyes(event.target.value)}>
            <option value="spectator">{said.spectator}</option>
            <option value="god">{said.everybody}</option>
            {page.names.map((name, seat) => (
              <option key={seat} value={seat}>{MACHINE.test(name) ? seatName(seats, seat, null, text) : name}</option>
            ))}
          </select>
        </label>
        {!board && <button className="button" aria-expanded={listed} onClick={() => setListed(!listed)}>{text.table.moves}</button>}
        {link && <CopyLink label={said.link} link={link} />}
      </div>
    </main>
    {listed && !board && <ReplayMoves entries={entries} place={place} go={setAt} close={() => setListed(false)} />}
    </>
  );
}

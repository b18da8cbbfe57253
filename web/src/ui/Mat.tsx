/** The card table: seats round it, zones by their roles, the prompt above the viewer's own hand, and the dock beside it. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { styleOf, type Layout, type Sorter } from '../logic/layout';
import { CAPTION, placeMat, seatOrder } from '../logic/mat';
import { bestMelds, deadwoodAfterTaking, hasMelds } from '../logic/melds';
import type { Choices } from '../logic/offers';
import { canFinish, nextToFinish } from '../logic/patience';
import { capital, seatName } from '../logic/phrases';
import { lastWon, type DealRecord } from '../logic/trick_record';
import { shownTrump, winningFace } from '../logic/winning_card';
import { nextDeal, seatScores, tableFacts, trackDeals, type DealResult, type DealTracker, type SeatScore } from '../logic/seat_scores';
import type { Scene, Status, Step, ZoneScene } from '../messages';
import { storage } from '../net/storage';
import { SuitSign } from '../art/SuitSign';
import { suitOf } from '../logic/cards';
import { useText } from '../text';
import { gameText } from '../text/game_words';
import { ChoiceBox, Dock } from './Actions';
import type { BoardCompany } from './BoardTable';
import { MatPile, ZoneChip, sorterLabel } from './MatPile';
import { ScoresWindow } from './Scoreboards';
import { SeatPlate, clockText, type SeatReaction } from './Seats';
import { TrickFace } from './TrickRecord';
import { useTable } from './tableContext';

/** The data about players that the page passes to the table. */
export type Company = {
  status: Status | null;
  signs: SeatReaction[];
  /** The seats that are due. */
  due: number[];
  /** Set in replays: nobody is shown as thinking. */
  past?: boolean;
  /** The words above the viewer's own hand. */
  prompt: ReactNode;
  /** Announcements at the top of the table. */
  caption?: ReactNode;
  /** The button that deals the next round. */
  round?: ReactNode;
  /** Moves and actions of a board game. */
  board?: BoardCompany;
  /** The tricks of the match, if it has any. */
  tricks?: DealRecord[];
};

type Props = { layout: Layout; size: { width: number; height: number }; company: Company; steps: Step[] };

/** The sorters of a hand if the layout has none. */
const SORTERS: Sorter[] = [
  { id: 'suits', label: 'Suit, then rank', type: 'bySuitRank' },
  { id: 'ranks', label: 'Rank', type: 'byRank' },
];

const BY_MELDS = 'melds';

export function Mat({ layout, size, company, steps }: Props) {
  const text = useText();
  const { scene, seats, own, choices, active, onGesture, held: selection } = useTable();
  const zones = scene.zones ?? [];
  const self = own ?? 0;
  // The first scene decides whether the hands of other players are drawn face up. A hand that is opened later does not
  // move anything.
  const open = useRef<boolean | null>(null);
  open.current ??= zones.some((zone) => zone.role === 'hand' && zone.owner !== undefined && zone.owner !== own && (zone.cards ?? []).some((card) => card.face));
  const shape = zones.map((zone) => `${zone.id}${zone.role}${zone.owner}${zone.ordered}`).join();
  const mat = useMemo(() => placeMat(scene, layout, own, size, open.current!), [shape, scene.seats, layout, own, size.width, size.height]); // eslint-disable-line react-hooks/exhaustive-deps
  const order = seatOrder(Math.max(1, scene.seats ?? 1), own);
  const sides = mat.seats.slice(1).map(({ side }) => side);
  const scores = useMemo(() => seatScores(scene), [scene]);
  const trump = useMemo(() => shownTrump(scene), [scene]);
  const winning = useMemo(() => winningFace(company.tricks ?? [], trump), [company.tricks, trump]);
  const byId = new Map(zones.map((zone) => [zone.id ?? '', zone.role === 'trick' && winning ? withWinner(zone, winning) : zone]));
  const { deals, summary, close } = useDeals(scene, active);

  // The viewer's own hand: its sorters, and its melds in games that have them.
  const hand = mat.places.find(({ form }) => form === 'hand');
  const held = hand ? byId.get(hand.zone) : undefined;
  const cards = held?.cards ?? [];
  const melding = held !== undefined && hasMelds(scene, cards);
  const style = held ? styleOf(layout, held, own) : {};
  const standard = cards.some((card) => card.face?.rank && card.face.suit);
  const options = [...(melding ? [{ id: BY_MELDS, label: text.table.byMelds, type: 'byRank' } as Sorter] : []), ...(style.sort?.options ?? (standard ? SORTERS : []))];
  const [chosen, setChosen] = useState<string | null>(null);
  const sorting = chosen ?? (melding ? BY_MELDS : (style.sort?.default ?? (standard && !held?.ordered ? 'suits' : '')));
  const sorter = options.find(({ id }) => id === sorting);
  const melds = useMemo(() => (melding && sorting === BY_MELDS ? bestMelds(cards) : null), [melding, sorting, cards]);
  // The text under a discard pile: how much deadwood its open card would leave.
  const consequence = (zone: ZoneScene): string => {
    const top = zone.topFirst ? zone.cards?.[0] : zone.cards?.at(-1);
    const open = melds && active && zone.role === 'discard' && top?.face && cards.length < MOST_TO_TRY && (choices.clickableZones().has(zone.id ?? '') || choices.canTouch(top.key ?? 0));
    return open ? text.table.leaves(melds.deadwood, deadwoodAfterTaking(cards, top)) : '';
  };
  // A player who has won no cards has no number for them, unless cards can go there now.
  const isNews = (zone: ZoneScene) => zone.role !== 'taken' || (zone.count ?? (zone.cards ?? []).length) > 0 || (active && (choices.targetZones(selection).has(zone.id ?? '') || choices.clickableZones().has(zone.id ?? '')));
  const chipsOf = (ids: string[]) => {
    const shown = ids.map((id) => byId.get(id)).filter((zone): zone is ZoneScene => zone !== undefined && isNews(zone));
    return shown.length > 0 ? shown.map((zone) => <ZoneChip key={zone.id} zone={zone} />) : null;
  };
  const nextSorter = () => setChosen(options[(options.findIndex(({ id }) => id === sorting) + 1) % options.length]?.id ?? null);

  const phone = mat.screen === 'phone';
  const crowdedTop = phone && sides.filter((side) => side === 'top').length > 1;
  const led = useLed(scene);
  const finish = useFinish();
  const alone = (scene.seats ?? 0) === 1;
  const colour = (seat: number) => seat;
  return (
    <div className={`mat ${mat.screen}${asksWords(choices) ? ' asks' : ''}${alone ? ' alone' : ''}${sides.filter((side) => side === 'top').length > 2 ? ' crowded' : ''}`}>
      {mat.ring && <span className="ring" style={mat.ring} aria-hidden="true" />}
      {mat.areas.map(({ mine, ...rect }) => (
        <span key={mine ? 'ours' : 'theirs'} className="mat-area" style={rect} aria-hidden="true">
          <span>{mine ? text.table.ours : text.table.theirs}</span>
        </span>
      ))}
      {mat.places.map((place) => {
        const zone = byId.get(place.zone);
        return zone ? <MatPile key={place.zone} zone={zone} place={place} style={styleOf(layout, zone, own)} sorter={place.form === 'hand' ? sorter : undefined} melds={place.form === 'hand' ? melds : null} order={order} sides={sides} led={led} consequence={consequence(zone)} /> : null;
      })}
      <ul className="seats around" aria-label={text.table.people}>
        {mat.seats.map((at) => (
          <SeatPlate
            key={at.seat}
            place={seats[at.seat] ?? { driver: { kind: 'person' } }}
            at={at}
            own={own}
            seats={seats}
            turn={company.due.includes(at.seat)}
            status={company.status}
            score={scores[at.seat]}
            colour={colour(at.seat)}
            chips={chipsOf(at.chips)}
            quiet={saysTricks(scores[at.seat]) && at.chips.every((id) => byId.get(id)?.role === 'taken')}
            pick={active && choices.seat(at.seat).length > 0 ? () => onGesture({ play: choices.seat(at.seat).slice(0, 1) }) : null}
            signs={company.signs}
            past={company.past ?? false}
            more={alone && at.seat === self ? <Progress steps={steps} over={Boolean(scene.outcome)} /> : undefined}
          />
        ))}
      </ul>
      <div className="mat-top">
        {(scene.scoreboards ?? []).length > 0 && !crowdedTop && <ScoresWindow where="ribbon" deals={deals} />}
        <span className="top-words">
          {!phone && <TableFacts />}
          {!phone && company.caption}
        </span>
      </div>
      <LastTrick mat={mat} width={size.width} deals={company.tricks ?? []} />
      {phone && (
        <div className="mat-caption" style={{ left: 8, right: 8, top: mat.prompt.top - CAPTION, height: CAPTION }}>
          <TableFacts />
          {company.caption}
        </div>
      )}
      <div className="mat-prompt" style={mat.prompt}>{company.prompt}</div>
      <div className="choice-place" style={mat.choice}><ChoiceBox grid={layout.actions} /></div>
      <div className="dock-place" style={mat.dock}>
        <Dock
          grid={layout.actions}
          round={company.round}
          extra={
            <>
              {melds && mat.screen !== 'phone' && (
                <span className="deadwood" aria-hidden="true">
                  <small>{text.table.deadwoodName}</small>
                  <b>{melds.deadwood}</b>
                </span>
              )}
              {crowdedTop && (scene.scoreboards ?? []).length > 0 && <ScoresWindow where="dock" deals={deals} />}
              {finish && (
                <button type="button" className="button action main" onClick={finish}>
                  {text.table.finish}
                </button>
              )}
              {options.length > 1 && cards.length > 2 && cards.every((card) => card.face) && (
                <button type="button" className="button sort-hand" onClick={nextSorter} title={sorter ? sorterLabel(sorter, text) : text.table.unsorted}>
                  <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round"><path d="M4 7h10M4 12h7M4 17h4M18 6v12M18 18l-3-3M18 18l3-3" /></svg>
                  <span>{text.table.sort}</span>
                </button>
              )}
            </>
          }
        />
      </div>
      {summary && (
        <div className="deal-summary" role="group" aria-label={text.table.deal(summary.deal)} style={{ left: size.width / 2, top: mat.choice.top + mat.choice.height / 2 }}>
          <h2>{text.table.deal(summary.deal)}</h2>
          <table>
            <tbody>
              {summary.seats.map(({ change, total }, seat) => (
                <tr key={seat}>
                  <th scope="row"><i className={`dot seat-${seat % 8}`} /> {capital(seatName(seats, seat, own, text))}</th>
                  <td className={change < 0 ? 'num minus' : 'num'}>{change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0'}</td>
                  <td className="num total">{total}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <button type="button" className="button action main" onClick={close}>{text.table.proceed}</button>
        </div>
      )}
    </div>
  );
}

/** The zone with its winning card marked. */
const withWinner = (zone: ZoneScene, winning: string): ZoneScene => ({ ...zone, cards: (zone.cards ?? []).map((card) => (card.face?.id === winning ? { ...card, marked: true } : card)) });

const isSuit = (value: string) => suitOf({ id: '', suit: value });

/** Whether the scores say how many tricks a seat has, so that the number of its cards is not needed. */
const saysTricks = (score: SeatScore | undefined): boolean => (score?.more ?? []).some(([name]) => /^tricks?$/i.test(name));

/** Whether the decision is between buttons with words, so that it is not about the cards in hand. */
const asksWords = (choices: Choices): boolean =>
  choices.offers.filter(({ kind }) => kind !== 'pass').length > 1 && choices.offers.every(({ gesture }) => gesture.kind === 'button' && !choices.isPile(gesture.id ?? ''));

/** Number of cards in hand from which the page no longer computes how much deadwood an open card would leave. */
const MOST_TO_TRY = 12;

/** Values of the whole table, such as the trump suit. */
function TableFacts() {
  const text = useText();
  const { scene } = useTable();
  const facts = tableFacts(scene);
  if (facts.length === 0) return null;
  return (
    <span className="facts">
      {facts.map(([name, value]) => (
        <span key={name} className="fact">
          {capital(gameText(name, text))} <b>{isSuit(value) ? <SuitSign suit={isSuit(value)!} /> : gameText(value, text)}</b>
        </span>
      ))}
    </span>
  );
}

/** Width of the box for the last trick, in pixels. */
const LAST_TRICK = 236;

/** The last trick that somebody won, in a corner of a large table if no player sits there. */
function LastTrick({ mat, width, deals }: { mat: ReturnType<typeof placeMat>; width: number; deals: DealRecord[] }) {
  const text = useText();
  const { seats, own } = useTable();
  const last = lastWon(deals);
  const taken = Math.max(0, ...mat.seats.filter(({ side }) => side === 'top').map(({ rect }) => rect.left + rect.width));
  if (!last || mat.screen !== 'desk' || width - taken < LAST_TRICK + 24) return null;
  return (
    <div className="last-trick" style={{ maxWidth: width - taken - 48 }} role="group" aria-label={text.table.lastTrick(seatName(seats, last.winner, own, text))}>
      <small>
        {text.table.lastTrickOf}
        <br />
        {capital(seatName(seats, last.winner, own, text))}
      </small>
      {last.plays.map(({ seat, face }) => (
        <TrickFace key={seat} face={face} won={seat === last.winner} />
      ))}
    </div>
  );
}

/** Notices the end of each deal. The summary of the last deal is shown until the player continues. */
function useDeals(scene: Scene, active: boolean): { deals: DealResult[]; summary: DealResult | null; close: () => void } {
  const tracker = useRef<DealTracker | null>(null);
  const [deals, setDeals] = useState<DealResult[]>([]);
  const [summary, setSummary] = useState<DealResult | null>(null);
  const acted = useRef({ active, begun: false });
  useEffect(() => {
    // Scores change only in whole scenes, not in the frames of an animation.
    if ((scene.due ?? []).length === 0 && !scene.betweenHands) return;
    if (!tracker.current) return void (tracker.current = trackDeals(scene));
    const { tracker: next, result } = nextDeal(tracker.current, scene);
    tracker.current = next;
    if (!result) return;
    setDeals((all) => [...all, result]);
    setSummary(result);
    acted.current.begun = false;
  }, [scene]);
  useEffect(() => {
    // The player's first answer after the summary appears closes the summary.
    if (acted.current.active && !active && acted.current.begun) setSummary(null);
    acted.current.begun ||= active && summary !== null;
    acted.current.active = active;
  }, [active, summary]);
  return { deals, summary, close: () => setSummary(null) };
}

/** The key of the first card of the trick. */
function useLed(scene: Scene): number | null {
  const led = useRef<number | null>(null);
  const keys = (scene.zones ?? []).filter((zone) => zone.role === 'trick' && zone.owner !== undefined && zone.owner !== null && zone.ordered).flatMap((zone) => (zone.cards ?? []).map((card) => card.key ?? 0));
  if (led.current === null || !keys.includes(led.current)) led.current = keys.length === 1 ? keys[0]! : null;
  return led.current;
}

/** Moves and time of a patience. The browser stores them, so that the game can continue later. Only time with the page open counts. */
function Progress({ steps, over }: { steps: Step[]; over: boolean }) {
  const text = useText();
  const name = `patience:${location.hash.replace(/\?.*/, '')}`;
  const [start] = useState(() => {
    const kept = storage.get<{ spent: number; moves: number }>(name);
    return { since: Date.now() - (kept?.spent ?? 0), moves: kept?.moves ?? 0 };
  });
  const [now, setNow] = useState(Date.now());
  const moves = useRef(start.moves);
  const counted = useRef<Step[] | null>(null);
  useLayoutEffect(() => {
    if (counted.current === steps) return;
    // The deal is not a move of the player.
    if (counted.current !== null && steps.some((step) => step.step === 'move')) moves.current++;
    counted.current = steps;
    storage.set(name, { spent: Date.now() - start.since, moves: moves.current });
  }, [steps, name, start]);
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      storage.set(name, { spent: Date.now() - start.since, moves: moves.current });
    }, 1000);
    return () => clearInterval(timer);
  }, [over, name, start]);
  return <span className="progress">{text.table.madeMoves(moves.current)} · {clockText(Math.max(0, now - start.since))}</span>;
}

/** Plays the rest of a patience. `null` if the player still has to make choices. */
function useFinish(): (() => void) | null {
  const { scene, choices, active, onGesture } = useTable();
  const [running, setRunning] = useState(0);
  useEffect(() => {
    if (running === 0 || !active) return;
    const next = nextToFinish(scene, choices);
    if (!next) return setRunning(0);
    const timer = setTimeout(() => {
      setRunning((left) => left - 1);
      onGesture({ play: [next] });
    }, 60);
    return () => clearTimeout(timer);
  }, [running, active, scene, choices, onGesture]);
  return active && running === 0 && canFinish(scene) && nextToFinish(scene, choices) ? () => setRunning(400) : null;
}

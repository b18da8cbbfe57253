/** The playmat: players with their life at the left, rows of permanents, the stack at the right, and the hand with the phases below. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import { CROP_HEIGHT, CardBack, type Crop } from '../art/CardArt';
import { ManaSign } from '../art/ManaSign';
import { madeSign } from '../logic/cost_signs';
import { aimKey, aimSeat, aims, clickInPlan, clickSeatInPlan, NO_PLAN, pickAll, plannable, planMoves, planSources, type Plan } from '../logic/combat_plan';
import { styleOf, type Layout } from '../logic/layout';
import { automaticPass, stopName, stripOf } from '../logic/phase_strip';
import { arrowsOf, fieldRows, incoming, isField, isHandZone, isStackZone, placePlaymat, rowPlaces, seatColumn, type Arrow, type Group, type Permanent, type PlaymatPlaces, type SidePlace } from '../logic/playmat';
import { bareName, capital, cardLabel, faceName, seatName, spacedName, withNames } from '../logic/phrases';
import { printed } from '../logic/printed_face';
import { seatScores } from '../logic/seat_scores';
import { visibleNotes } from '../logic/card_notes';
import type { Button, Scene, ZoneScene } from '../messages';
import { storage } from '../net/storage';
import { useText } from '../text';
import { gameText } from '../text/game_words';
import { ChoiceBox, Dock } from './Actions';
import { Arrows } from './Arrows';
import { Card } from './Card';
import { Dialog } from './Dialog';
import type { Company } from './Mat';
import { MatPile } from './MatPile';
import { useDrawCard } from './Pile';
import { ClockOf, SeatReactions, seatNotes } from './Seats';
import { useTable } from './tableContext';

type Props = { layout: Layout; size: { width: number; height: number }; company: Company };

/** The plan of attackers or blockers, and the functions that handle clicks. */
type Planning = { plan: Plan; sources: Set<number>; clickCard: (key: number) => boolean; clickSeat: (seat: number) => boolean; targets: Set<number>; targetSeats: Set<number> };

export function Playmat({ layout, size, company }: Props) {
  const text = useText();
  const table = useTable();
  const { scene, own, choices, active, onGesture, playTogether, seats } = table;
  const root = useRef<HTMLDivElement>(null);
  const places = useMemo(() => placePlaymat(scene.seats ?? 2, own, size), [scene.seats, own, size.width, size.height]); // eslint-disable-line react-hooks/exhaustive-deps
  const zones = scene.zones ?? [];
  const [sheet, setSheet] = useState<string | null>(null);

  // Attackers and blockers are collected here and sent together.
  const offers = choices.offers;
  const [plan, setPlan] = useState<Plan>(NO_PLAN);
  useEffect(() => void setPlan(NO_PLAN), [offers]);
  const planning: Planning = useMemo(() => {
    const aimed = active ? aims(offers, plan) : [];
    const change = (next: Plan | null): boolean => {
      if (next) setPlan(next);
      return next !== null;
    };
    return {
      plan,
      sources: active ? planSources(offers) : new Set<number>(),
      targets: new Set(aimed.map(aimKey).filter((key) => key !== 0)),
      targetSeats: new Set(aimed.map(aimSeat).filter((seat): seat is number => seat !== null)),
      clickCard: (key) => active && change(clickInPlan(offers, plan, key)),
      clickSeat: (seat) => active && change(clickSeatInPlan(offers, plan, seat)),
    };
  }, [offers, plan, active]);
  const collects = active && plannable(offers).length > 0;
  const confirm = () => {
    const moves = planMoves(offers, plan);
    if (moves.length > 0) playTogether?.(moves);
  };

  const { off, toggle } = useStops(scene, own);
  const pass = active ? automaticPass(scene, own, offers, off) : null;
  useEffect(() => {
    if (!pass) return;
    const timer = setTimeout(() => onGesture({ play: [pass] }), 150);
    return () => clearTimeout(timer);
  }, [pass, onGesture]);

  const arrows = useMemo(() => [...arrowsOf(scene), ...planArrows(plan)], [scene, plan]);
  const hand = zones.find((zone) => isHandZone(zone) && zone.owner === own);
  const piles = zones.filter((zone) => !isStackZone(zone) && (zone.owner ?? null) === null && !isField(zone) && ((zone.count ?? (zone.cards ?? []).length) > 0 || choices.involvedZones().has(zone.id ?? '')));
  useOpenSheet(scene, active, setSheet);
  // Close the sheet after the answer.
  const asked = useRef(active);
  useEffect(() => {
    if (asked.current && !active) setSheet(null);
    asked.current = active;
  }, [active]);
  const opened = zones.find((zone) => zone.id === sheet);
  useSpace(root);

  const items = scene.stack ?? [];
  const top = items[items.length - 1];
  const seatAims = plannable(offers).some((offer) => aimSeat(offer) !== null);
  const dockLabel = (button: Button): { words: string; more?: string } | null => {
    const offer = choices.button(button.id ?? '')[0];
    if (collects && offer?.kind === 'done') return { words: seatAims ? text.playmat.attackWith(plan.picks.size) : text.playmat.blockWith(plan.picks.size) };
    if (offer?.kind === 'pass' && top) return { words: text.playmat.resolve, more: top.face ? faceName(top.face, text) : (top.text ?? '') };
    return null;
  };
  const noDone = collects && !offers.some(({ kind }) => kind === 'done');
  return (
    <div ref={root} className={`mat playmat ${places.screen}`}>
      <span className="far-half" style={{ height: places.seam }} aria-hidden="true" />
      {places.sides.map((side) => (
        <Side key={side.seat} side={side} places={places} company={company} planning={planning} open={setSheet} />
      ))}
      <StackPile places={places} />
      {piles.length > 0 && (
        <div className="shared-piles" style={places.piles}>
          {piles.map((zone) => (
            <PileChip key={zone.id} zone={zone} open={() => setSheet(zone.id ?? null)} named={places.screen !== 'phone'} />
          ))}
        </div>
      )}
      <PhaseStrip places={places} layout={layout} off={off} toggle={toggle} />
      {hand && <MatPile zone={hand} place={{ zone: hand.id ?? '', form: 'hand', rect: places.hand, card: places.handCard, side: 'bottom' }} style={styleOf(layout, hand, own)} order={[]} sides={[]} />}
      {/* On a desk the news stand where the stack lies. The stack itself says more. */}
      <div className="mat-top" style={places.screen === 'desk' ? { left: places.stack.left, width: places.stack.width, translate: 'none', maxWidth: 'none', top: 12 } : places.screen === 'phone' && items.length > 0 ? { right: size.width - places.stack.left + 6 } : undefined}>{(places.screen !== 'desk' || items.length === 0) && company.caption}</div>
      <div className="mat-prompt" style={places.prompt}>{company.prompt}</div>
      <div className="choice-place" style={places.choice}><ChoiceBox grid={layout.actions} /></div>
      <div className="dock-place" style={places.dock}>
        <Dock
          grid={layout.actions}
          round={company.round}
          passMain
          label={dockLabel}
          press={collects ? (button) => (choices.button(button.id ?? '')[0]?.kind === 'done' ? (confirm(), true) : false) : undefined}
          extra={
            collects && (
              <>
                {plan.picks.size < planning.sources.size && seatAims && (
                  <button type="button" className="button" onClick={() => setPlan(pickAll(offers, plan))}>
                    {text.playmat.allAttack}
                  </button>
                )}
                {noDone && (
                  <button type="button" className="button action main" disabled={plan.picks.size === 0} onClick={confirm}>
                    {seatAims ? text.playmat.attackWith(plan.picks.size) : text.playmat.blockWith(plan.picks.size)}
                  </button>
                )}
              </>
            )
          }
        />
      </div>
      <Arrows root={root} arrows={arrows} scene={scene} size={size} />
      {opened && <ZoneSheet zone={opened} close={() => setSheet(null)} title={sheetTitle(opened, own, seats, text)} />}
    </div>
  );
}

const planArrows = (plan: Plan): Arrow[] =>
  [...plan.picks].flatMap(([key, offer]): Arrow[] => {
    const [card, seat] = [aimKey(offer), aimSeat(offer)];
    return card ? [{ from: { key }, to: { key: card }, kind: 'plan' }] : seat !== null ? [{ from: { key }, to: { seat }, kind: 'plan' }] : [];
  });

const sheetTitle = (zone: ZoneScene, own: number | null, seats: Parameters<typeof seatName>[0], text: ReturnType<typeof useText>): string => {
  const name = capital(gameText(spacedName(zone.name ?? zone.id ?? ''), text));
  return zone.owner !== undefined && zone.owner !== null ? `${capital(seatName(seats, zone.owner, own, text))} · ${name}` : name;
};

/** The stops that the player has turned off. They are kept in the browser. */
function useStops(scene: Scene, own: number | null): { off: Set<string>; toggle: (phases: string[]) => void } {
  const [off, setOff] = useState(() => storage.passes());
  const toggle = (phases: string[]) => {
    const names = phases.map((phase) => stopName(scene, own, phase));
    const next = new Set(off);
    const on = names.some((name) => !next.has(name));
    for (const name of names) if (on) next.add(name); else next.delete(name);
    setOff(next);
    storage.setPasses(next);
  };
  return { off, toggle };
}

/** Opens the pile in which the player has to choose a card. */
function useOpenSheet(scene: Scene, active: boolean, open: (zone: string | null) => void): void {
  const { choices } = useTable();
  const asked = useMemo(() => {
    if (!active || choices.offers.length === 0) return null;
    const cards = choices.offers.filter(({ gesture }) => gesture.kind === 'card');
    const spots = new Set(cards.map(({ gesture }) => (gesture.kind === 'card' ? gesture.card.zone : -1)));
    if (cards.length === 0 || spots.size !== 1) return null;
    const zone = scene.zones?.[[...spots][0]!];
    const pile = zone && (zone.role === 'deck' || zone.role === 'discard' || zone.role === 'graveyard' || zone.role === 'exile');
    return pile ? (zone.id ?? null) : null;
  }, [active, choices, scene]);
  useEffect(() => void open(asked), [asked]); // eslint-disable-line react-hooks/exhaustive-deps
}

/** The space bar presses the main button, unless another control has the focus. */
function useSpace(root: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const focused = document.activeElement;
      if (event.key !== ' ' || event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return;
      if (focused && focused !== document.body && focused.id !== 'main') return;
      const button = root.current?.querySelector<HTMLButtonElement>('.dock .main:not(:disabled)');
      if (!button) return;
      event.preventDefault();
      button.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [root]);
}

type SideProps = { side: SidePlace; places: PlaymatPlaces; company: Company; planning: Planning; open: (zone: string) => void };

/** One player: the block with life and piles, the backs of the hand, and two rows of permanents. */
function Side({ side, places, company, planning, open }: SideProps) {
  const text = useText();
  const { scene, seats, own, choices, active, held, onGesture } = useTable();
  const { front, back } = useMemo(() => fieldRows(scene, side.seat), [scene, side.seat]);
  const field = (scene.zones ?? []).find((zone) => isField(zone) && zone.owner === side.seat);
  const id = field?.id ?? '';
  const target = active && choices.targetZones(held).has(id);
  const [upper, lower] = side.own ? [side.front, side.back] : [side.back, side.front];
  const rect = { left: upper.left, top: upper.top, width: upper.width, height: lower.top + lower.height - upper.top };
  const name = seatName(seats, side.seat, own, text);
  const hand = (scene.zones ?? []).find((zone) => isHandZone(zone) && zone.owner === side.seat);
  const count = hand?.count ?? (hand?.cards ?? []).length;
  return (
    <>
      <PlayerBlock side={side} company={company} planning={planning} open={open} phone={places.screen === 'phone'} />
      {side.rail && side.rail.height > 4 && hand && (
        <div className="pile mat-pile form-rail side-top" data-zone={hand.id} style={side.rail} role="group" aria-label={`${name}, ${text.table.cards(count)}`}>
          {Array.from({ length: Math.min(count, 8) }, (_, at) => (
            <span key={at} className="card back" style={{ width: 44, left: 90 - 22 + (at - (Math.min(count, 8) - 1) / 2) * 17, top: side.rail!.height - 62 }} aria-hidden="true"><CardBack /></span>
          ))}
        </div>
      )}
      <div className={`pile field${target ? ' target' : ''}${side.own ? ' own-side' : ''}`} data-zone={id} style={rect} role="group" aria-label={`${capital(name)}: ${text.playmat.field}`} onClick={() => active && target && onGesture(choices.clickZone(id, held))}>
        <FieldRow groups={front} box={{ ...side.front, left: 0, top: side.front.top - rect.top }} crop="field" planning={planning} own={side.own} seat={side.seat} />
        <FieldRow groups={back} box={{ ...side.back, left: 0, top: side.back.top - rect.top }} crop="land" planning={planning} own={side.own} seat={side.seat} />
        {target && <button type="button" className="zone-hit" aria-label={`${capital(name)}: ${text.table.ok}`} onClick={(event) => { event.stopPropagation(); onGesture(choices.clickZone(id, held)); }} />}
      </div>
    </>
  );
}

const MANA = ['W', 'U', 'B', 'R', 'G', 'C'];

function PlayerBlock({ side, company, planning, open, phone }: { side: SidePlace; company: Company; planning: Planning; open: (zone: string) => void; phone: boolean }) {
  const text = useText();
  const { scene, seats, own, choices, active, onGesture } = useTable();
  const { seat } = side;
  const place = seats[seat] ?? { driver: { kind: 'person' as const } };
  const name = seatName(seats, seat, own, text);
  const score = seatScores(scene)[seat];
  const turn = company.due.includes(seat);
  const pool = seatColumn(scene, /^mana$/i).get(seat) ?? '';
  const damage = incoming(scene, seat);
  const notes = seatNotes(place, seat, turn && !company.past, company.status, text);
  const zones = (scene.zones ?? []).filter((zone) => zone.owner === seat && !isField(zone) && !(isHandZone(zone) && seat === own));
  const planned = planning.targetSeats.has(seat);
  const offered = active && choices.seat(seat).length > 0;
  const pick = planned ? () => void planning.clickSeat(seat) : offered ? () => onGesture({ play: choices.seat(seat).slice(0, 1) }) : null;
  const whose = scene.turn?.seat === seat;
  return (
    <div className={`player-block${turn ? ' due' : ''}${side.own ? ' own' : ''}${whose ? ' has-turn' : ''}${phone ? ' flat' : ''}${place.resigned ? ' resigned' : ''}`} style={side.block} data-seat={seat} role="group" aria-label={capital(name)}>
      <span className="block-name">
        <b>{capital(name)}</b>
        {company.status?.clocks && <ClockOf face={company.status.clocks} seat={seat} moveMs={company.status.terms.clock?.moveMs ?? 0} />}
        {!company.status?.clocks && !side.own && notes.length > 0 && <small>{notes.join(' · ')}</small>}
      </span>
      <span className={`life seat-${seat % 8}`}>
        <Life value={score?.main ?? ''} />
        {damage > 0 && <em title={text.playmat.incoming(damage)}>−{damage}</em>}
      </span>
      {(side.own || pool !== '') && (
        <span className={pool === '' ? 'pool empty' : 'pool'} aria-label={pool === '' ? undefined : `${text.playmat.pool}: ${pool}`} role={pool === '' ? undefined : 'img'}>
          {MANA.map((sign) => {
            const count = [...pool].filter((letter) => letter === sign).length;
            return (
              <i key={sign} className={count > 0 ? 'on' : undefined}>
                <ManaSign sign={sign} faint={count === 0} />
                {count > 0 && <b>{count}</b>}
              </i>
            );
          })}
        </span>
      )}
      <span className="block-piles">
        {zones.map((zone) => (
          <PileChip key={zone.id} zone={zone} open={() => open(zone.id ?? '')} />
        ))}
      </span>
      <SeatReactions seat={seat} name={name} signs={company.signs} />
      {pick && <button type="button" className="seat-hit" aria-label={capital(name)} onClick={pick} />}
    </div>
  );
}

/** A number that flashes when it changes. */
function Life({ value }: { value: string }) {
  const before = useRef(value);
  const [change, setChange] = useState(0);
  useEffect(() => {
    const by = Number(value) - Number(before.current);
    before.current = value;
    if (!by || Number.isNaN(by)) return;
    setChange(by);
    const timer = setTimeout(() => setChange(0), 1400);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <b className={change < 0 ? 'fell' : change > 0 ? 'rose' : undefined}>
      {value}
      {change !== 0 && <i aria-hidden="true">{change > 0 ? `+${change}` : `−${-change}`}</i>}
    </b>
  );
}

const CHIP_ICON: Record<string, string> = { hand: 'M5 6l8-2 6 14-8 3zM4 8l-1 11 4 1', deck: 'M7 3h12v15H7zM4 7v14h12', graveyard: 'M6 21V10a6 6 0 0 1 12 0v11zM12 9v7M9 12h6', discard: 'M6 21V10a6 6 0 0 1 12 0v11zM12 9v7M9 12h6', exile: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M6 6l12 12' };

/** A pile as a number with a sign. A click shows its cards. */
function PileChip({ zone, open, named = false }: { zone: ZoneScene; open: () => void; named?: boolean }) {
  const text = useText();
  const { choices, held, active, onGesture, own, seats, hinted } = useTable();
  const id = zone.id ?? '';
  const count = zone.count ?? (zone.cards ?? []).length;
  const name = capital(bareName(withNames(spacedName(zone.name ?? id), seats, own, text)));
  const wanted = active && choices.involvedZones().has(id) && zone.role !== 'hand';
  const target = active && (choices.targetZones(held).has(id) || (held.cards.length === 0 && choices.clickableZones().has(id)));
  const seen = (zone.cards ?? []).some((card) => card.face);
  const icon = <svg viewBox="0 0 24 24" width="15" height="15" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round"><path d={CHIP_ICON[zone.role ?? ''] ?? CHIP_ICON.deck!} /></svg>;
  const inside = <>{icon}{named && <span>{name}</span>}<b>{count}</b></>;
  const classes = `pile-chip pile role-${zone.role ?? ''}${wanted || target ? ' wanted' : ''}${hinted.zones.has(id) ? ' hinted' : ''}`;
  const label = `${name}: ${text.table.cards(count)}`;
  if (!seen && !target) return <span className={classes} data-zone={id} title={label} role="img" aria-label={label}>{inside}</span>;
  return (
    <button type="button" className={classes} data-zone={id} title={label} aria-label={label} onClick={() => (target ? onGesture(choices.clickZone(id, held)) : open())}>
      {inside}
    </button>
  );
}

/** All cards of a pile, in a dialog. */
function ZoneSheet({ zone, title, close }: { zone: ZoneScene; title: string; close: () => void }) {
  const text = useText();
  const { one } = useDrawCard(zone, 132, false);
  const cards = zone.cards ?? [];
  return (
    <Dialog title={`${title} (${zone.count ?? cards.length})`} close={close} wide>
      <div className="zone-sheet felt active" data-zone={zone.id}>
        {cards.length === 0 ? <p>{text.table.empty}</p> : [...cards.keys()].reverse().map((at) => <span key={cards[at]!.key || at} className="sheet-card">{one(at, { position: 'relative' }, 132)}</span>)}
      </div>
    </Dialog>
  );
}

type RowProps = { groups: Group[]; box: { left: number; top: number; width: number; height: number }; crop: Crop; planning: Planning; own: boolean; seat: number };

/** How far the cards of a stack stand apart, in pixels. Small cards stand closer. */
const stackStep = (high: number): number => (high < 90 ? 3 : 5);
/** Maximum number of cards that show behind the first card of a stack. */
const STACK_DEPTH = 3;

/** A row of groups: creatures, or lands at the left and other permanents at the right. */
function FieldRow({ groups, box, crop, planning, own, seat }: RowProps) {
  const ratio = CROP_HEIGHT[crop] / 100;
  const tuck = Math.max(0, ...groups.map(({ attached }) => attached.length));
  // The cards behind a stack of lands stand higher, and must not cover the row above.
  const lift = crop === 'land' ? stackStep(box.height) * STACK_DEPTH : 0;
  const high = box.height - (crop === 'field' ? 14 : 4) - lift - Math.min(tuck, 3) * box.height * 0.1;
  const most = Math.min(crop === 'field' ? 132 : 118, high / ratio);
  const gap = crop === 'field' ? 12 : 16;
  const left = crop === 'land' ? groups.filter(({ kind }) => kind === 'land') : groups;
  const right = crop === 'land' ? groups.filter(({ kind }) => kind !== 'land') : [];
  const laid = rowPlaces(groups.length, box.width - 8, most, gap);
  const at = (n: number): number => {
    if (crop === 'field') return laid.start + n * laid.step + 4;
    return n < left.length ? 4 + n * laid.step : box.width - 4 - laid.card - (groups.length - 1 - n) * laid.step;
  };
  return (
    <>
      {[...left, ...right].map((group, n) => (
        <GroupOf key={group.cards[0]!.card.key || n} group={group} left={at(n)} step={stackStep(box.height)} top={box.top + (box.height + lift - laid.card * ratio) / 2 + (own && crop === 'field' ? 4 : 0)} width={laid.card} crop={crop} planning={planning} own={own} seat={seat} />
      ))}
    </>
  );
}

function GroupOf({ group, step, left, top, width, crop, planning, own, seat }: { group: Group; step: number; left: number; top: number; width: number; crop: Crop; planning: Planning; own: boolean; seat: number }) {
  const text = useText();
  const { choices, active, held } = useTable();
  const { cards, attached } = group;
  const stacked = cards.length > 1;
  // The front card of a stack is one that can be used, else one that is ready.
  const usable = (one: Permanent) => active && choices.canTouch(one.card.key ?? 0, held);
  const front = cards.find(usable) ?? cards.find(({ card }) => !card.rotation) ?? cards[0]!;
  const order = stacked ? [...cards.filter((one) => one !== front), front] : cards;
  const depth = Math.min(cards.length - 1, STACK_DEPTH);
  const ready = cards.filter(({ card }) => !card.rotation).length;
  const made = stacked && front.card.face ? madeSign(printed(front.card.face).rules) : null;
  const head = width * 0.15;
  return (
    <div className={`group kind-${group.kind}${stacked ? ' stacked' : ''}`} style={{ left, top, width, height: (width * CROP_HEIGHT[crop]) / 100 }}>
      {attached.map((one, n) => (
        <FieldCard key={one.card.key || n} permanent={one} width={width * 0.94} crop={crop} planning={planning} seat={seat} style={{ left: width * 0.1, top: -(attached.length - n) * head }} tucked />
      ))}
      {order.map((one, n) => {
        const behind = Math.min(order.length - 1 - n, depth);
        return <FieldCard key={one.card.key || n} permanent={one} width={width} crop={crop} planning={planning} seat={seat} own={own} style={{ left: behind * step, top: -behind * step }} under={n < order.length - 1} bare={stacked} />;
      })}
      {stacked && (
        <span className="stack-label" aria-hidden="true">
          <b>×{cards.length}</b>
          {made && <span className="ready-signs">{cards.length > signsThatFit(width) ? <><ManaSign sign={made} faint={ready === 0} /> {ready}</> : cards.map((_, n) => <ManaSign key={n} sign={made} faint={n >= ready} />)}</span>}
          {!made && ready < cards.length && <span>{text.playmat.ready(ready)}</span>}
        </span>
      )}
    </div>
  );
}

/** Number of cards in the largest stack that shows a sign for each card. A larger stack shows one sign and the number of ready cards. */
const signsThatFit = (width: number): number => Math.min(5, Math.floor((width - 44) / 15));

type FieldCardProps = { permanent: Permanent; width: number; crop: Crop; planning: Planning; seat: number; style: CSSProperties; own?: boolean; /** Lies under its host. */ tucked?: boolean; /** Lies under another card of a stack. */ under?: boolean; /** Shows no state of its own, because the stack shows it. */ bare?: boolean };

function FieldCard({ permanent, width, crop, planning, seat, style, own = false, tucked = false, under = false, bare = false }: FieldCardProps) {
  const text = useText();
  const { scene, seats, own: viewer, choices, held, active, hinted, aimed, onGesture, refuse, taken = null } = useTable();
  const { card, zone } = permanent;
  const key = card.key ?? 0;
  const owner = scene.zones?.[zone]?.owner ?? null;
  const stolen = owner !== null && owner !== (card.controller ?? owner) ? owner : null;
  const planned = planning.plan.picks.has(key) || planning.plan.aiming === key;
  const target = planning.targets.has(key);
  const source = planning.sources.has(key);
  const touchable = active && !under && (source || target || choices.canTouch(key, held) || key === taken);
  const say = (note: string) => withNames(note, seats, viewer, text);
  const by = stolen !== null ? text.playmat.belongsTo(seatName(seats, stolen, viewer, text), stolen === viewer) : '';
  const copy = card.copyBy ? text.playmat.copyBy(card.copyBy) : '';
  const label = [cardLabel(card, text, say), by, copy].filter(Boolean).join(', ');
  const notes = bare || crop === 'land' ? [] : visibleNotes(card, scene).filter((note) => !/^(attacking|blocking|on) |^tapped$/.test(note)).map(say);
  const signs = bare ? [] : (card.signs ?? []).map(([words, sign]): [string, string] => [say(words), sign]);
  const fights = (card.pointsAtSeats ?? []).length > 0 || (card.marked && own);
  return (
    <Card
      card={card}
      width={width}
      crop={crop}
      style={style}
      classes={[tucked ? 'tucked' : '', under ? 'under' : '', fights || planned ? (own ? 'forward' : 'forward down') : '', target ? 'aim-target' : '', card.back === 'token' ? 'token' : '', bare && card.rotation ? 'spent' : ''].filter(Boolean).join(' ')}
      touchable={touchable}
      held={held.cards.includes(key) || planned || (active && choices.isPicked(key))}
      hinted={hinted.cards.has(key)}
      aimed={aimed.has(key)}
      label={label}
      notes={notes.join('\n')}
      signs={signs}
      tags={[...(copy ? [[text.playmat.copy, copy] as [string, string]] : []), ...(by ? [[by, by] as [string, string]] : []), ...(card.back === 'token' ? [[text.playmat.token, text.playmat.token] as [string, string]] : [])]}
      tagSeat={stolen ?? seat}
      onPick={() => {
        if (planning.clickCard(key)) return;
        if (active && choices.canTouch(key, held)) onGesture(choices.clickCard(key, held));
        else if (active && viewer !== null && seat === viewer) refuse({ cards: [key], square: null });
      }}
    />
  );
}

/** The stack as a pile. The item that resolves next lies in front. */
function StackPile({ places }: { places: PlaymatPlaces }) {
  const text = useText();
  const { scene, seats, own, choices, active, held, onGesture } = useTable();
  const zone = (scene.zones ?? []).find(isStackZone);
  const items = scene.stack ?? [];
  const id = zone?.id ?? 'stack';
  const target = active && choices.targetZones(held).has(id);
  const rect = places.stack;
  const phone = places.screen === 'phone';
  const head = places.screen === 'low' ? 18 : phone ? 26 : 32;
  const room = rect.height - head - 4;
  const width = Math.min(rect.width - 14, (room * 0.86) / 1.4);
  const high = width * 1.4;
  const step = items.length < 2 ? 0 : Math.min(width * 0.2, (room - high) / (items.length - 1));
  if (items.length === 0 && !target) return <div className="pile stack-pile idle" data-zone={id} style={rect} aria-hidden="true" />;
  return (
    <section className={`pile stack-pile${target ? ' target' : ''}`} data-zone={id} style={rect} aria-label={text.table.stack} onClick={() => active && target && onGesture(choices.clickZone(id, held))}>
      <h3>
        {text.table.stack} {items.length > 0 && <small>{items.length}{items.length > 1 && !phone ? ` · ${text.playmat.topFirst}` : ''}</small>}
      </h3>
      {items.map((item, at) => {
        const card = item.card ? scene.zones?.[item.card[0]]?.cards?.[item.card[1]] : undefined;
        const key = card?.key ?? 0;
        const next = at === items.length - 1;
        const who = item.controller !== null && item.controller !== undefined ? seatName(seats, item.controller, own, text) : '';
        const words = [item.face ? faceName(item.face, text) : gameText(item.text ?? '', text), item.card ? '' : text.playmat.ability, who, next ? text.table.nextFirst : ''].filter(Boolean).join(', ');
        return (
          <div key={key || `item${at}`} className={`stack-item${next ? ' next' : ''}`} data-item={at} style={{ left: (rect.width - width) / 2 + (next ? 0 : -4), top: head + at * step, width, height: high }}>
            <Card
              card={{ key, face: item.face ?? null, faceUp: true }}
              width={width}
              style={{ left: 0, top: 0 }}
              label={words}
              touchable={active && key !== 0 && choices.canTouch(key, held)}
              held={false}
              hinted={false}
              aimed={false}
              onPick={(picked) => active && onGesture(choices.clickCard(picked, held))}
            />
            <span className="item-tag" aria-hidden="true">
              <i className={`dot seat-${(item.controller ?? 0) % 8}`} />
              {next && (item.card ? who : `${who} · ${text.playmat.ability}`)}
            </span>
          </div>
        );
      })}
      {target && <button type="button" className="zone-hit" aria-label={`${text.table.stack}: ${text.table.ok}`} onClick={(event) => { event.stopPropagation(); onGesture(choices.clickZone(id, held)); }} />}
    </section>
  );
}

/** The phases of the turn. A dot marks a phase in which the viewer is asked; a click turns it off and on. */
function PhaseStrip({ places, layout, off, toggle }: { places: PlaymatPlaces; layout: Layout; off: Set<string>; toggle: (phases: string[]) => void }) {
  const text = useText();
  const { scene, own } = useTable();
  const entries = stripOf(scene, layout.phases);
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const on = list.current?.querySelector<HTMLElement>('.on');
    if (on && list.current && list.current.scrollWidth > list.current.clientWidth) list.current.scrollLeft = on.offsetLeft - list.current.clientWidth / 2 + on.offsetWidth / 2;
  }, [scene.phase]);
  if (entries.length === 0) return null;
  const mine = scene.turn?.seat === own;
  return (
    <ol ref={list} className={`phase-strip${mine ? ' mine' : ''}`} style={places.phases} aria-label={text.table.phase}>
      {entries.map(({ label, phases }) => {
        const on = scene.phase !== null && scene.phase !== undefined && phases.includes(scene.phase);
        const asked = phases.filter((phase) => (scene.stops ?? []).includes(phase));
        const stops = asked.some((phase) => !off.has(stopName(scene, own, phase)));
        const name = capital(gameText(label, text));
        return (
          <li key={label} className={on ? 'on' : undefined} aria-current={on ? 'step' : undefined}>
            {asked.length > 0 ? (
              <button type="button" aria-pressed={stops} aria-label={`${name}: ${stops ? text.playmat.stops : text.playmat.passes}`} title={stops ? text.playmat.stops : text.playmat.passes} onClick={() => toggle(asked)}>
                <i className={stops ? 'stop set' : 'stop'} aria-hidden="true" />
                {name}
              </button>
            ) : (
              <span>{name}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

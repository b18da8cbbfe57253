import { capital, withNames, withSymbols } from '../logic/phrases';
import { useText } from '../text';
import { buttonText, gameText } from '../text/game_words';
import { useTable } from './tableContext';
import { MovePicker } from './MovePicker';
import { useState } from 'react';
import { rankAliases, shapeOf, STRAINS, type ChoiceShape, type Strain } from '../logic/choice_shapes';
import { seatsNamed } from '../logic/seat_scores';
import { seatName } from '../logic/phrases';
import type { Suit } from '../logic/cards';
import { placeButtons, type ActionCell, type ActionGrid } from '../logic/layout';
import type { Button, Offer, Scoreboard } from '../messages';
import { ManaSign, SignedText } from '../art/ManaSign';
import { SuitSign } from '../art/SuitSign';
import { isPlaymat } from '../logic/playmat';

/** The buttons of the game, an input for numbers, and buttons for moves that have no element on the table. Buttons with a cell of `grid` come first. */
export function Actions({ where = 'table', grid }: { where?: 'table' | 'header' | 'bar'; grid?: ActionGrid }) {
  const text = useText();
  const { scene, seats, own, choices, active, onGesture } = useTable();
  const [picking, setPicking] = useState<Offer[] | null>(null);
  const buttons = wordsFirst(scene.buttons ?? []);
  const { placed, rest } = placeButtons(buttons, grid);
  const numbers = active ? choices.numbers() : [];
  const zones = new Set((scene.zones ?? []).map((zone) => zone.id ?? ''));
  const unplaced = active ? choices.offersWithoutPlace(zones) : [];
  if (buttons.length === 0 && numbers.length === 0 && unplaced.length === 0) return null;
  const press = (offers: Offer[]) => (offers.length > 1 ? setPicking(offers) : onGesture({ play: offers }));
  const draw = (button: Button, cell?: ActionCell) => {
    const offers = active ? choices.button(button.id ?? '') : [];
    const area = cell && { gridRow: `${cell.row + 1} / span ${cell.rowSpan}`, gridColumn: `${cell.col + 1} / span ${cell.colSpan}` };
    return (
      <button key={button.id} type="button" className="button action" style={area} disabled={offers.length === 0} onClick={() => press(offers)}>
        {capital(withSymbols(buttonText(button.label || button.id || '', text), scene))}
      </button>
    );
  };
  return (
    <div className={`actions in-${where}`} role="group" aria-label={text.table.actions}>
      {grid && placed.length > 0 && (
        <div className="action-grid" style={{ gridTemplateColumns: `repeat(${grid.cols}, minmax(0, 1fr))`, gridTemplateRows: `repeat(${grid.rows}, auto)` }}>
          {placed.map(({ button, cell }) => draw(button, cell))}
        </div>
      )}
      {rest.map((button) => draw(button))}
      {unplaced.map((offer) => (
        <button key={offer.text} type="button" className="button action" onClick={() => onGesture({ play: [offer] })}>
          {capital(withNames(withSymbols(buttonText(offer.label, text), scene), seats, own, text))}
        </button>
      ))}
      {numbers.length > 0 && <Numbers numbers={numbers} choose={(offer) => onGesture({ play: [offer] })} />}
      {picking && <MovePicker offers={picking} choose={(offer) => { setPicking(null); onGesture({ play: [offer] }); }} cancel={() => setPicking(null)} />}
    </div>
  );
}

/** Sorts buttons: those without numbers come first, such as `Pass` before 35 bids. */
export function wordsFirst(buttons: Button[]): Button[] {
  const isWord = (button: Button) => !/\d/.test(button.label || button.id || '');
  return [...buttons.filter(isWord), ...buttons.filter((button) => !isWord(button))];
}

/** Maximum number of equal buttons in one line. */
const IN_LINE = 6;

/** The columns of a grid whose lines are equally long, as far as possible. */
const evenColumns = (count: number, wide: number): string => `repeat(${Math.ceil(count / Math.ceil(count / IN_LINE))}, minmax(0, ${wide}px))`;

export function Numbers({ numbers, choose }: { numbers: { value: number; offer: Offer }[]; choose: (offer: Offer) => void }) {
  const text = useText();
  const sorted = [...numbers].sort((a, b) => a.value - b.value);
  const [value, setValue] = useState(sorted[0]!.value);
  if (sorted.length <= 14) {
    return (
      <span className="numbers" role="group" aria-label={text.table.number} style={{ gridTemplateColumns: evenColumns(sorted.length, 54) }}>
        {sorted.map(({ value, offer }) => (
          <button key={value} type="button" className="button action number" title={gameText(offer.label, text)} onClick={() => choose(offer)}>
            {value}
          </button>
        ))}
      </span>
    );
  }
  const at = sorted.findIndex((one) => one.value >= value);
  const chosen = sorted[at < 0 ? sorted.length - 1 : at]!;
  const step = (by: number) => setValue(sorted[Math.max(0, Math.min(sorted.length - 1, sorted.indexOf(chosen) + by))]!.value);
  return (
    <span className="numbers stepper" role="group" aria-label={text.table.number}>
      <button type="button" className="button step" aria-label={text.table.less} onClick={() => step(-1)}>−</button>
      <output>{chosen.value}</output>
      <button type="button" className="button step" aria-label={text.table.moreOf} onClick={() => step(1)}>+</button>
      <input type="range" aria-label={text.table.number} min={0} max={sorted.length - 1} value={sorted.indexOf(chosen)} onChange={(event) => setValue(sorted[Number(event.target.value)]!.value)} />
      <button type="button" className="button action confirm" onClick={() => choose(chosen.offer)}>
        {text.table.ok}
      </button>
    </span>
  );
}

/** The highest level of a bid so far in this match, so that the bidding box keeps its shape. */
const levels = { match: '', most: 0 };

/** The choice of the scene by its shape. The levels of bids are remembered as long as the page shows the same match. */
export function useShape(grid: ActionGrid | undefined): ChoiceShape & { placed: { button: Button; cell: ActionCell }[] } {
  const { scene } = useTable();
  if (levels.match !== location.hash) Object.assign(levels, { match: location.hash, most: 0 });
  const shape = shapeOf(scene.buttons ?? [], scene, levels.most);
  levels.most = Math.max(levels.most, shape.bids.length);
  if (!grid || shape.bids.length > 0) return { ...shape, placed: [] };
  // If the layout has a grid for buttons, the grid is used, and not the shape that the words suggest.
  const { placed, rest } = placeButtons(scene.buttons ?? [], grid);
  return { ...shapeOf(rest, scene), placed };
}

/** The words for a call that is no bid. In an auction they have names of their own. */
const callWords = (call: string, text: ReturnType<typeof useText>): string => text.table.calls[call.toLowerCase()] ?? capital(buttonText(call, text));

/** The auction: a scoreboard with one column for each player. */
const auctionOf = (boards: Scoreboard[]): Scoreboard | undefined => boards.find((board) => (board.columns ?? []).length > 1 && (board.columns ?? []).every((column) => seatsNamed(column).length === 1));

/** Whether players bid now. */
const BIDDING = /\b(auction|bid|bidding)\b/i;

/** The dock: buttons with words, in fixed places. The lowest one is the usual move. */
type DockProps = {
  extra?: React.ReactNode;
  round?: React.ReactNode;
  grid?: ActionGrid | undefined;
  /** Whether passing is the usual move. If so, buttons that cannot be pressed are left out. */
  passMain?: boolean;
  /** Other words for a button, with a second line. */
  label?: (button: Button) => { words: string; more?: string } | null;
  /** Called before a button plays its move. If it returns `true`, the button does nothing more. */
  press?: ((button: Button) => boolean) | undefined;
};

export function Dock({ extra, round, grid, passMain = false, label, press: handled }: DockProps) {
  const text = useText();
  const { scene, seats, own, choices, active, onGesture } = useTable();
  const [picking, setPicking] = useState<Offer[] | null>(null);
  const shape = useShape(grid);
  const bidding = shape.bids.length > 0;
  const listed = bidding ? [] : shape.words.filter((button) => !choices.isPile(button.id ?? ''));
  const words = passMain ? listed.filter((button) => active && choices.button(button.id ?? '').length > 0) : listed;
  const zones = new Set((scene.zones ?? []).map((zone) => zone.id ?? ''));
  const unplaced = active ? choices.offersWithoutPlace(zones) : [];
  const press = (offers: Offer[]) => (offers.length > 1 ? setPicking(offers) : onGesture({ play: offers }));
  // The usual move is the lowest button. Buttons that complete a decision come before all others. Passing is the usual
  // move only if there is no other move.
  const rank = (button: Button) => {
    const kind = choices.button(button.id ?? '')[0]?.kind;
    return kind === 'done' ? 3 : kind === 'putBack' ? 0 : kind === 'pass' ? (passMain ? 2.5 : 1) : 2;
  };
  const sorted = [...words].sort((a, b) => rank(a) - rank(b));
  const usable = sorted.filter((button) => active && choices.button(button.id ?? '').length > 0);
  // If several buttons are equally usual, such as `hit` and `stand`, none of them stands out.
  const last = usable.at(-1);
  const main = last && (passMain || usable.filter((button) => rank(button) === rank(last)).length === 1) ? last : undefined;
  return (
    <div className={`dock actions${sorted.length + unplaced.length > 3 ? ' many' : ''}`} role="group" aria-label={text.table.actions}>
      {extra}
      {unplaced.map((offer) => (
        <button key={offer.text} type="button" className="button action" onClick={() => onGesture({ play: [offer] })}>
          {capital(withNames(withSymbols(buttonText(offer.label, text), scene), seats, own, text))}
        </button>
      ))}
      {sorted.map((button) => {
        const offers = active ? choices.button(button.id ?? '') : [];
        return (
          <button key={button.id} type="button" className={`button action${button === main ? ' main' : main === undefined && offers.length > 0 ? ' equal' : ''}`} disabled={offers.length === 0} onClick={() => !handled?.(button) && press(offers)}>
            <DockWords button={button} label={label?.(button) ?? null} />
          </button>
        );
      })}
      {round}
      {picking && <MovePicker offers={picking} choose={(offer) => { setPicking(null); onGesture({ play: [offer] }); }} cancel={() => setPicking(null)} />}
    </div>
  );
}

function DockWords({ button, label }: { button: Button; label: { words: string; more?: string } | null }) {
  const text = useText();
  const { scene } = useTable();
  if (!label) return <SignedText>{capital(withSymbols(buttonText(button.label || button.id || '', text), scene))}</SignedText>;
  return (
    <span className="dock-words">
      <SignedText>{label.words}</SignedText>
      {label.more && <small>{label.more}</small>}
    </span>
  );
}

/** Choices with a special form: suits, colours, bids, numbers and ranks. */
export function ChoiceBox({ grid }: { grid?: ActionGrid | undefined }) {
  const text = useText();
  const { scene, choices, active, onGesture } = useTable();
  const shape = useShape(grid);
  const numbers = active ? choices.numbers() : [];
  const auction = BIDDING.test(scene.phase ?? '') || shape.bids.length > 0 ? auctionOf(scene.scoreboards ?? []) : undefined;
  const press = (button: Button) => {
    const offers = active ? choices.button(button.id ?? '') : [];
    if (offers.length > 0) onGesture({ play: offers.slice(0, 1) });
  };
  const off = (button: Button | null) => !active || !button || choices.button(button.id ?? '').length === 0;
  // If the viewer holds a card of each rank, the cards are the choice.
  const held = new Set(rankAliases(scene).values());
  const ranks = shape.ranks.every(({ button }) => held.has(button.id ?? '')) ? [] : shape.ranks;
  const asked = shape.numbers.flatMap(({ value, button }) => choices.button(button.id ?? '').slice(0, 1).map((offer) => ({ value, offer })));
  const all = active ? [...numbers, ...asked] : [];
  if (!auction && shape.suits.length + shape.colours.length + ranks.length === 0 && shape.bids.length === 0 && all.length === 0 && shape.placed.length === 0) return null;
  const large = Boolean(auction) || shape.bids.length > 0;
  return (
    <div className={large ? 'choice-box large' : 'choice-box'} role="group" aria-label={text.table.pick}>
      {auction && <Auction board={auction} />}
      {grid && shape.placed.length > 0 && (
        <div className="action-grid" style={{ gridTemplateColumns: `repeat(${grid.cols}, minmax(0, 1fr))`, gridTemplateRows: `repeat(${grid.rows}, auto)` }}>
          {shape.placed.map(({ button, cell }) => (
            <button key={button.id} type="button" className="button action" style={{ gridRow: `${cell.row + 1} / span ${cell.rowSpan}`, gridColumn: `${cell.col + 1} / span ${cell.colSpan}` }} disabled={off(button)} onClick={() => press(button)}>
              {capital(withSymbols(buttonText(button.label || button.id || '', text), scene))}
            </button>
          ))}
        </div>
      )}
      {shape.bids.length > 0 && (
        <div className="bidding-box">
          <div className="bid-grid" style={{ gridTemplateColumns: `repeat(${STRAINS.length}, 1fr)` }}>
            {shape.bids.flat().map(({ level, strain, button }) => (
              <button key={`${level}${strain}`} type="button" className={`bid strain-${strain}${off(button) ? '' : ' action'}`} disabled={off(button)} onClick={() => button && press(button)} aria-label={bidName(level, strain, text)}>
                {strain === 'NT' ? `${level} ` : level}
                {strain === 'NT' ? <small>{text.table.noTrump}</small> : <SuitSign suit={strain} />}
              </button>
            ))}
          </div>
          <div className="bid-words">
            {shape.words.map((button) => (
              <button key={button.id} type="button" className={`button action${choices.button(button.id ?? '')[0]?.kind === 'pass' ? ' pass' : ''}`} disabled={off(button)} onClick={() => press(button)}>
                {callWords(button.label || button.id || '', text)}
              </button>
            ))}
          </div>
        </div>
      )}
      {shape.suits.length > 0 && (
        <div className="suit-row">
          {shape.suits.map(({ suit, button }) => (
            <button key={suit} type="button" className={`suit-choice action suit-of-${suit}`} disabled={off(button)} onClick={() => press(button)} aria-label={text.cards.suits[suit] ?? suit}>
              <SuitSign suit={suit} />
              <small>{capital(text.cards.suits[suit] ?? suit)}</small>
            </button>
          ))}
        </div>
      )}
      {shape.colours.length > 0 && (
        <div className="suit-row">
          {shape.colours.filter(({ button }) => !isPlaymat(scene) || !off(button)).map(({ colour, button }) => (
            <button key={button.id} type="button" className="suit-choice action" disabled={off(button)} onClick={() => press(button)}>
              {mana[(button.label || button.id || '').toLowerCase()] && isPlaymat(scene) ? <ManaSign sign={mana[(button.label || button.id || '').toLowerCase()]!} /> : <i className="swatch" style={{ background: colour }} aria-hidden="true" />}
              <small>{capital(gameText(button.label || button.id || '', text))}</small>
            </button>
          ))}
        </div>
      )}
      {ranks.length > 0 && (
        <div className="suit-row ranks" style={{ gridTemplateColumns: evenColumns(ranks.length, 52) }}>
          {ranks.map(({ rank, button }) => (
            <button key={rank} type="button" className="rank-choice action" disabled={off(button)} onClick={() => press(button)} aria-label={text.cards.ranks[rank] ?? rank}>
              {rank}
            </button>
          ))}
        </div>
      )}
      {all.length > 0 && <Numbers key={all.map(({ value }) => value).join()} numbers={all} choose={(offer) => onGesture({ play: [offer] })} />}
    </div>
  );
}

/** The signs of the colours of mana. */
const mana: Record<string, string> = { white: 'W', blue: 'U', black: 'B', red: 'R', green: 'G' };

const bidName = (level: number, strain: Strain, text: ReturnType<typeof useText>): string => `${level} ${strain === 'NT' ? text.table.noTrump : (text.cards.suits[strain] ?? strain)}`;

const CALL = /^(\d)\s*(♣|♦|♥|♠|NT)$/;
const SUIT_OF: Record<string, Suit> = { '♣': 'C', '♦': 'D', '♥': 'H', '♠': 'S' };

/** The calls of an auction, one column for each player. */
function Auction({ board }: { board: Scoreboard }) {
  const text = useText();
  const { scene, seats, own } = useTable();
  const rows = board.rows ?? [];
  const columns = board.columns ?? [];
  const due = scene.due ?? [];
  return (
    <div className="auction" tabIndex={0} role="group" aria-label={text.table.auction} ref={(box) => { if (box) box.scrollTop = box.scrollHeight; }}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => {
              const seat = seatsNamed(column)[0]!;
              return (
                <th key={column} scope="col" className={due.includes(seat) ? 'due' : undefined}>
                  {seatName(seats, seat, own, text)}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {columns.map((column, m) => {
                const cell = row[m] ?? '';
                const call = CALL.exec(cell);
                const mark = cell === '-' ? '' : cell;
                return (
                  <td key={column} className={call ? `strain-${SUIT_OF[call[2]!] ?? 'NT'}` : /^(pass)$/i.test(mark) ? 'passed' : 'doubled'}>
                    {call ? <>{call[1]}{SUIT_OF[call[2]!] ? <SuitSign suit={SUIT_OF[call[2]!]!} /> : <small>{text.table.noTrump}</small>}</> : callWords(mark, text)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { capital, withNames, withSymbols } from '../logic/phrases';
import { useText } from '../text';
import { buttonText, gameText } from '../text/game_words';
import { useTable } from './tableContext';
import { MovePicker } from './MovePicker';
import { useState } from 'react';
import type { Button, Offer } from '../messages';

/** The buttons of the game, an input for numbers, and buttons for moves that have no element on the table. */
export function Actions({ where = 'table' }: { where?: 'table' | 'header' | 'bar' }) {
  const text = useText();
  const { scene, seats, own, choices, active, onGesture } = useTable();
  const [picking, setPicking] = useState<Offer[] | null>(null);
  const buttons = wordsFirst(scene.buttons ?? []);
  const numbers = active ? choices.numbers() : [];
  const zones = new Set((scene.zones ?? []).map((zone) => zone.id ?? ''));
  const unplaced = active ? choices.offersWithoutPlace(zones) : [];
  if (buttons.length === 0 && numbers.length === 0 && unplaced.length === 0) return null;
  const press = (offers: Offer[]) => (offers.length > 1 ? setPicking(offers) : onGesture({ play: offers }));
  return (
    <div className={`actions in-${where}`} role="group" aria-label={text.table.actions}>
      {buttons.map((button) => {
        const offers = active ? choices.button(button.id ?? '') : [];
        return (
          <button key={button.id} type="button" className="button action" disabled={offers.length === 0} onClick={() => press(offers)}>
            {capital(withSymbols(buttonText(button.label || button.id || '', text), scene))}
          </button>
        );
      })}
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

function Numbers({ numbers, choose }: { numbers: { value: number; offer: Offer }[]; choose: (offer: Offer) => void }) {
  const text = useText();
  const sorted = [...numbers].sort((a, b) => a.value - b.value);
  const [value, setValue] = useState(sorted[0]!.value);
  if (sorted.length <= 12) {
    return (
      <span className="numbers" role="group" aria-label={text.table.number}>
        {sorted.map(({ value, offer }) => (
          <button key={value} type="button" className="button action number" title={gameText(offer.label, text)} onClick={() => choose(offer)}>
            {value}
          </button>
        ))}
      </span>
    );
  }
  const chosen = sorted.reduce((best, one) => (Math.abs(one.value - value) < Math.abs(best.value - value) ? one : best));
  return (
    <span className="numbers slider">
      <input type="range" aria-label={text.table.number} min={sorted[0]!.value} max={sorted[sorted.length - 1]!.value} value={chosen.value} onChange={(event) => setValue(Number(event.target.value))} />
      <output>{chosen.value}</output>
      <button type="button" className="button action" onClick={() => choose(chosen.offer)}>
        {text.table.ok}
      </button>
    </span>
  );
}

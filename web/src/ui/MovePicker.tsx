/** Several moves are made by the same gesture: which one is meant? */
import { PieceArt, colourOf } from '../art/PieceArt';
import { pointing } from '../logic/board';
import { sentence, signed } from '../logic/phrases';
import type { Offer } from '../messages';
import { useText } from '../text';
import { Dialog } from './bits';
import { useTable } from './tableContext';

export function Picker({ offers, choose, cancel }: { offers: Offer[]; choose: (offer: Offer) => void; cancel: () => void }) {
  const text = useText();
  const { scene, own } = useTable();
  const board = scene.board;
  return (
    <Dialog title={text.table.pick} close={cancel}>
      <div className={offers.some((offer) => offer.sign) ? 'picker signs' : 'picker'}>
        {offers.map((offer, at) => (
          <button key={offer.text} type="button" className="pick" autoFocus={at === 0} onClick={() => choose(offer)}>
            {offer.sign && board && <PieceArt glyph={offer.sign} kind="" colour={colourOf(board.sides?.[own ?? 0], offer.sign, own ?? 0)} tiles={pointing(board)} />}
            <span>{sentence(signed(offer.label, scene))}</span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}

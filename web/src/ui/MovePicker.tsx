/** The dialog in which a player chooses between several moves that have the same gesture. */
import { PieceArt, colourOf } from '../art/PieceArt';
import { SignedText } from '../art/ManaSign';
import { ownersByDirection } from '../logic/board';
import { sentence, withNames, withSymbols } from '../logic/phrases';
import { abilityLines } from '../logic/printed_face';
import type { Offer } from '../messages';
import { useText } from '../text';
import { Dialog } from './Dialog';
import { useTable } from './tableContext';

export function MovePicker({ offers, choose, cancel }: { offers: Offer[]; choose: (offer: Offer) => void; cancel: () => void }) {
  const text = useText();
  const { scene, seats, own } = useTable();
  const board = scene.board;
  const lines = abilityLines(offers, scene);
  return (
    <Dialog title={text.table.pick} close={cancel}>
      <div className={offers.some((offer) => offer.sign) ? 'picker signs' : 'picker'}>
        {offers.map((offer, at) => (
          <button key={offer.text} type="button" className="pick" autoFocus={at === 0} onClick={() => choose(offer)}>
            {offer.sign && board && <PieceArt glyph={offer.sign} kind="" colour={colourOf(board.sides?.[own ?? 0], offer.sign, own ?? 0)} tiles={ownersByDirection(board)} />}
            <span>
              <SignedText>{lines[at] ?? sentence(withNames(withSymbols(offer.label, scene), seats, own, text))}</SignedText>
            </span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}

import { memo, type CSSProperties } from 'react';
import { CROP_HEIGHT, CardBack, CardFace, type Crop } from '../art/CardArt';
import { counterKind } from '../logic/card_notes';
import { PieceArt } from '../art/PieceArt';
import type { CardScene } from '../messages';
import { useSettings } from '../settings';
import { hasText } from './CardZoom';

type Props = {
  card: CardScene;
  width: number;
  style?: CSSProperties;
  touchable: boolean;
  held: boolean;
  hinted: boolean;
  /** Whether the card is a target of the top item of the stack. */
  aimed: boolean;
  /** The names of the cards or players that this card attacks or blocks. */
  pointing?: string;
  /** The label for screen readers. */
  label: string;
  /** The notes that are drawn on the card, one on each line. */
  notes?: string;
  /** Symbols in the corner, each with the words that it stands for. */
  signs?: [string, string][];
  /** The name of the player who laid the card, if the zone does not show it. */
  by?: string;
  /** The seat of that player, for the colour. */
  bySeat?: number;
  onPick?: (key: number) => void;
  /** Whether the card lies in a column, so that only its top is visible. */
  column?: boolean;
  /** The part of the face that is drawn. A cropped card that is turned is tilted and dimmed, so that it needs no more room. */
  crop?: Crop;
  /** Further classes of the card. */
  classes?: string;
  /** Short words at the top of the card, each with a longer text. */
  tags?: [string, string][];
  /** The seat whose colour the tags have. */
  tagSeat?: number;
  /** Set if the card is a piece of a board game that a player holds in hand. */
  piece?: { glyph: string; colour: string; tiles: boolean } | null;
};

/** The font size at which the longest word of the notes fits. */
const noteSize = (notes: string, width: number): number => Math.max(7, Math.min(11, (width * 0.9 - 9) / (Math.max(...notes.split(/\s/).map((word) => word.length)) * 0.6)));

/** Width in pixels below which a card has a large index instead of many small signs. */
const LARGE_INDEX_BELOW = 72;

const NONE: [string, string][] = [];

/** One card. If it can be used, it is a button. Otherwise it is an image with a label. */
export const Card = memo(function Card({ card, width, style, label: name, touchable, held, hinted, aimed, pointing, notes, signs = NONE, by, bySeat = 0, onPick, column = false, piece, crop = 'whole', classes: more = '', tags = NONE, tagSeat = 0 }: Props) {
  const [settings] = useSettings();
  const key = card.key ?? 0;
  const label = pointing ? `${name} → ${pointing}` : name;
  const classes = ['card'];
  if (more) classes.push(more);
  if (crop !== 'whole') classes.push('cropped', card.rotation ? 'tapped' : '');
  if (touchable) classes.push('touchable');
  if (held) classes.push('held');
  if (hinted) classes.push('hinted');
  if (aimed) classes.push('aimed');
  if (card.marked) classes.push('marked');
  if (card.face && card.faceUp === false) classes.push('secret');
  if (piece) classes.push('as-piece');
  const turned = crop !== 'whole' ? { aspectRatio: `100 / ${CROP_HEIGHT[crop]}` } : card.rotation ? { rotate: `${card.rotation}deg` } : {};
  const inside = (
    <>
      {piece ? (
        <PieceArt glyph={piece.glyph} kind={card.face?.name ?? ''} colour={piece.colour} tiles={piece.tiles} />
      ) : card.face ? (
        <CardFace face={card.face} clear={settings.deck === 'clear' || width < LARGE_INDEX_BELOW} column={column} crop={crop} />
      ) : (
        <CardBack />
      )}
      {pointing && (
        <span className="points" aria-hidden="true">
          → {pointing}
        </span>
      )}
      {by && (
        <span className="by" aria-hidden="true" style={width < 64 ? { fontSize: Math.max(8, width * 0.2), paddingInline: 3 } : undefined}>
          {width >= 64 && <i className={`dot seat-${bySeat % 8}`} />}
          {by}
        </span>
      )}
      {signs.length > 0 && (
        <span className="card-signs" aria-hidden="true" style={{ fontSize: crop === 'whole' ? Math.max(9, Math.min(13, width * 0.17)) : Math.min(13, width * 0.13) }}>
          {signs.map(([words, sign]) => (
            <i key={words} title={words}>
              {sign}
            </i>
          ))}
        </span>
      )}
      {notes && (
        <span className="notes" aria-hidden="true" style={{ fontSize: noteSize(notes, width) }}>
          {notes.split('\n').map((note) => (
            <i key={note}>{note}</i>
          ))}
        </span>
      )}
      {tags.length > 0 && (
        <span className="card-tags" aria-hidden="true">
          {tags.map(([short, long]) => (
            <i key={long} title={long}>
              <i className={`dot seat-${tagSeat % 8}`} />
              {short}
            </i>
          ))}
        </span>
      )}
      {(card.counters ?? []).length > 0 && (
        <span className="counters" aria-hidden="true">
          {card.counters!.map(([name, count]) => (
            <i key={name} title={name} className={counterKind(name)}>
              {count === 1 ? name : `${name} ×${count}`}
            </i>
          ))}
        </span>
      )}
    </>
  );
  const shared = { className: classes.filter(Boolean).join(' '), style: { width, ...style, ...turned }, 'data-key': key || undefined, 'data-look': hasText(card.face) && !piece ? (key ? `#${key}` : card.face.id) : undefined };
  if (touchable) {
    // The button covers the picture, so that screen readers read the label of the button and not the drawing. Ignore
    // the second half of a double click, because the table handles double clicks.
    return (
      <div {...shared} onClick={(event) => { event.stopPropagation(); if (event.detail < 2) onPick?.(key); }}>
        {inside}
        <button type="button" className="card-hit" aria-label={label} aria-pressed={held} />
      </div>
    );
  }
  return (
    <div {...shared} role="img" aria-label={label} onClick={card.face ? () => onPick?.(key) : undefined} tabIndex={shared['data-look'] ? 0 : undefined}>
      {inside}
    </div>
  );
});

/** Draws card faces and backs as SVG. The figures of court cards are images that are loaded on demand. */
import { memo } from 'react';
import type { FaceScene } from '../messages';
import { useText } from '../text';
import { cardText, gameText, translatedFace } from '../text/game_words';
import { isJoker, pips, rankOf, suitOf, type Suit } from '../logic/cards';
import { pictureAddress } from '../logic/card_pictures';
import { customSuit } from '../logic/custom_suits';
import { printed } from '../logic/printed_face';
import { CachedPicture } from './CachedPicture';
import { CROP_HEIGHT, Printed, type Crop } from './PrintedArt';
import { suitOutline, type SymbolPlace } from './suit_outlines';
import { Suited } from './SuitedArt';

export const CARD_RATIO = 1.4;

export { hue, CROP_HEIGHT, type Crop } from './PrintedArt';

/** For each court card, on which side of the head the suit symbol is drawn. */
const COURT_SIGN: Record<string, 'left' | 'right'> = {
  CJ: 'right', CQ: 'right', CK: 'left', DJ: 'right', DQ: 'right', DK: 'left', HJ: 'right', HQ: 'left', HK: 'left', SJ: 'left', SQ: 'right', SK: 'left',
};

/** SVG definitions that faces refer to. Mounted once. */
export function CardDefs() {
  return (
    <svg className="defs" aria-hidden="true" width="0" height="0">
      <defs>
        <pattern id="weave" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="10" height="10" className="back-ground" />
          <path d="M0 5h10M5 0v10" className="back-line" strokeWidth="1.100" />
          <circle cx="5" cy="5" r="1.700" className="back-dot" />
          <circle cx="0" cy="0" r="1.100" className="back-dot" />
          <circle cx="10" cy="10" r="1.100" className="back-dot" />
          <circle cx="10" cy="0" r="1.100" className="back-dot" />
          <circle cx="0" cy="10" r="1.100" className="back-dot" />
        </pattern>
        <symbol id="crown" viewBox="0 0 100 60">
          <path d="M8 52 2 14l24 17L50 2l24 29 24-17-6 38z" />
        </symbol>
      </defs>
    </svg>
  );
}

/** Draws rank and suit in a corner. */
function Rank({ rank, turned = false }: { rank: string; turned?: boolean }) {
  const wide = rank.length > 1;
  return (
    <text x={wide ? 3.6 : 10.5} y="21" className={wide ? 'rank wide' : 'rank'} textAnchor={wide ? 'start' : 'middle'} transform={turned ? 'rotate(180 50 70)' : undefined}>
      {rank}
    </text>
  );
}

const CORNERS: SymbolPlace[] = [
  { x: 10.5, y: 31, size: 12.5 },
  { x: 89.5, y: 109, size: 12.5, down: true },
];

/** The positions of the suit symbols on a face. The symbols in the corners are not included. */
function middleSigns(rank: string, suit: Suit): SymbolPlace[] {
  if (rank === 'A') return [{ x: 50, y: 70, size: suit === 'S' ? 46 : 34 }];
  if (!'JQK'.includes(rank)) return pips(Number(rank)).map(({ x, y, down }) => ({ x: 30 + x * 0.4, y: 26 + y * 0.88, size: 19, down }));
  const left = COURT_SIGN[suit + rank] === 'left';
  return [
    { x: left ? 27.5 : 72.5, y: 30, size: 13 },
    { x: left ? 72.5 : 27.5, y: 110, size: 13, down: true },
  ];
}

function Classic({ rank, suit }: { rank: string; suit: Suit }) {
  return (
    <g className={`ink suit-${suit}`}>
      <Rank rank={rank} />
      <Rank rank={rank} turned />
      {rank === 'A' && suit === 'S' && <circle cx="50" cy="70" r="31" className="halo" />}
      {'JQK'.includes(rank) && <image href={`/courts/${suit}${rank}.svg`} x="19" y="21" width="62" height="98" preserveAspectRatio="none" />}
      <path d={suitOutline(suit, [...CORNERS, ...middleSigns(rank, suit)])} />
    </g>
  );
}

const BIG: SymbolPlace[] = [
  { x: 23, y: 67, size: 28 },
  { x: 66, y: 104, size: 56 },
];
const BIG_COLUMN: SymbolPlace[] = [
  { x: 72, y: 21, size: 31 },
  { x: 52, y: 92, size: 66 },
];

/** A face with large symbols, for small cards and for the setting "Large symbols". In a column of cards, rank and suit are side by side. */
function Clear({ rank, suit, column }: { rank: string; suit: Suit; column: boolean }) {
  const wide = rank.length > 1;
  return (
    <g className={`ink suit-${suit}`}>
      <text x={(column ? 7 : 8) - (wide ? 3 : 0)} y={column ? 34 : 46} className={`big${wide ? ' wide' : ''}${column ? ' low' : ''}`}>
        {rank}
      </text>
      <path d={suitOutline(suit, column ? BIG_COLUMN : BIG)} />
      {!column && 'JQK'.includes(rank) && <use href="#crown" x="54" y="12" width="36" height="22" opacity="0.9" />}
    </g>
  );
}

function Joker({ face }: { face: FaceScene }) {
  const red = /red|1|big|colou?r/i.test(`${face.id} ${face.name}`);
  const star = Array.from({ length: 10 }, (_, at) => {
    const reach = at % 2 === 0 ? 27 : 11.5;
    const angle = (Math.PI * at) / 5 - Math.PI / 2;
    return `${50 + reach * Math.cos(angle)},${70 + reach * Math.sin(angle)}`;
  }).join(' ');
  return (
    <g className={`ink ${red ? 'suit-H' : 'suit-S'}`}>
      <text x="10" y="16" className="joker" writingMode="vertical-rl">
        JOKER
      </text>
      <polygon points={star} />
      <circle cx="50" cy="70" r="34" fill="none" stroke="currentColor" strokeWidth="1.200" />
      <circle cx="50" cy="70" r="37" fill="none" stroke="currentColor" strokeWidth=".6" />
      <g transform="rotate(180 50 70)">
        <text x="10" y="16" className="joker" writingMode="vertical-rl">
          JOKER
        </text>
      </g>
    </g>
  );
}

function Face({ face, said, clear, column, crop }: { face: FaceScene; /** The face in the language of the page. */ said: FaceScene; clear: boolean; column: boolean; crop: Crop }) {
  const text = useText();
  const [rank, suit, own] = [rankOf(face), suitOf(face), customSuit(face)];
  const words = own ? printed(said) : null;
  if (own && words && !words.rules && !words.type && !words.cost) return <Suited rank={cardText(own.rank, text)} suit={own.suit} title={cardText(own.suit, text)} clear={clear} column={column} lines={words.lines.map(([key, value]) => [gameText(key, text), value])} />;
  if (rank && suit) return clear ? <Clear rank={rank} suit={suit} column={column} /> : <Classic rank={rank} suit={suit} />;
  return isJoker(face) ? <Joker face={face} /> : <Printed face={face} said={said} crop={crop} />;
}

const Paper = () => <rect x=".5" y=".5" width="99" height="139" rx="7" className="paper" />;

export const CardFace = memo(function CardFace({ face, clear, column = false, crop = 'whole' }: { face: FaceScene; clear: boolean; column?: boolean; crop?: Crop }) {
  const text = useText();
  const said = translatedFace(face, text);
  const id = JSON.stringify([face, text.code, said === face ? 0 : said, clear, column, crop, pictureAddress(printed(face).art)]);
  const draw = () => (
    <>
      {crop === 'whole' && <Paper />}
      <Face face={face} said={said} clear={clear} column={column} crop={crop} />
    </>
  );
  return <CachedPicture key={id} id={id} draw={draw} height={CROP_HEIGHT[crop]} />;
});

export const CardBack = memo(function CardBack() {
  return <CachedPicture id="back" draw={() => <Back />} />;
});

function Back() {
  return (
    <>
      <Paper />
      <rect x="5" y="5" width="90" height="130" rx="4.500" fill="url(#weave)" />
      <rect x="9" y="9" width="82" height="122" rx="3" fill="none" className="back-rim" strokeWidth="1.200" />
      <g transform="translate(50 70)" className="back-medal">
        <circle r="19" />
        <circle r="15.500" fill="none" strokeWidth="1" />
        {[0, 90, 180, 270].map((turn) => (
          <path key={turn} d="M0-13C3-8 3-4 0 0-3-4-3-8 0-13z" transform={`rotate(${turn})`} className="leaf" />
        ))}
        {[45, 135, 225, 315].map((turn) => (
          <path key={turn} d="M0-11C2-7 2-4 0 0-2-4-2-7 0-11z" transform={`rotate(${turn})`} className="leaf thin" />
        ))}
      </g>
    </>
  );
}

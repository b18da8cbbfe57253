/** Draws pieces: figures, stones, marks, and tiles with a written symbol. */
import { memo } from 'react';
import { useSettings } from '../settings';

export type Shape = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king' | 'disc' | 'cross' | 'ring' | 'tile' | 'medal' | 'letter' | 'spear' | 'plus' | 'times' | 'cannon' | 'elephant' | 'hat' | 'duck' | 'block';

const SIGNS: Record<string, Shape> = {
  '♙': 'pawn', '♟': 'pawn', '♘': 'knight', '♞': 'knight', '♗': 'bishop', '♝': 'bishop', '♖': 'rook', '♜': 'rook',
  '♕': 'queen', '♛': 'queen', '♔': 'king', '♚': 'king', '●': 'disc', '○': 'disc', X: 'cross', O: 'ring', '■': 'block',
};
const KINDS: Shape[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king', 'duck'];
const LIGHT = '♙♘♗♖♕♔○';
const DARK = '♟♞♝♜♛♚●';
const WRITTEN = /[\u3040-\u30ff\u3400-\u9fff]/;

export function shapeOf(glyph: string, kind: string, tiles: boolean): Shape {
  if (WRITTEN.test(glyph)) return tiles ? 'tile' : 'medal';
  const sign = SIGNS[[...glyph][0] ?? ''];
  if (sign && glyph.length <= 2) return sign;
  // Match whole words only: an archbishop is no bishop, so its letter is drawn.
  return KINDS.find((shape) => kind === shape || kind.endsWith(` ${shape}`)) ?? 'letter';
}

/** For each kind of piece that is usually drawn as a written symbol: the figure that international players know. */
const INTERNATIONAL: Record<string, Shape> = {
  pawn: 'pawn', lance: 'spear', knight: 'knight', silver: 'times', gold: 'plus', bishop: 'bishop', rook: 'rook', king: 'king',
  soldier: 'pawn', cannon: 'cannon', horse: 'knight', chariot: 'rook', elephant: 'elephant', advisor: 'hat', general: 'king',
};

/** The figure of a written piece for international players. `null` if there is none. */
export const figureOf = (kind: string): Shape | null => INTERNATIONAL[kind.replace(/^promoted /, '')] ?? null;

/** Whether the symbol is a crowned stone, a promoted piece. */
export const isCrowned = (glyph: string): boolean => /^[◉◎⛁⛃]/.test(glyph);

/** The colour of a side. It is taken from the name of the side, or else from its symbols, or else from its number. */
export function colourOf(side: string | undefined, glyph: string, owner: number): string {
  const named = namedColour(side);
  if (named) return named;
  const sign = [...glyph][0] ?? '';
  if (LIGHT.includes(sign)) return 'light';
  if (DARK.includes(sign)) return 'dark';
  return ['light', 'dark', 'red', 'blue', 'green', 'yellow'][owner % 6] ?? 'light';
}

/** The colour that the name of a side means, or `null` if the name is not a colour. */
export function namedColour(side: string | undefined): string | null {
  const word = (side ?? '').toLowerCase();
  return NAMED.find(([name]) => word.includes(name))?.[1] ?? null;
}

const NAMED: [string, string][] = [
  ['white', 'light'], ['light', 'light'], ['black', 'dark'], ['dark', 'dark'], ['red', 'red'], ['blue', 'blue'], ['green', 'green'], ['yellow', 'yellow'],
  ['sente', 'light'], ['gote', 'light'], ['cross', 'red'], ['nought', 'blue'],
];

const BASE = 'M24 88h52c2.200 0 4-1.800 4-4v-2c0-4-3-7-7-7H27c-4 0-7 3-7 7v2c0 2.200 1.800 4 4 4z';

function Figure({ shape }: { shape: Shape }) {
  switch (shape) {
    case 'pawn':
      return (
        <>
          <path d="M50 20a14 14 0 0 1 9.500 24.300c6.500 2 9 5.200 9 9.700H58.500c.5 9 4 15.500 11 21h-39c7-5.500 10.500-12 11-21H31.500c0-4.500 2.500-7.700 9-9.700A14 14 0 0 1 50 20z" />
          <path d={BASE} />
        </>
      );
    case 'block':
      return <rect x="16" y="16" width="68" height="68" rx="9" />;
    case 'duck':
      return (
        <>
          <path d="M38 45c-9-3-13-12-9-20 4-9 17-11 23-4 5 6 4 14 1 20-2 5 1 8 7 8h9c6 0 11-3 14-8 4 6 5 13 3 20-3 12-14 19-28 19H44c-14 0-23-9-23-19 0-8 7-13 17-16z" />
          <path d="M29 29H14c-2 0-3 2-1 4 4 4 10 5 17 4z" />
          <path d="M45 60c7 6 18 6 25-2" className="cut" />
          <circle cx="40" cy="27" r="3" className="eye" />
        </>
      );
    case 'rook':
      return (
        <>
          <path d="M27 15h10v7h8v-7h10v7h8v-7h10v17c0 3-2.500 5-6 7l2.500 36h-39L33 39c-3.500-2-6-4-6-7z" />
          <path d="M34 41h32" className="cut" />
          <path d={BASE} />
        </>
      );
    case 'knight':
      return (
        <>
          <path d="M36 75c-1-16 13-22 14-33-5 6-12 6-15 10-2 3-5 6-9 5-4.500-1-7-5-5-9 4-7 8-13 12-20 1-5 5-8 9-10l1-8c4 2 7 5 9 8 18 2 27 17 27 35 0 9-2 16-4 22z" />
          <circle cx="41.500" cy="30.500" r="2.600" className="eye" />
          <path d="M57 24c9 6 13 17 13 29" className="cut" />
          <path d={BASE} />
        </>
      );
    case 'bishop':
      return (
        <>
          <circle cx="50" cy="13.500" r="5" />
          <path d="M50 18c12 9 19 19 19 29 0 6-3 10-8 13l4 15H35l4-15c-5-3-8-7-8-13 0-10 7-20 19-29z" />
          <path d="M50 31v18M42.500 38.500h15M38 61h24" className="cut" />
          <path d={BASE} />
        </>
      );
    case 'queen':
      return (
        <>
          <path d="m17 32 12 26 3-33 11 29 7-36 7 36 11-29 3 33 12-26-9 43H26z" />
          {[[16, 29], [31.5, 21], [50, 14.5], [68.5, 21], [84, 29]].map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r="4.600" />
          ))}
          <path d="M29 65h42" className="cut" />
          <path d={BASE} />
        </>
      );
    case 'king':
      return (
        <>
          <path d="M47 8h6v6h6v6h-6v7h-6v-7h-6v-6h6z" />
          <path d="M50 27c5 4 7 8 7 12 4-5 9-7 14-7 8 0 14 6 14 14 0 12-10 20-13 29H28c-3-9-13-17-13-29 0-8 6-14 14-14 5 0 10 2 14 7 0-4 2-8 7-12z" />
          <path d="M50 41v25M30 65c12-4 28-4 40 0" className="cut" />
          <path d={BASE} />
        </>
      );
    case 'disc':
      return (
        <>
          <circle cx="50" cy="50" r="37" />
          <circle cx="50" cy="50" r="28" className="cut" />
          <circle cx="50" cy="50" r="19" className="cut faint" />
        </>
      );
    case 'cross':
      return <path d="M22 22 78 78M78 22 22 78" className="stroke" />;
    case 'ring':
      return <circle cx="50" cy="50" r="29" className="stroke" />;
    case 'tile':
      return <path d="M50 8 76 20 85 92H15L24 20z" />;
    case 'medal':
      return (
        <>
          <circle cx="50" cy="50" r="42" />
          <circle cx="50" cy="50" r="35.500" className="cut" />
        </>
      );
    case 'spear':
      return (
        <>
          <path d="m50 8 15 27H56v40H44V35H35z" />
          <path d={BASE} />
        </>
      );
    case 'plus':
      return <path d="M40 14h20v22h24v20H60v32H40V56H16V36h24z" />;
    case 'times':
      return <path d="m50 12 10 20 20-12 4 20-20 10 20 14-8 20-26-14-26 14-8-20 20-14-20-10 4-20 20 12z" />;
    case 'cannon':
      return (
        <>
          <path d="M14 44 78 18l9 22-62 27z" />
          <circle cx="44" cy="66" r="21" />
          <circle cx="44" cy="66" r="8" className="cut" />
        </>
      );
    case 'elephant':
      return (
        <>
          <path d="M18 46c0-20 14-30 34-30 22 0 34 14 34 34 0 8-2 12-2 18 0 5 3 7 7 7-6 8-19 5-19-7V58c-6 4-12 5-18 5v23H40V66c-4 0-8 0-11-2v22H18z" />
          <circle cx="68" cy="38" r="3" className="eye" />
        </>
      );
    case 'hat':
      return (
        <>
          <path d="M50 12 72 46H28z" />
          <path d="M12 58c0-9 17-14 38-14s38 5 38 14-17 14-38 14-38-5-38-14z" />
          <path d="M38 72h24l6 16H32z" />
        </>
      );
    case 'letter':
      return <circle cx="50" cy="50" r="38" />;
  }
}

/** The symbols in the fonts of the table. Other symbols need a font of the system. */
const OWN_SYMBOLS = '歩香桂銀金角飛王玉と杏圭全馬龍兵卒炮砲傌俥車相象仕士帥將一二三四五六七八九同成不打楚河漢界';

/** Whether this system has a font with other written symbols. `null` until it was tested. Without a font, letters are drawn. */
let writes: boolean | null = null;
function canWrite(glyph: string): boolean {
  if ([...glyph].every((sign) => OWN_SYMBOLS.includes(sign))) return true;
  if (writes !== null || typeof document === 'undefined') return writes ?? true;
  const look = (sign: string) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 32;
    const pen = canvas.getContext('2d');
    if (!pen) return sign;
    pen.font = '24px serif';
    pen.fillText(sign, 2, 26);
    return canvas.toDataURL();
  };
  writes = look('\u738b') !== look('\u6b69');
  return writes;
}

type Props = { glyph: string; kind: string; colour: string; tiles: boolean; crowned?: boolean; letter?: string };

export const PieceArt = memo(function PieceArt({ glyph, kind, colour, tiles, crowned, letter }: Props) {
  const [settings] = useSettings();
  const shape = shapeOf(glyph, kind, tiles);
  const figure = (shape === 'tile' || shape === 'medal') && settings.script === 'international' ? figureOf(kind) : null;
  const written = shape === 'tile' || shape === 'medal';
  // Use the letter of the move notation if there is one, because players know it.
  const letters = letter ?? (kind[0] ?? '?').toUpperCase();
  const text = figure ? '' : written ? (canWrite(glyph) ? glyph : letters) : shape === 'letter' ? letters : '';
  const extra = !written && (glyph.includes('⁺') || kind.startsWith('promoted '));
  return (
    <svg className={`piece-art shape-${shape} tint-${colour}${kind.startsWith('promoted') ? ' turned' : ''}`} viewBox="0 0 100 100" aria-hidden="true">
      <g className="body">
        <Figure shape={shape} />
      </g>
      {figure && (
        <g className="inner" transform={shape === 'tile' ? 'translate(25 36) scale(.5)' : 'translate(23 22) scale(.54)'}>
          <Figure shape={figure} />
        </g>
      )}
      {text && (
        <text x="50" y={shape === 'tile' ? 67 : 63} textAnchor="middle" className={[...text].length > 1 ? 'sign two' : 'sign'}>
          {text}
        </text>
      )}
      {crowned && <use href="#crown" x="32" y="37" width="36" height="22" className="crowned" />}
      {extra && <path d="M80 8v20M70 18h20" className="extra" />}
    </svg>
  );
});

/** Draws pieces: figures, stones, marks, and tiles with a written symbol. */
import { memo } from 'react';
import { useSettings } from '../settings';
import figures from './figures.json';

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

/** Draws a figure from `figures.json`, which `rulebook print` reads, too. */
function Figure({ shape }: { shape: Shape }) {
  return <g dangerouslySetInnerHTML={{ __html: figures.pieces[shape] }} />;
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

/** Draws faces of cards with suits other than the French four: rank and suit in the corner, and a colour and a figure for each suit. */
import { pips } from '../logic/cards';
import { suitStyle, type Figure } from '../logic/custom_suits';
import figures from './figures.json';

/** The figures as outlines in a 100 × 100 square. They are filled with the colour of the suit. */
export const SHAPES: Record<Figure, string> = figures.suits;

function Mark({ figure, x, y, size, down = false }: { figure: Figure; x: number; y: number; size: number; down?: boolean }) {
  return <g transform={`translate(${x} ${y})${down ? ' rotate(180)' : ''} scale(${size / 100}) translate(-50 -50)`} dangerouslySetInnerHTML={{ __html: SHAPES[figure] }} />;
}

const squeeze = (letters: number, most: number, width: number) => (letters > most ? { textLength: width, lengthAdjust: 'spacingAndGlyphs' as const } : {});

/** Draws such a face. `lines` are other printed values. In a `column` of cards, rank and suit are side by side. */
export function Suited({ rank, suit, title, clear, column, lines }: { rank: string; suit: string; /** The name of the suit in the language of the page. */ title: string; clear: boolean; column: boolean; lines: [string, string][] }) {
  const { hue, figure, pale } = suitStyle(suit);
  const number = /^\d+$/.test(rank) ? Number(rank) : 0;
  const short = rank.length <= 2;
  const size = short ? (clear ? 40 : 27) : clear ? 25 : 18;
  const base = clear ? 37 : 27;
  const sign = clear ? 32 : 19;
  const few = number >= 1 && number <= 10 && !clear && lines.length === 0;
  return (
    <g className="suited" style={{ '--h': hue, '--s': pale ? '8%' : '62%' } as React.CSSProperties}>
      <rect x="4.500" y="4.500" width="91" height="131" rx="5" className="plate" />
      <text x="8" y={base} className="index" fontSize={size} {...squeeze(rank.length, short ? 2 : clear ? 5 : 7, clear ? 78 : 62)}>
        {rank}
      </text>
      <Mark figure={figure} x={column ? 91 - sign / 2 : 8 + sign / 2} y={column ? 8 + sign / 2 : base + 5 + sign / 2} size={sign} />
      {few ? (
        pips(number).map(({ x, y, down }, at) => <Mark key={at} figure={figure} x={number === 1 ? 50 : 41 + x * 0.38} y={number === 1 ? 72 : 28 + y * 0.78} size={number === 1 ? 46 : 20} down={down} />)
      ) : (
        <Mark figure={figure} x={clear ? 66 : 54} y={clear ? 88 : lines.length > 0 ? 70 : 78} size={clear ? 50 : lines.length > 0 ? 40 : 54} />
      )}
      {!clear &&
        lines.slice(0, 2).map(([key, value], at, shown) => (
          <text key={key} x="9" y={114 - (shown.length - 1 - at) * 12} className="line" {...squeeze(key.length + value.length + 1, 15, 82)}>
            <tspan className="key">{key}</tspan> {value.slice(0, 22)}
          </text>
        ))}
      {!clear && (
        <>
          <rect x="4.500" y="119" width="91" height="16.500" rx="5" className="band" />
          <text x="50" y="131" textAnchor="middle" className="suit-name" {...squeeze(title.length, 13, 82)}>
            {title}
          </text>
        </>
      )}
    </g>
  );
}

/** Draws faces of cards with suits other than the French four: rank and suit in the corner, and a colour and a figure for each suit. */
import { pips } from '../logic/cards';
import { suitStyle, type Figure } from '../logic/custom_suits';

/** The figures as outlines in a 100 × 100 square. They are filled with the colour of the suit. */
const SHAPES: Record<Figure, React.ReactNode> = {
  coin: (
    <>
      <circle cx="50" cy="50" r="44" />
      <circle cx="50" cy="50" r="33" className="cut" />
      <path d="M50 26l7 17 17 7-17 7-7 17-7-17-17-7 17-7z" className="light" />
    </>
  ),
  cup: (
    <>
      <path d="M18 8h64c0 30-8 47-26 51v17c12 2 19 7 19 16H25c0-9 7-14 19-16V59C26 55 18 38 18 8z" />
      <path d="M27 17h46" className="cut" />
    </>
  ),
  sword: (
    <>
      <path d="M50 2l9 12v48h19v10H59v14h5v12H36V86h5V72H22V62h19V14z" />
      <path d="M50 14v46" className="cut" />
    </>
  ),
  club: (
    <>
      <path d="M62 4c14-4 30 8 29 24-1 9-8 13-14 20L31 94c-5 5-13 5-18 0s-5-13 0-18l41-48c4-7 1-21 8-24z" />
      <path d="M70 20l8 8M56 40l8 7M42 56l7 7" className="cut" />
    </>
  ),
  leaf: (
    <>
      <path d="M50 4c22 14 36 30 36 50 0 18-13 29-31 31l1 13H44l1-13C27 83 14 72 14 54 14 34 28 18 50 4z" />
      <path d="M50 24v56M50 52l18-14M50 66L32 52" className="cut" />
    </>
  ),
  flower: (
    <>
      {[0, 72, 144, 216, 288].map((turn) => (
        <ellipse key={turn} cx="50" cy="27" rx="20" ry="24" transform={`rotate(${turn} 50 50)`} />
      ))}
      <circle cx="50" cy="50" r="13" className="light" />
    </>
  ),
  wave: <path d="M4 40c12-18 26-18 38 0s26 18 38 0c5-7 10-11 16-13v17c-4 2-7 5-10 9-16 20-38 19-52 0-8-11-15-11-22 0l-8 8zM4 74c12-18 26-18 38 0s26 18 38 0c5-7 10-11 16-13v17c-4 2-7 5-10 9-16 16-38 15-52 0-8-8-15-8-22 0l-8 6z" />,
  sun: (
    <>
      {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
        <path key={turn} d="M42 24l8-22 8 22z" transform={`rotate(${turn} 50 50)`} />
      ))}
      <circle cx="50" cy="50" r="25" />
    </>
  ),
  star: <path d="M50 3l14 31 34 4-25 23 7 34-30-17-30 17 7-34L2 38l34-4z" />,
  moon: <path d="M64 5C34 9 26 32 30 54c4 23 25 36 50 31-9 9-21 12-32 11C20 94 6 72 9 47 12 21 36 2 64 5z" />,
  drop: <path d="M50 3c10 24 33 40 33 62 0 18-15 32-33 32S17 83 17 65C17 43 40 27 50 3z" />,
  gem: (
    <>
      <path d="M27 12h46l23 27-46 54L4 39z" />
      <path d="M10 39h80M36 39l14 46 14-46-14-25z" className="cut" />
    </>
  ),
  ring: (
    <>
      <circle cx="50" cy="50" r="46" />
      <circle cx="50" cy="50" r="23" className="light" />
    </>
  ),
  cross: <path d="M35 5h30v30h30v30H65v30H35V65H5V35h30z" />,
  shield: (
    <>
      <path d="M10 8h80v40c0 24-17 40-40 49C27 88 10 72 10 48z" />
      <path d="M50 18v66M20 40h60" className="cut" />
    </>
  ),
};

function Mark({ figure, x, y, size, down = false }: { figure: Figure; x: number; y: number; size: number; down?: boolean }) {
  return <g transform={`translate(${x} ${y})${down ? ' rotate(180)' : ''} scale(${size / 100}) translate(-50 -50)`}>{SHAPES[figure]}</g>;
}

const squeeze = (letters: number, most: number, width: number) => (letters > most ? { textLength: width, lengthAdjust: 'spacingAndGlyphs' as const } : {});

/** Draws such a face. `lines` are other printed values. In a `column` of cards, rank and suit are side by side. */
export function Suited({ rank, suit, clear, column, lines }: { rank: string; suit: string; clear: boolean; column: boolean; lines: [string, string][] }) {
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
          <text x="50" y="131" textAnchor="middle" className="suit-name" {...squeeze(suit.length, 13, 82)}>
            {suit}
          </text>
        </>
      )}
    </g>
  );
}

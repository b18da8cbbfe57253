/** Draws signs for costs in braces, such as `{2}{R}` and `{T}`. Each sign is a disc with a drawing. */
import { signsOf, splitSigns } from '../logic/cost_signs';
import { knownSign } from '../logic/custom_suits';
import figures from './figures.json';
import { SHAPES } from './SuitedArt';

/** The colours of a disc and of its rim. A sign without an entry gets the colours of the entry with the empty name. */
const DISC = figures.discs as unknown as Record<string, [string, string]>;
const GREY = DISC['']!;
const DRAWN: Record<string, string> = figures.signs;

/** One sign in a box of 24 by 24. A hybrid sign has two halves. */
export function SignArt({ sign }: { sign: string }) {
  const halves = sign.split('/').filter((half) => half !== 'P');
  if (halves.length === 2 && halves.every((half) => half in DISC || /^\d+$/.test(half))) {
    const [a, b] = halves as [string, string];
    return (
      <>
        <circle cx="12" cy="12" r="11.500" fill={(DISC[b] ?? GREY)[0]} stroke={(DISC[b] ?? GREY)[1]} />
        <path d="M3.900 20.100A11.500 11.500 0 0 1 20.100 3.900z" fill={(DISC[a] ?? GREY)[0]} />
        <g transform="translate(2.500 2.500) scale(.46)"><Inside text={a} /></g>
        <g transform="translate(10.500 10.500) scale(.46)"><Inside text={b} /></g>
      </>
    );
  }
  const plain = halves[0] ?? sign;
  const known = plain.length > 1 ? knownSign(plain) : null;
  if (known) {
    const style = { '--h': known.hue, '--s': known.pale ? '8%' : '62%' } as React.CSSProperties;
    return (
      <g className="suited" style={style}>
        <circle cx="12" cy="12" r="11.500" className={known.figure ? 'plate' : undefined} />
        {known.figure && <g transform="translate(4 4) scale(.16)" dangerouslySetInnerHTML={{ __html: SHAPES[known.figure] }} />}
      </g>
    );
  }
  const [fill, rim] = DISC[plain] ?? GREY;
  return (
    <>
      <circle cx="12" cy="12" r="11.500" fill={fill} stroke={rim} />
      <Inside text={plain} />
    </>
  );
}

/** The drawing of a sign, or its letters. */
const Inside = ({ text }: { text: string }) => (DRAWN[text] ? <g dangerouslySetInnerHTML={{ __html: DRAWN[text] }} /> : <Letters text={text} />);

const Letters = ({ text }: { text: string }) => (
  <text x="12" y={text.length > 1 ? 16.5 : 17.2} textAnchor="middle" className="sign-letters" fontSize={text.length > 2 ? 9 : text.length > 1 ? 12.5 : 15.5} {...(text.length > 3 ? { textLength: 20, lengthAdjust: 'spacingAndGlyphs' as const } : {})}>
    {text}
  </text>
);

/** A sign in a line of text. */
export const ManaSign = ({ sign, faint = false }: { sign: string; faint?: boolean }) => (
  <svg className={faint ? 'mana-sign faint' : 'mana-sign'} viewBox="0 0 24 24" aria-hidden="true">
    <SignArt sign={sign} />
  </svg>
);

/** A text in which `{R}` and `{T}` are drawn as signs. Screen readers read the letters aloud. */
export function SignedText({ children }: { children: string }) {
  if (!children.includes('{')) return <>{children}</>;
  return (
    <>
      {splitSigns(children).map((part, at) =>
        part.sign ? (
          <span key={at} className="signed">
            <ManaSign sign={part.sign} />
            <span className="unseen">{part.sign}</span>
          </span>
        ) : (
          part.text
        ),
      )}
    </>
  );
}

/** All signs of a cost, side by side in a drawing. `right` is the right edge of the last one. */
export function CostSigns({ cost, right, y, size }: { cost: string; right: number; y: number; size: number }) {
  const signs = signsOf(cost);
  const step = Math.min(size + 0.8, 34 / Math.max(1, signs.length));
  return (
    <>
      {signs.map((sign, at) => (
        <g key={at} transform={`translate(${right - size - (signs.length - 1 - at) * step} ${y}) scale(${size / 24})`}>
          <SignArt sign={sign} />
        </g>
      ))}
    </>
  );
}

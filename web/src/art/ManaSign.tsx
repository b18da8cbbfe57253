/** Signs for costs in braces, such as `{2}{R}` and `{T}`. Each is a disc with a drawing. */
import type { ReactNode } from 'react';
import { signsOf, splitSigns } from '../logic/cost_signs';

const DISC: Record<string, [string, string]> = { W: ['#f7ecc4', '#b79a4a'], U: ['#a9d0f0', '#3d78a8'], B: ['#c9bccf', '#6b5875'], R: ['#f6b79a', '#b0502f'], G: ['#b4d9ab', '#3f7d3d'] };
const GREY: [string, string] = ['#ddd6c6', '#8b8271'];

const RAY = 'M11 6.2h2L12 2.4zM11 17.8h2L12 21.6z';
const DRAWN: Record<string, ReactNode> = {
  W: (
    <g fill="#7a5b0c">
      <circle cx="12" cy="12" r="4.2" />
      {[0, 45, 90, 135].map((turn) => <path key={turn} d={RAY} transform={`rotate(${turn} 12 12)`} />)}
    </g>
  ),
  U: <path d="M12 3.5c2.5 4.5 5.500 6.700 5.500 10.500a5.500 5.500 0 0 1-11 0C6.500 10.200 9.500 8 12 3.500z" fill="#10487c" />,
  B: <path d="M15.500 4.500A8 8 0 1 0 19 16.500 6.800 6.800 0 0 1 15.500 4.500z" fill="#2f2038" />,
  R: <path d="M12.500 3.200c.8 3.300 5 5.300 5 10.300a5.500 5.500 0 0 1-11 .3c0-2.600 1.400-3.900 2-5.600.9.700 1.400 1.500 1.500 2.600 1.700-1.800 2.600-4.300 2.500-7.600z" fill="#97250c" />,
  G: <path d="M5.500 18.500C4.500 10 10 5.500 19 5c.2 9-4.500 14.500-11.500 12.500l4.500-6-6.500 7z" fill="#1d5a24" />,
  C: <path d="M12 4.500 18.500 12 12 19.500 5.500 12z" fill="none" stroke="#3a3328" strokeWidth="2" />,
  T: <path d="M7 16c-1-6 4-9.500 9-7M16.500 5v4.500H12" fill="none" stroke="#3a3328" strokeWidth="2.200" strokeLinecap="round" strokeLinejoin="round" />,
};

/** One sign in a box of 24 by 24. A hybrid sign has two halves. */
export function SignArt({ sign }: { sign: string }) {
  const halves = sign.split('/').filter((half) => half !== 'P');
  if (halves.length === 2 && halves.every((half) => half in DISC || /^\d+$/.test(half))) {
    const [a, b] = halves as [string, string];
    return (
      <>
        <circle cx="12" cy="12" r="11.500" fill={(DISC[b] ?? GREY)[0]} stroke={(DISC[b] ?? GREY)[1]} />
        <path d="M3.900 20.100A11.500 11.500 0 0 1 20.100 3.900z" fill={(DISC[a] ?? GREY)[0]} />
        <g transform="translate(2.500 2.500) scale(.46)">{DRAWN[a] ?? <Letters text={a} />}</g>
        <g transform="translate(10.500 10.500) scale(.46)">{DRAWN[b] ?? <Letters text={b} />}</g>
      </>
    );
  }
  const plain = halves[0] ?? sign;
  const [fill, rim] = DISC[plain] ?? GREY;
  return (
    <>
      <circle cx="12" cy="12" r="11.500" fill={fill} stroke={rim} />
      {DRAWN[plain] ?? <Letters text={plain} />}
    </>
  );
}

const Letters = ({ text }: { text: string }) => (
  <text x="12" y={text.length > 1 ? 16.5 : 17.2} textAnchor="middle" className="sign-letters" fontSize={text.length > 2 ? 9 : text.length > 1 ? 12.5 : 15.5}>
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

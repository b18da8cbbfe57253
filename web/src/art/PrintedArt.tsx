/** Draws faces of cards with text: the whole card for the hand and the zoom, and a shorter face for cards on the table. */
import type { ReactNode } from 'react';
import type { FaceScene } from '../messages';
import { pictureAddress } from '../logic/card_pictures';
import { costTint, frameTint, type Tint } from '../logic/custom_suits';
import { madeSign, signsOf } from '../logic/cost_signs';
import { useText } from '../text';
import { gameText } from '../text/game_words';
import { figureOf, lineName, printed, shortLine, subjectOf } from '../logic/printed_face';
import { CostSigns, SignArt, SignedText } from './ManaSign';
import { FIGURES } from './scene_figures';

export function hue(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + letter.codePointAt(0)!) % 3600;
  return (hash * 137) % 360;
}

/** How much of a card is drawn: all of it, the upper part of a card on the table, or a land, which is lower. */
export type Crop = 'whole' | 'field' | 'land';

/** The height of a face at a width of 100. */
export const CROP_HEIGHT: Record<Crop, number> = { whole: 140, field: 96, land: 74 };

const squeeze = (letters: number, most: number, width: number) => (letters > most ? { textLength: width, lengthAdjust: 'spacingAndGlyphs' as const } : {});

/** The colour of a face, from the first of these that gives one: the value `color`, the cost, the rules text, the name. */
function tintOf(face: FaceScene): Tint {
  const { rules, color } = printed(face);
  const cost = face.text?.find(([key]) => key === 'cost')?.[1] ?? '';
  return frameTint(color) ?? costTint(cost, rules) ?? { hue: hue(face.name || face.id || ''), strength: 0.8 };
}

/** Draws a picture generated from the name and type of a card, and over it the picture file of the card. If the file is missing, the generated picture shows. */
function Picture({ face, y, height }: { face: FaceScene; y: number; height: number }) {
  const address = pictureAddress(printed(face).art);
  return (
    <>
      <Scenery face={face} y={y} height={height} />
      {address && <image href={address} x="4" y={y} width="92" height={height} preserveAspectRatio="xMidYMid slice" />}
    </>
  );
}

/** A picture that is generated from the name and the type of a card: a sky, a light, hills and a figure. */
function Scenery({ face, y, height }: { face: FaceScene; y: number; height: number }) {
  const name = face.name || face.id || '';
  const seed = hue(name);
  const figure = figureOf(subjectOf(face), seed);
  const land = ['mountain', 'plains', 'swamp', 'island', 'forest', 'hills'].includes(figure);
  const light = { x: 18 + (seed % 84), y: 16 + (seed % 13) };
  return (
    <svg x="4" y={y} width="92" height={height} viewBox="0 0 120 80" preserveAspectRatio="xMidYMid slice" className="scene">
      <rect width="120" height="80" className="sky" />
      <rect y="26" width="120" height="54" className="sky low" />
      <circle cx={light.x} cy={light.y} r="17" className="light wide" />
      <circle cx={light.x} cy={light.y} r="10" className="light" />
      {!land && <path d="M0 58 20 46 42 56 66 40 92 55 120 44V80H0z" className="hill far" />}
      {!land && <path d="M0 70C30 60 60 74 120 64V80H0z" className="hill" />}
      <g className="figure" dangerouslySetInnerHTML={{ __html: FIGURES[figure] ?? FIGURES.hills! }} />
    </svg>
  );
}

function Title({ name, cost, small }: { name: string; cost: string; small: boolean }) {
  const signs = signsOf(cost).length;
  const room = 86 - (signs > 0 ? Math.min(35, signs * 9) + 2 : 0);
  // Letters get smaller, and then narrower, so that a long name does not run into the cost.
  const size = Math.min(small ? 9.6 : 10.8, Math.max(6.2, room / (name.length * 0.59)));
  return (
    <text x="7.500" y={small ? 14.4 : 14.2} className="title" style={{ fontSize: `${size}px` }} {...(name.length * size * 0.59 > room + 0.5 ? { textLength: room, lengthAdjust: 'spacingAndGlyphs' as const } : {})}>
      {name}
    </text>
  );
}

function Size({ size, base, y }: { size: string; base: string; y: number }) {
  const [now, printedSize] = [size, base].map((text) => text.split('/').reduce((sum, part) => sum + (Number(part) || 0), 0)) as [number, number];
  const change = base && now !== printedSize ? (now > printedSize ? ' more' : ' less') : '';
  const wide = Math.max(27, size.length * 7.6 + 6);
  return (
    <g className={`size${change}`}>
      <rect x={97 - wide} y={y} width={wide} height="17" rx="5" />
      <text x={97 - wide / 2} y={y + 12.9} textAnchor="middle">
        {size}
      </text>
    </g>
  );
}

/** Draws rules text in paragraphs. Reminder text in parentheses is in italics. */
function RulesText({ rules }: { rules: string }): ReactNode {
  return rules.split('\n').map((line, at) => (
    <p key={at}>
      {line.split(/(\([^()]*\))/).map((part, n) => (part.startsWith('(') ? <i key={n}><SignedText>{part}</SignedText></i> : <SignedText key={n}>{part}</SignedText>))}
    </p>
  ));
}

/** The largest size of letters at which a text fits into its box, in units of the drawing. */
export function rulesSize(rules: string, width: number, height: number, largest = 7.4): number {
  for (let size = largest; size > 3.6; size -= 0.2) {
    const perLine = width / (size * 0.56);
    const lines = rules.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
    if (lines * size * 1.25 + (rules.split('\n').length - 1) * 1.6 <= height) return size;
  }
  return 3.6;
}

/** Draws a card with text. Colours and pictures follow `face`, and words are those of `said`. */
export function Printed({ face, said, crop }: { face: FaceScene; said: FaceScene; crop: Crop }) {
  const name = said.name || said.id || '';
  const { size, base } = printed(face);
  const tint = tintOf(face);
  const whole = crop === 'whole';
  const style = { '--h': tint.hue, '--s': tint.strength } as React.CSSProperties;
  if (!whole) {
    const high = CROP_HEIGHT[crop];
    const line = crop === 'land' ? '' : shortLine(said);
    return (
      <g className="printed" style={style}>
        <rect x=".5" y=".5" width="99" height={high - 1} rx="6" className="frame" />
        <rect x="4" y="4" width="92" height="15" rx="3" className="band" />
        <Title name={name} cost="" small />
        <Picture face={face} y={19} height={high - 19 - (line || crop === 'field' ? 18 : 4)} />
        {crop === 'field' && <rect x="4" y={high - 18} width="92" height="14" className="strip" />}
        {line && (
          <text x="7" y={high - 8} className="type" {...squeeze(line.length, size ? 15 : 22, size ? 62 : 86)}>
            {line}
          </text>
        )}
        {size && <Size size={size} base={base} y={high - 20} />}
      </g>
    );
  }
  return <WholeFace face={face} said={said} style={style} />;
}

/** The parts of a whole face: where the picture ends, and where the words begin. */
const PARTS = { art: { picture: 54, strip: 73 }, text: { picture: 0, strip: 19 }, full: { picture: 117, strip: 90 } };

/** Draws a whole card: title, picture, kind, rules text and other values. */
function WholeFace({ face, said, style }: { face: FaceScene; said: FaceScene; style: React.CSSProperties }) {
  const text = useText();
  const { cost, type, rules, size, base, icon, frame, lines: values } = printed(said);
  const lines = values.map(([key, value]): [string, string] => [gameText(lineName(key), text), value]);
  // The picture fills a card without words.
  const bare = type === '' && rules === '' && lines.length === 0 && size === '';
  const { picture, strip } = PARTS[bare ? 'full' : frame];
  const top = type === '' ? strip : strip + 12.5;
  const most = 136 - top - (size ? 8 : 2) - 2;
  const made = madeSign(printed(face).rules);
  const onlyMana = made !== null && rules.length < 22;
  // If a number is all that is printed, it is large.
  const numeral = type === '' && rules === '' && size === '' && lines.length === 1 && /^-?\d{1,3}$/.test(lines[0]![1]) ? lines[0]! : null;
  const listed = lines.map(([key, value]) => `${key} ${value}`).join('   ');
  const letters = [rules, listed].filter((part) => part !== '').join('\n');
  return (
    <g className={`printed frame-${frame}`} style={style}>
      <rect x=".5" y=".5" width="99" height="139" rx="7" className="frame" />
      {picture > 0 && <Picture face={face} y={19} height={picture} />}
      <rect x="4" y="4" width="92" height="15" rx="3" className="band" />
      <Title name={said.name || said.id || ''} cost={cost} small={false} />
      {cost && <CostSigns cost={cost} right={94.5} y={7.4} size={8.2} />}
      {icon && picture > 0 && (
        <g transform="translate(7 22) scale(.62)">
          <SignArt sign={icon.replace(/[{}]/g, '')} />
        </g>
      )}
      {type !== '' && <rect x="4" y={strip} width="92" height="12.500" className="strip" />}
      {type !== '' && (
        <text x="7" y={strip + 8.9} className="type" {...squeeze(type.length, 22, 86)}>
          {type}
        </text>
      )}
      {!bare && <rect x="4" y={top} width="92" height={136 - top} rx="3" className="words" />}
      {numeral && (
        <text x="50" y={top + (136 - top) * (numeral[1] === face.name ? 0.66 : 0.56)} textAnchor="middle" className="numeral">
          {numeral[1]}
        </text>
      )}
      {numeral && numeral[1] !== face.name && (
        <text x="50" y="130" textAnchor="middle" className="numeral-name">
          {numeral[0]}
        </text>
      )}
      {letters !== '' && !numeral && (
        <foreignObject x="7" y={top + 2} width="86" height={most}>
          <div className={`rules-box${onlyMana ? ' only-mana' : ''}`} style={{ fontSize: `${onlyMana ? 12 : rulesSize(letters, 86, most, rules === '' ? 19 : 7.4)}px` }}>
            {rules !== '' && <RulesText rules={rules} />}
            {lines.length > 0 && (
              <p className="values">
                {lines.map(([key, value]) => (
                  <span key={key}>
                    <i>{key}</i> <b><SignedText>{value}</SignedText></b>
                  </span>
                ))}
              </p>
            )}
          </div>
        </foreignObject>
      )}
      {size && <Size size={size} base={base} y={120} />}
    </g>
  );
}

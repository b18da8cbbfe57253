/** The problems in the files of the game. Each is shown with its line and a mark below the place. */
import type { Mistake } from '../../devMessages';
import { useText } from '../../text';

/** Errors come first. Otherwise problems keep the order of the files. */
const SEVERITY_ORDER = { error: 0, warning: 1, note: 2 };

export function Problems({ mistakes }: { mistakes: Mistake[] }) {
  const { dev } = useText();
  if (mistakes.length === 0) return <p className="empty">{dev.fine}</p>;
  return (
    <ul className="mistakes">
      {[...mistakes].sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]).map((one, at) => (
        <li key={at} className={`mistake ${one.severity}`}>
          <p className="mistake-head">
            <b>{dev.severities[one.severity]}</b> <code>{one.code}</code>
            <span className="where">{placeOf(one)}</span>
          </p>
          <p>{one.message}</p>
          {one.line > 0 && <Excerpt of={one} />}
          {one.help && <p className="help">{one.help}</p>}
        </li>
      ))}
    </ul>
  );
}

const placeOf = ({ file, line, column }: Mistake): string => `${file.split(/[\\/]/).pop() ?? file}${line > 0 ? `:${line}:${column}` : ''}`;

/** Number of characters of a long line that are shown before the marked place. */
const BEFORE = 20;

/** A part of the line around the problem, and a second line that marks the place. */
export function excerpt({ text, column, length }: Pick<Mistake, 'text' | 'column' | 'length'>): { line: string; caret: string } {
  const all = [...text.replaceAll('\t', ' ')];
  const indent = all.findIndex((letter) => letter !== ' ');
  const start = column - 1;
  const from = start - indent > BEFORE ? start - BEFORE : Math.max(0, Math.min(indent, start));
  const dots = from > Math.max(0, indent) ? '… ' : '';
  return { line: dots + all.slice(from).join(''), caret: ' '.repeat(start - from + dots.length) + '^'.repeat(Math.max(1, length)) };
}

function Excerpt({ of }: { of: Mistake }) {
  const { line, caret } = excerpt(of);
  const number = String(of.line);
  return (
    <pre className="excerpt" tabIndex={0}>
      <span className="line-number">{number} │ </span>
      {line}
      {'\n'}
      <span className="line-number">{' '.repeat(number.length)} │ </span>
      <b>
        {caret} {of.label}
      </b>
    </pre>
  );
}

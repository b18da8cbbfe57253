/** The diagnostics of the game files, each with its line and a caret. */
import type { Mistake } from '../../devMessages';
import { useText } from '../../text';

/** Errors first; then the order of the files. */
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

/** Characters of a long line shown before the caret. */
const BEFORE = 20;

/** The line, shortened around the caret, and the caret line. */
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

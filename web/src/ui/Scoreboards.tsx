import { withNames } from '../logic/say';
import { useText } from '../text';
import { useTable } from './context';

const NUMBER = /^[-+]?[\d.,]+$/;

export function Scoreboards() {
  const text = useText();
  const { scene, seats, own } = useTable();
  const boards = scene.scoreboards ?? [];
  if (boards.length === 0) return null;
  const say = (cell: string) => withNames(cell, seats, own, text);
  return (
    <div className="scoreboards" tabIndex={0} role="group" aria-label={text.table.scores}>
      {boards.map((board, at) => (
        <table key={at} className="scores">
          {board.title && <caption>{say(board.title)}</caption>}
          <thead>
            <tr>
              {(board.columns ?? []).map((column, n) => (
                <th key={n} scope="col" className={(board.rows ?? []).every((row) => NUMBER.test(row[n] ?? '')) ? 'num' : undefined}>
                  {say(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(board.rows ?? []).map((row, n) => (
              <tr key={n}>
                {row.map((cell, m) => (
                  <td key={m} className={NUMBER.test(cell) ? 'num' : undefined}>
                    {say(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

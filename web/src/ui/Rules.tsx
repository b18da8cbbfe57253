import { memo, useMemo, type ReactNode } from 'react';
import { markdown, type Inline } from '../logic/markdown';

const words = (inline: Inline[]): ReactNode =>
  inline.map((part, at) => {
    switch (part.kind) {
      case 'strong':
        return <strong key={at}>{part.text}</strong>;
      case 'em':
        return <em key={at}>{part.text}</em>;
      case 'code':
        return <code key={at}>{part.text}</code>;
      case 'link':
        return (
          <a key={at} href={part.href} rel="noreferrer noopener" target="_blank">
            {part.text}
          </a>
        );
      default:
        return part.text;
    }
  });

/** The rules of a game. Their headings start at level 2, because the page itself has the heading of level 1. */
export const Rules = memo(function Rules({ text }: { text: string }) {
  const blocks = useMemo(() => markdown(text), [text]);
  return (
    <div className="prose">
      {blocks.map((block, at) => {
        switch (block.kind) {
          case 'heading': {
            const Level = `h${Math.min(block.level + 1, 4)}` as 'h2';
            return <Level key={at}>{words(block.inline)}</Level>;
          }
          case 'paragraph':
            return <p key={at}>{words(block.inline)}</p>;
          case 'list': {
            const items = block.items.map((item, n) => <li key={n}>{words(item)}</li>);
            return block.ordered ? <ol key={at}>{items}</ol> : <ul key={at}>{items}</ul>;
          }
          case 'code':
            return <pre key={at}>{block.text}</pre>;
          case 'table':
            return (
              <table key={at}>
                <thead>
                  <tr>
                    {block.head.map((cell, n) => (
                      cell.some((part) => part.text.trim()) ? <th key={n} scope="col">{words(cell)}</th> : <td key={n} />
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {block.rows.map((row, n) => (
                    <tr key={n}>
                      {row.map((cell, m) => (
                        <td key={m}>{words(cell)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            );
        }
      })}
    </div>
  );
});

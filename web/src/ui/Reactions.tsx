/** Reactions, which replace a chat: they need no language, and nobody can insult others with them. */
import { useRef } from 'react';
import type { Reaction } from '../messages';
import { useText } from '../text';
import { REACTION_EMOJI } from './Seats';

export function Reactions({ make }: { make: (reaction: Reaction) => void }) {
  const text = useText();
  const box = useRef<HTMLDetailsElement>(null);
  return (
    <details ref={box} className="signs-menu" onKeyDown={(event) => event.key === 'Escape' && box.current?.removeAttribute('open')}>
      <summary className="button ghost icon" aria-label={text.table.react} title={text.table.react}>
        ☺
      </summary>
      <div className="signs-row" role="group" aria-label={text.table.react}>
        {(Object.keys(REACTION_EMOJI) as Reaction[]).map((reaction) => (
          <button
            key={reaction}
            type="button"
            aria-label={text.table.reactions[reaction]}
            title={text.table.reactions[reaction]}
            onClick={() => {
              make(reaction);
              box.current?.removeAttribute('open');
            }}
          >
            {REACTION_EMOJI[reaction]}
          </button>
        ))}
      </div>
    </details>
  );
}

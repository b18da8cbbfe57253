/** The phases of a turn, with the current phase marked. Shown only if the game lists its phases. */
import type { Scene } from '../messages';
import { capital, spacedName } from '../logic/phrases';
import { useText } from '../text';
import { gameText } from '../text/game_words';

export function Phases({ scene }: { scene: Scene }) {
  const text = useText();
  const phases = scene.phases ?? [];
  if (phases.length === 0) return null;
  return (
    <ol className="phases" aria-label={text.table.phase}>
      {phases.map((phase) => (
        <li key={phase} className={phase === scene.phase ? 'on' : undefined} aria-current={phase === scene.phase ? 'step' : undefined}>
          {capital(gameText(spacedName(phase), text))}
        </li>
      ))}
    </ol>
  );
}

/** Can what happened be taken back without somebody keeping what they learnt? The server decides; this spares a button that only says no. */
import type { Scene, Step } from '../messages';

export function canTakeBack(since: Step[], scene: Scene): boolean {
  const zones = new Map((scene.zones ?? []).map((zone) => [zone.id ?? '', zone]));
  const alone = (scene.seats ?? 1) === 1;
  const isPrivate = (id: string) => {
    const zone = zones.get(id);
    return zone?.category === 'hand' || /^hand(\.|$)/.test(id) || (zone?.cards ?? []).some((card) => !card.face) || (zone?.count ?? 0) > (zone?.cards ?? []).length;
  };
  return since.every((step) => {
    if (step.step === 'mix' || step.step === 'change') return false;
    if (step.step !== 'move') return true;
    // Out of a heap of unseen cards, or out of a hand that others did not see: somebody learnt something.
    return Boolean(step.face) && !(alone ? zones.get(step.from.zone)?.category === 'deck' : isPrivate(step.from.zone));
  });
}

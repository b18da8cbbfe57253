/** Makes the strip of phases: short names for the phases of a turn, and the phases in which the viewer passes automatically. Pure functions. */
import type { Offer, Scene } from '../messages';
import type { PhaseEntry } from './layout';

/** The entries of the strip. Without a layout, each phase is one entry. */
export function stripOf(scene: Scene, entries: PhaseEntry[] | undefined): PhaseEntry[] {
  const phases = scene.phases ?? [];
  if (phases.length === 0) return [];
  const named = (entries ?? []).filter((entry) => entry.phases.some((phase) => phases.includes(phase)));
  return named.length > 0 ? named : phases.map((phase) => ({ label: phase, phases: [phase] }));
}

/** The name under which a stop is kept. The viewer's turns and the turns of other players have separate stops. */
export const stopName = (scene: Scene, own: number | null, phase: string): string => `${scene.turn && scene.turn.seat !== own ? 'other' : 'own'}:${phase}`;

/**
 * The move that passes automatically: the viewer has turned this stop off, and nothing waits to resolve. `null` if the viewer decides.
 */
export function automaticPass(scene: Scene, own: number | null, offers: Offer[], off: Set<string>): Offer | null {
  if ((scene.stack ?? []).length > 0 || !scene.phase || !(scene.stops ?? []).includes(scene.phase)) return null;
  if (!off.has(stopName(scene, own, scene.phase))) return null;
  return offers.find(({ kind }) => kind === 'pass') ?? null;
}

/** What is true of a card now, in the game's words, without what its picture says already. */
import type { CardScene, Scene } from '../messages';

/** A number is how moves call a card; what is printed on it is read there. */
export function notesOf(card: CardScene): string[] {
  const printed = new Set((card.face?.text ?? []).map(([, value]) => value));
  return (card.notes ?? []).filter((note) => !note.startsWith('#') && !printed.has(note));
}

/** The notes that stand on a card: not that it is turned, nor what it lies on or points at, since that is seen, nor what a sign says. */
export function visibleNotes(card: CardScene, scene: Scene): string[] {
  const seen = [...(card.pointsAt ?? []), ...(card.attachedTo ? [card.attachedTo] : [])];
  const names = seen.map(([zone, at]) => scene.zones?.[zone]?.cards?.[at]?.face?.name ?? '').filter((name) => name !== '');
  const signed = new Set((card.signs ?? []).map(([note]) => note));
  return notesOf(card).filter((note) => !(card.rotation && note === 'tapped') && !signed.has(note) && !names.some((name) => note.endsWith(` ${name}`)));
}

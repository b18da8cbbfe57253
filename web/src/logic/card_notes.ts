/** Notes on cards: the current state of a card, without what is printed on it. */
import type { CardScene, Scene } from '../messages';

/** The notes without the card number (`#3`) and without printed values. */
export function notesOf(card: CardScene): string[] {
  const printed = new Set((card.face?.text ?? []).map(([, value]) => value));
  return (card.notes ?? []).filter((note) => !note.startsWith('#') && !printed.has(note));
}

/** The notes drawn on a card. Left out: rotation, attachments, targets and symbols, because the picture shows them. */
export function visibleNotes(card: CardScene, scene: Scene): string[] {
  const seen = [...(card.pointsAt ?? []), ...(card.attachedTo ? [card.attachedTo] : [])];
  const names = seen.map(([zone, at]) => scene.zones?.[zone]?.cards?.[at]?.face?.name ?? '').filter((name) => name !== '');
  const signed = new Set((card.signs ?? []).map(([note]) => note));
  return notesOf(card).filter((note) => !(card.rotation && note === 'tapped') && !signed.has(note) && !names.some((name) => note.endsWith(` ${name}`)));
}

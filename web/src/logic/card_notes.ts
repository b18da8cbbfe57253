/** Finds the notes on cards: the current properties of a card, without the values that are printed on it. */
import type { CardScene, Scene } from '../messages';

/** The notes without the card number (`#3`) and without printed values. */
export function notesOf(card: CardScene): string[] {
  const printed = new Set((card.face?.text ?? []).map(([, value]) => value));
  return (card.notes ?? []).filter((note) => !note.startsWith('#') && !printed.has(note));
}

/** The notes that are written on a card. Rotation, attachments, targets and symbols are left out, because the picture of the card shows them. */
export function visibleNotes(card: CardScene, scene: Scene): string[] {
  const seen = [...(card.pointsAt ?? []), ...(card.attachedTo ? [card.attachedTo] : [])];
  const names = seen.map(([zone, at]) => scene.zones?.[zone]?.cards?.[at]?.face?.name ?? '').filter((name) => name !== '');
  const signed = new Set((card.signs ?? []).map(([note]) => note));
  return notesOf(card).filter((note) => !(card.rotation && note === 'tapped') && !signed.has(note) && !names.some((name) => note.endsWith(` ${name}`)));
}

/** The kind of a counter, for its colour: it helps its card, harms it, or neither. */
export const counterKind = (name: string): 'good' | 'bad' | 'neutral' => (/^\+|^(shield|loyalty)$/.test(name) ? 'good' : /^[-−]|^(damage|stun|poison)$/.test(name) ? 'bad' : 'neutral');

/** Names and sentences for cards, seats and what happened. */
import type { CardScene, FaceScene, Outcome, Place2, Scene, Step } from '../messages';
import type { Text } from '../text';
import { isJoker, rankOf, suitOf } from './cards';
import { seatZone } from './layout';

export function faceName(face: FaceScene, text: Text): string {
  const [rank, suit] = [rankOf(face), suitOf(face)];
  if (rank && suit) return text.cards.of(text.cards.ranks[rank] ?? rank, text.cards.suits[suit] ?? suit);
  if (isJoker(face)) return face.name || text.cards.joker;
  return face.name || face.id || '';
}

/** A short face in a line of text: `Q♥`. */
export function shortFace(id: string): string {
  const found = /^(10|[2-9TJQKA])([CDHS])$/.exec(id);
  return found ? `${found[1] === 'T' ? '10' : found[1]}${{ C: '♣', D: '♦', H: '♥', S: '♠' }[found[2]!]}` : id;
}

/** Cards that a sentence names by their texts, with signs instead of letters: `Where to with 5♠?` */
export const suited = (words: string): string => words.replace(/(?<![\w-])(?:10|[2-9TJQKA])[CDHS](?![\w-])/g, shortFace);

/** Everything a person should hear about a card. */
export function cardLabel(card: CardScene, text: Text): string {
  const parts = [card.face ? faceName(card.face, text) : text.table.faceDown];
  for (const [key, value] of card.face?.text ?? []) parts.push(`${key} ${value}`);
  for (const [name, count] of card.counters ?? []) parts.push(`${name} ${count}`);
  if (card.rotation) parts.push(`${card.rotation}°`);
  return parts.join(', ');
}

export function seatName(seats: Place2[], seat: number, own: number | null, text: Text): string {
  if (seat === own) return text.table.you;
  const place = seats[seat];
  if (place?.owner) return place.owner;
  if (place?.driver.kind === 'bot') return `${text.table.bot} ${seat + 1}`;
  if (place?.driver.kind === 'llm') return `${text.table.model} ${seat + 1}`;
  return text.table.seat(seat + 1);
}

/** Games speak of `seat 2` and `p2`; people have names. */
export function withNames(words: string, seats: Place2[], own: number | null, text: Text): string {
  const named = (found: string, number: string) => {
    const seat = Number(number) - 1;
    return seat >= 0 && seat < seats.length ? seatName(seats, seat, own, text) : found;
  };
  const several = (found: string, list: string) => {
    const all = list.match(/\d+/g)!.map((number) => named('', number));
    return all.includes('') ? found : new Intl.ListFormat(text.code, { type: 'conjunction' }).format(all);
  };
  return words
    .replace(/\bseats ((?:\d+, )*\d+ and \d+)\b/gi, several)
    .replace(/\bseat (\d+)\b/gi, named)
    .replace(/\bp(\d+)\b/g, named);
}

export function zoneTitle(scene: Scene, id: string, seats: Place2[], own: number | null, text: Text): string {
  const zone = (scene.zones ?? []).find((zone) => zone.id === id);
  const owner = seatZone(id)?.seat ?? zone?.owner ?? null;
  const name = zone?.name || id;
  return owner === null ? name : `${seatName(seats, owner, own, text)}: ${name}`;
}

export type Line = { text: string; said: boolean };

/** What happened as lines; cards that went the same way are one line. */
export function lines(steps: Step[], scene: Scene, seats: Place2[], own: number | null, text: Text): Line[] {
  const found: (Line & { way?: string; faces?: string[] })[] = [];
  const zone = (id: string) => zoneTitle(scene, id, seats, own, text);
  for (const step of steps) {
    if (step.step === 'say') {
      found.push({ text: withNames(step.text, seats, own, text), said: true });
    } else if (step.step === 'mix') {
      // The words say how it was mixed, if it was not shuffled; empty ones say nothing.
      const how = step.text ?? null;
      const told = how === null ? text.table.shuffled(zone(step.zone)) : how === '' ? '' : `${zone(step.zone)} ${how}`;
      found.push({ text: told, said: false });
    } else if (step.step === 'move') {
      const way = `${step.from.zone}>${step.to.zone}`;
      const last = found[found.length - 1];
      const face = step.face ? shortFace(step.face) : '';
      const faces = last?.way === way ? [...(last.faces ?? []), face] : [face];
      const known = faces.filter((face) => face !== '');
      const what = known.length === faces.length ? known.join(' ') : faces.length === 1 ? text.table.aCard : text.table.nCards(faces.length);
      const line = { text: text.table.moved(what, zone(step.from.zone), zone(step.to.zone)), said: false, way, faces };
      if (last?.way === way) found[found.length - 1] = line;
      else found.push(line);
    } else if (step.step === 'change') {
      found.push({ text: withNames(step.text, seats, own, text), said: false });
    }
  }
  return found.filter((line) => line.text !== '');
}

export function winners(outcome: Outcome): number[] {
  const places = outcome.places.slice(0, outcome.seats);
  const first = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  return first.length === outcome.seats && outcome.seats > 1 ? [] : first;
}

export const capital = (words: string): string => `${(words[0] ?? '').toUpperCase()}${words.slice(1)}`;

/** A sentence begins with a capital; the name of a square or a move does not. */
export const sentence = (words: string): string => (words.includes(' ') ? capital(words) : words);

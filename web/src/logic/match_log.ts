/**
 * The log of a match: turns steps into sentences such as "Ann plays Q♠" or "Bot 2 takes the trick".
 *
 * Consecutive moves of cards to one zone are one line. The verb follows from the roles of the two zones, as in `commentary.rs`, which
 * writes the log of the terminal. Without known roles the verb follows from the owners of the zones.
 */
import type { SeatInfo, Scene, Step, ZoneRole } from '../messages';
import type { Text } from '../text';
import { cardName, gameText } from '../text/game_words';
import type { Said } from './animation_frames';
import { seatZone } from './layout';
import { capital, isJokerId, seatName, shortFace, spacedName, withNames, withSymbols } from './phrases';
import { isSuitWord } from './choice_shapes';

export type LogLine = { text: string; said: boolean };

/** Cards that move to one zone at the same time. An empty face means a card that the viewer cannot identify. */
type CardMove = { from: string[]; to: string; faces: string[] };

/** The facts about a zone that a sentence needs. */
type LogZone = { id: string; name: string; owner: number | null; team: number[]; role: ZoneRole | null; category: string };

class LogWriter {
  readonly lines: LogLine[] = [];
  private run: CardMove[] = [];
  /** The last announcement of the game. */
  private announced = '';
  /** A sentence about a choice. It waits until the next step shows whether another line says the same. */
  private choice: { chosen: string; /** The name of the player in the rules, such as `p2`. */ name: string; zones: string[]; text: string } | null = null;
  /** The last move, if the newest line of the log reports it. A card that moves on at once then needs no second line. */
  private played: CardMove | null = null;

  constructor(
    private readonly scene: Scene,
    private readonly seats: SeatInfo[],
    private readonly own: number | null,
    private readonly text: Text,
  ) {}

  private zone(id: string): LogZone {
    const zone = (this.scene.zones ?? []).find((one) => one.id === id);
    return { id, name: gameText(spacedName(zone?.name || id), this.text), owner: seatZone(id)?.seat ?? zone?.owner ?? null, team: zone?.team ?? [], role: zone?.role ?? null, category: zone?.category ?? '' };
  }

  private who(seat: number): [string, boolean] {
    return [seatName(this.seats, seat, this.own, this.text), seat === this.own];
  }

  private card(face: string): string {
    return isJokerId(face) ? this.text.cards.joker : cardName(withSymbols(shortFace(face), this.scene), this.text);
  }

  private title(zone: LogZone): string {
    return zone.owner === null ? zone.name : this.text.log.ownedPile(...this.who(zone.owner), zone.name);
  }

  /** Adds a line. If a move and an announcement say the same thing, only the line that names the cards is kept. */
  private push(words: string, said = false): void {
    if (words === '') return;
    this.played = null;
    const line = { text: capital(words), said };
    const last = this.lines[this.lines.length - 1];
    // Several equal cards may cause the same announcement. They are counted in one line.
    const [, again, times] = /^(.*?)(?: ×(\d+))?$/.exec(last?.text ?? '') ?? [];
    if (said && last?.said && again === line.text) {
      this.lines[this.lines.length - 1] = { ...line, text: `${line.text} ×${Number(times ?? 1) + 1}` };
      return;
    }
    const same = last !== undefined && last.said !== said && this.subjectAndVerb(last.text) !== null && this.subjectAndVerb(last.text) === this.subjectAndVerb(line.text);
    if (!same) this.lines.push(line);
    else if (!said) this.lines[this.lines.length - 1] = line;
  }

  /**
   * The start of a sentence, such as "Ann plays" of "Ann plays Q♠". `null` for other sentences, and for "takes", which may need all its
   * words.
   */
  private subjectAndVerb(line: string): string | null {
    for (let seat = 0; seat < this.seats.length; seat++) {
      const [name] = this.who(seat);
      const verb = line.startsWith(`${name} `) ? line.slice(name.length + 1).split(' ')[0]! : '';
      if (verb !== '') return /^(takes?|nimmt|nimmst)$/.test(verb) ? null : `${name} ${verb}`;
    }
    return null;
  }

  private words(sentence: string): string {
    return withNames(withSymbols(sentence, this.scene), this.seats, this.own, this.text);
  }

  add(step: Step): void {
    // The log leaves out new phases, because the strip of phases shows them.
    if (step.step === 'say' && (step.quiet || isPhase(step.text, this.scene))) return;
    if (step.step !== 'say' || !this.completesChoice(step)) this.endChoice(step);
    if (step.step === 'move') return this.addMove(step);
    this.endRun();
    if (step.step === 'say' && this.holdChoice(step)) return;
    if (step.step === 'say') this.announced = step.text;
    if (step.step === 'say') this.push(announcement(step, this.scene, this.seats, this.own, this.text), true);
    else if (step.step === 'change') this.push(step.up && step.face ? this.text.log.turnedUp(this.card(step.face)) : this.words(step.text));
    else if (step.step === 'mix') this.shuffle(step);
  }

  /** Whether a player who has just chosen another player now chooses what to do with them. Both choices are one sentence. */
  private completesChoice(said: Said): boolean {
    return said.choice !== undefined && said.choice !== null && this.choice?.name === firstWord(said.text) && /^(seat |p)\d+$/.test(this.choice.chosen);
  }

  private holdChoice(said: Said): boolean {
    if (!said.choice) return false;
    const chosen = said.choice.chosen.toLowerCase();
    // A pick that was taken back is no event.
    if (chosen === 'put it back') return true;
    const zones = (this.scene.zones ?? []).filter((zone) => zone.name?.toLowerCase() === chosen).map((zone) => zone.id ?? '');
    const before = this.choice;
    if (before && this.completesChoice(said)) {
      this.choice = { ...before, chosen, zones, text: this.text.log.choosesOf(before.text, this.words(said.choice.chosen)) };
      return true;
    }
    this.choice = { chosen, name: firstWord(said.text), zones, text: announcement(said, this.scene, this.seats, this.own, this.text) };
    return true;
  }

  /**
   * Writes the sentence about a choice, unless the next line says more. The next line says more if a card moves from or
   * to the chosen zone, if the only player of the game moves or turns a card, or if the game announces the choice.
   */
  endChoice(next: Step | null): void {
    const choice = this.choice;
    this.choice = null;
    if (!choice) return;
    const moved = next?.step === 'move' && (this.scene.seats === 1 || choice.zones.includes(next.from.zone) || choice.zones.includes(next.to.zone));
    const turned = next?.step === 'change' && this.scene.seats === 1;
    const told = next?.step === 'say' && firstWord(next.text) === choice.name && next.text.toLowerCase().endsWith(` ${choice.chosen}`);
    if (!moved && !turned && !told) this.push(choice.text, true);
  }

  /** A `mix` step has a text if the zone was mixed in another way than by shuffling. An empty text means that the log shows no line for it. */
  private shuffle(step: Extract<Step, { step: 'mix' }>): void {
    const { owner } = this.zone(step.zone);
    const zone = this.title(this.zone(step.zone));
    if (step.text === '') return;
    const words = step.text ? `${zone} ${gameText(step.text, this.text)}` : owner !== null ? this.text.log.shuffledOwn(zone) : this.text.log.shuffled(zone);
    // A pile that is shuffled twice needs one line.
    if (this.lines[this.lines.length - 1]?.text !== capital(words)) this.push(words);
  }

  private addMove(step: Extract<Step, { step: 'move' }>): void {
    // Moves to and from the stack need no line, because announcements say that a spell is cast or resolves.
    const [left, came] = [this.zone(step.from.zone).role, this.zone(step.to.zone).role];
    if (came === 'stack' || left === 'stack') return this.endRun();
    const face = step.face ? this.card(step.face) : '';
    const [from, to] = [step.from.zone, step.to.zone];
    const last = this.run[this.run.length - 1];
    // A deal goes round the table, hand after hand. Each card is added to the line about the same hand.
    const joined = last && this.isDeal(last) && this.isDeal({ from: [from], to, faces: [] }) ? this.run.find((move) => this.isDeal(move) && move.to === to) : last?.to === to && this.together(last, from) ? last : undefined;
    if (!joined) return void this.run.push({ from: [from], to, faces: [face] });
    joined.faces.push(face);
    if (!joined.from.includes(from)) joined.from.push(from);
  }

  private isDeal(move: CardMove): boolean {
    const to = this.zone(move.to);
    return (to.role === 'hand' || (to.role === 'tableau' && to.owner !== null)) && move.from.every((from) => this.zone(from).role === 'deck');
  }

  /**
   * Whether a card from zone `from` belongs to this move. If several players play cards one after the other, each gets
   * a line. If one player takes several cards at once, they share a line.
   */
  private together(move: CardMove, from: string): boolean {
    const owner = (zone: string) => this.zone(zone).owner;
    return move.from.includes(from) || owner(move.to) !== null || this.zone(move.to).team.length > 0 || [...move.from, from].every((zone) => owner(zone) === null);
  }

  endRun(): void {
    const deals = this.run.filter((move) => this.isDeal(move));
    const size = deals[0]?.faces.length ?? 0;
    const each = deals.length > 1 && deals.length === this.scene.seats && deals.every((move) => move.faces.length === size);
    // If only some players get one card each, they may have drawn it. More cards mean that it was a deal.
    const dealt = each || (deals.length > 1 && deals.some((move) => move.faces.length > 1));
    for (const move of this.run) {
      if (each && move === deals[0]) this.push(this.text.log.eachIsDealt(this.cards(move.faces.map(() => ''))));
      // If all players were dealt cards, one line is enough for the hands that the viewer cannot see.
      if (each && this.isDeal(move) && move.faces.every((face) => face === '')) continue;
      const before = this.played;
      this.push(this.sentence(move, dealt) ?? this.byOwners(move, before));
      this.played = move;
    }
    this.run = [];
  }

  private cards(faces: string[]): string {
    const { log } = this.text;
    if (faces.every((face) => face !== '')) {
      if (faces.every((face) => face.length < 4)) return faces.join(' ');
      // Names of cards are words, so equal ones are counted.
      return [...new Set(faces)].map((face) => ({ face, count: faces.filter((other) => other === face).length })).map(({ face, count }) => (count > 1 ? `${face} ×${count}` : face)).join(', ');
    }
    return faces.length === 1 ? log.card : log.cards(faces.length);
  }

  /** The sentence that fits the roles of the zones. `null` if there is none. */
  private sentence(move: CardMove, dealt: boolean): string | null {
    const { log } = this.text;
    const [from, to] = [this.zone(move.from[0]!), this.zone(move.to)];
    const what = this.cards(move.faces);
    const sources = move.from.map((id) => this.zone(id));
    const role = sources.every((zone) => zone.role === from.role) ? from.role : null;
    if (to.role === 'taken' && role === 'trick' && move.faces.length > 1) return this.takesTrick(to) ?? (/\btrick\b/i.test(this.announced) ? '' : null);
    if (to.role === 'deck' && (move.from.length > 1 || from.owner === null) && from.id !== to.id) return log.gathered(to.name);
    if (move.from.length > 1 && to.owner !== null && to.role === 'taken') return log.takes(...this.who(to.owner), what);
    if (move.from.length > 1) return null;
    if (role === 'hand' && from.owner !== null) {
      const who = this.who(from.owner);
      if (to.role === 'discard') return log.discards(...who, what);
      if (to.role === 'trick' || to.role === 'table' || to.role === 'battlefield' || to.role === 'stack') return log.plays(...who, what);
      if (to.role === 'meld') return log.melds(...who, what);
      if (to.role === 'deck') return log.putsBack(...who, what, to.name);
      if (to.role === 'hand' && to.owner !== null && to.owner !== from.owner) return log.passesTo(...who, what, ...this.who(to.owner));
      return to.owner === null ? log.playsTo(...who, what, to.name) : null;
    }
    // A card of a dummy: the zone that it leaves has no owner, so the sentence names the zone.
    if (move.faces.length === 1 && to.role === 'trick' && from.owner === null && role !== 'deck' && role !== 'discard' && role !== 'table' && from.id !== to.id) return log.plays(capital(from.name), false, what);
    if (to.role === 'hand' && to.owner !== null) {
      const who = this.who(to.owner);
      if (role === 'deck') return dealt ? log.isDealt(...who, what) : log.draws(...who, what);
      if (role === 'discard' || role === 'graveyard') return log.picksUp(...who, what, from.name);
      return role === 'table' || role === 'trick' ? log.takes(...who, what) : null;
    }
    if (to.role === 'taken' && to.owner !== null && (role === 'table' || role === 'trick')) return log.takes(...this.who(to.owner), what);
    if (role === 'battlefield' && (to.role === 'graveyard' || to.category === 'discard') && move.faces.every((face) => face !== '')) return log.leaves(what, to.name);
    const open = to.role === 'discard' || to.role === 'table' || to.role === 'trick';
    return role === 'deck' && open && to.owner === null && move.faces.every((face) => face !== '') ? log.turnedUp(what) : null;
  }

  private takesTrick(to: LogZone): string | null {
    const { log } = this.text;
    if (to.owner !== null) return log.takesTrick(...this.who(to.owner));
    if (to.team.length === 0) return null;
    const names = to.team.map((seat) => seatName(this.seats, seat, this.own, this.text));
    return log.teamTakesTrick(new Intl.ListFormat(this.text.code, { type: 'conjunction' }).format(names), this.own !== null && to.team.includes(this.own));
  }

  /** The line if the roles of the zones give no verb. The owners of the zones decide who moved the cards. */
  private byOwners(move: CardMove, before: CardMove | null): string {
    const { log } = this.text;
    const what = this.cards(move.faces);
    const to = this.zone(move.to);
    const sources = move.from.map((id) => this.zone(id));
    const from = sources[0]!;
    const giver = sources.every(({ owner }) => owner === from.owner) ? from.owner : null;
    const away = to.role === 'discard' || to.role === 'graveyard' || to.category === 'discard';
    if (giver !== null && to.owner === giver) {
      const who = this.who(giver);
      // A player who shuffles their own used cards gets a line about the shuffle.
      if (to.role === 'deck') return '';
      if (to.role === 'table' || to.role === 'trick') return log.plays(...who, what);
      return away ? log.discards(...who, what) : log.putsOn(...who, what, to.name);
    }
    if (giver !== null && to.owner !== null) return log.passesTo(...this.who(giver), what, ...this.who(to.owner));
    if (giver !== null) return log.playsTo(...this.who(giver), what, this.title(to));
    if (to.owner !== null) return sources.every(({ role }) => role === 'deck') ? log.isDealt(...this.who(to.owner), what) : sources.length > 1 ? log.takes(...this.who(to.owner), what) : log.takesFrom(...this.who(to.owner), what, from.name);
    if (sources.every(({ role }) => role === 'deck')) return move.faces.length === 1 && move.faces[0] !== '' && to.role !== 'tableau' ? log.turnedUp(what) : log.isDealt(capital(this.title(to)), false, what);
    if (this.scene.seats === 1) return log.putsOn(...this.who(0), what, to.name);
    if (before && move.from.every((id) => id === before.to) && move.faces.every((face) => before.faces.includes(face)) && !away) return '';
    // Two moves need no line: cards of the table that are about to be taken, and a trick whose
    // winner the game announces.
    if (to.role === 'trick') return '';
    if (sources.every(({ role }) => role === 'trick') && move.from.length > 1) return '';
    return away || to.role === null || to.role === 'exile' || move.from.length > 1 ? log.clearedAway : log.leaves(what, this.title(to));
  }
}

/** Whether an announcement only names a phase of the turn. */
export const isPhase = (said: string, scene: Scene): boolean => (scene.phases ?? []).includes(said);

const firstWord = (words: string): string => words.split(' ', 1)[0]!;

/**
 * Puts an announcement of the game into words. If a player chose a button, its label becomes a verb: the choice `pass`
 * of seat 2 becomes "Bot 2 passes".
 */
export function announcement(said: Said, scene: Scene, seats: SeatInfo[], own: number | null, text: Text): string {
  const words = (sentence: string) => withNames(withSymbols(sentence, scene), seats, own, text);
  const { choice } = said;
  if (!choice || choice.seat >= seats.length) return words(said.text);
  const verb = text.log.verbs[choice.chosen.toLowerCase()];
  const [who, you] = [seatName(seats, choice.seat, own, text), choice.seat === own];
  if (verb) return text.log.verb(who, you, verb);
  // A choice that is named after a pile of the table is a draw from this pile.
  const pile = (scene.zones ?? []).find(({ name, id, role, owner }) => (role === 'deck' || role === 'discard') && (owner ?? null) === null && (name ?? id ?? '').toLowerCase() === choice.chosen.toLowerCase());
  if (pile) return text.log.drawsFrom(who, you, words(choice.chosen));
  const what = words(choice.chosen);
  // A button with words is quoted. Values such as a number, a suit or a pile are chosen.
  const isValue = !/^[a-z ]{2,}$/i.test(choice.chosen) || isSuitWord(choice.chosen) || /^(jack|queen|king|ace|seat|p\d)/i.test(choice.chosen) || (scene.zones ?? []).some(({ name, id }) => (name ?? id ?? '').toLowerCase() === choice.chosen.toLowerCase());
  return isValue ? text.log.chooses(who, you, what) : text.log.says(who, you, capital(what));
}

/** The lines for the steps of a match or of a part of it. */
export function logLines(steps: Step[], scene: Scene, seats: SeatInfo[], own: number | null, text: Text): LogLine[] {
  const writer = new LogWriter(scene, seats, own, text);
  for (const step of steps) writer.add(step);
  writer.endChoice(null);
  writer.endRun();
  return writer.lines;
}

// Made from the types of `rulebook dev` by `cargo xtask bless`. Do not edit.
import type { Ask, Scene, Step } from './messages';

/** A match laid open for its author: zones with all faces, values and open asks. */
export type Inspection = {
  asks: OpenAsk[];
  digest: string;
  phase: string | null;
  /** The state of the flow, where rules are written so. */
  state: string | null;
  /** Whose turn it is, where there are turns. */
  turn: number | null;
  values: NamedValue[];
  zones: InspectedZone[];
};

export type InspectedZone = {
  /** The faces, from the bottom; those that lie face down too. */
  cards: string[];
  count: number;
  id: string;
  owner: number | null;
};

export type Look = {
  ask: Ask | null;
  /** Is the table older than the files? */
  behind: boolean;
  /** Who plays the other seats. */
  bot: string;
  deals: number;
  /** Who is asked. */
  due: number[];
  edition: number;
  follows: boolean;
  inspection?: Inspection | null;
  /** and one by one. */
  mistakes: Mistake[];
  moves: MadeMove[];
  note: string;
  /** Seats that people play. */
  people: number[];
  scene: Scene | null;
  /** With whose eyes; none sees everything. */
  seat: number | null;
  seats: number;
  seed: string;
  /** What happened since the page last looked, or if it does not follow from that, everything. */
  steps: Step[];
  title: string;
  version: number;
  /** What is wrong with the files, as `rulebook check` says it, */
  wrong: string;
};

export type MadeMove = {
  byHand: boolean;
  seat: number;
  text: string;
};

/** Something that is wrong, and the line where it is. */
export type Mistake = {
  code: string;
  /** From 1, in characters. */
  column: number;
  file: string;
  help: string | null;
  label: string;
  /** How many characters are meant. */
  length: number;
  /** From 1; zero if no line is meant. */
  line: number;
  message: string;
  severity: Severity;
  text: string;
};

export type NamedValue = {
  name: string;
  of: string | null;
  value: string;
};

/** An open question. */
export type OpenAsk = {
  /** How many moves there are, and some of them. */
  count: number;
  moves: string[];
  prompt: string;
  /** The rule that asks. */
  rule: string | null;
  seat: number;
};

/** How far it is. */
export type Runs = {
  done: number;
  /** The reading of the files that it plays. */
  edition: number;
  /** Which run this is: the page of another is old. */
  id: number;
  of: number;
  /** Is there a page? */
  page: boolean;
  running: boolean;
  /** What went wrong. */
  wrong: string;
};

/** The severity of a mistake, as `Severity::name` of the diagnostics spells it. */
export type Severity = "error" | "warning" | "note";

/** The answer to `/why`. */
export type Why = {
  /** Why the gesture is not a legal move, if the rules say so. */
  why: string | null;
};

// Made from the types of `rulebook dev` by `cargo xtask bless`. Do not edit.
import type { Ask, Scene, Step } from './messages';

export type InspectedZone = {
  /** The faces from bottom to top, including face-down cards. */
  cards: string[];
  count: number;
  id: string;
  owner: number | null;
};

export type Inspection = {
  asks: OpenAsk[];
  digest: string;
  phase: string | null;
  /** The current CGML state, if the game is written in CGML. */
  state: string | null;
  /** The current player, if the game has turns. */
  turn: number | null;
  values: NamedValue[];
  zones: InspectedZone[];
};

export type Look = {
  ask: Ask | null;
  /** Whether the table is older than the files. */
  behind: boolean;
  /** The bot at the other seats. */
  bot: string;
  deals: number;
  /** Seats that have to move. */
  due: number[];
  edition: number;
  follows: boolean;
  inspection?: Inspection | null;
  /** The same problems, one by one. */
  mistakes: Mistake[];
  moves: MadeMove[];
  note: string;
  /** Seats that the user plays. */
  people: number[];
  scene: Scene | null;
  /** The viewer; `None` sees everything. */
  seat: number | null;
  seats: number;
  seed: string;
  /** The steps since the last answer. All steps of the deal if the page cannot continue from there. */
  steps: Step[];
  title: string;
  version: number;
  /** All problems of the files, formatted as by `rulebook check`. */
  wrong: string;
};

export type MadeMove = {
  byHand: boolean;
  seat: number;
  text: string;
};

/** A problem and its position in a file. */
export type Mistake = {
  code: string;
  /** Column in characters, from 1. */
  column: number;
  file: string;
  help: string | null;
  label: string;
  /** Length in characters. */
  length: number;
  /** Line, from 1; 0 if the problem has no line. */
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

/** An open decision. */
export type OpenAsk = {
  /** Number of legal moves, and the first of them. */
  count: number;
  moves: string[];
  prompt: string;
  /** The rule that asks. */
  rule: string | null;
  seat: number;
};

/** The progress of a run. */
export type Runs = {
  done: number;
  /** The version of the files that it plays. */
  edition: number;
  /** Number of the run, so that the page can tell an old report. */
  id: number;
  of: number;
  /** Whether there is a report. */
  page: boolean;
  running: boolean;
  /** The error, if the run failed. */
  wrong: string;
};

/** The severity of a mistake, as `Severity::name` of the diagnostics spells it. */
export type Severity = "error" | "warning" | "note";

/** The answer to `/why`. */
export type Why = {
  /** Why the gesture is not a legal move, if the rules say so. */
  why: string | null;
};

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
  /** Whether the files have errors, so that the table still shows the last version without errors. */
  behind: boolean;
  /** The bot that plays the other seats. */
  bot: string;
  deals: number;
  /** Seats that have to move. */
  due: number[];
  edition: number;
  follows: boolean;
  inspection?: Inspection | null;
  /** The problems in `wrong`, as separate entries. */
  mistakes: Mistake[];
  moves: MadeMove[];
  note: string;
  /** Seats that the user plays. */
  people: number[];
  scene: Scene | null;
  /** The seat whose view is shown; `None` shows everything. */
  seat: number | null;
  seats: number;
  seed: string;
  /** The steps since the last answer. If the page knows another deal, all steps since the deal. */
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

/** A problem of a file, with its position. */
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
  /** The number of legal moves. `moves` lists the first of them. */
  count: number;
  moves: string[];
  prompt: string;
  /** The rule that asks. */
  rule: string | null;
  seat: number;
};

/** The progress of a run, as the page receives it. */
export type Runs = {
  done: number;
  /** The `edition` of the session, that is, the version of the files that the run plays. */
  edition: number;
  /** The number of the run. The page uses it to recognise the report of an earlier run. */
  id: number;
  of: number;
  /** Whether the report page is ready. */
  page: boolean;
  running: boolean;
  /** The error, if the run failed. */
  wrong: string;
};

/** The severity of a mistake, as in `Severity::name` of the crate `diag`. */
export type Severity = "error" | "warning" | "note";

/** The answer to `/why`. */
export type Why = {
  /** Why the gesture is not a legal move, or null if the rules give no reason. */
  why: string | null;
};

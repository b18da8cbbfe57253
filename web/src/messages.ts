// Made from the types of the server by `cargo xtask bless`. Do not edit.

/** The answer to everything that is sent. */
export type Ack = {
  /** Was it done? Then it is on the disk. */
  accepted: boolean;
  /** Why not, for programs. */
  code?: RefusalCode | null;
  /** Why not, for people. */
  reason?: string | null;
};

/** Sent as `game:again`, when that is new; the status has it from then on. */
export type AgainMessage = {
  /** The table where it was agreed on. */
  match: string;
  /** The new table. Tokens are good there too. */
  next: string;
};

/** One question to a model and its answer. */
export type AiExchange = {
  /** What it said, if it said anything. */
  answer?: string | null;
  /** What it was told that it had not been told before in this decision. */
  asked: AiSaid[];
  /** What that meant. */
  meaning: string;
};

/** Sent as `game:ai-log` to those who may see what the machine saw: its own seat, the god view, and when the match is over everybody. */
export type AiLogMessage = {
  /** Which ask of that seat. */
  ask: number;
  /** What a model was asked and answered on the way. */
  exchanges: AiExchange[];
  /** Which. */
  match: string;
  /** Whose machine. */
  seat: number;
  /** What it did. */
  text: string;
};

/** Something that was said to a model, or by it. */
export type AiSaid = {
  /** What. */
  content: string;
  /** `system`, `user` or `assistant`. */
  role: string;
};

/** What a seat is asked: its legal moves. Answered by the text of one of them. */
export type Ask = {
  /** Goes up with each answer of this seat, and only with those: an answer to an older ask is late. */
  number: number;
  /** The legal moves, in the order of the rules. */
  offers: Offer[];
};

/** A rectangular board. */
export type BoardScene = {
  /** By seat, what it has lost for good; empty where pieces come and go. */
  captured?: CapturedScene[];
  /** By seat, how many quarter turns anticlockwise bring its own side to the bottom; empty if the board is not turned. */
  facing?: number[];
  /** Rows. */
  height?: number;
  /** Squares that do not exist. */
  holes?: Square[];
  /** Squares with emphasis: the last move, a check. */
  marks?: ([Square, string])[];
  /** The pieces. */
  pieces?: PieceScene[];
  /** What the sides are called, by seat: `white`. Words that are colours are drawn in them. */
  sides?: string[];
  /** Columns. */
  width?: number;
};

/** A button. */
export type Button = {
  /** Names it in gestures. */
  id?: string;
  /** What is written on it. */
  label?: string;
};

/** Pieces of a kind that a side has lost. */
export type CapturedPieces = {
  /** How many. */
  count?: number;
  /** One or two characters for text boards. */
  glyph?: string;
  /** What they are: `knight`. */
  kind?: string;
  /** What stands for them in move texts, where that is a letter. */
  letter?: string | null;
};

/** What a side has lost, and by how much it is ahead all the same. */
export type CapturedScene = {
  /** How much more it has left than the other side, in hundredths of a weak piece; zero where it has not, or where the game does not say what pieces are worth. */
  ahead?: number;
  /** What is gone, a kind each, the dearest first. */
  pieces?: CapturedPieces[];
};

/** Names a card within scenes of one viewer; see `keys`. At most 53 bits, so that it survives JavaScript. */
export type CardKey = number;

/** One card, face or back. */
export type CardScene = {
  /** The place (zone index, card index) of the card this one is attached to. */
  attachedTo?: [number, number] | null;
  /** Which back it has. */
  back?: string;
  /** Who controls it, where that is not the owner of the zone; in a zone of nobody's, who laid it there. */
  controller?: number | null;
  /** Counters and marks by name. */
  counters?: ([string, number])[];
  /** What is printed on it, for those who may look. */
  face?: FaceScene | null;
  /** Does it lie face up? */
  faceUp?: boolean;
  /** Filled in by `Hosted`; a game leaves it at zero. */
  key?: CardKey;
  /** Drawn with emphasis: the card in question. */
  marked?: boolean;
  /** What is true of it now, in the game's words: `tapped`, `attacking seat 2`; `#12` where moves call it by a number. */
  notes?: string[];
  /** The places (zone index, card index) of cards it has to do with now: whom it attacks, whom it blocks. */
  pointsAt?: ([number, number])[];
  /** Degrees clockwise: 90 is tapped. */
  rotation?: number;
  /** Of the notes those that a character or two say as well, and these: a small picture has room for no more. */
  signs?: ([string, string])[];
};

/** A card in a scene. */
export type CardSpot = {
  /** Index of the card in the zone. */
  at: number;
  /** Filled in by `Hosted`. */
  key?: CardKey;
  /** Index of the zone in the scene. */
  zone: number;
};

/** How long a seat may think. Zero: for ever. */
export type Clock = {
  /** For all decisions of the match together. */
  gameMs?: number;
  /** What a decision gives back to the time of the match. */
  incrementMs?: number;
  /** For one decision. */
  moveMs?: number;
};

/** What everybody may know of the clocks. */
export type ClockFace = {
  /** What each seat had left of the match when the round began. */
  leftMs: number[];
  /** The seats that were asked when the round began: their clocks run. */
  running: number[];
  /** When the round began, by the host's clock. */
  since: number;
  /** Do they stand still? */
  stopped: boolean;
};

/** What somebody at a table may want. */
export type Command = {
  kind: "stand";
  seat: number;
} | {
  driver: Driver;
  kind: "drive";
  seat: number;
} | {
  kind: "setup";
  options?: Record<string, string>;
  seats: number;
} | {
  kind: "entropy";
  text: string;
} | {
  kind: "start";
} | {
  deal: ProposalKind;
  kind: "agree";
} | {
  deal: ProposalKind;
  kind: "decline";
} | {
  kind: "resign";
} | {
  kind: "pause";
  on: boolean;
} | {
  ask: number;
  kind: "fault";
} | {
  kind: "retry";
} | {
  kind: "close";
  reason: string;
};

/** Sent as `game:command`: everything else that somebody at a table may want. */
export type CommandMessage = {
  /** What. */
  command: Command;
  /** Which. */
  match: string;
};

/** Who makes the decisions of a seat. */
export type Driver = {
  kind: "person";
} | {
  kind: "bot";
  /** Which, as `random` or `ismcts:500`. */
  spec: string;
} | {
  kind: "llm";
  /** Which. */
  model: string;
} | {
  kind: "sponsored";
};

/** Sent as `game:ended`. */
export type EndedMessage = {
  /** The key of the deal, in hexadecimal. */
  key?: string | null;
  /** Which. */
  match: string;
  /** The result. */
  outcome?: Outcome | null;
  /** What the key was mixed from. */
  secret?: string | null;
};

/** With which eyes somebody looks. */
export type Eyes = "seat" | "spectator" | "god";

/** What is printed on a card. */
export type FaceScene = {
  /** A short unique text, as in move texts: `QH`. */
  id?: string;
  /** For people: `queen of hearts`. */
  name?: string;
  /** Rank symbol, where it has one. */
  rank?: string | null;
  /** Suit symbol, where it has one. */
  suit?: string | null;
  /** Anything else that is printed, by name. */
  text?: ([string, string])[];
};

/** A machine that could not answer. */
export type Fault = {
  /** Whose. */
  seat: number;
  /** Why. */
  text: string;
};

/** One entry of a match as somebody saw it. */
export type Frame = {
  /** What there was to see then. */
  scene: Scene;
  /** Who answered, if that could be told. */
  seat?: number | null;
  /** What happened. */
  steps: Step[];
  /** What was answered, for those who may know. */
  text?: string | null;
};

/** How a move is made on the table. Cards are named by their place in the scene of the same view; `Hosted` fills in their keys. */
export type Gesture = {
  cards: CardSpot[];
  kind: "drag";
  to: string;
} | {
  card: CardSpot;
  kind: "card";
} | {
  kind: "zone";
  zone: string;
} | {
  at: Square;
  kind: "square";
} | {
  at: Square;
  card: CardSpot;
  kind: "place";
} | {
  from: Square;
  kind: "squares";
  to: Square;
} | {
  id: string;
  kind: "button";
} | {
  kind: "number";
  value: number;
} | {
  kind: "seat";
  seat: number;
};

/** Sent as `game:intent`: a seat answers its open ask. The table must have been joined with the token of the seat. */
export type Intent = {
  /** The number of the ask. */
  ask: number;
  /** Chosen by the sender: the same key is the same intent, however often it arrives. */
  key: string;
  /** Did a model in the browser choose it? Only for sponsored seats. */
  machine?: boolean;
  /** Which. */
  match: string;
  /** The text of the move; or the picks of one decision. */
  moves: string[];
};

/** Sent as `game:join`: to look at a table, or to come back to it. */
export type Join = {
  /** With which eyes, if the token leaves a choice. */
  as?: Eyes | null;
  /** Which. */
  match: string;
  /** What the last view said, after a lost connection. */
  since?: Since | null;
  /** Of a seat, of the host, or of a link. Public tables can be watched without one. */
  token?: string | null;
};

/** Sent as `game:leave`. */
export type Leave = {
  /** Which. */
  match: string;
};

/** Posted to `/active-games`. */
export type NewTable = {
  /** The game. */
  game: string;
  /** Options of the game. */
  options?: Record<string, string>;
  /** How many seats; as few as the game has if left out. */
  seats?: number | null;
  /** What the host allows. */
  terms?: Terms;
};

/** One legal move. */
export type Offer = {
  /** What the player does on the table. */
  gesture: Gesture;
  /** What the move is for. Clients decide by this, never by the label. */
  kind?: OfferKind;
  /** For a list of moves: `play the queen of hearts`. */
  label: string;
  /** Tells moves of one gesture apart in a picker: the sign of the piece that comes of it. */
  sign?: string | null;
  /** The move text, as sent back and as logged. Filled in by `Hosted`. */
  text?: string;
};

/** What a move is for, if clients treat it in a special way. */
export type OfferKind = "act" | "pass" | "putBack" | "done" | "startHand";

/** How a game ended. Only the first `seats` elements of the lists mean something. */
export type Outcome = {
  /** Did the rules break down? */
  fault: boolean;
  /** The place of each seat, 1 the best. */
  places: number[];
  /** Why it ended. */
  reason: string;
  /** The points of each seat, where the game counts points. */
  scores?: number[] | null;
  /** How many seats played. */
  seats: number;
  /** The team of each seat. */
  teams: number[];
};

/** The part of a table's life. */
export type Phase = "lobby" | "playing" | "over";

/** A piece on a square. */
export type PieceScene = {
  /** Where it stands. */
  at?: Square;
  /** One or two characters for text boards. */
  glyph?: string;
  /** What it is: `knight`. */
  kind?: string;
  /** What stands for it in move texts, where that is a letter: for those whose fonts lack the character. */
  letter?: string | null;
  /** Whose it is. */
  owner?: number | null;
};

/** A place in a zone. */
export type Place = {
  /** Index from the bottom in an ordered zone; in an unordered one the face tells which card it is. The index that a card goes to counts the cards there after it left its old place. */
  at?: number | null;
  /** The zone's id, as in the scene. */
  zone: string;
};

/** Something that waits for agreement. */
export type Proposal = {
  /** Who agrees. */
  agreed: number[];
  /** Whose idea it was. */
  by: number;
  /** What. */
  deal: ProposalKind;
};

/** What everybody at the table must agree on. */
export type ProposalKind = "undo" | "draw" | "rematch" | "practice";

/** Sent as `game:react`: a sign to everybody, by who plays. */
export type ReactMessage = {
  /** Which. */
  match: string;
  /** What. */
  reaction: Reaction;
};

/** What can be said without words. There is no chat: nothing else travels between people. */
export type Reaction = "wave" | "clap" | "laugh" | "gasp" | "think" | "thanks";

/** Sent as `game:reaction`, to everybody who looks on here. It is no part of the match and is not kept. */
export type ReactionMessage = {
  /** Which. */
  match: string;
  /** What. */
  reaction: Reaction;
  /** Who. */
  seat: number;
};

/** Why an input was refused. */
export type Refusal = {
  /** For programs. */
  code: RefusalCode;
  /** A sentence for people. */
  reason: string;
};

/** Why an input was refused, for programs. */
export type RefusalCode = "illegal" | "stale-ask" | "wrong-phase" | "not-yours" | "paused" | "malformed" | "would-peek" | "not-allowed" | "unavailable";

/** What there is to see of a match that is over. */
export type ReplayPage = {
  /** How many entries there are, with the deal. */
  entries: number;
  /** One for each entry. */
  frames: Frame[];
  /** The number of the first frame. */
  from: number;
  /** The game. */
  game: string;
  /** Who sat where. */
  names: string[];
};

/** What sitting down gives. */
export type SatDown = {
  /** Plays the seat. Told once. */
  token: string;
};

/** Everything one viewer is shown. */
export type Scene = {
  /** Lines said to everybody since the last decision. */
  announcements?: string[];
  /** Whether a hand has ended and the table waits for a player to deal the next one. */
  betweenHands?: boolean;
  /** A board with pieces, where the game has one. */
  board?: BoardScene | null;
  /** Buttons that exist now; which of them may be pressed is in the offers. */
  buttons?: Button[];
  /** Those who are due. */
  due?: number[];
  /** The result, once it is over. */
  outcome?: Outcome | null;
  /** The named part of the turn, where the game has such. */
  phase?: string | null;
  /** All named parts of a turn in their order, where players should see how far it has come; `phase` is one of them. */
  phases?: string[];
  /** What the viewer is asked, or what everybody waits for. */
  prompt?: string;
  /** Tables of text and numbers. */
  scoreboards?: Scoreboard[];
  /** How many seats take part. */
  seats?: number;
  /** What waits to happen, the next to resolve last. */
  stack?: StackItem[];
  /** Whose eyes these are; `None` until `Hosted` says so. */
  viewer?: Viewer | null;
  /** The zones, in the order of the rules. */
  zones?: ZoneScene[];
};

/** A table of text. */
export type Scoreboard = {
  /** Column heads. */
  columns?: string[];
  /** Rows of cells. */
  rows?: string[][];
  /** Its title. */
  title?: string;
};

/** A place at the table. Nobody's and driven by a person: it is empty. */
export type SeatInfo = {
  /** Who decides. */
  driver: Driver;
  /** The name of who got up in the middle of the match: the seat is kept for them. */
  left?: string | null;
  /** The name of the person who sits there. */
  owner?: string | null;
  /** Has the person given up? A bot plays on so that the others can. */
  resigned?: boolean;
  /** How many people have sat down here, one after the other. Who got up has no power over the seat of who came after. */
  sat?: number;
};

/** Sent as `game:seats`. */
export type SeatsMessage = {
  /** Which. */
  match: string;
  /** Who sits where. */
  seats: SeatInfo[];
  /** What everybody should know. */
  warnings: string[];
};

/** The answer of `/config`. */
export type ServerConfig = {
  /** May models of the server play? */
  backendLlm: boolean;
  /** Messages that one connection may send at once. */
  burst: number;
  /** The longest message, in bytes. */
  maxBytes: number;
  /** Which. */
  models: string[];
  /** And a second after that. */
  perSecond: number;
  /** The release. */
  version: string;
};

/** Seats and options as JSON. */
export type SetupShape = {
  options: Record<string, string>;
  seats: number;
};

/** What is new for a viewer. */
export type Show = {
  /** What the viewer is asked. */
  ask?: Ask | null;
  /** Do the steps lead from what the viewer had to the scene? If not, show the scene as it is. */
  follows: boolean;
  /** What there is now: the truth. */
  scene: Scene;
  /** Send this back after a lost connection. */
  since: Since;
  /** What happened, to be animated. */
  steps: Step[];
  /** Could the seat that looks take its last answer back, where the table allows that? */
  undo: boolean;
  /** Whose eyes these are. */
  viewer: Viewer;
};

/** How far a viewer has seen the match. Counts only what that viewer saw, so it tells nothing about others. */
export type Since = {
  /** Goes up when the table takes something back. */
  epoch: number;
  /** How many happenings the viewer saw. */
  seen: number;
};

/** Posted to `/active-games/ID/seats`. */
export type SitDown = {
  /** Who. */
  name: string;
  /** Which seat, from zero. */
  seat: number;
  /** Of the host or of an invitation; private tables want one. Who got up in a match that runs sends the one of the seat, and sits there again in the name that they had. */
  token?: string | null;
};

/** A square: column from the left, row from the bottom, as the first seat sees it. */
export type Square = {
  /** Column, zero at the left. */
  x: number;
  /** Row, zero at the bottom. */
  y: number;
};

/** Something that waits to happen. */
export type StackItem = {
  /** Who controls it. */
  controller?: number | null;
  /** The card that it is or came from. */
  face?: FaceScene | null;
  /** Cards it points at, by (zone index, card index). */
  targets?: ([number, number])[];
  /** What it says. */
  text?: string;
};

/** How a table stands. Nothing in it changes with an answer that is still under seal. */
export type Status = {
  /** The clocks, where there are any. */
  clocks?: ClockFace | null;
  /** Why the match cannot go on. */
  closed?: string | null;
  /** What the host committed to before anybody sat down. */
  commitment: string;
  /** What the seats added to the key. */
  entropy: string[];
  /** A machine that could not answer. */
  fault?: Fault | null;
  /** The game's id. */
  game: string;
  /** The key of the deal, once it is over, in hexadecimal. */
  key?: string | null;
  /** The table where everybody plays on, once they have agreed to. Tokens of this one are good there too. */
  next?: string | null;
  /** What is proposed. */
  offers: Proposal[];
  /** The result, once it is over. */
  outcome?: Outcome | null;
  /** Is the table stopped? */
  paused: boolean;
  /** The part of its life. */
  phase: Phase;
  /** Who sits where. */
  seats: SeatInfo[];
  /** What the key was mixed from, once it is over, in hexadecimal. */
  secret?: string | null;
  /** Seats and options. */
  setup: SetupShape;
  /** The digest of its rules, in hexadecimal. */
  source: string;
  /** What the host allows. */
  terms: Terms;
  /** What everybody should know before sitting down. */
  warnings: string[];
};

/** Sent as `game:status`, with everything; `game:seats` and `game:ended` are parts of it for clients that want no more. */
export type StatusMessage = {
  /** Which. */
  match: string;
  /** How it stands. */
  status: Status;
};

/** A small thing that happened, as one viewer saw it: drives animation, the recap and the keys of cards. */
export type Step = {
  face?: string | null;
  from: Place;
  step: "move";
  to: Place;
} | {
  step: "mix";
  text?: string | null;
  zone: string;
} | {
  at: Place;
  face?: string | null;
  step: "change";
  text: string;
  up?: boolean | null;
} | {
  at: Place;
  face?: string | null;
  step: "create";
} | {
  at: Place;
  step: "remove";
} | {
  quiet?: boolean;
  step: "say";
  text: string;
};

/** The code of a table: `GET /codes/CODE` finds the table by it. */
export type TableCode = {
  /** As people are shown it, `KQ7-3FM`. A table that is private or over has none. */
  code?: string | null;
};

/** What a new table gives. Tokens are told once. */
export type TableOpened = {
  /** Runs the table. */
  hostToken: string;
  /** Lets others sit down, at a private table. */
  inviteToken: string;
  /** Its id. */
  match: string;
  /** Lets others watch, at a private table. */
  watchToken: string;
};

/** A row of `/active-games`, which has the newest first. */
export type TableRow = {
  /** Has the match begun? Until then people sit down there. */
  begun: boolean;
  /** The game. */
  game: string;
  /** Is it still played? */
  live: boolean;
  /** Its id. */
  match: string;
  /** When it was opened, in milliseconds since 1970. */
  opened: number;
};

/** What the host allows. */
export type Terms = {
  /** The clocks. */
  clock?: Clock;
  /** May the host watch everything? Everybody at the table is told. */
  godView?: boolean;
  /** May somebody new take over a free seat in the middle of a match? Everybody at the table is told: who does sees what the seat holds. */
  newcomers?: boolean;
  /** The deal is public: an earlier one again. */
  practice?: boolean;
  /** Not listed; only who has a link comes in. */
  private?: boolean;
  /** May people watch? */
  spectators?: boolean;
  /** May answers be taken back by agreement? */
  undo?: boolean;
};

/** Sent as `game:unseated`, to who got up or was made to: the token of the seat has ended, or in a match that runs is good for sitting down there again and nothing else. */
export type UnseatedMessage = {
  /** Did this connection look with the eyes of the seat? Then it looks no more, and joins again to watch. */
  looked: boolean;
  /** Which. */
  match: string;
};

/** Sent as `game:invalid` to whoever sent the intent, and as `game:validation` for every intent. */
export type ValidationMessage = {
  /** The answer. */
  ack: Ack;
  /** The key of the intent. */
  key: string;
  /** Which. */
  match: string;
};

/** Sent as `game:view`. */
export type ViewMessage = {
  /** Which. */
  match: string;
  /** What there is to see. */
  view: Show;
};

/** Who is looking. */
export type Viewer = {
  Seat: number;
} | "Spectator" | "God";

/** One zone as the viewer sees it. */
export type ZoneScene = {
  /** The cards, the one placed last at the end. Empty where the viewer does not see them singly. */
  cards?: CardScene[];
  /** A word for layouts and prompts (`hand`, `deck`, `battlefield` ...). */
  category?: string | null;
  /** How many there are; `None` where even that is hidden. */
  count?: number | null;
  /** The zone's id: `deck`, or `hand.2` for the third seat's. Layouts and gestures use it. */
  id?: string;
  /** Its name for people. */
  name?: string;
  /** Does the order mean something? Cards of an unordered zone stand in an order that tells nothing. */
  ordered?: boolean;
  /** Whose it is. */
  owner?: number | null;
  /** Whose it is, where several share it; then there is no `owner`. */
  team?: number[];
  /** Is it a queue, whose top is the first card? Else the last one is. */
  topFirst?: boolean;
};

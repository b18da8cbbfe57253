// Made from the types of the server by `cargo xtask bless`. Do not edit.

/** The acknowledgement of every message. */
export type Ack = {
  /** Whether the request was accepted. Its records are then on disk. */
  accepted: boolean;
  /** The kind of the refusal, for programs. */
  code?: RefusalCode | null;
  /** The reason of a refusal, as a sentence for players. */
  reason?: string | null;
};

/** Sent as `game:again` when a rematch table opens. From then on, the status contains the id of the rematch table. */
export type AgainMessage = {
  /** The id of the old table. */
  match: string;
  /** The id of the rematch table. Tokens of the old table are valid there. */
  next: string;
};

/** One question to a model and its answer. */
export type AiExchange = {
  /** The answer of the model. `null` if there was none. */
  answer?: string | null;
  /** The new messages to the model in this decision. */
  asked: AiSaid[];
  /** The meaning that the server found in the answer. */
  meaning: string;
};

/** Sent as `game:ai-log` to viewers who may see the information of the bot: its seat, the god view, and all viewers after the match. */
export type AiLogMessage = {
  /** The number of the ask. */
  ask: number;
  /** The exchanges with a model. */
  exchanges: AiExchange[];
  /** The id of the match. */
  match: string;
  /** The seat of the bot. */
  seat: number;
  /** The action of the bot, as text. */
  text: string;
};

/** One message to or from a model. */
export type AiSaid = {
  /** The text of the message. */
  content: string;
  /** `system`, `user` or `assistant`. */
  role: string;
};

/** The question to a seat that must decide: its legal moves. The seat answers with the text of a move. */
export type Ask = {
  /** The number of the question. It rises by one with each answer of this seat. So a server can refuse an answer to an earlier question. */
  number: number;
  /** The legal moves, in the order of the rules. */
  offers: Offer[];
};

/** A rectangular board. */
export type BoardScene = {
  /** For each seat, the pieces that it has lost for good. Empty if lost pieces can come back. */
  captured?: CapturedScene[];
  /** For each seat, the number of anticlockwise quarter turns that bring its side of the board to the bottom. Empty if the board is not rotated. */
  facing?: number[];
  /** The number of rows. */
  height?: number;
  /** Squares that do not exist. */
  holes?: Square[];
  /** Highlighted squares, each with the reason, such as the last move or a check. */
  marks?: ([Square, string])[];
  /** The pieces. */
  pieces?: PieceScene[];
  /** The names of the sides, by seat: `white`. A name that is a colour is drawn in that colour. */
  sides?: string[];
  /** The number of columns. */
  width?: number;
};

/** A button. */
export type Button = {
  /** The id in gestures. */
  id?: string;
  /** The label. */
  label?: string;
};

/** Lost pieces of one kind. */
export type CapturedPieces = {
  /** The number of pieces. */
  count?: number;
  /** One or two characters for text boards. */
  glyph?: string;
  /** The kind: `knight`. */
  kind?: string;
  /** The letter in move texts, if the piece has one. */
  letter?: string | null;
};

/** The pieces that a side has lost, and its material lead. */
export type CapturedScene = {
  /** The lead over the other side, in hundredths of the value of a weak piece such as a pawn. Zero if the side does not lead, or if the game gives no values to pieces. */
  ahead?: number;
  /** The lost pieces by kind, the most valuable first. */
  pieces?: CapturedPieces[];
};

/** Identifies a card in the scenes of one viewer. See the module `keys`. At most 53 bits, which JavaScript represents exactly. */
export type CardKey = number;

/** One card, face up or face down. */
export type CardScene = {
  /** The place (zone index, card index) of the card that this card is attached to. */
  attachedTo?: [number, number] | null;
  /** The name of the card's back. Cards of different packs may have different backs. */
  back?: string;
  /** The seat that controls the card, if it is not the owner of the zone. In a shared zone, the seat that put the card there. */
  controller?: number | null;
  /** Counters and marks by name. */
  counters?: ([string, number])[];
  /** The face, if the viewer may see it. */
  face?: FaceScene | null;
  /** Whether the card lies face up. */
  faceUp?: boolean;
  /** The key of the card. A game leaves it at zero, and `Hosted` fills it in. */
  key?: CardKey;
  /** Whether the card is highlighted. */
  marked?: boolean;
  /** The current properties of the card in the words of the game: `tapped`, `attacking seat 2`, or `#12` if moves refer to the card by a number. */
  notes?: string[];
  /** The places (zone index, card index) of the cards that this card attacks or blocks. */
  pointsAt?: ([number, number])[];
  /** The rotation in degrees clockwise: 90 is tapped. */
  rotation?: number;
  /** Pairs of a note and its short form of one or two characters, for small pictures of cards. */
  signs?: ([string, string])[];
};

/** A card in a scene. */
export type CardSpot = {
  /** Index of the card in the zone. */
  at: number;
  /** The key of the card. `Hosted` fills it in. */
  key?: CardKey;
  /** Index of the zone in the scene. */
  zone: number;
};

/** Time limits in milliseconds. Zero means no limit. */
export type Clock = {
  /** Time for all decisions of a match. */
  gameMs?: number;
  /** Time added to the match clock after each decision. */
  incrementMs?: number;
  /** Time for one decision. */
  moveMs?: number;
};

/** The public part of the clocks. */
export type ClockFace = {
  /** The milliseconds that each seat had left when the round began. */
  leftMs: number[];
  /** The seats that were asked when the round began. Their clocks run. */
  running: number[];
  /** When the round began, in milliseconds since 1970. */
  since: number;
  /** Whether the clocks are stopped. */
  stopped: boolean;
};

/** A request to a table. */
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

/** Sent as `game:command`: all requests other than moves. */
export type CommandMessage = {
  /** The command. */
  command: Command;
  /** The id of the match. */
  match: string;
};

/** The driver of a seat: the person, bot or model that decides. */
export type Driver = {
  kind: "person";
} | {
  kind: "bot";
  /** The bot, such as `random` or `ismcts:500`. */
  spec: string;
} | {
  kind: "llm";
  /** The name of the model. */
  model: string;
} | {
  kind: "sponsored";
};

/** Sent as `game:ended`. */
export type EndedMessage = {
  /** The key of the deal, in hexadecimal. */
  key?: string | null;
  /** The id of the match. */
  match: string;
  /** The result. */
  outcome?: Outcome | null;
  /** The server's secret. */
  secret?: string | null;
};

/** A kind of view. */
export type Eyes = "seat" | "spectator" | "god";

/** The printed face of a card. */
export type FaceScene = {
  /** The id of the face, as used in move texts: `QH`. */
  id?: string;
  /** The name that players see: `queen of hearts`. */
  name?: string;
  /** The rank symbol, if the card has one. */
  rank?: string | null;
  /** The suit symbol, if the card has one. */
  suit?: string | null;
  /** Other texts that are printed on the card, as pairs of a name and a text. */
  text?: ([string, string])[];
};

/** A bot that could not answer. */
export type Fault = {
  /** The seat. */
  seat: number;
  /** The failure, as text for people. */
  text: string;
};

/** One entry of a match as the viewer saw it. */
export type Frame = {
  /** The scene after the entry. */
  scene: Scene;
  /** The seat that answered, if the viewer could know it. */
  seat?: number | null;
  /** The steps to animate. */
  steps: Step[];
  /** The move text, if the viewer may know it. */
  text?: string | null;
};

/** The gesture that makes a move on the table. A card is given by its place in the viewer's scene. `Hosted` fills in their keys. */
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

/** Sent as `game:intent`: a seat answers its open ask. Join the table with the token of the seat first. */
export type Intent = {
  /** The number of the ask. */
  ask: number;
  /** An idempotency key chosen by the sender. */
  key: string;
  /** Whether a model in the player's browser chose the move. Allowed only if the driver of the seat is `sponsored`. */
  machine?: boolean;
  /** The id of the match. */
  match: string;
  /** The move text, or all picks of one decision. */
  moves: string[];
};

/** Sent as `game:join`: watch a table, or reconnect to it. */
export type Join = {
  /** The wanted view. Needed only if the token allows several views. */
  as?: Eyes | null;
  /** The id of the match. */
  match: string;
  /** After a lost connection, the position of the last view that the client received. */
  since?: Since | null;
  /** The token of a seat, of the host, or of a link. A public table can be watched without a token. */
  token?: string | null;
};

/** Sent as `game:leave`: stop watching a table. */
export type Leave = {
  /** The id of the match. */
  match: string;
};

/** Posted to `/active-games`. */
export type NewTable = {
  /** The game. */
  game: string;
  /** Options of the game. */
  options?: Record<string, string>;
  /** The number of seats. Default: the fewest that the game allows. */
  seats?: number | null;
  /** The terms of the table. */
  terms?: Terms;
};

/** One legal move. */
export type Offer = {
  /** The player's gesture on the table. */
  gesture: Gesture;
  /** The kind of move. Clients may treat kinds differently. They must not interpret the label. */
  kind?: OfferKind;
  /** The label in a list of moves: `play the queen of hearts`. */
  label: string;
  /** The symbol of the resulting piece, for example after a promotion. If moves share a gesture, clients show the symbols to choose from. */
  sign?: string | null;
  /** The move text. Clients send it to make the move, and logs contain it. `Hosted` fills it in. */
  text?: string;
};

/** The kind of move. Clients may treat some kinds in a special way. */
export type OfferKind = "act" | "pass" | "putBack" | "done" | "startHand";

/** The result of a game. Only the first `seats` elements of the lists have a meaning. */
export type Outcome = {
  /** Whether the rules stopped with a fault. */
  fault: boolean;
  /** The place of each seat. 1 is the best. */
  places: number[];
  /** The reason why the game ended. */
  reason: string;
  /** The points of each seat, or null if the game does not count points. */
  scores?: number[] | null;
  /** The number of seats. */
  seats: number;
  /** The team of each seat. */
  teams: number[];
};

/** The phase of a table. */
export type Phase = "lobby" | "playing" | "over";

/** A piece on a square. */
export type PieceScene = {
  /** The square. */
  at?: Square;
  /** One or two characters for text boards. */
  glyph?: string;
  /** The kind: `knight`. */
  kind?: string;
  /** The letter in move texts, if the piece has one. Clients show it if their font lacks the glyph. */
  letter?: string | null;
  /** The owner. */
  owner?: number | null;
};

/** A place in a zone. */
export type Place = {
  /** The index from the bottom of an ordered zone. In an unordered zone the face identifies the card. The index of a target is valid after the card has left its old place. */
  at?: number | null;
  /** The id of the zone in the scene. */
  zone: string;
};

/** An open proposal. */
export type Proposal = {
  /** The seats that have accepted. */
  agreed: number[];
  /** The seat that made it. */
  by: number;
  /** The kind of the proposal. */
  deal: ProposalKind;
};

/** The kind of a proposal. All players must accept it. */
export type ProposalKind = "undo" | "draw" | "rematch" | "practice";

/** Sent as `game:react`: a reaction of a player, shown to all viewers. */
export type ReactMessage = {
  /** The id of the match. */
  match: string;
  /** The reaction. */
  reaction: Reaction;
};

/** The reactions. There is no chat. */
export type Reaction = "wave" | "clap" | "laugh" | "gasp" | "think" | "thanks";

/** Sent as `game:reaction` to all viewers. Reactions are not stored. */
export type ReactionMessage = {
  /** The id of the match. */
  match: string;
  /** The reaction. */
  reaction: Reaction;
  /** The seat of the player. */
  seat: number;
};

/** A refused input. */
export type Refusal = {
  /** The kind of the refusal. */
  code: RefusalCode;
  /** The reason, as a sentence for players. */
  reason: string;
};

/** The kind of a refusal, for programs. */
export type RefusalCode = "illegal" | "stale-ask" | "wrong-phase" | "not-yours" | "paused" | "malformed" | "would-peek" | "not-allowed" | "unavailable";

/** A page of a replay. */
export type ReplayPage = {
  /** The number of entries, including the deal. */
  entries: number;
  /** One frame for each entry. */
  frames: Frame[];
  /** The number of the entry in the first frame. */
  from: number;
  /** The game. */
  game: string;
  /** The names of the players. */
  names: string[];
};

/** The response to a player who takes a seat. */
export type SatDown = {
  /** The token of the seat. Sent only once. */
  token: string;
};

/** The scene of one viewer. */
export type Scene = {
  /** Announcements to all viewers since the last decision. */
  announcements?: string[];
  /** Whether a hand has ended and the table waits for a player to deal the next hand. */
  betweenHands?: boolean;
  /** The board with its pieces, if the game has one. */
  board?: BoardScene | null;
  /** The buttons that are shown now. A button may be pressed if an offer has it as its gesture. */
  buttons?: Button[];
  /** The seats that are due. */
  due?: number[];
  /** The result, after the end. */
  outcome?: Outcome | null;
  /** The current phase of the turn, if the game has phases. */
  phase?: string | null;
  /** All phases of a turn in order, if players should see the progress of the turn. `phase` is one of them. */
  phases?: string[];
  /** The question to the viewer, or the decision that the table waits for. */
  prompt?: string;
  /** Tables of text and numbers. */
  scoreboards?: Scoreboard[];
  /** The number of seats. */
  seats?: number;
  /** The items on the stack that wait to resolve. The last item resolves next. */
  stack?: StackItem[];
  /** The viewer. `None` until `Hosted` sets it. */
  viewer?: Viewer | null;
  /** The zones, in the order of the rules. */
  zones?: ZoneScene[];
};

/** A table of text. */
export type Scoreboard = {
  /** The column heads. */
  columns?: string[];
  /** Rows of cells. */
  rows?: string[][];
  /** The title. */
  title?: string;
};

/** The player of a seat and the driver that decides there. The seat is open if it has no owner and its driver is `Person`. */
export type SeatInfo = {
  /** The driver that decides for the seat. */
  driver: Driver;
  /** The name of a player who left during the match. The seat is reserved for that player. */
  left?: string | null;
  /** The name of the player. */
  owner?: string | null;
  /** Whether the player has resigned. If the match continues for the other players, a bot plays this seat. */
  resigned?: boolean;
  /** The occupancy number: how many times players have taken this seat so far. With it, the server refuses tokens of earlier players. */
  sat?: number;
};

/** Sent as `game:seats`. */
export type SeatsMessage = {
  /** The id of the match. */
  match: string;
  /** The players and their drivers. */
  seats: SeatInfo[];
  /** The same warnings by kind, in the same order. */
  warningKinds: Warning[];
  /** Warnings for players, as English sentences. */
  warnings: string[];
};

/** The answer of `/config`. */
export type ServerConfig = {
  /** Whether the server has a language model. */
  backendLlm: boolean;
  /** Messages that a connection may send at once. */
  burst: number;
  /** Maximum size of a message, in bytes. */
  maxBytes: number;
  /** The names of the language models. */
  models: string[];
  /** Messages per second in the long run. */
  perSecond: number;
  /** The version of the server. */
  version: string;
};

/** The JSON shape of a setup. */
export type SetupShape = {
  options: Record<string, string>;
  seats: number;
};

/** The changes that a viewer is shown. */
export type Show = {
  /** The open ask of the viewer. */
  ask?: Ask | null;
  /** Whether the steps lead from the viewer's last scene to the current scene. If not, the client should show the scene without animation. */
  follows: boolean;
  /** The current scene. */
  scene: Scene;
  /** The viewer's position. A client sends it back when it reconnects. */
  since: Since;
  /** The steps to animate. */
  steps: Step[];
  /** Whether the Undo button is enabled for this viewer. */
  undo: boolean;
  /** The viewer. */
  viewer: Viewer;
};

/** The position of a viewer in the match. It counts only log entries that this viewer saw, so it reveals nothing about hidden entries. */
export type Since = {
  /** The number of undos so far. */
  epoch: number;
  /** The number of log entries that showed the viewer something. */
  seen: number;
};

/** Posted to `/active-games/ID/seats`. */
export type SitDown = {
  /** The name of the player. */
  name: string;
  /** The seat, from zero. */
  seat: number;
  /** The token of the host or of an invitation, for private tables. A player who left during the match sends the old token of the seat to return to it. */
  token?: string | null;
};

/** A square: column from the left, row from the bottom, as the first seat sees the board. */
export type Square = {
  /** Column, zero at the left. */
  x: number;
  /** Row, zero at the bottom. */
  y: number;
};

/** An item on the stack that waits to resolve, such as a spell. */
export type StackItem = {
  /** The seat that controls the item. */
  controller?: number | null;
  /** The card of the item: the spell itself, or the source of an ability. */
  face?: FaceScene | null;
  /** The places (zone index, card index) of the item's targets. */
  targets?: ([number, number])[];
  /** The text of the item. */
  text?: string;
};

/** The public status of a table. A sealed answer does not change it. */
export type Status = {
  /** The clocks of a timed match. */
  clocks?: ClockFace | null;
  /** The reason why the table was closed. */
  closed?: string | null;
  /** The commitment to the server's secret. */
  commitment: string;
  /** The texts that the seats added to the shuffle. */
  entropy: string[];
  /** A bot that could not answer. */
  fault?: Fault | null;
  /** The game's id. */
  game: string;
  /** The key of the deal in hexadecimal, after the match. */
  key?: string | null;
  /** The id of the rematch table. Tokens of this table are valid there too. */
  next?: string | null;
  /** The open proposals. */
  offers: Proposal[];
  /** The result, after the match. */
  outcome?: Outcome | null;
  /** Whether the match is paused. */
  paused: boolean;
  /** The phase. */
  phase: Phase;
  /** The players and their drivers. */
  seats: SeatInfo[];
  /** The server's secret in hexadecimal, after the match. */
  secret?: string | null;
  /** Seats and options. */
  setup: SetupShape;
  /** The digest of its rules, in hexadecimal. */
  source: string;
  /** The terms that the host set. */
  terms: Terms;
  /** The same warnings by kind, in the same order, so that a client can translate them. */
  warningKinds: Warning[];
  /** Warnings for players before they take a seat, as English sentences. */
  warnings: string[];
};

/** Sent as `game:status` with the whole status. `game:seats` and `game:ended` repeat parts of the status for simple clients. */
export type StatusMessage = {
  /** The id of the match. */
  match: string;
  /** The public status. */
  status: Status;
};

/** One event as one viewer saw it. Steps drive animation, the recap and card keys. */
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

/** The code of a table. `GET /codes/CODE` finds the table. */
export type TableCode = {
  /** The code with its hyphen, such as `KQ7-3FM`. `null` for a private or finished table. */
  code?: string | null;
};

/** The id and tokens of a new table. Tokens are sent only once. */
export type TableOpened = {
  /** The token of the host. */
  hostToken: string;
  /** The token to take a seat at a private table. */
  inviteToken: string;
  /** The id of the table. */
  match: string;
  /** The token to watch a private table. */
  watchToken: string;
};

/** A row of `/active-games`. The newest table is first. */
export type TableRow = {
  /** Whether the match has started. */
  begun: boolean;
  /** The game. */
  game: string;
  /** Whether the match is not over. */
  live: boolean;
  /** The id of the table. */
  match: string;
  /** When the table was opened, in milliseconds since 1970. */
  opened: number;
};

/** The terms of a table. */
export type Terms = {
  /** The clocks. */
  clock?: Clock;
  /** Whether the host can see all cards. The table shows a warning about this to all players. */
  godView?: boolean;
  /** Whether a new player may take an open seat during the match and see its cards. The table shows a warning about this to all players. */
  newcomers?: boolean;
  /** Whether this is a practice deal: an earlier deal played again. */
  practice?: boolean;
  /** Whether the table is unlisted and needs a link. */
  private?: boolean;
  /** Whether spectators are allowed. */
  spectators?: boolean;
  /** Whether an answer can be undone if all players agree. */
  undo?: boolean;
};

/** Sent as `game:unseated` to a player who left a seat or was removed. Before the match the token becomes invalid. During the match it can be used only to return to the seat. */
export type UnseatedMessage = {
  /** Whether this connection had the view of the seat. If so, the client must join again to watch. */
  looked: boolean;
  /** The id of the match. */
  match: string;
};

/** Sent to the sender of an intent: always as `game:validation`, and also as `game:invalid` if the intent was refused. */
export type ValidationMessage = {
  /** The acknowledgement. */
  ack: Ack;
  /** The key of the intent. */
  key: string;
  /** The id of the match. */
  match: string;
};

/** Sent as `game:view`. */
export type ViewMessage = {
  /** The id of the match. */
  match: string;
  /** The new view. */
  view: Show;
};

/** The person or program that looks at a match. */
export type Viewer = {
  Seat: number;
} | "Spectator" | "God";

/** A warning for players before they take a seat. */
export type Warning = {
  kind: "browserModel";
  /** The name of the player who runs the model. */
  owner: string;
  /** The seat that the model plays. */
  seat: number;
} | {
  kind: "hostSeesAll";
} | {
  kind: "newcomers";
} | {
  kind: "practice";
} | {
  kind: "hostMayClose";
};

/** The use of a zone in play. Only the presentation uses it. Rules never depend on it. */
export type ZoneRole = "hand" | "deck" | "discard" | "trick" | "taken" | "meld" | "table" | "tableau" | "foundation" | "battlefield" | "stack" | "graveyard" | "exile";

/** One zone as the viewer sees it. */
export type ZoneScene = {
  /** The cards. In an ordered zone, the last card was placed last. Empty if the viewer sees only the number of cards. */
  cards?: CardScene[];
  /** The category of the zone for layouts and prompts: `hand`, `deck`, `battlefield`. */
  category?: string | null;
  /** The number of cards. `None` if the viewer may not know it. */
  count?: number | null;
  /** The id of the zone: `deck`, or `hand.2` for the hand of the third seat. Layouts and gestures use it. */
  id?: string;
  /** The name of the zone that players see. */
  name?: string;
  /** Whether the order of the cards has a meaning. If not, the listed order reveals nothing about hidden cards. */
  ordered?: boolean;
  /** The seat that owns the zone. `None` for a shared zone or a zone of a team. */
  owner?: number | null;
  /** The use of the zone in play, if it is known. The commentary chooses its verbs by this role. */
  role?: ZoneRole | null;
  /** The seats of the team that owns the zone. Empty if the zone does not belong to a team. It may then have an `owner`. */
  team?: number[];
  /** Whether the zone is a queue. The top card of a queue is the first card. In any other zone it is the last card. */
  topFirst?: boolean;
};

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

/** Also sent as `game:intent`, and over HTTP without `match`: an action in the schema of the game. */
export type ActionIntent = {
  /** The action, or its text. */
  action: MoveText;
  /** The number of the ask. By default the open ask. */
  ask?: number | null;
  /** An idempotency key chosen by the sender. Without it, a repeated message counts as a second intent. */
  key?: string | null;
  /** The id of the match. */
  match?: string;
};

/** Sent as `game:actions` to the player who asked. */
export type ActionsMessage = {
  /** The actions, with the options of each. Empty if the seat is not asked, or if the game has no actions. */
  actions: LegalAction[];
  /** The number of the open ask, or of the next ask if none is open. */
  ask: number;
  /** The id of the match. */
  match: string;
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
  exchanges?: AiExchange[];
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

/** The card or player at which a card is aimed. */
export type Aim = {
  card: CardSpot;
  kind: "card";
} | {
  kind: "seat";
  seat: number;
};

/** The question to a seat that must decide: its legal moves. The seat answers with the text of a move. */
export type Ask = {
  /** The number of the question. It rises by one with each answer of this seat. So a server can refuse an answer to an earlier question. */
  number: number;
  /** The legal moves, in the order of the rules. */
  offers: Offer[];
};

/** Sent as `game:actions`: a player asks for the legal actions of the seat. The server answers with `game:actions`. */
export type AskActions = {
  /** The id of the match. */
  match: string;
};

/** A player who is not connected. */
export type AwaySeat = {
  /** The seat. */
  seat: number;
  /** When the last connection of the player closed, in milliseconds since 1970. */
  since: number;
};

/** A rectangular board. */
export type BoardScene = {
  /** For each seat, the pieces that it has lost for good. Empty if lost pieces can come back. */
  captured?: CapturedScene[];
  /** The columns before which a line divides the board into several boards. */
  cuts?: number[];
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

/** The moves from which a model chooses. */
export type CandidateList = "all" | "short";

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

/** A card of an intent. */
export type CardName = CardKey | string;

/** One card, face up or face down. */
export type CardScene = {
  /** The place (zone index, card index) of the card that this card is attached to. */
  attachedTo?: [number, number] | null;
  /** The name of the card's back. Cards of different packs may have different backs. */
  back?: string;
  /** The seat that controls the card, if it is not the owner of the zone. In a shared zone, the seat that put the card there. */
  controller?: number | null;
  /** The name that is printed on the card, if the card is a copy of another card and shows the face of that card. */
  copyBy?: string | null;
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
  /** The seats that this card attacks. */
  pointsAtSeats?: number[];
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

/** Sent as `game:disconnected` before the server closes a connection that sent too much. */
export type DisconnectedMessage = {
  /** The reason, as a sentence. */
  reason: string;
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

/** Also sent as `game:intent`: an answer in the shape of the card engine, with cards and piles instead of a move text. */
export type EngineIntent = {
  /** For an action: the id of the button. */
  actionId?: string | null;
  /** The number of the ask. By default the open ask. */
  ask?: number | null;
  /** For a move: one card. Excludes `cardIds`. */
  cardId?: CardName | null;
  /** For a move: several cards that move together. Excludes `cardId`. */
  cardIds?: CardName[] | null;
  /** For a move: the pile that the cards leave, such as `P1-hand`, or the id of a zone in the scene. */
  fromPileId?: string | null;
  /** The id of the match. */
  gameId: string;
  /** An idempotency key chosen by the sender. Without it, a repeated message counts as a second intent. */
  key?: string | null;
  /** The id of the player, such as `P1`. It must be the sender. */
  playerId?: string | null;
  /** For a move: the pile that the cards go to. */
  toPileId?: string | null;
  /** The kind of the intent. */
  type: EngineIntentKind;
};

/** The kind of an intent of the card engine. */
export type EngineIntentKind = "move" | "action";

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
  /** The record of the move, if the game has a move list. */
  record?: MoveRecord | null;
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

/** A change of the number of pieces of one kind in a hand. */
export type HandChange = {
  /** The number of pieces after the move, minus the number before it. */
  by: number;
  /** The kind of piece, as the scene shows it. */
  face: FaceScene;
  /** The owner of the hand. */
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
  /** The move, or all picks of one decision. */
  moves: MoveText[];
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

/** A legal action. The schema of the game describes its other fields. */
export type LegalAction = {
  /** The type of the action. */
  type: string;
};

/** One move of a board game. With the records, a client can write a move list in the notation of the game, and can show every earlier position. */
export type MoveRecord = {
  /** Whether the player to move next is in check. */
  check?: boolean;
  /** The square that the piece left. `None` for a drop or a pass. */
  from?: Square | null;
  /** The changes of pieces in hand. Empty if the game has no hands. */
  hands?: HandChange[];
  /** Whether the piece could have been promoted. */
  mayPromote?: boolean;
  /** The number of moves before this move. */
  number: number;
  /** The piece that moved, before a promotion. `None` for a pass. */
  piece?: PieceScene | null;
  /** Whether the piece was promoted. */
  promotes?: boolean;
  /** The seat that moved. */
  seat: number;
  /** The squares whose piece changed. */
  squares: SquareChange[];
  /** Whether the move captured a piece. */
  takes?: boolean;
  /** The move in short algebraic notation: `Nxd5+`. */
  text: string;
  /** The square that the piece reached. `None` for a pass. */
  to?: Square | null;
};

/** A move: its text, or an action in the schema of the game. */
export type MoveText = string | object;

/** Posted to `/active-games`. */
export type NewTable = {
  /** The game. */
  game: string;
  /** An idempotency key of 16 to 64 bytes, chosen at random by the client. If the request is repeated with the same key, it gets the same response and opens no other table. */
  key?: string | null;
  /** Options of the game. */
  options?: Record<string, string>;
  /** The number of seats. Default: the fewest that the game allows. */
  seats?: number | null;
  /** The terms of the table. */
  terms?: Terms;
};

/** A text of the operator for everybody. */
export type NoticeMessage = {
  /** The text. */
  text: string;
};

/** One legal move. */
export type Offer = {
  /** The card or player at which the clicked card is aimed, for example the attacker that it blocks. Offers with an aim are picks of one decision: a client may collect them and send them together, in the order of the offers. */
  aim?: Aim | null;
  /** The player's gesture on the table. */
  gesture: Gesture;
  /** The kind of move. Clients may treat kinds differently. They must not guess the kind from the label. */
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

/** Sent as `game:reconnect` to every client of a server that stops. A client connects again, so that a proxy leads it to another server. */
export type ReconnectMessage = {
  /** The client chooses a random moment within this time, in milliseconds. So not all clients connect at once. */
  within: number;
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

/** Posted to `/active-games/ID/reports`. */
export type Report = {
  /** The number of the seat that the report is about, from zero. Missing if it is about the table. */
  seat?: number | null;
  /** What happened, in the words of the reporter. */
  text: string;
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
  /** The phases in which the viewer is asked even if nothing has happened. Clients may let players pass in some of them automatically. */
  stops?: string[];
  /** The current turn, if the game counts turns. */
  turn?: TurnScene | null;
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

/** The legal actions of a seat, as JSON in the action schema of the game. `GET /games/ID/schema` has the schema. */
export type SeatActions = {
  /** The actions, with the options of each. Empty if the seat is not asked, or if the game has no actions. */
  actions: LegalAction[];
  /** The number of the open ask, or of the next ask if none is open. */
  ask: number;
};

/** The answer of a player to a question of the game. */
export type SeatChoice = {
  /** What the player has chosen: the label of a button, a card, a zone or a number. Several items are separated by commas. */
  chosen: string;
  /** The seat of the player. */
  seat: number;
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
  /** Whether visitors can bring games. */
  visitorGames: boolean;
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
  /** The new moves of a game with a move list. If `follows` is false, all moves that the server knows. A record with the number of an earlier one replaces it and all later ones. */
  moves?: MoveRecord[];
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
  /** An idempotency key of 16 to 64 bytes, chosen at random by the client. If the request is repeated with the same key, it gets the same response. */
  key?: string | null;
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

/** A square whose piece changed in a move. */
export type SquareChange = {
  /** The piece after the move. `None` if the square is empty. */
  after?: PieceScene | null;
  /** The square. */
  at: Square;
  /** The piece before the move. `None` if the square was empty. */
  before?: PieceScene | null;
};

/** An item on the stack that waits to resolve, such as a spell. */
export type StackItem = {
  /** The place (zone index, card index) of the item's own card. `None` for an ability or a copy. */
  card?: [number, number] | null;
  /** The seat that controls the item. */
  controller?: number | null;
  /** The card of the item: the spell itself, or the source of an ability. */
  face?: FaceScene | null;
  /** The place (zone index, card index) of the source of an ability. `None` for a spell. */
  source?: [number, number] | null;
  /** The seats that are targets of the item. */
  targetSeats?: number[];
  /** The places (zone index, card index) of the item's targets. */
  targets?: ([number, number])[];
  /** The text of the item. */
  text?: string;
};

/** The public status of a table. A sealed answer does not change it. */
export type Status = {
  /** The players whose last connection closed during the match. */
  away: AwaySeat[];
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
  /** For each seat, the seat of the same player at the rematch table. Absent if all players keep their seats. */
  nextSeats: number[];
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
  choice?: SeatChoice | null;
  quiet?: boolean;
  step: "say";
  text: string;
};

/** The code of a table. `GET /codes/CODE` finds the table. */
export type TableCode = {
  /** The code with its hyphen, such as `KQ7-3FM`. `null` for a private or finished table. */
  code?: string | null;
};

/** The id and tokens of a new table. Tokens are sent only once, or again if the request is repeated with its key. */
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
  /** Whether players may ask for hints and let a bot take over in a timed match between people. Other matches always allow both. */
  assistance?: boolean;
  /** The moves from which the language models of the server choose. */
  candidates?: CandidateList;
  /** The clocks. */
  clock?: Clock;
  /** Whether the host can see all cards while at most one person plays. The table shows a warning about this. */
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

/** A turn of a player. */
export type TurnScene = {
  /** The number of the turn, from 1. */
  number: number;
  /** The player whose turn it is. */
  seat: number;
};

/** Sent as `game:unseated` to a player who left a seat or was removed. Before the match the token becomes invalid. During the match it can be used only to return to the seat. */
export type UnseatedMessage = {
  /** Whether this connection had the view of the seat. If so, the client must join again to watch. */
  looked: boolean;
  /** The id of the match. */
  match: string;
};

/** A mistake in uploaded rules. */
export type UploadDiagnostic = {
  /** The code, such as `C0001`. */
  code: string;
  /** The column in characters, from 1. */
  column: number;
  /** The file. Empty if the mistake is in no file. */
  file: string;
  /** How to correct it. */
  help?: string | null;
  /** A note about this place. May be empty. */
  label: string;
  /** The line, from 1. */
  line: number;
  /** What is wrong. */
  message: string;
  /** `error`, `warning` or `note`. */
  severity: string;
};

/** The answer to an uploaded game. */
export type UploadResult = {
  /** The diagnostics of `rulebook check --json`. */
  diagnostics: UploadDiagnostic[];
  /** The game. Missing if the diagnostics contain an error. */
  game?: UploadedGame | null;
};

/** A game that a visitor has brought. */
export type UploadedGame = {
  /** The id of the game, for `POST /active-games`. */
  id: string;
  /** Maximum number of seats. */
  maxSeats: number;
  /** Minimum number of seats. */
  minSeats: number;
  /** The name of the game. */
  name: string;
  /** The token with which the owner can remove the game. */
  ownerToken: string;
  /** The digest of its rules, in hexadecimal. */
  source: string;
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
  /** The id of the button that means the same as the zone, so that a click on the zone can press it. `Hosted` fills it in. */
  button?: string | null;
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

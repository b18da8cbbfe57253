/** Writes the prompt for a language model from the view of its seat, and reads the move from its answer. */
import type { Offer, SeatInfo, Scene, Step } from '../messages';
import type { Text } from '../text';
import { logLines } from './match_log';
import { faceName, seatName, withNames } from './phrases';

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

/** Maximum number of lines of the log in a prompt. */
const MAX_HISTORY_LINES = 30;

function zoneLines(scene: Scene, seats: SeatInfo[], own: number, text: Text): string[] {
  return (scene.zones ?? []).map((zone) => {
    const owner = zone.owner ?? null;
    const whose = owner === null ? '' : `${seatName(seats, owner, own, text)}: `;
    const cards = (zone.cards ?? []).map((card) => (card.face ? faceName(card.face, text) : '?'));
    const unknown = cards.every((card) => card === '?');
    return `${whose}${zone.name ?? zone.id}: ${unknown ? `${zone.count ?? cards.length} cards` : cards.join(', ')}`;
  });
}

function boardLines(scene: Scene): string[] {
  const board = scene.board;
  if (!board) return [];
  const pieces = (board.pieces ?? []).map((piece) => `${board.sides?.[piece.owner ?? 0] ?? ''} ${piece.kind ?? ''} ${String.fromCharCode(97 + (piece.at?.x ?? 0))}${(piece.at?.y ?? 0) + 1}`.trim());
  return [`Board, ${board.width} by ${board.height}: ${pieces.join('; ')}`];
}

/** The prompt for one decision. It numbers the legal moves. */
export function decisionPrompt(game: string, rules: string, scene: Scene, offers: Offer[], seats: SeatInfo[], own: number, history: Step[], text: Text): ChatMessage[] {
  const happened = logLines(history, scene, seats, own, text).slice(-MAX_HISTORY_LINES).map((line) => line.text);
  const scores = (scene.scoreboards ?? []).map((board) => [board.title, ...(board.rows ?? []).map((row) => row.join(' '))].join('\n'));
  const parts = [
    ...zoneLines(scene, seats, own, text),
    ...boardLines(scene),
    ...scores,
    happened.length > 0 ? `What happened lately:\n${happened.join('\n')}` : '',
    withNames(scene.prompt ?? '', seats, own, text),
    `Legal moves:\n${offers.map((offer, at) => `${at + 1}: ${offer.label}${offer.label === offer.text ? '' : ` (${offer.text})`}`).join('\n')}`,
    'Answer with the number of one move and nothing else.',
  ];
  return [
    { role: 'system', content: `You play ${game}. Its rules:\n\n${rules}` },
    { role: 'user', content: parts.filter(Boolean).join('\n\n') },
  ];
}

/** Removes `<think>` sections. Without a closing tag, a section reaches to the end. Without an opening tag, it starts at the beginning. */
function withoutThinking(answer: string): string {
  const open = answer.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/g, ' ');
  return open.replace(/^[\s\S]*<\/think(?:ing)?>/, '');
}

/** The move that an answer names. Its exact text comes first, then the last valid number. `null` if the answer names no move. */
export function parseAnswer(answer: string, offers: Offer[]): Offer | null {
  const said = withoutThinking(answer);
  const exact = offers.find((offer) => offer.text === said.trim());
  if (exact) return exact;
  const numbers = (said.match(/\d+/g) ?? []).map(Number).filter((number) => number >= 1 && number <= offers.length);
  const last = numbers[numbers.length - 1];
  return last === undefined ? null : offers[last - 1]!;
}

export type Endpoint = { url: string; model: string; key: string };

/** Sends a chat completion request in the OpenAI format. */
export async function complete(endpoint: Endpoint, messages: ChatMessage[], patience = 60_000): Promise<string> {
  const url = `${endpoint.url.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}/chat/completions`;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (endpoint.key) headers['authorization'] = `Bearer ${endpoint.key}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ model: endpoint.model, messages, temperature: 0 }), signal: AbortSignal.timeout(patience) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const told = (await answer.json()) as { choices?: { finish_reason?: unknown; message?: { content?: string } }[] };
  if (told.choices?.[0]?.finish_reason === 'length') throw new Error('the answer was cut off');
  const content = told.choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw new Error('the response contains no answer');
  return content;
}

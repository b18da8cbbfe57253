/** Plays the viewer's seat with a language model that the browser calls. Runs while the driver of the seat is `sponsored`. */
import { useEffect, useRef } from 'react';
import { complete, parseAnswer, decisionPrompt, type Endpoint } from '../logic/llm_player';
import type { Ask, Scene, Status, Step } from '../messages';
import type { GamePage } from '../net/api';
import { storage } from '../net/storage';
import type { TableLink } from '../net/table_link';
import { useText } from '../text';

type Args = { link: TableLink; ask: Ask | null; scene: Scene | null; own: number | null; status: Status; game: GamePage; history: Step[] };

export function useOwnModel({ link, ask, scene, own, status, game, history }: Args): void {
  const text = useText();
  const asked = useRef('');
  const sponsored = own !== null && status.seats[own]?.driver.kind === 'sponsored' && !status.paused && !status.fault;
  // The model is asked once for each decision, and once more after a fault.
  if (status.fault) asked.current = '';
  useEffect(() => {
    const endpoint = storage.tabGet<Endpoint>('endpoint');
    if (!sponsored || !ask || !scene || own === null || !endpoint) return;
    const key = `${link.match}:${ask.number}:${ask.offers.length}`;
    if (asked.current === key) return;
    asked.current = key;
    const decide = async () => {
      try {
        const messages = decisionPrompt(game.meta.gameName, game.rules, scene, ask.offers, status.seats, own, history, text);
        let answer = await complete(endpoint, messages);
        let chosen = parseAnswer(answer, ask.offers);
        if (!chosen) {
          messages.push({ role: 'assistant', content: answer }, { role: 'user', content: `That is not a number from 1 to ${ask.offers.length}.` });
          answer = await complete(endpoint, messages);
          chosen = parseAnswer(answer, ask.offers);
        }
        if (!chosen) throw new Error('its answer is not a move');
        await link.answer(ask.number, [chosen.text ?? ''], true);
      } catch (error) {
        // The answer of the model may name hidden cards. So the other players learn only that the model failed.
        console.warn(error);
        await link.command({ kind: 'fault', ask: ask.number });
      }
    };
    void decide();
    // This must run only for a new decision or a new driver.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ask, sponsored]);
}

/**
 * A plan: the picks of one decision, which are attackers, or blockers with their attackers. Players collect the picks
 * on the table, can take each of them back, and send them together. Pure functions.
 */
import type { Offer } from '../messages';

/** The picks so far, by the key of the card, and the card whose target is being chosen. */
export type Plan = { picks: Map<number, Offer>; aiming: number | null };

export const NO_PLAN: Plan = { picks: new Map(), aiming: null };

const sourceOf = (offer: Offer): number => (offer.gesture.kind === 'card' ? (offer.gesture.card.key ?? 0) : 0);

/** The offers that can be collected. Empty if the decision has none. */
export const plannable = (offers: Offer[]): Offer[] => offers.filter((offer) => offer.aim && sourceOf(offer) !== 0);

export const aimKey = (offer: Offer): number => (offer.aim?.kind === 'card' ? (offer.aim.card.key ?? 0) : 0);
export const aimSeat = (offer: Offer): number | null => (offer.aim?.kind === 'seat' ? offer.aim.seat : null);

/** The cards that can be picked, and the cards that the plan already uses. */
export const planSources = (offers: Offer[]): Set<number> => new Set(plannable(offers).map(sourceOf));

/** The offers of the card whose target is being chosen. */
export const aims = (offers: Offer[], plan: Plan): Offer[] => (plan.aiming === null ? [] : plannable(offers).filter((offer) => sourceOf(offer) === plan.aiming));

const withPick = (plan: Plan, key: number, offer: Offer): Plan => ({ picks: new Map([...plan.picks, [key, offer]]), aiming: null });

/** The plan after a click on a card. `null` if the click does not concern the plan. */
export function clickInPlan(offers: Offer[], plan: Plan, key: number): Plan | null {
  const aimed = aims(offers, plan).find((offer) => aimKey(offer) === key);
  if (aimed) return withPick(plan, plan.aiming!, aimed);
  const own = plannable(offers).filter((offer) => sourceOf(offer) === key);
  if (own.length === 0) return null;
  if (plan.picks.has(key)) {
    const picks = new Map(plan.picks);
    picks.delete(key);
    return { picks, aiming: null };
  }
  if (own.length === 1) return withPick(plan, key, own[0]!);
  return { ...plan, aiming: plan.aiming === key ? null : key };
}

/** The plan after a click on a player. `null` if the click does not concern the plan. */
export function clickSeatInPlan(offers: Offer[], plan: Plan, seat: number): Plan | null {
  const aimed = aims(offers, plan).find((offer) => aimSeat(offer) === seat);
  return aimed ? withPick(plan, plan.aiming!, aimed) : null;
}

/** Picks every card that has not been picked. A card with several targets takes the first player, else the first target. */
export function pickAll(offers: Offer[], plan: Plan): Plan {
  const picks = new Map(plan.picks);
  for (const key of planSources(offers)) {
    if (picks.has(key)) continue;
    const own = plannable(offers).filter((offer) => sourceOf(offer) === key);
    picks.set(key, own.find((offer) => aimSeat(offer) !== null) ?? own[0]!);
  }
  return { picks, aiming: null };
}

/** The moves of a plan in the order of the offers, and the move that ends the decision if it is on offer. */
export function planMoves(offers: Offer[], plan: Plan): Offer[] {
  const chosen = new Set([...plan.picks.values()].map(({ text }) => text));
  const done = offers.find(({ kind }) => kind === 'done');
  return [...offers.filter(({ text, aim }) => aim && chosen.has(text)), ...(done ? [done] : [])];
}

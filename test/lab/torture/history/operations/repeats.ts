import type { Actor } from "../actor.ts";

const MAX_KEPT = 500;

/** Keeps a request for `repeat`; of many, those of all times stay. */
export function keepForRepeat({ shop, random }: Actor, send: (actor: Actor) => Promise<unknown>): void {
  const { repeats } = shop;
  if (repeats.length < MAX_KEPT) repeats.push(send);
  else repeats[random.between(0, MAX_KEPT - 1)] = send;
}

/** Sends a request again that was acknowledged at any earlier time. */
export async function repeat(actor: Actor): Promise<void> {
  const { repeats } = actor.shop;
  await repeats[actor.random.between(0, repeats.length - 1)]?.(actor);
}

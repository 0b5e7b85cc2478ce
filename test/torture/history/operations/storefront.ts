import { type Hand, V2 } from "../hand.ts";

const MAX_TRIES = 3;

/** A storefront event; often sent again, sometimes by two at once with different contents, of which one stays. */
export async function storefrontEvent(hand: Hand): Promise<void> {
  const eventId = hand.mark();
  if (hand.random.chance(0.2)) {
    await Promise.all([sendOne(hand, eventId, hand.mark()), sendOne(hand, eventId, hand.mark())]);
    return;
  }
  const mark = hand.mark();
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const isDone = await sendOne(hand, eventId, mark);
    if (isDone && !hand.random.chance(0.2)) return;
  }
}

async function sendOne(hand: Hand, eventId: string, mark: string): Promise<boolean> {
  const { call } = await hand.send(
    {
      operation: "POST storefront/events",
      effects: [{ kind: "storefront", mark, group: eventId, swallowed: true }],
    },
    {
      method: "POST",
      path: `${V2}/stores/${hand.shop.storeId}/storefront/events`,
      body: {
        ...{ eventId, eventName: "page_viewed", source: "storefront", anonymousId: mark },
        timestamp: "2026-03-02T10:00:00Z",
      },
    },
  );
  return call.outcome === "done";
}

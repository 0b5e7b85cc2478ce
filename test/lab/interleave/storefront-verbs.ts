import { ANN, post } from "./fill.ts";
import type { Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";

const VISITOR = "visitor-1";

/** What the online shop says of its visitors, who may be customers. */
export const STOREFRONT_VERBS: Record<string, Verb> = {
  "visit-of-customer": {
    prepare: visited,
    run: (shop, mark) => visit(shop, `visit-${mark}`, { customerEmail: ANN.email, anonymousId: VISITOR }),
  },
  "visit-of-id": { run: (shop, mark) => visit(shop, `visit-${mark}`, { customer: { id: ANN.id } }) },
  "visit-unknown": {
    prepare: visited,
    run: (shop, mark) => visit(shop, `visit-${mark}`, { anonymousId: VISITOR }),
  },
  "visit-twice": { run: (shop) => visit(shop, "same-visit", { customerEmail: ANN.email }) },
  visits: { prepare: visited, run: (shop) => shop.send("GET", "/stores/:store/storefront/events") },
};

/** A visit of Ann's before she had signed in, and one after that. */
async function visited(shop: Shop): Promise<void> {
  if (shop.known.made.visited !== undefined) return;
  shop.known.made.visited = VISITOR;
  await visit(shop, "before", { anonymousId: VISITOR });
  await visit(shop, "after", { anonymousId: VISITOR, customerEmail: ANN.email });
}

function visit(shop: Shop, eventId: string, fields: object) {
  const event = { eventId, eventName: "product_viewed", source: "storefront", ...fields };
  return post(shop, "/storefront/events", { ...event, timestamp: "2026-03-02T09:10:00Z" });
}

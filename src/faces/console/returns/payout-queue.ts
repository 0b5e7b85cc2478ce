import type { Total } from "../../../core/http/count-included.ts";
import type { ListedPayout } from "../../../features/payouts/schema.ts";
import type { Payout } from "../../../features/returns/payouts/schema.ts";
import { AMOUNT_DIFFERS } from "../../../features/returns/payouts/view.ts";
import type { Store } from "../../../features/stores/schema.ts";
import type { Paging } from "../../pages/api.ts";
import { at, type Markup } from "../../pages/html.ts";
import type { Tone } from "../components/badge.ts";
import { countText } from "../components/count.ts";
import type { Counted } from "../components/order.ts";
import { tile } from "../components/tile.ts";
import type { Visit } from "../page.ts";
import { type Plain, say } from "../texts/texts.ts";
import { oldestText } from "./queues.ts";

/** What is said of a payout, by its status. */
export const STATES: Record<Payout["status"], { title: Plain; tone: Tone }> = {
  waiting: { title: "Waiting", tone: "info" },
  paid: { title: "Paid", tone: "good" },
  refused: { title: "Refused", tone: "bad" },
  unknown: { title: "Unknown", tone: "warn" },
};
/** What is said of a waiting one that nothing pays by itself. */
export const HELD = { title: say("Held"), tone: "warn" } as const;

/** What a person should look at. */
export const ATTENTION = [
  { value: "held", title: HELD.title, none: say("No payouts are held") },
  { value: "refused", title: say(STATES.refused.title), none: say("No payouts are refused") },
  { value: "unknown", title: say(STATES.unknown.title), none: say("No payouts are unknown") },
  { value: AMOUNT_DIFFERS, title: say("Other amount"), none: say("No payouts have another amount") },
];

/** How many payouts a person should look at, and since when the oldest is due. */
export type PayoutQueue = Total & { oldest: string | null };

/** Returns how many the page of payouts lists without a filter. */
export async function payoutQueue(visit: Visit): Promise<PayoutQueue> {
  const { body } = await readPayouts(visit, { attention: ATTENTION, sort: "created_at" }, { size: 1 });
  const { count = 0, isAtLeast = false, payouts } = body;
  return { count, isAtLeast, oldest: payouts[0]?.createdAt ?? null };
}

/** Returns how many payouts wait for a person, as many as their page lists. */
export function payoutsTile(visit: Visit, queue: PayoutQueue, limits: Store["waiting"]): Markup {
  return tile({
    name: say("Payouts to look at"),
    counts: say(
      "Payouts that are held, were refused, were paid with another amount, or may have been paid, of any age",
    ),
    value: countText(queue),
    note: oldestText(queue, visit.ctx.now(), limits),
    href: `${visit.base}/payouts`,
  });
}

type Asked = { attention: readonly { value: string }[]; sort: string };

/** Returns a page of the payouts that a person should look at, for these reasons, with the number of all. */
export function readPayouts({ api, store }: Visit, { attention, sort }: Asked, paging: Paging) {
  const query = new URLSearchParams({ sort, include: "count" });
  for (const { value } of attention) query.append("attention", value);
  const path = `${at`/stores/${store.storeId}/payouts`}?${query}`;
  return api.list<{ payouts: ListedPayout[] } & Counted>(path, paging);
}

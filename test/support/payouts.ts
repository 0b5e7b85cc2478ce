import type { Payout } from "../../src/features/returns/payouts/schema.ts";
import type { Return } from "../../src/features/returns/schema.ts";
import type { Seen } from "./outside-world.ts";
import { type Answer, answerOf, readReturn } from "./returns.ts";
import type { TestService, TestStore } from "./service.ts";

const PAYOUT_TYPES = ["refund", "store_credit"] as const;

/** Gives a store a payee that answers so, and returns its URL and what it was sent. */
export async function newPayee(
  service: TestService,
  store: TestStore,
  answer: (request: Seen) => Response | Promise<Response>,
): Promise<{ id: string; url: string; signingSecret: string; seen: () => Seen[] }> {
  const url = `https://payee.example/${store.id}`;
  service.world.names.set("payee.example", ["93.184.215.14"]);
  service.world.on(url, answer);
  const body = { kind: "refunds", provider: "bank", url, token: "payee-token" };
  const created = await answerOf(store.post("/stores/:store/integrations", body));
  if (created.status !== 201) throw new Error(`the payee was answered ${JSON.stringify(created)}`);
  const { id, signingSecret } = created.body as { id: string; signingSecret: string };
  return { id, url, signingSecret, seen: () => service.world.seen.filter((request) => request.url === url) };
}

export async function payoutsOf(store: TestStore, id: string): Promise<Payout[]> {
  return (await readReturn(store, id)).return.payouts;
}

export function refund(store: TestStore, id: string, body: object = {}, headers = {}): Promise<Answer> {
  return answerOf(store.post(`/returns/${id}/refund`, body, headers));
}

const cents = (amount: string) => Math.round(Number(amount) * 100);

/**
 * Returns what is wrong with the sums of a return, in cents: a complete one owes its totals, any other at most that, and
 * what was paid beyond is said to be overpaid. Undefined where it is right.
 */
export function wrongSum(shown: Return): object | undefined {
  const due = {
    refund: cents(shown.totals.refund.amount.amount),
    store_credit: cents(shown.totals.storeCredit.amount.amount),
  };
  const isNothing = shown.status === "rejected" || shown.status === "deleted" || shown.completeWithNoAction;
  let over = 0;
  for (const type of PAYOUT_TYPES) {
    const ofType = shown.payouts.filter((payout) => payout.type === type);
    if (ofType.some(({ amount }) => cents(amount.amount) < 0)) return { negative: shown.payouts };
    if (ofType.some(({ reason }) => reason === "amount_differs")) return undefined;
    const sum = ofType.reduce((all, { amount }) => all + cents(amount.amount), 0);
    const owed = isNothing ? 0 : due[type];
    over += Math.max(0, sum - owed);
    if (shown.status === "complete" && sum < owed) return { type, sum, owed, payouts: shown.payouts };
  }
  const said = cents(shown.overpaid?.amount ?? "0");
  return said === over ? undefined : { over, said, payouts: shown.payouts };
}

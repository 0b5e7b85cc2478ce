import { type Client, unexpected } from "./client.ts";
import type { Phase } from "./drive.ts";

export type MoneyRead = { amount: string; currency: string };

/** What the tool looks at of a listed return. */
export type ListedReturn = {
  id: string;
  status: string;
  order: { name: string };
  source: { mailingAddress: unknown };
  notes: { message?: string }[];
  items: {
    orderItem: { line_item_id: string };
    productId: string;
    quantity: number;
    status: string;
    refund: { amount: MoneyRead; type: string };
  }[];
  totals: { refund: { amount: MoneyRead } };
};

export type ListedOrder = { name: string; lineItemsTotal: MoneyRead };

export type Listing = { returns: ListedReturn[]; orders: ListedOrder[] };

/** All returns of the store, page after page, and the orders that come with them; as far as the pages can be read. */
export async function listReturns(client: Client, { faults, step }: Phase): Promise<Listing> {
  const all: Listing = { returns: [], orders: [] };
  const markers = new Set<string>();
  let marker: string | null = null;
  do {
    const headers: Record<string, string> = { "X-Page-Size": "500" };
    if (marker !== null) headers["X-Page-Continue"] = marker;
    const answer = await client.send("GET", "/stores/:store/returns", { headers });
    if (answer.status !== 200) {
      faults.push(unexpected(answer));
      return all;
    }
    const page = JSON.parse(answer.text) as Listing;
    all.returns.push(...page.returns);
    all.orders.push(...page.orders);
    for (const _ of page.returns) step();

    marker = answer.headers.get("X-Page-Next");
    if (marker !== null && markers.has(marker)) {
      faults.push(`the page marker ${marker} of the returns leads back to itself`);
      return all;
    }
    markers.add(marker ?? "");
  } while (marker !== null);
  return all;
}

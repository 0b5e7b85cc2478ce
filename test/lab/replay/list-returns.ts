import type { components } from "../../client/openapi.d.ts";
import { type Client, unexpected } from "./client.ts";
import type { Phase } from "./drive.ts";

/** The fields of returns that the tool reads, with the types of the description. */
export type ListedReturn = components["schemas"]["Return"];

export type ListedOrder = components["schemas"]["ReturnOrder"];

export type Listing = { returns: ListedReturn[]; orders: ListedOrder[] };

type ListAnswer = { data?: Listing; error?: unknown; response: Response };

/**
 * Returns the store's returns from all pages, with their orders. It stops at the first page that can't be
 * read.
 */
export async function listReturns(client: Client, { faults, step }: Phase): Promise<Listing> {
  const all: Listing = { returns: [], orders: [] };
  const markers = new Set<string>();
  let marker: string | null = null;
  do {
    const { data: page, ...answer }: ListAnswer = await client.api.GET("/v2.2/stores/{storeId}/returns", {
      params: {
        path: client.store,
        header: { "X-Page-Size": 500, ...(marker !== null && { "X-Page-Continue": marker }) },
      },
    });
    if (!page) {
      faults.push(unexpected(answer));
      return all;
    }
    all.returns.push(...page.returns);
    all.orders.push(...page.orders);
    for (const _ of page.returns) step();

    marker = answer.response.headers.get("X-Page-Next");
    if (marker !== null && markers.has(marker)) {
      faults.push(`the page marker ${marker} of the returns leads back to itself`);
      return all;
    }
    markers.add(marker ?? "");
  } while (marker !== null);
  return all;
}

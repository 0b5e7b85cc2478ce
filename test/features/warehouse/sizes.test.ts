import { beforeAll, describe, expect, test } from "bun:test";
import { newOrder, postReturn, returnIn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const MB = 1024 * 1024;
const LIST = "/api/v1/warehouse/return/list?paginate=true&pageSize=4";
const COUNT = 7;

type Page = {
  returns: { service_id: string; line_items: unknown[] }[];
  nextPageUrl: string | null;
  previousPageUrl: string | null;
};

const service = useService();
const store = useStore(service);
/** The returns, newest first. */
const made: string[] = [];
beforeAll(async () => {
  const title = "A title as long as some are. ".repeat(3);
  const lineItems = [{ id: "a", productId: "p", title, quantity: 1_000_000, price: 5 }];
  const orderId = await newOrder(store, { lineItems });
  for (let i = 0; i < COUNT; i++) {
    const items = [{ lineItemId: "a", quantity: 6_000, reason: "r" }];
    made.unshift((await returnIn(postReturn(store, orderId, { items }))).id);
  }
});

async function pageAt(path: string): Promise<{ page: Page; bytes: number }> {
  const answer = await service.fetch(path, { headers: { "X-Authorization": store.secret } });
  const text = await answer.text();
  return { page: JSON.parse(text), bytes: Buffer.byteLength(text) };
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

describe.each(["created_at", "updated_at"])("a page of returns of many units by %s", (filter) => {
  test("ends early after 4 MB, and the next page continues there", async () => {
    const read: string[] = [];
    const sizes: number[] = [];
    for (let path: string | undefined = `${LIST}&filter=${filter}`; path; ) {
      const { page, bytes }: { page: Page; bytes: number } = await pageAt(path);
      read.push(...page.returns.map(({ service_id }) => service_id));
      sizes.push(page.returns.length);
      expect(bytes).toBeLessThan(4 * MB + bytes / page.returns.length + 1_000);
      path = page.nextPageUrl ? pathOf(page.nextPageUrl) : undefined;
    }
    expect(read).toEqual(made);
    expect(sizes[0]).toBeLessThan(4);
    expect(sizes.length).toBeGreaterThan(2);
  }, 60_000);

  test("the previous pages lead back without a gap", async () => {
    let path = `${LIST}&filter=${filter}`;
    const seen = new Set<string>();
    for (let i = 0; i < 2; i++) path = pathOf((await pageAt(path)).page.nextPageUrl ?? "");
    const at = await pageAt(path);
    for (let back: string | null = at.page.previousPageUrl; back; ) {
      // The next URL continues with the returns that a page that ended early left out.
      const { page }: { page: Page } = await pageAt(pathOf(back));
      const { page: next }: { page: Page } = await pageAt(pathOf(page.nextPageUrl ?? ""));
      for (const { service_id } of [...page.returns, ...next.returns]) seen.add(service_id);
      back = page.previousPageUrl;
    }
    const before = made.slice(0, made.indexOf(at.page.returns[0]?.service_id ?? ""));
    expect(before.length).toBeGreaterThan(2);
    expect(before.filter((id) => !seen.has(id))).toEqual([]);
  }, 60_000);
});

test("an unpaged list of returns of many units is complete", async () => {
  const answer = await service.fetch("/api/v1/warehouse/return/list", {
    headers: { "X-Authorization": store.secret },
  });
  const returns = (await answer.json()) as Page["returns"];
  expect(returns.map(({ service_id }) => service_id)).toEqual(made);
  expect(new Set(returns.map(({ line_items }) => line_items.length))).toEqual(new Set([6_000]));
}, 60_000);

test("shipments with and without itemIds list the units that they contain, in order", async () => {
  const own = await service.newStore();
  const orderId = await newOrder(own);
  const items = ["line-2", "line-1", "line-1"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "" }));
  const opened = await returnIn(postReturn(own, orderId, { items }));
  const [first = "", second = "", third = ""] = opened.items.map(({ id }) => id);
  const shipments = [
    { itemIds: [third, first, third] },
    { carrier: "all" },
    { itemIds: [second] },
    { itemIds: [] },
  ];
  expect((await own.patch(`/returns/${opened.id}`, { shipments })).status).toBe(200);
  const answer = await service.fetch(`/api/v1/warehouse/return/details?service_return_id=${opened.id}`, {
    headers: { "X-Authorization": own.secret },
  });
  const { labels, line_items } = (await answer.json()) as {
    labels: { line_items: number[] }[];
    line_items: { line_item_id: number }[];
  };
  const [a, b, c] = line_items.map(({ line_item_id }) => line_item_id);
  expect(labels.map((label) => label.line_items)).toEqual([[a, c], [a, b, c], [b], []] as number[][]);
});

import pg from "pg";
import { retry } from "../retry.ts";

type Source = { origin: string; storeId: string; secret: string; databaseUrl: string };

/**
 * Returns a store's objects by `type id` in the form of the feed: from lists, or singly for orders and
 * customers.
 */
export async function readLists({
  origin,
  storeId,
  secret,
  databaseUrl,
}: Source): Promise<Map<string, unknown>> {
  const listed = new Map<string, unknown>();
  const get = (path: string, headers: Record<string, string> = {}) =>
    retry(async () => {
      const response = await fetch(`${origin}/v2.2${path}`, {
        headers: { Authorization: `Bearer ${secret}`, ...headers },
      });
      if (!response.ok) throw new Error(`GET ${path} was answered ${response.status}`);
      return response;
    });

  async function* pages(path: string) {
    for (let cursor: string | null | undefined = ""; cursor !== null; ) {
      const response = await get(path, {
        "X-Page-Size": "500",
        ...(cursor && { "X-Page-Continue": cursor }),
      });
      cursor = response.headers.get("X-Page-Next");
      yield await response.json();
    }
  }

  type Row = { id: string; order: { id: string } };
  for await (const page of pages(`/stores/${storeId}/returns`)) {
    const orders = new Map((page.orders as Row[]).map((order) => [order.id, order]));
    for (const one of page.returns as Row[]) {
      listed.set(`return ${one.id}`, { order: orders.get(one.order.id), return: one });
    }
  }
  for await (const page of pages(`/stores/${storeId}/inventory-levels`)) {
    for (const level of page.inventory_levels as Row[]) listed.set(`level ${level.id}`, level);
  }
  for await (const page of pages(`/stores/${storeId}/inventory-items`)) {
    for (const item of page.inventory_items as Row[]) listed.set(`item ${item.id}`, item);
  }
  for (const [kind, path] of [
    ["order", `/stores/${storeId}/orders/`],
    ["customer", `/stores/${storeId}/customers/`],
  ] as const) {
    const ids = await idsIn(databaseUrl, `${kind}s`, storeId);
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let id = ids.pop(); id; id = ids.pop())
          listed.set(`${kind} ${id}`, await (await get(path + id)).json());
      }),
    );
  }
  return listed;
}

function idsIn(databaseUrl: string, table: string, storeId: string): Promise<string[]> {
  return retry(async () => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    try {
      const { rows } = await client.query<{ id: string }>(`select id from ${table} where store_id = $1`, [
        storeId,
      ]);
      return rows.map(({ id }) => id);
    } finally {
      await client.end();
    }
  });
}

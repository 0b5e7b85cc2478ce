import { beforeAll, expect, test } from "bun:test";
import type { TestBrowser } from "../support/console.ts";
import { filledDemo } from "../support/console-store.ts";
import { useService } from "../support/use-service.ts";

const service = useService();
let owner: TestBrowser;
beforeAll(async () => {
  ({ owner } = await filledDemo(service, service.ctx));
});

/** Returns the numbers in the cells of a table, row by row, of all pages of a list. */
async function numbersOf(path: string): Promise<number[][]> {
  const rows: number[][] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page = await (await owner.get(`:store${next}`)).text();
    for (const [, row = ""] of page.matchAll(/<tr class="[^"]*">(.*?)<\/tr>/gs)) {
      const cells = [...row.matchAll(/<td class="number[^"]*"[^>]*>(.*?)<\/td>/gs)];
      rows.push(cells.map(([, cell = ""]) => Number(cell.replaceAll(/<[^>]*>|,|\s/g, ""))));
    }
    next = /rel="next" href="([^"]*)"/
      .exec(page)?.[1]
      ?.replaceAll("&amp;", "&")
      .replace(/^.*\/demo/, "");
  }
  return rows;
}

async function inSql(query: string): Promise<number[]> {
  const { rows } = await service.ctx.db.execute<Record<string, string>>(query);
  return Object.values(rows[0] ?? {}).map(Number);
}

test("the columns of the list of stock add up to what SQL adds up", async () => {
  const rows = await numbersOf("/inventory");
  const sums = [0, 1, 2, 3].map((column) => rows.reduce((sum, row) => sum + (row[column] ?? Number.NaN), 0));
  expect([rows.length, ...sums]).toEqual(
    await inSql(`select count(*) as n, sum(quantity) as q, sum(committed) as c, sum(reserved) as r, sum(quantity - committed - reserved) as a
      from inventory_levels where store_id = 'demo'`),
  );
});

test("an import, and an export, have as many lines as they say", async () => {
  const before = await inSql("select count(*) from inventory_level_history where store_id = 'demo'");
  const [place = ""] = Object.values(
    (await service.ctx.db.execute<{ id: string }>("select id from locations where store_id = 'demo' limit 1"))
      .rows[0] ?? {},
  );
  const lines = Array.from(
    { length: 7 },
    (_, i) => `item-${i},Item ${i},${i < 5 ? place : "loc_none"},${i + 1}`,
  );
  const file = ["product_id,title,location_id,quantity", ...lines].join("\n");
  const started = await owner.post(":store/inventory/import", { _act: "import", file });
  await service.drain();
  const path = (started.headers.get("Location") ?? "").replace(/^.*\/demo/, "");
  const page = (await (await owner.get(`:store${path}`)).text())
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
  const [count = 0] = await inSql("select count(*) from inventory_level_history where store_id = 'demo'");
  expect(page).toContain(`Lines read 7 of 7 Levels changed ${count - (before[0] ?? 0)} Lines skipped 2`);

  const [items] = await inSql(`select count(*) from return_items join returns using (store_id)
    where store_id = 'demo' and returns.id = return_items.return_id`);
  const [rows] = await inSql("select rows_total from asn_exports where store_id = 'demo'");
  expect(await (await owner.get(":store/exports")).text()).toContain(`${rows} lines`);
  expect(rows).toBeLessThanOrEqual(items ?? 0);
});

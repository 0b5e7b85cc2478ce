import { expect, test } from "bun:test";
import { LEVELS, levelOf, newShop, putStock } from "../../support/inventory.ts";
import { anId, anInstant, answerOf, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const ZERO = { committed: 0, reserved: 0, buildable: 0 };

type Change = { at: string; by: string; request_id: string; from: object | null; to: object };

async function historyOf(store: TestStore, id: string): Promise<Change[]> {
  const { status, body } = await answerOf(store.get(`${LEVELS}/${id}/history`));
  expect(status).toBe(200);
  return (body as { history: Change[] }).history;
}

test("each change of a level is recorded with who made it, and its counts before and after", async () => {
  const { store, place } = await newShop(service);
  const [level] = await putStock(store, [levelOf(place)]);
  const narrow = await store.withScopes("inventory_write");
  const put = await narrow.put(LEVELS, { inventory_levels: [levelOf(place, { quantity: 4, reserved: 1 })] });
  const file = `product_id,title,location_id,quantity,reserved\ntee,Tee,${place},9,1\n`;
  await store.post(`${LEVELS}/import`, { file });
  const history = await historyOf(store, level?.id ?? "");
  const common = { at: anInstant, by_id: anId("cli"), request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) };
  expect(history).toEqual([
    {
      ...{ ...common, by: "test client" },
      from: { ...ZERO, quantity: 4, reserved: 1 },
      to: { ...ZERO, quantity: 9, reserved: 1 },
    },
    {
      ...{ ...common, by: "inventory_write", request_id: put.headers.get("X-Request-Id") ?? "" },
      from: { ...ZERO, quantity: 10 },
      to: { ...ZERO, quantity: 4, reserved: 1 },
    },
    { ...common, by: "test client", from: null, to: { ...ZERO, quantity: 10 } },
  ]);
  const { body } = await answerOf(store.get(`${LEVELS}/${level?.id}`));
  expect((body as { inventory_level: { updated_at: string } }).inventory_level.updated_at).toBe(
    history[0]?.at ?? "",
  );
});

test("a write that leaves a level as it is, or that fails, isn't in its history", async () => {
  const { store, place } = await newShop(service);
  const [level] = await putStock(store, [levelOf(place)]);
  await putStock(store, [levelOf(place)]);
  await putStock(store, [levelOf(place, { product: { id: "tee", title: "Renamed" } })]);
  const wrong = [levelOf(place, { quantity: 1 }), levelOf("loc_unknown")];
  expect((await store.put(LEVELS, { inventory_levels: wrong })).status).toBe(400);
  expect(await historyOf(store, level?.id ?? "")).toHaveLength(1);
});

test("a history is read page by page, each change once", async () => {
  const { store, place } = await newShop(service);
  let id = "";
  for (let quantity = 1; quantity <= 5; quantity++) {
    id = (await putStock(store, [levelOf(place, { quantity })]))[0]?.id ?? "";
  }
  const quantities: unknown[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const marker: Record<string, string> = next === "" ? {} : { "X-Page-Continue": next };
    const page = await store.get(`${LEVELS}/${id}/history`, { "X-Page-Size": "2", ...marker });
    const { history } = (await page.json()) as { history: { to: { quantity: number } }[] };
    quantities.push(history.map(({ to }) => to.quantity));
    next = page.headers.get("X-Page-Next");
  }
  expect(quantities).toEqual([[5, 4], [3, 2], [1]]);
});

test("many levels of one request are recorded together, each with its own counts", async () => {
  const { store, place } = await newShop(service);
  const levels = (add: number) =>
    Array.from({ length: 300 }, (_, n) =>
      levelOf(place, { product: { id: `p${n}`, title: "P" }, quantity: n + add }),
    );
  await putStock(store, levels(0));
  const made = await putStock(store, levels(7));
  for (const n of [0, 150, 299]) {
    expect((await historyOf(store, made[n]?.id ?? "")).map(({ from, to }) => [from, to])).toEqual([
      [
        { ...ZERO, quantity: n },
        { ...ZERO, quantity: n + 7 },
      ],
      [null, { ...ZERO, quantity: n }],
    ]);
  }
});

test("changes that are older than the retention aren't listed, and a foreign level is unknown", async () => {
  const { store, place } = await newShop(service);
  const [level] = await putStock(store, [levelOf(place)]);
  await putStock(store, [levelOf(place, { quantity: 3 })]);
  await store.ctx.db.execute(`
    update inventory_level_history set at = at - interval '91 days'
    where store_id = '${store.id}' and quantity_before is null`);
  expect(await historyOf(store, level?.id ?? "")).toHaveLength(1);
  const { store: other } = await newShop(service);
  expect(await answerOf(other.get(`${LEVELS}/${level?.id}/history`))).toEqual(problemAnswer(404));
});

import { beforeAll, expect, test } from "bun:test";
import { demoAtStart } from "../support/console-store.ts";
import { type Demo, demoOf, makeDemo } from "../support/demo.ts";
import { startService } from "../support/service.ts";
import { useService } from "../support/use-service.ts";

const NOW = new Date("2026-05-20T09:30:00.000Z");

const service = useService();
let demo: Demo;
beforeAll(async () => {
  service.setClock(NOW);
  demo = await makeDemo(service);
});

test("creating the demo store again has no effect", async () => {
  const before = await demo.everything();
  expect(await demoAtStart(service.ctx)).toBeUndefined();
  expect(await demo.everything()).toBe(before);
});

test("three concurrent processes create one demo store, deterministic except for generated ids", async () => {
  const first = await startService();
  const { databaseUrl } = first.ctx.config;
  const processes = [first, await startService({ databaseUrl }), await startService({ databaseUrl })];
  for (const one of processes) one.setClock(NOW);

  const makings = await Promise.all(processes.map(({ ctx }) => demoAtStart(ctx)));
  const made = makings.filter((making) => making !== undefined);
  expect(made).toHaveLength(1);
  for (const one of made) expect(await demoOf(first, one).everything()).toBe(await demo.everything());
  for (const one of processes.toReversed()) await one.stop();
});

test("a failed creation leaves nothing; the next one creates everything, and the first status stays open", async () => {
  const other = await startService();
  let asked = 0;
  const now = () => {
    // The first call is the reference of all dates, the second is the date of the last object.
    if (++asked === 2) throw new Error("the clock broke");
    return NOW;
  };
  await expect(demoAtStart({ ...other.ctx, now })).rejects.toThrow("the clock broke");

  const again = await makeDemo(other);
  const [order] = (await again.orders()).slice(-1);
  const opened = await again.post("/stores/demo/returns", {
    data: {
      provider: "shopify",
      externalOrderId: order?.orderId,
      items: [{ lineItemId: order?.lineItems[0]?.id, quantity: 1, reason: "Too small" }],
      shippingAddress: { line1: "1 Road", city: "Town", state: "OH", postalCode: "43004", country: "US" },
    },
  });
  expect(await opened.json()).toMatchObject({ return: { status: "open" } });
  await other.stop();
});

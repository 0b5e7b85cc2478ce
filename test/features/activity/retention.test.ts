import { expect, test } from "bun:test";
import type { StoreRetention } from "../../../src/features/activity/retention/schema.ts";
import { removeOldJob } from "../../../src/workers.ts";
import { newPerson } from "../../support/console.ts";
import { fillOld, OLD_KINDS, type OldKind } from "../../support/old-rows.ts";
import { rowsOf } from "../../support/page-numbers.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const DAY_S = 24 * 3_600;
const retention = {
  ...{
    idempotencyKeys: DAY_S,
    eventRejections: 36 * 3_600,
    storefrontEvents: DAY_S,
    webhookDeliveries: DAY_S,
  },
  ...{
    changes: DAY_S,
    requests: DAY_S,
    levelHistory: DAY_S,
    inventoryImports: DAY_S,
    orderImports: DAY_S,
    asnExports: DAY_S,
  },
  mails: DAY_S,
  events: undefined,
};
const service = useService({ retention });

async function retentionOf(store: TestStore): Promise<Record<string, Omit<StoreRetention, "kind">>> {
  const { retention: all } = (await (await store.get("/stores/:store/retention")).json()) as {
    retention: StoreRetention[];
  };
  return Object.fromEntries(all.map(({ kind, ...rest }) => [kind, rest]));
}

test("each time is shown with its setting, and what was removed last of this store", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const before = await retentionOf(store);
  expect(before).toMatchObject({
    events: { setting: "RETENTION_EVENTS", keptForSeconds: null, lastRun: null },
    eventRejections: { setting: "RETENTION_EVENT_REJECTIONS", keptForSeconds: 36 * 3_600, lastRun: null },
  });
  const owner = await newPerson(service, store, "read_only");
  const page = async () => {
    const html = await (await owner.get(":store/settings/retention")).text();
    return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  };
  expect(await page()).toMatch(/Rejected events [\w ]+ 36 hours Not yet RETENTION_EVENT_REJECTIONS/);

  const removed = Object.keys(OLD_KINDS).filter((kind) => kind !== "events") as OldKind[];
  for (const [i, kind] of removed.entries()) {
    // Of the first kind more than one slice.
    const count = i === 0 ? 2_500 : i + 1;
    await fillOld(store, kind, { storeId: store.id, count, ageSeconds: 3 * DAY_S });
  }
  for (const { jobs } of service.contexts) await jobs.send(removeOldJob, {});
  await service.drain();
  const after = await retentionOf(store);
  const counts = Object.fromEntries(
    Object.entries(after).map(([kind, { lastRun }]) => [kind, lastRun?.removed]),
  );
  const expected = Object.fromEntries(removed.map((kind, i) => [kind, i === 0 ? 2_500 : i + 1]));
  expect(counts).toEqual({ ...expected, webhookDeliveries: 0, events: undefined });
  expect(await page()).toMatch(/Idempotency keys [\w ]+ 1 day 2,500 just now RETENTION_IDEMPOTENCY_KEYS/);
  const rows = rowsOf(await (await owner.get(":store/settings/retention")).text());
  const shown = rows.map((row) => Number(row[2]?.replace(",", "").split(" ")[0]));
  expect(shown.filter(Number.isInteger).sort()).toEqual(
    Object.values(after)
      .flatMap(({ lastRun }) => lastRun?.removed ?? [])
      .sort(),
  );
  const others = await retentionOf(other);
  expect(others.idempotencyKeys?.lastRun?.removed).toBe(0);

  for (const { jobs } of service.contexts) await jobs.send(removeOldJob, {});
  await service.drain();
  expect((await retentionOf(store)).idempotencyKeys?.lastRun?.removed).toBe(0);
});

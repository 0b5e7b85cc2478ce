import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inHeldTransaction } from "../../support/lock-waits.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

async function eventsOf(store: TestStore, customer: string): Promise<{ data: unknown }[]> {
  const { body } = await answerOf(store.get(`/stores/:store/customers/${customer}/export`));
  return (body as { events: { data: unknown }[] }).events;
}

test("a bulk request that another transaction has locked delays none of its store, and keeps its turn", async () => {
  const store = await service.newStore();
  for (const id of ["ann", "bob", "eve"]) {
    await store.post("/stores/:store/events/bulk", { events: [{ eventName: "came", customer: { id } }] });
  }
  const logged = service.log.length;
  await inHeldTransaction(store.ctx.db, async (tx) => {
    await tx.execute(sql`
      select from event_batches where store_id = ${store.id} and customers = array['ann'] for no key update`);
    await service.drain();
    expect(await eventsOf(store, "bob")).toHaveLength(1);
    expect(await eventsOf(store, "eve")).toHaveLength(1);
  });
  expect(service.log.slice(logged).filter(({ level }) => Number(level) >= 40)).toEqual([]);
  const { rows } = await store.ctx.db.execute(
    sql`select customers, failures from event_batches where store_id = ${store.id}`,
  );
  expect(rows).toEqual([{ customers: ["ann"], failures: 0 }]);
});

import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { order } from "../../support/fixtures.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService({ isSingle: true });
const store = useStore(service);

test("a page is 503 instead of without its objects when the store's rows were removed after a move", async () => {
  expect((await store.post(`/stores/${store.id}/orders`, order("o-1"))).status).toBe(200);
  expect((await store.get(`/stores/${store.id}/changes?after=0`)).status).toBe(200);
  await store.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('aftersale.moves', ${store.id}, true)`);
    await tx.execute(
      sql`insert into store_states (store_id, state, epoch, since) values (${store.id}, 'moved', 2, now())`,
    );
    await tx.execute(sql`delete from orders where store_id = ${store.id}`);
  });
  const response = await store.get(`/stores/${store.id}/changes?after=0`);
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "1"]);
});

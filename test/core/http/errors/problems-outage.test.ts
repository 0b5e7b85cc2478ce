import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type DatabaseLink, linkTo } from "../../../support/database-link.ts";
import { order, returnOf } from "../../../support/fixtures.ts";
import { inHeldTransaction } from "../../../support/lock-waits.ts";
import { answerOf, ok, problemAnswer } from "../../../support/returns.ts";
import { startService, type TestService, type TestStore } from "../../../support/service.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const RETURNS = "/stores/:store/returns";
const ORDERS = "/stores/:store/orders";

const service = useService({ hasIdleQueues: true });
const store = useStore(service);
beforeAll(async () => {
  await store.post(ORDERS, order("1001"));
});

describe("an internal error", () => {
  test("is 500 without internals, and has the request id of the log line", async () => {
    const broken = await startService({ hasIdleQueues: true });
    const shop = await broken.newStore();
    await shop.post(ORDERS, order("1001"));
    await broken.ctx.db.execute(sql`alter table returns rename to returns_elsewhere`);
    for (const answer of [
      await shop.get("/returns/ret_1/status"),
      await shop.get(RETURNS),
      await shop.post(RETURNS, returnOf("1001")),
    ]) {
      const id = answer.headers.get("X-Request-Id");
      const detail = `The service failed; its log has the cause under request ${id}.`;
      const { body, ...head } = problemAnswer(500, detail);
      expect(await answerOf(answer)).toEqual({
        ...head,
        body: { ...(body as object), instance: `urn:uuid:${id}` },
      });
      const lines = broken.log.filter(({ requestId }) => requestId === id);
      expect(lines).toEqual([
        expect.objectContaining({
          level: 50,
          msg: "a request failed",
          err: expect.objectContaining({ stack: expect.any(String) }),
        }),
        expect.objectContaining({ level: 30, msg: "request", status: 500, storeId: shop.id }),
      ]);
    }
    await broken.stop();
  });

  test("is logged with the failed statement, without customer data", async () => {
    const broken = await startService({ hasIdleQueues: true });
    const shop = await broken.newStore();
    await broken.ctx.db.execute(sql`alter table orders add constraint never check (false)`);
    expect((await shop.post(ORDERS, order("1001"))).status).toBe(500);
    const line = broken.log.find(({ msg }) => msg === "a request failed");
    expect(JSON.stringify(line)).not.toContain("1001@example.test");
    expect(JSON.stringify(line)).not.toContain("Failing row");
    expect(line).toMatchObject({
      err: { code: "23514", query: expect.stringMatching(/^with [^;]+ insert into orders\s/) },
    });
    await broken.stop();
  });

  test("of a job is logged with its statement, without the data in it", async () => {
    const broken = await startService({ hasIdleQueues: true });
    const shop = await broken.newStore();
    await shop.post(ORDERS, order("1001"));
    await shop.post(RETURNS, returnOf("1001"));
    await broken.ctx.db.execute(sql`alter table asn_export_parts add constraint never check (false)`);
    const headers = { Authorization: `Bearer ${shop.secret}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ format: "csv" });
    const started = await broken.fetch("/api/v1/warehouse/reporting/asn/exports", {
      method: "POST",
      headers,
      body,
    });
    const { id } = (await started.json()) as { id: string };
    await broken.drain().catch(() => undefined);
    const failures = broken.log.filter(({ err }) => JSON.stringify(err ?? "").includes("asn_export_parts"));
    expect(failures).not.toEqual([]);
    for (const { err } of failures) expect(JSON.stringify(err)).not.toContain(id);
    await broken.stop();
  });

  test("is also a response that violates its schema, on the order operations that check it", async () => {
    await store.post(ORDERS, order("spoilt"));
    await store.ctx.db.execute(
      sql`update orders set body = (body::jsonb
        || '{"lineItems": [{"id": "line-1", "title": 7, "productId": "tee", "quantity": 2, "price": 8}]}')::json
        where external_id = 'spoilt'`,
    );
    const parcel = { lineItems: [{ id: "line-1", quantity: 1 }] };
    const answer = await answerOf(store.post(`${ORDERS}/spoilt/fulfillments`, parcel));
    expect(answer).toEqual(
      problemAnswer(500, expect.stringMatching(/^The service failed; its log has the cause/)),
    );
  });
});

describe("when the database is unavailable", () => {
  let link: DatabaseLink;
  let linked: TestService;
  beforeAll(async () => {
    link = await linkTo(store.ctx.config.databaseUrl ?? "");
    linked = await startService({ databaseUrl: link.url });
  });
  afterAll(async () => {
    await linked.stop();
    await link.cut();
  });

  const ask = (path: string) => linked.fetch(path, { headers: { Authorization: `Bearer ${store.secret}` } });
  const unavailable = problemAnswer(503, "The database is not available; try again.");

  test("every operation returns 503 with Retry-After, and works again afterwards", async () => {
    await link.cut();
    for (const path of [`/v2.2/stores/${store.id}/orders/1001`, `/v2.2/stores/${store.id}/returns`]) {
      const answer = await ask(path);
      expect(answer.headers.get("Retry-After")).toBe("1");
      expect(await answerOf(answer)).toEqual(unavailable);
    }
    const [alive, ready] = [await linked.fetch("/healthz"), await linked.fetch("/readyz")];
    expect([alive.status, ready.status]).toEqual([200, 503]);

    await link.mend();
    expect((await ask(`/v2.2/stores/${store.id}/orders/1001`)).status).toBe(200);
    expect((await linked.fetch("/readyz")).status).toBe(200);
  });

  test("a request that loses the connection midway returns 503 and has no effect", async () => {
    const shop = await service.newStore({ beside: store });
    await shop.post(ORDERS, order("1001"));
    const lost = inHeldTransaction(shop.ctx.db, async (tx) => {
      await tx.execute(sql`lock table returns in access exclusive mode`);
      const answer = linked.fetch(`/v2.2/stores/${shop.id}/returns`, {
        method: "POST",
        headers: { Authorization: `Bearer ${shop.secret}` },
        body: JSON.stringify(returnOf("1001")),
      });
      await waiting(shop);
      await link.cut();
      return answerOf(answer);
    });
    expect(await lost).toEqual(unavailable);
    await link.mend();
    expect(await answerOf(shop.get(RETURNS))).toEqual(ok({ orders: [], returns: [] }));
  });
});

/** Waits until a session of this database waits for a lock. */
async function waiting({ ctx }: TestStore): Promise<void> {
  for (;;) {
    const { rows } = await ctx.db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await Bun.sleep(5);
  }
}

import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createApp } from "../../../../src/app.ts";
import { connect } from "../../../../src/platform/db/connect.ts";
import { judged } from "../../../contract/judge.ts";
import { returnOf } from "../../../support/fixtures.ts";
import { inHeldTransaction } from "../../../support/lock-waits.ts";
import { ALL, OF_RETURN, OF_STORE, requestOf, rows } from "../../../support/return-operations.ts";
import { answerOf, created, newOrder, newReturn, ok, problemAnswer } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);
let id: string;
beforeAll(async () => {
  id = (await newReturn(store, {}, { orderId: "1001" })).id;
});

test.each(ALL)("%s: an unreachable database is 503 with Retry-After", async (_, operation) => {
  const { db, pool } = connect("postgres://postgres@127.0.0.1:1/nowhere", () => {});
  const app = judged(createApp({ ...store.ctx, db }, { ready: true, stopping: false }));
  const response = await app.fetch(requestOf(operation, store, { id }));
  expect(response.headers.get("Retry-After")).toBe("1");
  expect(await answerOf(response)).toEqual(problemAnswer(503, "The database is not available; try again."));
  await pool.end();
});

test("a request whose connection is closed is 503, has no effect, and can be repeated with its key", async () => {
  const orderId = await newOrder(store);
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const create = () => answerOf(store.post("/stores/:store/returns", returnOf(orderId), key));
  const cut = await inHeldTransaction(store.ctx.db, async (tx) => {
    await tx.execute(sql`select 1 from orders where store_id = ${store.id} for update`);
    const waiting = create();
    while ((await closeWaitingSessions()) === 0) await Bun.sleep(5);
    return waiting;
  });
  expect(cut).toEqual(problemAnswer(503, "The database is not available; try again."));
  const first = await create();
  expect(first).toEqual(created({ return: expect.any(Object), externalRMAResponses: [] }));
  expect(await create()).toEqual(ok(first.body));
});

async function closeWaitingSessions(): Promise<number> {
  const { rows } = await store.ctx.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

// This test is the last one because it renames the tables.
test.each([...rows(OF_STORE), ...rows(OF_RETURN)])(
  "%s: an internal error is 500 and its only detail is the request id of the log line",
  async (_, operation) => {
    await store.ctx.db.execute(sql`alter table if exists returns rename to taken_away`);
    await store.ctx.db.execute(sql`alter table if exists return_history rename to taken_away_too`);
    await store.ctx.db.execute(sql`alter table if exists return_images rename to taken_away_as_well`);
    const request = requestOf(operation, store, { id });
    const response = await service.fetch(new URL(request.url).pathname, request);
    const requestId = response.headers.get("X-Request-Id") ?? "";
    const answer = await answerOf(response);
    expect(answer).toEqual(
      problemAnswer(500, `The service failed; its log has the cause under request ${requestId}.`),
    );
    expect(answer.body).toMatchObject({ instance: `urn:uuid:${requestId}` });
    const lines = service.log.filter((line) => line.requestId === requestId);
    expect(lines.map(({ msg }) => msg)).toEqual(["a request failed", "request"]);
    expect(JSON.stringify(lines[0])).toContain("does not exist");
  },
);

import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Ctx } from "../../../../src/core/ctx.ts";
import { requestExternalRmas } from "../../../../src/features/returns/create/external-rma.ts";
import {
  create,
  createMeeting,
  failure,
  integrate,
  seenAt,
  success,
  wanting,
  withResponses,
} from "../../../support/external-rmas.ts";
import { created, ok, problemAnswer } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

const KEY = { "Idempotency-Key": "first" };
const RUNNING = problemAnswer(409, "The first request with this Idempotency-Key is still running.");

test("a repeat while integrations run is 409; afterwards it is 200 with their results and calls none", async () => {
  const store = await service.newStore();
  const called = Promise.withResolvers<void>();
  const response = Promise.withResolvers<Response>();
  const url = await integrate(service, store, "warehouse", () => {
    called.resolve();
    return response.promise;
  });
  await integrate(service, store, "broken", () => new Response(null, { status: 500 }));
  const body = await wanting(store);

  const first = create(store, body, KEY);
  await called.promise;
  expect(await create(store, body, KEY)).toEqual(RUNNING);
  expect(await create(store, { ...body, options: {} }, KEY)).toEqual(
    problemAnswer(409, "This Idempotency-Key was used for another request."),
  );
  response.resolve(new Response(null, { status: 201 }));
  expect(await first).toEqual(created(withResponses(success("warehouse"), failure("broken", "HTTP_500"))));
  await integrate(service, store, "later", () => new Response());
  expect(await create(store, body, KEY)).toEqual(ok((await first).body));
  expect(seenAt(service, url).length).toBe(1);
});

test("after a crash a repeat is 409 for 30 s and then calls the remaining integrations", async () => {
  const store = await service.newStore();
  const answered = await integrate(service, store, "answered", () => new Response());
  const left = await integrate(service, store, "left", () => new Response());
  const body = await wanting(store);
  const dying: Ctx["callIntegration"] = async (request) => {
    if (request.url !== left) return store.ctx.callIntegration(request);
    while ((await resultsOf(store)) === 0) await Bun.sleep(5);
    throw "killed";
  };
  expect(await createMeeting(dying, { store, body, headers: KEY })).toEqual(problemAnswer(500));
  service.setClock(new Date(Date.now() + 3_600_000));
  expect(await create(store, body, KEY)).toEqual(RUNNING);
  service.setClock(undefined);

  await passSinceAsked(store, 31);
  const repeated = await create(store, body, KEY);
  expect(repeated).toEqual(ok(withResponses(success("answered"), success("left"))));
  expect([seenAt(service, answered).length, seenAt(service, left).length]).toEqual([1, 1]);
});

test("a repeat that took over after a crash has 30 s: a further repeat meanwhile is 409", async () => {
  const store = await service.newStore();
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const called = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let times = 0;
  await integrate(service, store, "warehouse", () => {
    called[times]?.resolve();
    return answers[times++]?.promise ?? new Response();
  });
  const body = await wanting(store);
  const first = create(store, body, KEY);
  await called[0]?.promise;
  await passSinceAsked(store, 31);
  const second = create(store, body, KEY);
  await called[1]?.promise;
  const third = await create(store, body, KEY);
  for (const { resolve } of answers) resolve(new Response());
  expect([third, await second]).toEqual([RUNNING, ok(withResponses(success("warehouse")))]);
  expect((await first).body).toEqual((await second).body);
});

test("of concurrent repeats after a crash one calls the integrations, the others are 409", async () => {
  const store = await service.newStore();
  const response = Promise.withResolvers<Response>();
  let refused = 0;
  const url = await integrate(service, store, "warehouse", () =>
    refused < 0 ? new Response() : response.promise,
  );
  refused = -1;
  const { body } = await create(store, await wanting(store));
  refused = 0;
  const { id } = (body as { return: { id: string } }).return;
  await store.ctx.db.execute(sql`update external_rmas set success = null where store_id = ${store.id}`);
  await passSinceAsked(store, 31);
  const caller = {
    storeId: store.id,
    clientId: "c",
    by: "c",
    byId: null,
    requestId: "r",
    origin: "http://localhost",
  };
  const repeats = Array.from({ length: 5 }, () => requestExternalRmas(store.ctx, caller, id, true));
  for (const repeat of repeats) {
    repeat.catch(() => {
      if (++refused === 4) response.resolve(new Response());
    });
  }
  const ends = await Promise.allSettled(repeats);
  expect(ends.filter(({ status }) => status === "fulfilled")).toMatchObject([
    { value: [{ integrationProvider: "warehouse", success: true }] },
  ]);
  expect(seenAt(service, url)).toHaveLength(2);
});

test("when the first request resumes after a repeat, both respond with the first result", async () => {
  const store = await service.newStore();
  const stalled = Promise.withResolvers<Response>();
  const called = Promise.withResolvers<void>();
  let times = 0;
  await integrate(service, store, "warehouse", () => {
    called.resolve();
    return ++times === 1 ? stalled.promise : new Response(null, { status: 200 });
  });
  const body = await wanting(store);
  const first = create(store, body, KEY);
  await called.promise;
  await passSinceAsked(store, 31);
  const repeated = await create(store, body, KEY);
  stalled.resolve(new Response(null, { status: 500 }));
  expect(repeated).toEqual(ok(withResponses(success("warehouse"))));
  expect((await first).body).toEqual(repeated.body);
  expect(await create(store, body, KEY)).toEqual(repeated);
});

/** Backdates the calls to the integrations of a store's returns, by the database's clock. */
async function passSinceAsked(store: TestStore, seconds: number): Promise<void> {
  await store.ctx.db.execute(sql`
    update external_rmas set claimed_at = claimed_at - make_interval(secs => ${seconds}) where store_id = ${store.id}`);
}

async function resultsOf(store: TestStore): Promise<number> {
  const { rows } = await store.ctx.db.execute(
    sql`select 1 from external_rmas where store_id = ${store.id} and success is not null`,
  );
  return rows.length;
}

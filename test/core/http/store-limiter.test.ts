import { describe, expect, test } from "bun:test";
import pg from "pg";
import { createKeyedMutex, createStoreLimiter } from "../../../src/core/turns/store-limiter.ts";
import { event, postBulk, postEvent, taken } from "../../support/events.ts";
import { lockWaits, untilLockWaits } from "../../support/lock-waits.ts";
import { answerOf, newReturn, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import { numberOf, warehouse } from "../../support/warehouse.ts";

const service = useService({ isSingle: true });

/** Locks returns in a session without the service's limits. */
async function hold({ ctx }: TestStore, ids: string[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: ctx.config.databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select from returns where id = any($1::text[]) for update", [ids]);
  return () => client.end();
}

async function newReturns(store: TestStore, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push((await newReturn(store)).id);
  return ids;
}

const flag = (store: TestStore, id: string) => store.put(`/returns/${id}/status`, { status: "flagged" });
const busy = problemAnswer(503, "Too many requests of this store are waiting; try again.");

test("stores whose requests all wait for the database leave connections for others, and continue when it recovers", async () => {
  const first = await service.newStore();
  const second = await service.newStore({ beside: first });
  const calm = await service.newStore({ beside: first });
  const ids = [await newReturns(first, 30), await newReturns(second, 30)] as const;
  const { id } = await newReturn(calm);
  const letGo = await hold(first, ids.flat());
  let done = 0;
  const waiting = [first, second].flatMap((store, i) =>
    (ids[i] ?? []).map(async (each) => {
      const { status } = await flag(store, each);
      done++;
      return status;
    }),
  );
  // Events use connections of their own, so they don't wait.
  expect(await postEvent(first, event())).toEqual(taken);
  expect(await postBulk(first, [event()])).toEqual(taken);
  for (let i = 0; i < 3; i++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => calm.get(`/returns/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  }
  expect((await flag(calm, id)).status).toBe(204);
  expect(done).toBe(0);
  await letGo();
  expect(await Promise.all(waiting)).toEqual(Array(60).fill(204));
});

test("400 comments on one return wait without a connection while other requests are served, and none is lost", async () => {
  const store = await service.newStore();
  const calm = await service.newStore({ beside: store });
  const [held = "", other = ""] = await newReturns(store, 2);
  const { id } = await newReturn(calm);
  const letGo = await hold(store, [held]);
  let done = 0;
  const waiting = Array.from({ length: 400 }, async (_, i) => {
    const answer = await store.post(`/returns/${held}/comments`, { comment: { message: `${i}` } });
    done++;
    return { i, status: answer.status, retryAfter: answer.headers.get("Retry-After") };
  });
  expect((await store.get(`/returns/${held}`)).status).toBe(200);
  expect((await flag(store, other)).status).toBe(204);
  expect((await flag(calm, id)).status).toBe(204);
  const reads = await Promise.all(Array.from({ length: 10 }, () => calm.get(`/returns/${id}`)));
  expect(reads.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(done).toBe(0);
  await letGo();
  const answers = await Promise.all(waiting);
  // On a slow machine the last ones may have waited too long.
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toEqual(refused.map(({ i }) => ({ i, status: 503, retryAfter: "1" })));
  const stored = answers.flatMap(({ i, status }) => (status === 201 ? i : []));
  expect(stored.length).toBeGreaterThan(200);
  const { comments } = (await (await store.get(`/returns/${held}/comments`)).json()) as {
    comments: { message: string }[];
  };
  expect(comments.map(({ message }) => Number(message))).toEqual(stored);
});

test("requests of both APIs wait for one return in one queue, whatever they name it by", async () => {
  const store = await service.newStore();
  const [held = ""] = await newReturns(store, 1);
  const number = await numberOf(store, held);
  const { order } = (await (await store.get(`/returns/${held}`)).json()) as { order: { orderId: string } };
  const letGo = await hold(store, [held]);
  const note = (name: string) =>
    warehouse(service, store, `POST /return/${name}`, { body: { content: "Seen" } });
  const waiting = [
    store.post(`/returns/${held}/comments`, { comment: { message: "Hello" } }),
    flag(store, held),
    note(`${number}/note`),
    note(`0/note?service_return_id=${held}`),
    note(`0/note?order_name=${order.orderId}`),
    note(`0/note?order_id=${order.orderId}`),
  ];
  await untilLockWaits(store);
  for (let i = 0; i < 5; i++) expect((await store.get(`/returns/${held}`)).status).toBe(200);
  expect(await lockWaits(store.ctx)).toBe(1);
  await letGo();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 204, 200, 200, 200, 200]);
});

test("a wait that takes too long is 503 with Retry-After", async () => {
  const store = await service.newStore();
  const [held = ""] = await newReturns(store, 1);
  const letGo = await hold(store, [held]);
  const answers = await Promise.all([flag(store, held), flag(store, held), flag(store, held)]);
  for (const answer of answers) {
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
  }
  expect(await answerOf(answers[2] ?? flag(store, held))).toEqual(busy);
  await letGo();
  expect((await flag(store, held)).status).toBe(204);
});

test("a client that disconnects leaves the queue", async () => {
  const store = await service.newStore();
  const [held = ""] = await newReturns(store, 1);
  const letGo = await hold(store, [held]);
  const leaving = new AbortController();
  const first = flag(store, held);
  const left = service.fetch(`/v2.2/returns/${held}/status`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
    body: JSON.stringify({ status: "rejected" }),
    signal: leaving.signal,
  });
  const last = flag(store, held);
  await Bun.sleep(100);
  leaving.abort();
  expect((await left).status).toBe(503);
  await letGo();
  expect([(await first).status, (await last).status]).toEqual([204, 409]);
});

describe("slots", () => {
  test("failed work releases its slot", async () => {
    const shares = createStoreLimiter(2);
    for (let i = 0; i < 5; i++) {
      await expect(shares.within("a", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    }
    expect(await shares.within("a", async () => "done")).toBe("done");
  });

  test("a thousand callers may wait for a key, and one more is 503 with Retry-After", async () => {
    const turns = createKeyedMutex();
    const release = await turns.take("a");
    const order: number[] = [];
    const waiting = Array.from({ length: 1_000 }, async (_, i) => {
      const go = await turns.take("a");
      order.push(i);
      go();
    });
    const beyond = await turns.take("a").catch((error: unknown) => error);
    expect(beyond).toMatchObject({ parts: { status: 503, headers: { "Retry-After": "1" } } });
    release();
    await Promise.all(waiting);
    expect(order).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
  });
});

import { expect, test } from "bun:test";
import { createYielder, nextTurn } from "../../../../src/lib/yielder.ts";
import { order } from "../../../support/fixtures.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService({ isSingle: true });

const large = (orderId: string) => order(orderId, { unknown: "x".repeat(100_000) });
const soon = (answer: Promise<Response>) =>
  Promise.race([answer.then(({ status }) => status), Bun.sleep(300).then(() => "waits")]);

test.each<[string, (store: TestStore) => Promise<Response>]>([
  ["a large body", (store) => store.post("/stores/:store/orders", large("large"))],
  ["a large page", (store) => store.get("/stores/:store/returns", { "X-Page-Size": "500" })],
  ["a large page by its query", (store) => store.get("/stores/:store/returns?limit=500")],
  ["an unpaged list", (store) => listOf(store, "")],
  ["a large page of the list", (store) => listOf(store, "?paginate=true&pageSize=750")],
  ["a report", (store) => warehouse(store, "/reporting/asn")],
])("%s waits for another large request of its store; small ones and other stores don't", async (_, send) => {
  const [busy, calm] = [await service.newStore(), await service.newStore()];
  const release = await busy.ctx.largeRequestLimiter.take(busy.id);
  const waiting = send(busy);
  try {
    expect(await soon(waiting)).toBe("waits");
    expect((await busy.post("/stores/:store/orders", order("small"))).status).toBe(200);
    expect((await busy.get("/stores/:store/returns", { "X-Page-Size": "100" })).status).toBe(200);
    expect((await listOf(busy, "?paginate=true")).status).toBe(200);
    // A parameter that this API doesn't have.
    expect((await listOf(busy, "?paginate=true&limit=500")).status).toBe(200);
    expect((await send(calm)).status).toBe(200);
    // The first request of a process is slow, so the wait is checked again after other requests have run. These may take a
    // busy machine longer than a request waits.
    expect(["waits", 503]).toContain(await soon(waiting));
  } finally {
    release();
  }
  const { status } = await waiting;
  expect(status === 503 ? (await send(busy)).status : status).toBe(200);
});

test("a large request releases its slot when it ends, with any result", async () => {
  const store = await service.newStore();
  const bodies = ["", "{", large("once"), large("once"), { lineItems: "x".repeat(100_000) }, large("again")];
  const padded = bodies.map((body) => (typeof body === "string" ? body.padEnd(100_000) : body));
  const answers = await Promise.all(padded.map((body) => store.post("/stores/:store/orders", body)));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 200, 409, 400, 200]);
  expect((await store.post("/stores/:store/orders", large("last"))).status).toBe(200);
});

test("a request that is large in two ways waits once", async () => {
  const store = await service.newStore();
  const answer = store.post("/stores/:store/orders", large("both"), { "X-Page-Size": "500" });
  expect((await answer).status).toBe(200);
});

test("each iteration of the event loop continues only one of several long tasks", async () => {
  let pieces = 0;
  const most = { inOneRound: 0 };
  let seen = 0;
  let isRunning = true;
  const round = () => {
    most.inOneRound = Math.max(most.inOneRound, pieces - seen);
    seen = pieces;
    if (isRunning) setImmediate(round);
  };
  setImmediate(round);
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let i = 0; i < 10; i++) {
        await nextTurn();
        pieces++;
      }
    }),
  );
  isRunning = false;
  expect([pieces, most.inOneRound]).toEqual([60, 1]);
});

test("a short task doesn't wait", () => {
  expect(createYielder()()).toBeUndefined();
});

function listOf(store: TestStore, query: string): Promise<Response> {
  return warehouse(store, `/return/list${query}`);
}

function warehouse(store: TestStore, path: string): Promise<Response> {
  return service.fetch(`/api/v1/warehouse${path}`, { headers: { "X-Authorization": store.secret } });
}

import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import {
  MAX_CHANGED,
  MAX_COUNTED,
  OVERDUE_DAYS,
  type ReturnQueue,
} from "../../../../src/features/returns/bulk/schema.ts";
import { parseCsv } from "../../../../src/lib/csv.ts";
import { fillLists } from "../../../support/fill-lists.ts";
import { createPlanner } from "../../../support/plans.ts";
import {
  answerOf,
  historyOf,
  moveTo,
  newOrder,
  newReturn,
  ok,
  postReturn,
  readReturn,
  returnIn,
} from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const DAY = 86_400_000;
const NOW = new Date("2026-06-30T12:00:00.000Z");

async function queuesOf(store: TestStore): Promise<ReturnQueue[]> {
  const response = await store.get("/stores/:store/returns/queues");
  expect(response.status).toBe(200);
  return ((await response.json()) as { queues: ReturnQueue[] }).queues;
}

async function listed(store: TestStore, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const headers: Record<string, string> = {
      "X-Page-Size": "500",
      ...(next && { "X-Page-Continue": next }),
    };
    const response: Response = await store.get(`/stores/:store/returns?${query}`, headers);
    expect(response.status).toBe(200);
    const { returns } = (await response.json()) as { returns: { id: string }[] };
    ids.push(...returns.map(({ id }) => id));
    next = response.headers.get("X-Page-Next");
  }
  return ids;
}

describe("queues", () => {
  const store = useStore(service);

  test("a store without returns has four empty queues", async () => {
    const queues = await queuesOf(await service.newStore());
    expect(queues.map(({ name, count, isAtLeast, oldest }) => [name, count, isAtLeast, oldest])).toEqual([
      ["needs_review", 0, false, null],
      ["flagged", 0, false, null],
      ["delivered", 0, false, null],
      ["overdue", 0, false, null],
    ]);
  });

  test("a queue counts its returns, and its query lists exactly these", async () => {
    const expected: Record<string, string[]> = { needs_review: [], flagged: [], delivered: [], overdue: [] };
    const oldest: Record<string, string> = {};
    for (const [i, status] of ["needs_review", "flagged", "delivered", "in_transit", "open"].entries()) {
      for (const daysAgo of [OVERDUE_DAYS + 3, OVERDUE_DAYS + 1, 1]) {
        service.setClock(new Date(NOW.getTime() - daysAgo * DAY + i));
        const { id } = await newReturn(store);
        if (status === "open") continue;
        await moveTo(store, id, status);
        const queue = status === "in_transit" ? "overdue" : status;
        if (queue === "overdue" && daysAgo < OVERDUE_DAYS) continue;
        expected[queue]?.push(id);
        oldest[queue] ??= (await readReturn(store, id)).return.updatedAt;
      }
    }
    service.setClock(NOW);
    for (const { name, count, isAtLeast, oldest: at, query } of await queuesOf(store)) {
      const ids = expected[name]?.toReversed();
      expect([name, count, isAtLeast, at]).toEqual([name, ids?.length ?? -1, false, oldest[name] ?? null]);
      expect(await listed(store, query)).toEqual(ids ?? []);
    }
    service.setClock(undefined);
  });

  test("progress counts each return once that has arrived since, and that was completed since and still is", async () => {
    const store = await service.newStore();
    const since = NOW.toISOString();
    const at = (hours: number) => service.setClock(new Date(NOW.getTime() + hours * 3_600_000));
    const paths: [steps: [hours: number, to: string][], counts: string][] = [
      [[[-1, "delivered"]], ""],
      [[[0, "delivered"]], "received"],
      [
        [
          [-1, "delivered"],
          [1, "complete"],
        ],
        "processed",
      ],
      [
        [
          [1, "delivered"],
          [2, "complete"],
        ],
        "received processed",
      ],
      [
        [
          [1, "delivered"],
          [2, "complete"],
          [3, "open"],
        ],
        "received",
      ],
      [
        [
          [1, "complete"],
          [2, "open"],
          [3, "delivered"],
          [4, "complete"],
        ],
        "received processed",
      ],
      [
        [
          [1, "delivered"],
          [2, "flagged"],
        ],
        "received",
      ],
      [[[-2, "complete"]], ""],
      [[[1, "in_transit"]], ""],
      [
        [
          [1, "delivered"],
          [2, "rejected"],
        ],
        "received",
      ],
    ];
    const wanted = { received: 0, processed: 0 };
    for (const [steps, counts] of paths) {
      at(-3);
      const { id } = await newReturn(store);
      for (const [hours, to] of steps) {
        at(hours);
        await moveTo(store, id, to);
      }
      for (const name of counts.split(" ").filter(Boolean)) wanted[name as keyof typeof wanted]++;
    }
    at(6);
    // Neither a note nor the erasure of its person is a step.
    const done = await service.ctx.db.execute<{
      id: string;
    }>(sql`select id from returns where store_id = ${store.id}
      and status in ('delivered', 'complete') order by created_at`);
    for (const { id } of done.rows) {
      await service.ctx.db.execute(sql`insert into return_history (store_id, return_id, "from", "to", at, by, request_id, is_erasure)
        select store_id, id, status, status, ${since}::timestamptz + interval '5 hours', 'Ann', '', true from returns where store_id = ${store.id} and id = ${id}`);
      await store.post(`/returns/${id}/comments`, { comment: { message: "Looked at again" } });
    }
    const read = await store.get(`/stores/:store/returns/queues?since=${encodeURIComponent(since)}`);
    const counted = (count: number) => ({ count, isAtLeast: false });
    expect((await read.json()).progress).toEqual({
      received: counted(wanted.received),
      processed: counted(wanted.processed),
    });
    expect(await (await store.get("/stores/:store/returns/queues")).json()).not.toHaveProperty("progress");
    expect((await store.get("/stores/:store/returns/queues?since=today")).status).toBe(400);
    service.setClock(undefined);
  });

  test("a return in transit that has changed lately is not overdue", async () => {
    service.setClock(new Date(NOW.getTime() - 30 * DAY));
    const store = await service.newStore();
    const { id } = await newReturn(store);
    await moveTo(store, id, "in_transit");
    service.setClock(new Date(NOW.getTime() - DAY));
    expect((await queuesOf(store)).at(-1)?.count).toBe(1);
    await store.post(`/returns/${id}/comments`, { comment: { message: "The carrier has it" } });
    service.setClock(NOW);
    expect((await queuesOf(store)).at(-1)?.count).toBe(0);
    service.setClock(undefined);
  });

  test("above 10,000 a count says that it is one of many, and reads no more of the index", async () => {
    const full = await service.newStore();
    await fillLists(full.ctx.longDb, [full.id], { count: 30_000, people: 10 });
    await full.ctx.longDb.execute(
      sql.raw(
        "update returns set status = 'delivered' where store_id = '" +
          full.id +
          "' and status in ('open', 'complete')",
      ),
    );
    await full.ctx.longDb.execute(sql`vacuum analyze returns`);
    const planner = createPlanner(full, ["returns"], { isByKey: true });
    const { walked, most, answer } = await planner.plansOf({
      path: "/stores/:store/returns/queues",
    });
    const since = await planner.plansOf({
      path: "/stores/:store/returns/queues?since=2000-01-01T00:00:00Z",
    });
    await planner.stop();
    expect(walked).toEqual([]);
    expect(most).toBe(MAX_COUNTED + 1);
    expect([since.walked, since.most]).toEqual([[], MAX_CHANGED + 1]);
    expect((since.answer as { progress: object }).progress).toEqual({
      received: { count: 0, isAtLeast: true },
      processed: { count: 0, isAtLeast: false },
    });
    const { queues } = answer as { queues: ReturnQueue[] };
    expect(queues.map(({ name, count, isAtLeast }) => [name, count, isAtLeast])).toEqual([
      ["needs_review", 3_000, false],
      ["flagged", 6, false],
      ["delivered", MAX_COUNTED, true],
      ["overdue", 3_000, false],
    ]);
  }, 60_000);
});

describe("several returns at once", () => {
  const store = useStore(service);

  test("each id gets the result that it would get alone, and one that fails doesn't hold up the others", async () => {
    const [first, second, complete] = [
      await newReturn(store),
      await newReturn(store),
      await newReturn(store),
    ];
    await moveTo(store, complete.id, "complete");
    const foreign = await newReturn(await service.newStore());
    const ids = [first.id, foreign.id, complete.id, "ret_0", second.id, first.id];
    const answer = await answerOf(store.post("/stores/:store/returns/status", { ids, status: "rejected" }));
    const refused = { status: 409, code: "return_transition_refused", allowed: ["open"] };
    const missing = { status: 404, code: "return_not_found" };
    expect(answer).toEqual(
      ok({
        results: [
          { id: first.id, status: 200 },
          { id: foreign.id, ...missing, detail: `The store has no return ${foreign.id}.` },
          { id: complete.id, ...refused, detail: "A return that is complete cannot become rejected." },
          { id: "ret_0", ...missing, detail: "The store has no return ret_0." },
          { id: second.id, status: 200 },
          { id: first.id, ...refused, detail: "A return that is rejected cannot become rejected." },
        ],
      }),
    );
    for (const { id } of [first, second]) {
      expect((await historyOf(store, id)).map(({ to, by }) => [to, by])).toEqual([
        ["open", "test client"],
        ["rejected", "test client"],
      ]);
    }
  });

  test("1 to 100 ids", async () => {
    const change = (count: number) =>
      store.post("/stores/:store/returns/status", { ids: Array(count).fill("ret_0"), status: "open" });
    expect([(await change(0)).status, (await change(101)).status, (await change(100)).status]).toEqual([
      400, 400, 200,
    ]);
  });
});

describe("returns as CSV", () => {
  const store = useStore(service);
  const NAMES = ["=1+1", "+44", "-2", "@SUM(A1)", "\tx", 'He said "no", twice', "Ünïcode, עברית", "<b>x</b>"];
  beforeAll(async () => {
    for (const [i, name] of NAMES.entries()) {
      const lineItems = [
        { id: "line-1", productId: "p", title: "P", quantity: 2, price: 10, sku: name },
        { id: "line-2", productId: "p", title: "P", quantity: 1, price: 5, sku: "b" },
      ];
      const customer = { id: `c${i}`, firstName: name, lastName: "x", email: `c${i}@example.test` };
      const order = await newOrder(store, { lineItems, customer, orderId: `${name} ${i}` });
      const items = [
        { lineItemId: "line-1", quantity: 2, reason: name },
        { lineItemId: "line-2", quantity: 1, reason: "r" },
      ];
      await returnIn(postReturn(store, order, { items, label: { trackingNumber: name } }));
    }
  });

  const rowsOf = async (query = "") => {
    const response = await store.get(`/stores/:store/returns.csv${query}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    const [head = [], ...rows] = parseCsv(await response.text());
    return rows.map((row) => Object.fromEntries(row.map((cell, i) => [head[i] ?? "", cell])));
  };

  test("a line has what the list shows of the return, newest first", async () => {
    const rows = await rowsOf();
    expect(rows.map(({ id }) => id)).toEqual(await listed(store, ""));
    expect(rows.at(2)).toEqual({
      id: expect.any(String),
      order: 'He said "no", twice 5',
      status: "open",
      created_at: expect.any(String),
      updated_at: expect.any(String),
      first_name: 'He said "no", twice',
      last_name: "x",
      email: "c5@example.test",
      units: "3",
      skus: 'He said "no", twice; b',
      reasons: 'He said "no", twice; r',
      refund: "25.00",
      store_credit: "0.00",
      exchange: "0.00",
      charge: "0.00",
      currency: "USD",
      tracking_numbers: 'He said "no", twice',
      tags: "",
    });
  });

  test("no cell begins as a formula does", async () => {
    const rows = await rowsOf();
    const cells = rows.flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
    expect(rows.map((row) => row.first_name)).toContain("'=1+1");
  });

  test("filters select as they do for the list; an unknown one is 400", async () => {
    const [row] = await rowsOf("?email=c5@example.test&status=open&status=flagged");
    expect(row?.email).toBe("c5@example.test");
    expect(await rowsOf("?status=complete")).toEqual([]);
    expect((await store.get("/stores/:store/returns.csv?state=open")).status).toBe(400);
  });

  test("a long file is streamed whole, page after page", async () => {
    const long = await service.newStore();
    await fillLists(long.ctx.longDb, [long.id], { count: 2_345, people: 10 });
    const response = await long.get("/stores/:store/returns.csv?updated_at_min=2026-01-01T00:00:00Z");
    const rows = parseCsv(await response.text());
    expect(new Set(rows.map(([id]) => id)).size).toBe(2_346);
  }, 60_000);
});

import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { STATUSES, type Status } from "../../../src/features/returns/status.ts";
import type { Action } from "../../../src/features/warehouse/actions/act.ts";
import {
  historyOf,
  moveTo,
  newOrder,
  newReturn,
  postReturn,
  readReturn,
  returnIn,
} from "../../support/returns.ts";
import { startService, type TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import {
  DONE,
  everythingOf,
  json,
  listenedTo,
  NOT_FOUND,
  numberOf,
  publishedEventsOf,
  unitIdsIn,
  warehouse,
} from "../../support/warehouse.ts";

const service = useService();

const ACTIONS: readonly Action[] = ["process", "flag", "close", "cancel"];

const CLOSED = refused("closed", "UNPROCESSABLE_RETURN");
const CANCELLED = refused("cancelled", "UNPROCESSABLE_RETURN");
const IN_REVIEW = refused("review", "UNPROCESSABLE_FLAGGED_RETURN");
/** The response is `true`, and the status doesn't change. */
const STAYS = "stays";

type Outcome = Status | typeof STAYS | ReturnType<typeof refused>;

/** The outcomes of process, flag, close and cancel by the status before. */
const OUTCOMES: Record<Status, [Outcome, Outcome, Outcome, Outcome]> = {
  open: ["complete", "flagged", "rejected", "deleted"],
  in_transit: ["complete", "flagged", "rejected", "deleted"],
  delivered: ["complete", "flagged", "rejected", "deleted"],
  pre_shipment: [IN_REVIEW, STAYS, "rejected", IN_REVIEW],
  needs_review: [IN_REVIEW, "flagged", "rejected", IN_REVIEW],
  in_review: [IN_REVIEW, "flagged", "rejected", IN_REVIEW],
  flagged: [IN_REVIEW, STAYS, "rejected", IN_REVIEW],
  complete: [CLOSED, CLOSED, CLOSED, CLOSED],
  rejected: [CLOSED, CLOSED, CLOSED, CLOSED],
  deleted: [CANCELLED, CANCELLED, CANCELLED, CANCELLED],
};

const CELLS = STATUSES.flatMap((status) =>
  ACTIONS.map((action, i) => [status, action, OUTCOMES[status][i] ?? STAYS] as const),
);

describe("each action in each status", () => {
  test.each(CELLS)("%s, %s", async (status, action, outcome) => {
    const store = await storeBeginningFor(status);
    const id = await returnWhichIs(store, status);
    const [history, before] = [await historyOf(store, id), await everythingOf(store)];
    const answer = await warehouse(service, store, `POST /return/${await numberOf(store, id)}/${action}`);

    if (typeof outcome === "object" || outcome === STAYS) {
      expect(answer).toEqual(typeof outcome === "object" ? outcome : DONE);
      expect(await everythingOf(store)).toEqual(before);
      return;
    }
    expect(answer).toEqual(DONE);
    expect((await readReturn(store, id)).return.status).toBe(outcome as Status);
    const added = {
      from: status,
      to: outcome,
      by: "test client",
      byId: expect.stringMatching(/^cli_/),
      at: expect.any(String),
      requestId: expect.any(String),
    };
    expect(await historyOf(store, id)).toEqual([...history, added]);
    const published = await publishedEventsOf(store, id);
    expect(published.length).toBe(history.length + 1);
    expect(published.at(-1)).toMatchObject({ type: "updated", return: { id, status: outcome } });
  });
});

describe("remove has the expected outcome in each status", () => {
  test.each(STATUSES)("%s", async (status) => {
    const store = await storeBeginningFor(status);
    const id = await returnWhichIs(store, status);
    const [first] = await unitIdsIn(store, id);
    const before = await everythingOf(store);
    const number = await numberOf(store, id);
    const answer = await warehouse(service, store, `POST /return/${number}/remove?line_item_id=${first}`);

    if (["open", "in_transit", "delivered"].includes(status)) {
      expect(answer).toEqual(DONE);
      const [last, ...earlier] = (await publishedEventsOf(store, id)).toReversed();
      expect(last?.return).toMatchObject({
        id,
        status: "complete",
        items: [{ quantity: 1, status: "complete" }],
      });
      expect(earlier.length).toBe((await historyOf(store, id)).length - 1);
    } else {
      expect(answer).toEqual(json(422, { message: "Return cannot be modified." }));
      expect(await everythingOf(store)).toEqual(before);
    }
  });
});

test("a note can be added and notes can be read in every status", async () => {
  for (const status of STATUSES) {
    const store = await storeBeginningFor(status);
    const id = await returnWhichIs(store, status);
    const number = await numberOf(store, id);
    const noted = await warehouse(service, store, `POST /return/${number}/note`, {
      body: { content: status },
    });
    expect(noted).toEqual(DONE);
    const { body } = await warehouse(service, store, `GET /return/${number}/notes`);
    expect(body).toEqual([{ id: expect.any(Number), content: status, created_at: expect.any(String) }]);
    expect((await readReturn(store, id)).return.status).toBe(status);
    const published = await publishedEventsOf(store, id);
    expect(published.length).toBe((await historyOf(store, id)).length + 1);
    expect(published.at(-1)?.return.notes).toEqual([{ message: status }]);
  }
});

test("a cancelled return's items can be returned again, a closed one's can't", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store);
  const wanted = { items: [{ lineItemId: "line-2", quantity: 1, reason: "" }] };
  const first = await returnIn(postReturn(store, orderId, wanted));
  await warehouse(service, store, `POST /return/${await numberOf(store, first.id)}/cancel`);
  const second = await returnIn(postReturn(store, orderId, wanted));
  await warehouse(service, store, `POST /return/${await numberOf(store, second.id)}/close`);
  expect((await postReturn(store, orderId, wanted)).status).toBe(409);
  const { items } = (await readReturn(store, second.id)).return;
  expect(items.map(({ status }) => status)).toEqual(["rejected"]);
});

test("of many concurrent actions on a return through two processes one succeeds, and the others are rejected", async () => {
  const other = await startService({ databaseUrl: service.ctx.config.databaseUrl });
  const store = await listenedTo(service);
  const { id } = await newReturn(store);
  const number = await numberOf(store, id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      warehouse(i % 2 ? other : service, store, `POST /return/${number}/${i % 4 < 2 ? "process" : "close"}`),
    ),
  );
  await other.stop();
  expect(answers.filter(({ body }) => body === true)).toEqual([DONE]);
  expect(answers.filter(({ body }) => body !== true)).toEqual(Array(19).fill(CLOSED));
  expect((await historyOf(store, id)).length).toBe(2);
  expect((await publishedEventsOf(store, id)).map(({ type }) => type)).toEqual(["created", "updated"]);
});

describe("a return can be identified", () => {
  const NAMED = ["/process", "/flag", "/close", "/cancel", "/remove?line_item_id=0", "/note", "/notes"];
  const ways: [
    string,
    (id: string, orderId: string, store: TestStore) => Promise<[path: string, query: string]>,
  ][] = [
    ["by the number in the path", async (id, _, store) => [String(await numberOf(store, id)), ""]],
    ["by service_return_id", async (id) => ["any", `service_return_id=${id}`]],
    ["by order_name", async (_, orderId) => ["any", `order_name=${encodeURIComponent(orderId)}`]],
    ["by order_name without its #", async (_, orderId) => ["any", `order_name=${orderId.slice(1)}`]],
    ["by order_id", async (_, orderId) => ["any", `order_id=${encodeURIComponent(orderId)}`]],
  ];
  test.each(ways)("%s", async (_, way) => {
    const store = await service.newStore();
    for (const operation of NAMED) {
      const orderId = `#${NAMED.indexOf(operation)}`;
      await newOrder(store, { orderId });
      const { id } = await returnIn(postReturn(store, orderId, { notes: "The first" }));
      const [path, query] = await way(id, orderId, store);
      const [first] = await unitIdsIn(store, id);
      const target = operation.replace("=0", `=${first}`);
      const method = operation === "/notes" ? "GET" : "POST";
      const address = `${method} /return/${path}${target}${target.includes("?") ? "&" : "?"}${query}`;
      const before = await everythingOf(store);
      const answer = await warehouse(
        service,
        store,
        address,
        operation === "/note" ? { body: { content: "A" } } : {},
      );
      const listed = [{ id: expect.any(Number), content: "The first", created_at: expect.any(String) }];
      expect(answer).toEqual(operation === "/notes" ? json(200, listed) : DONE);
      const changed = JSON.stringify(await everythingOf(store)) !== JSON.stringify(before);
      expect(changed).toBe(operation !== "/notes");
    }
  });
});

test("an identifier that matches no return of the store is a not-found error and changes nothing", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const { id } = await newReturn(store, {}, { orderId: "1001" });
  const number = await numberOf(store, id);
  const before = await everythingOf(store);
  for (const path of [
    ...[number, "0", "-1", "1.5", "nobody", "99999999999999999999", "%00", id],
    `x?service_return_id=${id}`,
    "x?order_name=1001",
    "x?order_id=1001",
  ]) {
    const [at, query = ""] = String(path).split("?");
    for (const action of [...ACTIONS, "remove", "note", "notes"]) {
      const method = action === "notes" ? "GET" : "POST";
      const address = `${method} /return/${at}/${action}?line_item_id=1&${query}`;
      const answer = await warehouse(
        service,
        other,
        address,
        method === "GET" ? {} : { body: { content: "A" } },
      );
      expect(answer).toEqual(NOT_FOUND);
    }
  }
  expect(await everythingOf(store)).toEqual(before);
});

async function storeBeginningFor(status: Status): Promise<TestStore> {
  return listenedTo(service, status === "pre_shipment" ? { firstStatus: "pre_shipment" } : {});
}

/** Creates a return of two units, one of which can be removed. */
async function returnWhichIs(store: TestStore, status: Status): Promise<string> {
  const { id } = await newReturn(store, { items: [{ lineItemId: "line-1", quantity: 2, reason: "" }] });
  const way = status === "in_review" ? ["needs_review", "in_review"] : [status];
  for (const next of way.filter((one) => one !== "open" && one !== "pre_shipment")) {
    expect((await moveTo(store, id, next)).status).toBe(204);
  }
  return id;
}

function refused(state: string, code: string) {
  return json(200, { errors: { message: `Return is ${state} and therefore cannot be processed.`, code } });
}

test("a return whose history is full refuses actions with status 200, and to be modified", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  await store.ctx.db.execute(sql`
    insert into return_history (store_id, return_id, "from", "to", at, by, request_id)
    select ${store.id}, ${id}, 'open', 'open', now(), 'them', 'earlier' from generate_series(1, 9999)`);
  const message = "A return has at most 10000 entries in its history.";
  const full = json(200, { errors: { message, code: "UNPROCESSABLE_RETURN" } });
  const act = (action: string) =>
    warehouse(service, store, `POST /return/x/${action}service_return_id=${id}`);
  for (const action of ACTIONS) expect(await act(`${action}?`)).toEqual(full);
  const [unit] = await unitIdsIn(store, id);
  expect(await act(`remove?line_item_id=${unit}&`)).toEqual(
    json(422, { message: "Return cannot be modified." }),
  );
  expect((await readReturn(store, id)).return.status).toBe("open");
});

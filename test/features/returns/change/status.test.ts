import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { meetAtWrites } from "../../../support/lock-waits.ts";
import {
  type Answer,
  answerOf,
  historyOf,
  invalidAnswer,
  moveTo,
  newReturn,
  noContent,
  ok,
  problemAnswer,
  readReturn,
} from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();
/** Another process: within one, requests for the same object wait for each other outside the database. */
const twin = useService({ databaseOf: service });

// The allowed transitions of the contract, independent of the service's own table.
const WAYS: Record<string, string> = {
  pre_shipment: "open rejected deleted",
  open: "in_transit delivered needs_review flagged complete rejected deleted",
  in_transit: "delivered needs_review flagged complete rejected deleted",
  delivered: "needs_review in_review flagged complete rejected deleted",
  needs_review: "in_review open flagged complete rejected deleted",
  in_review: "open flagged complete rejected deleted",
  flagged: "open in_review complete rejected deleted",
  complete: "open",
  rejected: "open",
  deleted: "",
};
const ALL = Object.keys(WAYS);
const leads = (from: string, to: string) => (WAYS[from] ?? "").split(" ").includes(to);

/** Returns the response to a transition that is not allowed: it lists the allowed ones. */
function refused(from: string, to: string): Answer {
  const answer = problemAnswer(409, `A return that is ${from} cannot become ${to}.`);
  const allowed = (WAYS[from] ?? "").split(" ").filter(Boolean);
  return { ...answer, body: { ...(answer.body as object), code: "return_transition_refused", allowed } };
}

/** Creates a return and moves it to a status by allowed transitions. */
async function returnThatIs(status: string): Promise<{ store: TestStore; id: string }> {
  const store = await service.newStore({ firstStatus: status === "pre_shipment" ? status : "open" });
  const { id } = await newReturn(store);
  if (status === "in_review") await moveTo(store, id, "needs_review");
  if (status !== "open" && status !== "pre_shipment") await moveTo(store, id, status);
  return { store, id };
}

async function rowOf(store: TestStore, id: string): Promise<unknown> {
  const { rows } = await store.ctx.db.execute(
    sql`select status, updated_at from returns where store_id = ${store.id} and id = ${id}`,
  );
  return rows[0];
}

test.each(ALL)("from %s only the allowed transitions succeed", async (from) => {
  let { store, id } = await returnThatIs(from);
  for (const to of ALL) {
    const [row, history] = [await rowOf(store, id), await historyOf(store, id)];
    expect(row).toMatchObject({ status: from });

    const answer = await answerOf(moveTo(store, id, to));
    if (leads(from, to)) {
      expect(answer).toEqual(noContent);
      expect(await rowOf(store, id)).toMatchObject({ status: to });
      expect(await answerOf(store.get(`/returns/${id}/status`))).toEqual(ok({ status: to }));
      ({ store, id } = await returnThatIs(from));
    } else {
      expect(answer).toEqual(refused(from, to));
      expect(await rowOf(store, id)).toEqual(row);
      expect(await historyOf(store, id)).toEqual(history);
    }
  }
});

const anAction = fc.oneof(
  { weight: 6, arbitrary: fc.record({ move: fc.constantFrom(...ALL) }) },
  { weight: 2, arbitrary: fc.record({ ship: fc.constantFrom("unknown", "in_transit", "delivered") }) },
  { weight: 1, arbitrary: fc.record({ comment: fc.constantFrom("Hello", "Bye") }) },
);

test("any sequence of actions follows the transitions, and the history records it", async () => {
  const begins = ["open", "pre_shipment", "needs_review"];
  const stores = await Promise.all(begins.map((firstStatus) => service.newStore({ firstStatus })));
  const aStore = fc.constantFrom(...stores.keys());
  const property = fc.asyncProperty(aStore, fc.array(anAction, { maxLength: 12 }), async (which, actions) => {
    const store = stores[which] ?? (await service.newStore());
    const { id, status: begin } = await newReturn(store);
    const way: { from: string | null; to: string }[] = [{ from: null, to: begin }];
    for (const action of actions) {
      const from = way.at(-1)?.to ?? "";
      if ("comment" in action) await comment(store, id, action.comment);
      if ("ship" in action) await store.patch(`/returns/${id}`, { shipments: [{ status: action.ship }] });
      if ("move" in action) {
        const allowed = leads(from, action.move);
        expect((await moveTo(store, id, action.move)).status).toBe(allowed ? 204 : 409);
      }

      const { status: to } = (await rowOf(store, id)) as { status: string };
      const wanted = "move" in action ? action.move : "ship" in action ? action.ship : from;
      expect(to === from || (to === wanted && leads(from, to))).toBe(true);
      if ("move" in action && leads(from, action.move)) expect(to).toBe(action.move);
      if (to !== from) way.push({ from, to });
      expect(await answerOf(store.get(`/returns/${id}/status`))).toEqual(ok({ status: to }));
    }
    expect((await historyOf(store, id)).map(({ from, to }) => ({ from, to }))).toEqual(way);
  });
  await fc.assert(property, { numRuns: 60 });
});

test.each([
  ["complete", "deleted"],
  ["rejected", "complete"],
  ["deleted", "rejected"],
])("of concurrent moves to %s and %s one succeeds and the other is 409", async (one, other) => {
  for (let round = 0; round < 8; round++) {
    const { store, id } = await returnThatIs("in_transit");
    const answers = await Promise.all([one, other].map((to) => answerOf(moveTo(store, id, to))));
    const winner = answers[0]?.status === 204 ? one : other;
    const lost = refused(winner, winner === one ? other : one);
    expect(answers).toEqual(winner === one ? [noContent, lost] : [lost, noContent]);
    expect(await rowOf(store, id)).toMatchObject({ status: winner });
    expect((await historyOf(store, id)).map(({ to }) => to)).toEqual(["open", "in_transit", winner]);
  }
});

test("of 20 concurrent moves to the same status through two processes one succeeds", async () => {
  const { store, id } = await returnThatIs("open");
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => answerOf(moveTo(i % 2 ? store : twin.as(store), id, "flagged"))),
  );
  const [won, ...lost] = answers.toSorted((a, b) => a.status - b.status);
  const repeated = refused("flagged", "flagged");
  expect([won, ...lost]).toEqual([noContent, ...Array(19).fill(repeated)]);
  expect((await historyOf(store, id)).length).toBe(2);
});

test("of two moves that two processes work on at once one succeeds", async () => {
  const { store, id } = await returnThatIs("open");
  const answers = await meetAtWrites(store, "return_history", [
    () => answerOf(moveTo(store, id, "flagged")),
    () => answerOf(moveTo(twin.as(store), id, "flagged")),
  ]);
  expect(answers.toSorted((a, b) => a.status - b.status)).toEqual([noContent, refused("flagged", "flagged")]);
});

test.each([{ status: "gone" }, { status: "" }, { status: null }, { status: 1 }, {}])(
  "a move to %j is 400 with the pointer /status, and the return keeps its status",
  async (body) => {
    const { store, id } = await returnThatIs("open");
    expect(await answerOf(store.put(`/returns/${id}/status`, body))).toEqual(
      invalidAnswer({ pointer: "/status" }),
    );
    expect(await rowOf(store, id)).toMatchObject({ status: "open" });
  },
);

function comment(store: TestStore, id: string, message: string): Promise<Response> {
  return store.post(`/returns/${id}/comments`, { comment: { message } });
}

test("changing the status of one return doesn't change the items of other returns", async () => {
  const store = await service.newStore();
  const [one, other] = [await newReturn(store), await newReturn(store)];
  await moveTo(store, one.id, "complete");
  const itemsOf = async (id: string) =>
    (await readReturn(store, id)).return.items.map(({ status }) => status);
  expect([await itemsOf(one.id), await itemsOf(other.id)]).toEqual([["complete"], ["open"]]);
});

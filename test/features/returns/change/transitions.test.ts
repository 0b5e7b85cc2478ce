import { expect, test } from "bun:test";
import { STATUSES } from "../../../../src/features/returns/status.ts";
import { answerOf, moveTo, newReturn, ok } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

test("the transitions of a return are exactly the statuses that it accepts", async () => {
  for (const from of ["open", "delivered", "complete", "rejected", "deleted"]) {
    const { id } = await newReturn(store);
    if (from !== "open") await moveTo(store, id, from);
    const accepted: string[] = [];
    for (const to of STATUSES) {
      const { id: other } = await newReturn(store);
      if (from !== "open") await moveTo(store, other, from);
      if ((await moveTo(store, other, to)).status === 204) accepted.push(to);
    }
    const { body } = await answerOf(store.get(`/returns/${id}/transitions`));
    const { status, allowed } = body as { status: string; allowed: string[] };
    expect([status, allowed.toSorted()]).toEqual([from, accepted.toSorted()]);
  }
});

test("a return with a full history has no transitions", async () => {
  const { id } = await newReturn(store);
  await store.ctx.db.execute(`
    insert into return_history (store_id, return_id, "from", "to", at, by, request_id)
    select '${store.id}', '${id}', 'open', 'open', now(), 'test', 'r' from generate_series(1, 9999)`);
  expect(await answerOf(store.get(`/returns/${id}/transitions`))).toEqual(
    ok({ status: "open", allowed: [] }),
  );
  expect((await moveTo(store, id, "complete")).status).toBe(409);
});

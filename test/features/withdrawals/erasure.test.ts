import { expect, test } from "bun:test";
import { changesAfter } from "../../support/changes.ts";
import { answerOf } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import {
  orderToGermany,
  WITHDRAWALS,
  type Withdrawal,
  withdraw,
  withdrawalOf,
} from "../../support/withdrawals.ts";

const service = useService({ hasIdleQueues: true });
const store = useStore(service);

type Shown = Withdrawal & { name: string; email: string; order: string; erasedAt: string | null };

async function read(id: string): Promise<Shown> {
  const { body } = await answerOf(store.get(`${WITHDRAWALS}/${id}`));
  return (body as { withdrawal: Shown }).withdrawal;
}

test("the erasure of a customer reaches withdrawals by address and by order, and no one else's", async () => {
  const email = "mira@example.test";
  const customer = { id: "mira", email, firstName: "Mira", lastName: "Lund" };
  const orderId = await orderToGermany(store, { customer });
  const others = await orderToGermany(store);
  const byOrder = await withdraw(
    store,
    withdrawalOf(orderId, { name: "M. L.", email: "other@example.test" }),
  );
  const byAddress = await withdraw(
    store,
    withdrawalOf("UNKNOWN", { name: "Mira Lund", email: "MIRA@example.test" }),
  );
  const kept = await withdraw(store, withdrawalOf(others));
  const before = await read(kept.id);

  const { body } = await answerOf(store.get("/stores/:store/customers/mira/export"));
  const exported = (body as { withdrawals: Shown[] }).withdrawals.map(({ id }) => id);
  expect(exported.toSorted()).toEqual([byOrder.id, byAddress.id].toSorted());

  expect((await store.post("/stores/:store/customers/mira/erase", undefined)).status).toBe(202);
  await service.drain({ sweeps: true });
  for (const { id, number, at } of [byOrder, byAddress]) {
    expect(await read(id)).toMatchObject({
      ...{ number, at, name: "", email: "", statement: "" },
      erasedAt: expect.any(String),
    });
  }
  expect(await read(kept.id)).toEqual(before);
});

test("what is stated after the response to an erasure stays, with the same address and about the same order", async () => {
  const email = "noa@example.test";
  const orderId = await orderToGermany(store, { customer: { id: "noa", email } });
  const before = await withdraw(store, withdrawalOf("UNKNOWN", { email }));
  expect((await store.post("/stores/:store/customers/noa/erase", undefined)).status).toBe(202);
  const after = [
    await withdraw(store, withdrawalOf("UNKNOWN", { email })),
    await withdraw(store, withdrawalOf(orderId, { email })),
  ];
  await service.drain({ sweeps: true });
  expect((await read(before.id)).erasedAt).toEqual(expect.any(String));
  for (const { id, statement } of after)
    expect(await read(id)).toMatchObject({ email, name: "Alex Doe", statement, erasedAt: null });
});

test("the change feed has each withdrawal, and its erasure, as it is read", async () => {
  const own = await service.newStore();
  const made = await withdraw(own, withdrawalOf("UNKNOWN"));
  await own.post(`${WITHDRAWALS}/${made.id}/erase`, undefined);
  const changes = await changesAfter(own);
  const { body } = await answerOf(own.get(`${WITHDRAWALS}/${made.id}`));
  const { withdrawal } = body as { withdrawal: object };
  expect(changes.map(({ type, id, data }) => [type, id, data])).toEqual([
    ["withdrawal.created", made.id, withdrawal],
    ["withdrawal.updated", made.id, withdrawal],
  ]);
});

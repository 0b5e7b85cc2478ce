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

test("what one states between the requests of two who are erased together stays, and so does its mail", async () => {
  const own = await service.newStore();
  await own.patch("/stores/:store", { mail: { enabled: true } });
  const [first, second] = ["ina@example.test", "ole@example.test"];
  const orders = [
    await orderToGermany(own, { customer: { id: "ina", email: first } }),
    await orderToGermany(own, { customer: { id: "ole", email: second } }),
  ];
  const state = (order: string, email: string) => withdraw(own, withdrawalOf(order, { email }));
  const erase = async (id: string) =>
    expect((await own.post(`/stores/:store/customers/${id}/erase`, undefined)).status).toBe(202);

  await erase("ina");
  const later = [await state("UNKNOWN", first), await state(orders[0] ?? "", first)];
  const before = [await state("UNKNOWN", second), await state(orders[1] ?? "", second)];
  await erase("ole");
  await service.drain({ sweeps: true });

  const blank = new Set<string>();
  for (const { id } of [...later, ...before]) {
    const { body } = await answerOf(own.get(`${WITHDRAWALS}/${id}`));
    if ((body as { withdrawal: Shown }).withdrawal.erasedAt !== null) blank.add(id);
  }
  expect(blank).toEqual(new Set(before.map(({ id }) => id)));
  const { body } = await answerOf(own.get("/stores/:store/mails"));
  const receipts = (
    body as { mails: { withdrawalId: string | null; kind: string; to: string }[] }
  ).mails.filter(({ kind }) => kind === "withdrawal_receipt");
  const addressOf = new Map(receipts.map(({ withdrawalId, to }) => [withdrawalId, to]));
  expect(later.map(({ id }) => addressOf.get(id))).toEqual([first, first]);
  expect(before.map(({ id }) => addressOf.get(id))).toEqual(["", ""]);
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

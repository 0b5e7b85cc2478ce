import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { freshId, type Json, leastOrder, postOrder } from "../../support/orders.ts";
import type { Answer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

/** Posts an order of this customer. */
function orderOf(store: TestStore, customer: Json): Promise<Answer> {
  return postOrder(store, leastOrder(freshId(), { customer }));
}

test.each<[string, number, (i: number) => Json]>([
  ["e-mail address", 1, (i) => ({ email: i % 2 ? "eve@example.test" : " EVE@example.test" })],
  ["e-mail address, patched", 1, (i) => ({ email: "eve@example.test", lastName: `Fox ${i}` })],
  ["phone number", 1, (i) => ({ phoneNumber: "+12015550009", firstName: `Eve ${i}` })],
  ["id", 1, (i) => ({ id: "eve", email: `eve-${i % 3}@example.test` })],
  ["e-mail address under 15 ids", 15, (i) => ({ id: `eve-${i % 15}`, email: "eve@example.test" })],
])("30 concurrent orders with the same new %s are all stored and create %d", async (_, made, input) => {
  const store = await service.newStore();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => orderOf(store, input(i))));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  const { rows } = await store.ctx.db.execute(
    sql`select count(*)::int as customers, count(distinct email_key)::int as addresses from customers where store_id = ${store.id}`,
  );
  const addresses = input(0).email ? 1 : 0;
  expect(rows).toEqual([{ customers: made, addresses }]);
});

test("concurrent patches that swap the addresses of two customers are all accepted", async () => {
  const store = await service.newStore();
  const phones = ["+12015550001", "+12015550002"];
  const patches = Array.from({ length: 30 }, (_, i) => ({
    id: i % 2 ? "ann" : "bob",
    email: `${i % 4 < 2 ? "x" : "y"}@example.test`,
    phoneNumber: phones[i % 3 ? 0 : 1],
  }));
  const answers = await Promise.all(patches.map((customer) => orderOf(store, customer)));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
});

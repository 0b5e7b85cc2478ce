import { expect, test } from "bun:test";
import { placesOf } from "../support/dump.ts";
import { newPerson } from "../support/person.ts";
import { answerOf } from "../support/returns.ts";
import type { TestStore } from "../support/service.ts";
import { subscribe } from "../support/subscriber.ts";
import { useService } from "../support/use-service.ts";
import { warehouse } from "../support/warehouse.ts";

const service = useService({ webhookRetrySchedule: [0, 3_600_000] });

function erase(store: TestStore, customerId: string) {
  return answerOf(store.post(`/stores/:store/customers/${encodeURIComponent(customerId)}/erase`, undefined));
}

const ACCEPTED = { status: 202, type: null, body: "" };

test("nothing of an erased person is left in the whole database, and another person's texts stay", async () => {
  const store = await service.newStore();
  const [echo, broken] = [await subscribe(service, store), await subscribe(service, store)];
  service.world.on(echo.url, ({ body }) => new Response(body));
  service.world.on(broken.url, ({ body }) => new Response(body, { status: 500 }));
  const [person, other] = [await newPerson(store), await newPerson(store)];
  for (const format of ["csv", "jsonl"]) {
    await warehouse(service, store, "POST /reporting/asn/exports", { body: { format, from: "2020-01-01" } });
  }
  await service.drain();
  const db = store.ctx.db;
  const before = await placesOf(db, other.texts);
  const found = await placesOf(db, person.texts);
  expect(found.length).toBeGreaterThan(40);

  expect(await erase(store, person.customerId)).toEqual(ACCEPTED);
  await service.drain();

  expect(await placesOf(db, person.texts)).toEqual([]);
  expect(await placesOf(db, other.texts)).toEqual(before);
});

import { beforeAll, expect, test } from "bun:test";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { orderToGermany, sendParcel, withdraw, withdrawalOf } from "../../support/withdrawals.ts";

const service = useService();
const store = useStore(service);
let owner: TestBrowser;
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
});

const pageOf = async (path: string) => (await owner.get(`:store${path}`)).text();

test("staff see each withdrawal with its period, and erase its person", async () => {
  const orderId = await orderToGermany(store);
  const units: [string, number][] = [
    ["line-1", 2],
    ["line-2", 1],
  ];
  await sendParcel(store, orderId, units, "2020-12-11T10:00:00Z");
  const late = await withdraw(store, withdrawalOf(orderId, { name: "Zoë <Quill>" }));
  await withdraw(store, withdrawalOf("UNKNOWN"));
  const queue = await pageOf("/withdrawals");
  for (const text of ["Zoë &lt;Quill&gt;", "Late", "Order not known", "UNKNOWN"])
    expect(queue).toContain(text);
  expect(await pageOf("/withdrawals?late=true")).not.toContain("UNKNOWN");

  const detail = await pageOf(`/withdrawals/${late.id}`);
  for (const text of [
    "14 days",
    "Europe/Berlin",
    "Dec 25, 2020 (Christmas Day), Dec 26, 2020 (Saturday)",
    "Late",
  ]) {
    expect(detail.replaceAll(/<[^>]*>/g, "")).toContain(text);
  }
  await owner.post(`:store/withdrawals/${late.id}`, { _act: "erase" });
  const erased = await pageOf(`/withdrawals/${late.id}`);
  expect([erased.includes("Quill"), erased.includes("The statement was erased.")]).toEqual([false, true]);
});

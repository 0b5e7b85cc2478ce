import { beforeAll, expect, test } from "bun:test";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { newShopper } from "../../support/shopper.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { orderToGermany, sendParcel, withdraw, withdrawalOf } from "../../support/withdrawals.ts";

const service = useService({ trustProxy: true });
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
  const items = [{ lineItemId: "the blue one", quantity: 1 }];
  await withdraw(store, withdrawalOf(await orderToGermany(store), { name: "Bo Vague", items }));
  const vague = [{ lineItemId: "line-1", quantity: 1 }, ...items];
  const part = await withdraw(store, withdrawalOf(await orderToGermany(store), { items: vague }));
  const queue = await pageOf("/withdrawals");
  for (const text of ["Zoë &lt;Quill&gt;", "Late", "Order not known", "UNKNOWN"])
    expect(queue).toContain(text);
  expect(await pageOf("/withdrawals?late=true")).not.toContain("UNKNOWN");
  const unmatched = await pageOf("/withdrawals?unmatched=true");
  for (const text of ["Bo Vague", "Nothing to return", "UNKNOWN", "Partly matched"])
    expect(unmatched).toContain(text);
  const none = await pageOf("/withdrawals?late=true&unmatched=true");
  expect([none.includes("No withdrawals match"), none.includes("Consumers withdraw at")]).toEqual([
    true,
    false,
  ]);

  const ofPart = await pageOf(`/withdrawals/${part.id}`);
  expect(ofPart).toContain("Not in the return");
  expect(ofPart).toContain("<bdi>1 × the blue one</bdi>");
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

test("a shopper and a withdrawal are named in the reader's language wherever the API has words for them", async () => {
  const shop = await service.newStore();
  await shop.patch("/stores/:store", { withdrawal: { enabled: true } });
  const person = await newPerson(service, shop, "owner");
  const orderId = await orderToGermany(shop);
  const shopper = newShopper(service);
  await shopper.open(`/r/${shop.id}/withdraw`);
  await shopper.send(0, { name: "Alex Doe", order: orderId, email: `${orderId.toLowerCase()}@example.test` });
  await shopper.send(0, { _act: "confirm" });
  await service.ctx.requestLog.flush();
  const { withdrawals } = await (await shop.get("/stores/:store/withdrawals")).json();
  const [{ id, returnId }] = withdrawals;
  const pages: [path: string, words: string[]][] = [
    [`/withdrawals/${id}`, ["Kunde"]],
    [`/returns/${returnId}`, ["Kunde", "Widerruf"]],
    ["/returns", ["Widerruf"]],
    [`/warehouse/${returnId}`, ["Widerruf"]],
    ["/?last=30d", ["Widerruf"]],
  ];
  for (const [path, words] of pages) {
    const response = await person.get(`:store${path}`, { "Accept-Language": "de" });
    const html = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    for (const word of words)
      expect([path, word, html.includes(`>${word}</bdi>`)]).toEqual([path, word, true]);
    expect([path, html.match(/>\s*(?:shopper|withdrawal)\s*</)]).toEqual([path, null]);
  }
});

test("the page of a withdrawal leads back to the list, and names its return by the order", async () => {
  const orderId = await orderToGermany(store);
  const { id, returnId } = await withdraw(store, withdrawalOf(orderId));
  const html = await pageOf(`/withdrawals/${id}`);
  const [, crumbs] = /<nav class="crumbs"[^>]*>([\s\S]*?)<\/nav>/.exec(html) ?? [];
  expect(crumbs).toContain('/withdrawals"');
  const [, named] = new RegExp(`<a href="[^"]*/returns/${returnId}">(.*?)</a>`).exec(html) ?? [];
  expect(named).toBe(`<bdi>Return of ${orderId}</bdi>`);
});

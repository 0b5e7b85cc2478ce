import { expect, test } from "bun:test";
import { ROLE_NAMES } from "../../../src/features/people/roles.ts";
import type { Role } from "../../../src/platform/db/tables/people.ts";
import { newPerson } from "../../support/console.ts";
import { newPayee, payoutsOf, refund } from "../../support/payouts.ts";
import { moveTo, newReturn, readReturn } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const ORDER = {
  lineItems: [{ id: "1", productId: "p", title: "P", quantity: 1, price: 10 }],
  totalPrice: 10,
};
const [LINE] = ORDER.lineItems;
const THREE = { lineItems: [{ ...LINE, quantity: 3 }], totalPrice: 30 };
const usd = (amount: string) => ({ amount, currency: "USD" });

async function shop() {
  const store = await service.newStore();
  const owner = await newPerson(service, store, "owner", { name: "Ada Byron" });
  const { id } = await newReturn(store, { items: [{ lineItemId: "1", quantity: 1, reason: "r" }] }, ORDER);
  const textOf = async (path: string) => (await owner.get(`:store${path}`)).text();
  const press = (path: string, act: string) => owner.post(`:store${path}`, { _act: act, return: id });
  return { store, owner, id, textOf, press };
}

test("a return shows its payouts, and a person says that they were paid elsewhere", async () => {
  const { store, id, textOf, press } = await shop();
  expect(await textOf(`/returns/${id}`)).not.toContain("Paid elsewhere");
  await moveTo(store, id, "complete");
  expect(await textOf(`/returns/${id}`)).toContain("Nothing pays it by itself.");
  expect((await press(`/returns/${id}`, "elsewhere")).status).toBe(303);
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }]);
  expect(await textOf(`/returns/${id}`)).not.toContain("Paid elsewhere");
});

test("support pays what a return owes; the warehouse, and who may only look, see it and can't", async () => {
  const { store, id } = await shop();
  await moveTo(store, id, "complete");
  for (const [role, status] of [
    ["read_only", 403],
    ["warehouse", 403],
    ["support", 303],
  ] as const) {
    const person = await newPerson(service, store, role);
    const shown = await (await person.get(`:store/returns/${id}`)).text();
    expect([role, shown.includes("Nothing pays it by itself"), shown.includes("Paid elsewhere")]).toEqual([
      role,
      true,
      status === 303,
    ]);
    const pressed = await person.post(`:store/returns/${id}`, { _act: "elsewhere", return: id });
    expect([role, pressed.status]).toEqual([role, status]);
  }
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }]);
});

/** What the first dialog of a page asks before it pays. */
function questionOf(page: string): string {
  const [dialog = ""] = /<dialog id="confirm-pay-.*?<\/dialog>/s.exec(page) ?? [];
  return dialog.replaceAll(/<[^>]*>|\s+/g, " ").replaceAll(/ +/g, " ");
}

test("before a payout is paid a dialog says how much, to whom, and who is asked to pay it", async () => {
  const { store, id, textOf } = await shop();
  await moveTo(store, id, "complete");
  const asked = async (path: string) => questionOf(await textOf(path));
  const sums = /Pay what the return of \S+ owes\? To .+: refund \$10\.00\. /;
  expect(await asked(`/returns/${id}`)).toMatch(sums);
  expect(await asked(`/returns/${id}`)).toContain("Nothing is sent before the store has a payee.");
  const credentials = { apiKey: "sk_1", webhookSecret: "a-long-random-secret" };
  const medusa = { url: "https://shop.example.test", credentials };
  expect((await store.put("/stores/:store/connectors/medusa", medusa)).status).toBe(200);
  const ofShop = "The shop that the order came from is asked to pay it: Medusa.";
  expect(await asked(`/returns/${id}`)).toContain(ofShop);
  await newPayee(service, store, () => Response.json({ status: "refused" }));
  const ofBoth = "The shop that the order came from (Medusa) is asked to pay it, else bank .";
  expect(await asked(`/returns/${id}`)).toContain(ofBoth);
  await store.put("/stores/:store/connectors/medusa", { ...medusa, enabled: false });
  await store.post(`/returns/${id}/refund`, {});
  await service.drain();
  for (const path of [`/returns/${id}`, "/payouts"]) {
    expect(await asked(path)).toMatch(sums);
    expect(await asked(path)).toContain("bank is asked to pay it.");
  }
});

test("the dialog of an unknown payout names no payee but the one that was asked", async () => {
  const { store, id, textOf } = await shop();
  await newPayee(service, store, () => new Response("", { status: 500 }));
  await moveTo(store, id, "complete");
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "unknown" }]);
  const question = questionOf(await textOf("/payouts"));
  expect(question).toContain("What is unknown is asked again where it was asked before.");
  expect(question).not.toContain("bank");
});

test("what is held waits in the queue for a person, and is paid from there", async () => {
  const { store, id, textOf, press } = await shop();
  await moveTo(store, id, "complete");
  for (const path of ["/payouts", "/payouts?status=held"]) expect(await textOf(path)).toContain(id);
  expect(await textOf("/payouts?status=refused")).not.toContain(id);
  expect((await press("/payouts", "elsewhere")).status).toBe(303);
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }]);
  expect(await textOf("/payouts")).not.toContain(id);
});

test("the home page counts them for those who may pay", async () => {
  const { store, id } = await shop();
  const home = async (role: Role) => (await newPerson(service, store, role)).get(":store");
  const tile = /<a class="tile" href="[^"]*\/payouts"[^>]*>.*?tile-value">(\d+)<.*?<\/a>/s;
  const counted = async (role: Role) => tile.exec(await (await home(role)).text())?.[1];
  expect(await counted("support")).toBe("0");
  await moveTo(store, id, "complete");
  const shown = await Promise.all(ROLE_NAMES.map(async (role) => [role, await counted(role)]));
  const paying = { owner: "1", developer: "1", support: "1" };
  expect(Object.fromEntries(shown)).toEqual({ ...paying, warehouse: undefined, read_only: undefined });
});

test("what was refused is in a queue with its reason, and is tried again from there", async () => {
  const { store, id, textOf, press } = await shop();
  const answers = [{ status: "refused", reason: "<b>closed</b>" }, { status: "paid" }];
  await newPayee(service, store, () => Response.json(answers.shift()));
  await moveTo(store, id, "complete");
  await service.drain();
  const queue = await textOf("/payouts");
  expect(queue).toContain(id);
  expect(queue).toContain("&lt;b&gt;closed");
  expect(await textOf("/payouts?status=unknown")).not.toContain(id);
  expect((await press("/payouts", "pay")).status).toBe(303);
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }]);
  expect(await textOf("/payouts")).not.toContain(id);
});

test("what is held because more would be refunded than was paid for the order says so", async () => {
  const { store, textOf } = await shop();
  const { id } = await newReturn(store, { items: [{ lineItemId: "1", quantity: 3, reason: "r" }] }, THREE);
  expect((await refund(store, id, { amount: usd("25.00"), paidElsewhere: true })).status).toBe(202);
  const [item] = (await readReturn(store, id)).return.items;
  const credit = { items: [{ id: item?.id, refund: { amount: usd("10.00"), type: "store_credit" } }] };
  expect((await store.patch(`/returns/${id}`, credit)).status).toBe(200);
  await moveTo(store, id, "complete");
  expect(await payoutsOf(store, id)).toMatchObject([
    { status: "paid" },
    { held: true, reason: "refund_exceeds_paid" },
  ]);
  for (const path of ["/payouts", `/returns/${id}`]) {
    const shown = await textOf(path);
    expect(shown).toContain("With it more would be refunded than was paid for the order.");
    expect(shown).not.toContain("refund_exceeds_paid");
  }
});

test("what was paid with another amount than was asked for says so", async () => {
  const { store, id, textOf } = await shop();
  const answers = [{ status: "paid", amount: usd("9.00") }];
  await newPayee(service, store, () => Response.json(answers.shift()));
  await moveTo(store, id, "complete");
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reason: "amount_differs" }]);
  const shown = await textOf(`/returns/${id}`);
  expect(shown).toContain("Another amount was paid than was asked for.");
  expect(shown).not.toContain("amount_differs");
});

test("what was paid with another amount is in the queue until the rest is paid, or what was paid is due", async () => {
  const { store, owner, id, textOf } = await shop();
  const answers = [{ status: "paid", amount: usd("9.00") }, { status: "paid" }];
  await newPayee(service, store, () => Response.json(answers.shift()));
  expect(await textOf("/payouts?status=amount_differs")).toContain("No payouts have another amount");
  await moveTo(store, id, "complete");
  await service.drain();
  for (const path of ["/payouts", "/payouts?status=amount_differs", `/returns/${id}`]) {
    expect([path, await textOf(path)]).toEqual([path, expect.stringContaining("Pay the rest")]);
  }
  const question = questionOf(await textOf("/payouts"));
  expect(question).toContain("refund $1.00.");
  const rest = { return: id, type: "refund", ...usd("1.00") };
  expect((await owner.post(":store/payouts", { _act: "pay", ...rest })).status).toBe(303);
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([{ amount: usd("9.00") }, { amount: usd("1.00") }]);
  expect(await textOf("/payouts")).not.toContain(id);
  expect(await textOf(`/returns/${id}`)).not.toContain("Pay the rest");
});

test("two payouts of one return have a dialog each in the queue", async () => {
  const { store, owner, textOf } = await shop();
  await newPayee(service, store, () => Response.json({ status: "refused" }));
  const items = ["1", "2"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "r" }));
  const [line] = ORDER.lineItems;
  const two = { lineItems: [line, { ...line, id: "2" }], totalPrice: 20 };
  const made = await newReturn(store, { items }, two);
  const refund = { amount: { amount: "5.00", currency: "USD" }, type: "store_credit" };
  const credited = { items: [{ id: made.items[0]?.id, refund }] };
  expect((await store.patch(`/returns/${made.id}`, credited)).status).toBe(200);
  await moveTo(store, made.id, "complete");
  await service.drain();
  const ids = [...(await textOf("/payouts")).matchAll(/<dialog id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.filter((id) => id?.startsWith("confirm-pay-"))).toHaveLength(2);
  expect(new Set(ids).size).toBe(ids.length);
  const again = { _act: "pay", return: made.id };
  expect((await owner.post(":store/payouts", again)).status).toBe(303);
});

test("a row of the queue is about the payouts of its type alone, and its dialogs say how much these are", async () => {
  const { store, owner, textOf } = await shop();
  const { id, items } = await newReturn(
    store,
    { items: ["1", "2"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "r" })) },
    { lineItems: [LINE, { ...LINE, id: "2" }], totalPrice: 20 },
  );
  const credit = { items: [{ id: items[0]?.id, refund: { amount: usd("5.00"), type: "store_credit" } }] };
  expect((await store.patch(`/returns/${id}`, credit)).status).toBe(200);
  await moveTo(store, id, "complete");
  const dialogs = [...(await textOf("/payouts")).matchAll(/<dialog id="confirm-elsewhere-.*?<\/dialog>/gs)];
  const asked = dialogs.map(
    ([dialog]) => /To [^:]+: (.*?)\. Nothing/.exec(dialog.replaceAll(/<[^>]*>/g, ""))?.[1],
  );
  expect(asked.toSorted()).toEqual(["refund $10.00", "store credit $5.00"]);
  const form = { _act: "elsewhere", return: id, type: "store_credit" };
  expect((await owner.post(":store/payouts", form)).status).toBe(303);
  expect(await payoutsOf(store, id)).toMatchObject([
    { type: "refund", status: "waiting", held: true },
    { type: "store_credit", status: "paid" },
  ]);
});

test("a payee is added with the form of integrations, whose signing secret is shown once", async () => {
  const { store, owner, textOf } = await shop();
  const fields = { kind: "refunds", provider: "bank", url: "https://rma.example/returns", token: "sesame" };
  const added = await owner.post(":store/settings/integrations/new", { _act: "add", ...fields });
  expect(await added.text()).toContain("whsec_");
  expect(await (await store.get("/stores/:store/integrations")).json()).toMatchObject({
    integrations: [{ kind: "refunds" }],
  });
  expect(await textOf("/settings/integrations")).not.toContain("whsec_");
});

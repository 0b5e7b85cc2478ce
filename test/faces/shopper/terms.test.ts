import { expect, test } from "bun:test";
import { textsIn } from "../../../src/faces/shopper/texts/texts.ts";
import { order } from "../../support/fixtures.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { shopLine, shopOrder, upsertOrder } from "../../support/shop-orders.ts";
import { newShopper, openShopperPage, type TestShopper, textOf } from "../../support/shopper.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ trustProxy: true });
const EMAIL = "ada@example.test";
const { errors, review } = textsIn("en");

const FREE = { timeZone: "UTC", rules: [{ then: { label: "merchant" } }] };
const AT_A_COST = {
  timeZone: "UTC",
  rules: [{ then: { fee: { amount: "2.00", of: "return" }, label: "shopper" } }],
};

test("a return is sent on the terms that its shopper has seen, or they are shown again", async () => {
  const { store, shopper } = await reviewed(FREE);
  expect(textOf(shopper.html)).toContain(`${review.refund} $15.00`);
  await store.put("/stores/:store/policy", AT_A_COST);
  await shopper.send(0);
  expect(shopper.status).toBe(409);
  const shown = textOf(shopper.html);
  for (const text of [errors.changed, `${review.refund} $13.00`, "A fee of $2.00", review.labelShopper])
    expect(shown).toContain(text);
  expect(await returnsOf(store)).toEqual([]);
  await shopper.send(0);
  expect([shopper.status, shopper.path.includes("sent=1")]).toEqual([200, true]);
  expect(await returnsOf(store)).toMatchObject([{ totals: { refund: { amount: { amount: "13.00" } } } }]);
});

test("what the policy forbids since the last look is said beside its reason", async () => {
  const { store, shopper } = await reviewed(FREE);
  const texts = { en: "No more." };
  await store.put("/stores/:store/policy", {
    timeZone: "UTC",
    rules: [{ then: { eligible: false, texts } }],
  });
  await shopper.send(0);
  const shown = textOf(shopper.html);
  expect([shopper.status, shown.includes(errors.changed), shown.includes(texts.en)]).toEqual([
    409,
    true,
    true,
  ]);
  expect(await returnsOf(store)).toEqual([]);
});

test("a policy that says the same of what is returned, and the order of another line, change no terms", async () => {
  const { store, shopper } = await reviewed(AT_A_COST);
  const later = { when: { productIds: ["another"] }, then: { eligible: false } };
  await store.put("/stores/:store/policy", { ...AT_A_COST, rules: [later, ...AT_A_COST.rules] });
  await shopper.send(0);
  expect([shopper.status, shopper.path.includes("sent=1")]).toEqual([200, true]);
});

test("a form that is sent twice leads to its return, although the terms are others since", async () => {
  const { store, shopper } = await reviewed(FREE, "1");
  const again = newShopper(service);
  again.html = shopper.html;
  await shopper.send(0);
  await store.put("/stores/:store/policy", AT_A_COST);
  await again.send(0);
  expect([again.status, linkIn(again)]).toEqual([200, linkIn(shopper)]);
  expect(await returnsOf(store)).toHaveLength(1);
});

test("a fee and a bonus are each said as the policy has them", async () => {
  const { shopper } = await reviewed({
    timeZone: "UTC",
    rules: [{ then: { fee: { amount: "2.00", of: "return" }, bonus: { percent: 10 } } }],
  });
  const shown = textOf(shopper.html);
  expect(shown).toContain(`${review.refund} $13.00 A fee of $2.00 is included.`);
  expect(shown).toContain(
    `${review.store_credit} $14.30 A fee of $2.00 is included. A bonus of $1.30 is included.`,
  );
});

/** Chooses units of a line in a store with a policy, up to the last look. */
async function reviewed(policy: object, units = "2") {
  const store = await service.newStore();
  await openShopperPage(store);
  expect((await store.put("/stores/:store/policy", policy)).status).toBe(200);
  await store.post("/stores/:store/orders", order("T-1", { customer: { id: "ada", email: EMAIL } }));
  const shopper = await newShopper(service).open(`/r/${store.id}`);
  await shopper.send(0, { order: "T-1", contact: EMAIL });
  await shopper.send(0, { "units-line-1": units, "reason-line-1": "other" });
  expect(shopper.status).toBe(200);
  return { store, shopper };
}

async function returnsOf(store: TestStore): Promise<object[]> {
  const { body } = await answerOf(store.get("/stores/:store/returns"));
  return (body as { returns: object[] }).returns;
}

function linkIn({ path }: TestShopper): string | null {
  return new URL(path, "http://localhost").searchParams.get("link");
}

test("what the shop has taken off the order since it was chosen isn't left out without a word", async () => {
  const store = await service.newStore();
  await openShopperPage(store);
  const lines = [shopLine("tee", 1, "10.00"), shopLine("mug", 1, "5.00")];
  await upsertOrder(store, shopOrder("EDIT-1", { lineItems: lines }));
  const shopper = await newShopper(service).open(`/r/${store.id}`);
  await shopper.send(0, { order: "EDIT-1", contact: "EDIT-1@example.test" });
  const page = shopper.html;
  const updatedAt = "2026-03-02T10:00:00.000Z";
  await upsertOrder(store, shopOrder("EDIT-1", { lineItems: lines.slice(0, 1), updatedAt }));
  const mug = { "units-mug": "1", "reason-mug": "other" };
  const both = { ...mug, "units-tee": "1", "reason-tee": "other" };
  for (const chosen of [mug, both]) {
    shopper.html = page;
    await shopper.send(0, chosen);
    expect([shopper.status, textOf(shopper.html).includes(errors.conflict)]).toEqual([409, true]);
  }
  await shopper.send(0);
  expect([shopper.status, textOf(shopper.html).includes(review.lead)]).toEqual([200, true]);
});

import { expect, test } from "bun:test";
import { newPayee, refund } from "../../support/payouts.ts";
import { answerOf, moveTo, newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { newShopper, openShopperPage } from "../../support/shopper.ts";
import { useService } from "../../support/use-service.ts";
import { DONE, readInEachVersion, unitIdsIn, warehouse } from "../../support/warehouse.ts";

const service = useService();

const usd = (amount: string) => ({ amount, currency: "USD" });

async function detailsOf(store: TestStore, id: string) {
  const { body } = await readInEachVersion(service, store, `GET /return/details?service_return_id=${id}`);
  return body as { refunds: object[]; edited_at: string | null; status_page_url: string; updated_at: string };
}

async function listedOf(store: TestStore, id: string) {
  const { body } = await readInEachVersion(service, store, "GET /return/list");
  const listed = body as { service_id: string; edited_at: string | null; status_page_url: string }[];
  return listed.find(({ service_id }) => service_id === id);
}

test("the details have what was really paid of a refund, and by whom", async () => {
  const store = await service.newStore();
  const paid = await newReturn(store, {
    items: [
      { lineItemId: "line-1", quantity: 1, reason: "r" },
      { lineItemId: "line-2", quantity: 1, reason: "r", compensation: "store_credit" },
    ],
  });
  const answer = { status: "paid", reference: "re_1", amount: "7.00" };
  const payee = await newPayee(service, store, ({ body }) =>
    Response.json(JSON.parse(body).type === "refund" ? answer : { status: "paid", reference: "gc_1" }),
  );
  expect((await detailsOf(store, paid.id)).refunds).toEqual([]);
  await moveTo(store, paid.id, "complete");
  expect((await detailsOf(store, paid.id)).refunds).toEqual([]);
  await service.drain();
  expect(payee.seen()).toHaveLength(2);
  const refunds = [{ gateway: "bank", amount: "7.00", currency: "USD", provider_refund_id: "re_1" }];
  expect(await detailsOf(store, paid.id)).toMatchObject({ refund: "7.50", gift_card: "4.00", refunds });
  await store.delete(`/integrations/${payee.id}`);
  expect((await detailsOf(store, paid.id)).refunds).toEqual(refunds);
});

test("a refund that people paid elsewhere is manual; without a reference it has its payout's id", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store, {}, { currencyCode: "JPY" });
  await moveTo(store, id, "complete");
  const { body } = await refund(store, id, { paidElsewhere: true });
  const [payout] = (body as { payouts: { id: string }[] }).payouts;
  expect((await detailsOf(store, id)).refunds).toEqual([
    { gateway: "manual", amount: "8.00", currency: "JPY", provider_refund_id: payout?.id },
  ]);
});

test("a return has been edited when its refund, its exchange or its pieces were last changed", async () => {
  const store = await service.newStore();
  const items = [{ lineItemId: "line-1", quantity: 2, reason: "r" }];
  const {
    id,
    items: [item],
  } = await newReturn(store, { items });
  const editedAt = async () => {
    const { edited_at, updated_at } = await detailsOf(store, id);
    expect((await listedOf(store, id))?.edited_at ?? null).toBe(
      edited_at && `${edited_at.replace(" ", "T")}+00:00`,
    );
    return { edited_at, updated_at };
  };
  const changeAt = async (at: string, patch: object) => {
    service.setClock(new Date(at));
    expect((await store.patch(`/returns/${id}`, patch)).status).toBe(200);
    service.setClock(undefined);
  };
  await changeAt("2031-01-01T00:00:00Z", { tags: [{ name: "seen" }], items: [{ id: item?.id, grade: "A" }] });
  expect((await editedAt()).edited_at).toBeNull();
  await changeAt("2031-01-02T00:00:00Z", {
    items: [{ id: item?.id, refund: { amount: usd("3.00"), type: "refund" } }],
  });
  expect(await editedAt()).toEqual({ edited_at: "2031-01-02 00:00:00", updated_at: "2031-01-02 00:00:00" });
  await changeAt("2031-01-03T00:00:00Z", { tags: [] });
  expect(await editedAt()).toEqual({ edited_at: "2031-01-02 00:00:00", updated_at: "2031-01-03 00:00:00" });
  await changeAt("2031-01-04T00:00:00Z", { exchange: { items: [{ quantity: 1 }] } });
  expect((await editedAt()).edited_at).toBe("2031-01-04 00:00:00");
  await changeAt("2031-01-04T12:00:00Z", { exchange: null });
  const [unit] = await unitIdsIn(store, id);
  service.setClock(new Date("2031-01-05T00:00:00Z"));
  expect(
    await warehouse(service, store, `POST /return/x/remove?service_return_id=${id}&line_item_id=${unit}`),
  ).toEqual(DONE);
  service.setClock(undefined);
  expect((await editedAt()).edited_at).toBe("2031-01-05 00:00:00");
});

test("the status page is the shopper's own where the store has one, and reading it gives no one more to do", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const pageOf = async (reader: TestStore) => {
    const { status_page_url } = await detailsOf(reader, id);
    expect((await listedOf(reader, id))?.status_page_url).toBe(status_page_url);
    return status_page_url;
  };
  expect(await pageOf(store)).toBe(`http://localhost/v2.2/returns/${id}/status`);
  await openShopperPage(store);
  expect(await pageOf(store)).toBe(`http://localhost/r/${store.id}`);
  const { body } = await answerOf(store.post(`/returns/${id}/shopper-link`, {}));
  const { url } = body as { url: string };
  expect(await pageOf(store)).toBe(url);
  const shopper = newShopper(service);
  await shopper.open(url.slice("http://localhost".length));
  expect(shopper.status).toBe(200);
  expect(await pageOf(await store.withScopes("returns_read"))).toBe(`http://localhost/r/${store.id}`);
  await store.delete(`/returns/${id}/shopper-link`);
  expect(await pageOf(store)).toBe(`http://localhost/r/${store.id}`);
});

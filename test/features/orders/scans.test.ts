import { expect, test } from "bun:test";
import fc from "fast-check";
import { changesOf } from "../../support/changes.ts";
import { freshId, fullOrder, getOrder, type Json, ORDERS, postOrder } from "../../support/orders.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

type Parcel = { trackingHistory: Json[]; deliveredAt?: string };

const place = { city: "Town", state: "OH", country: "US", postalCode: "43004" };
const at = (time: string) => `2026-03-02T${time}Z`;
const scan = (status: string, time: string, more: Json = {}) => ({
  ...{ message: status, status, datetime: at(time) },
  ...more,
});

const SCANS = [
  scan("pre_transit", "08:00:00.000"),
  scan("in_transit", "09:00:00.000", { location: place }),
  // That scan with the members in another order, and what isn't known null or absent.
  scan("out_for_delivery", "10:00:00.000", { location: { country: "US", city: "Town" } }),
  scan("out_for_delivery", "10:00:00.000", { location: { city: "Town", state: null, country: "US" } }),
  // Not delivered after all, and again.
  scan("delivered", "11:00:00.000"),
  scan("return_to_sender", "12:00:00.000", { location: null }),
  scan("delivered", "13:00:00.000", { message: "Now really" }),
  // At the same time.
  scan("in_transit", "13:00:00.000", { message: "Almost" }),
  // In another offset.
  { message: "error", status: "error", datetime: "2026-03-02T15:30:00+02:00" },
];

function permuted<T>(values: T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray(values, { minLength: values.length });
}

/** Returns a parcel with these scans. */
async function scanned(scans: Json[]): Promise<Parcel> {
  const id = freshId();
  await postOrder(store, fullOrder(id));
  const lineItems = [{ id: "line-2", quantity: 1 }];
  await store.post(`${ORDERS}/${id}/fulfillments`, { fulfillmentId: "P", lineItems });
  for (const each of scans) {
    const response = await store.post(`${ORDERS}/${id}/fulfillments/P/tracking-events`, each);
    expect(response.status).toBe(201);
  }
  const { body } = await getOrder(store, id);
  const [{ trackingHistory, deliveredAt } = { trackingHistory: [] }] = (body as { fulfillments: Parcel[] })
    .fulfillments;
  return { trackingHistory, ...(deliveredAt && { deliveredAt }) };
}

test("any order and repetition of the same scans gives the same parcel", async () => {
  const expected = await scanned(SCANS);
  expect(expected.deliveredAt).toBe(at("13:00:00.000"));
  expect(expected.trackingHistory.map(({ status }) => status)).toEqual([
    ...["pre_transit", "in_transit", "out_for_delivery", "delivered", "return_to_sender"],
    ...["in_transit", "delivered", "error"],
  ]);
  const repeated = fc.subarray(SCANS).chain((more) => permuted([...SCANS, ...more]));
  const same = fc.asyncProperty(repeated, async (sent) => {
    expect(JSON.stringify(await scanned(sent))).toBe(JSON.stringify(expected));
  });
  await fc.assert(same, { numRuns: 25 });
});

test("deliveredAt is the last delivery of the history, whatever comes after it", async () => {
  const early = scan("delivered", "10:00:00.000");
  const late = scan("delivered", "11:00:00.000");
  for (const scans of [
    [early, late],
    [late, early],
    [late, early, scan("in_transit", "12:00:00.000")],
  ]) {
    expect((await scanned(scans)).deliveredAt).toBe(late.datetime);
  }
  expect(await scanned([scan("in_transit", "12:00:00.000")])).not.toHaveProperty("deliveredAt");
});

test("scans that differ in anything are all there", async () => {
  const one = scan("in_transit", "09:00:00.000", { location: place });
  const others = [
    { ...one, message: "Other" },
    { ...one, status: "error" },
    { ...one, datetime: at("09:00:00.001") },
    { ...one, location: { ...place, city: "Village" } },
    { ...one, location: null },
  ];
  expect((await scanned([one, ...others])).trackingHistory).toHaveLength(6);
});

test("the same scan again is answered 201 with the parcel, and is no change of the order", async () => {
  const id = freshId();
  await postOrder(store, fullOrder(id));
  const lineItems = [{ id: "line-2", quantity: 1 }];
  await store.post(`${ORDERS}/${id}/fulfillments`, { fulfillmentId: "P", lineItems });
  const send = () =>
    store.post(`${ORDERS}/${id}/fulfillments/P/tracking-events`, scan("delivered", "09:00:00.000"));
  const first = await (await send()).json();
  expect(
    await changesOf(store, async () => {
      const again = await send();
      expect([again.status, await again.json()]).toEqual([201, first]);
    }),
  ).toEqual([]);
});

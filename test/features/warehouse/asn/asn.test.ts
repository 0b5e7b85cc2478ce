import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createLocation } from "../../../../src/features/stores/create-location.ts";
import { moveTo, newOrder, newReturn, postReturn, returnIn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";
import { json, numberOf, unitIdsIn, warehouse } from "../../../support/warehouse.ts";

type Row = Record<string, unknown>;

const REPORT = "GET /reporting/asn";
const NOTHING = {
  service: null,
  restock_status: null,
  label_rate: null,
  return_method: null,
  return_method_rma_code: null,
  return_method_state: null,
  date_delivered: null,
  scannable_id: null,
  package_reference: null,
  shipping_box_barcode: null,
  consolidation_tracking: null,
};
const NO_LABEL = {
  carrier: null,
  label_status: null,
  tracking_number: null,
  integration_tracking_url: null,
  label_updated_at: null,
  label_url: null,
};
const NO_DESTINATION = {
  destination_id: null,
  destination_name: null,
  destination_address1: null,
  destination_address2: null,
  destination_city: null,
  destination_state: null,
  destination_zip: null,
};

const service = useService();
let store: TestStore;
const fresh = async () => {
  store = await service.newStore();
};

async function report(query = ""): Promise<Row[]> {
  const { status, type, body } = await warehouse(service, store, `${REPORT}${query}`);
  expect([status, type]).toEqual([200, "application/json"]);
  return body as Row[];
}

/** Returns the ids of the reported returns. */
async function reported(query = ""): Promise<unknown[]> {
  return (await report(query)).map((row) => row.service_id);
}

/** Creates a return at this time. */
async function returnOfTime(createdAt: string): Promise<string> {
  service.setClock(new Date(createdAt));
  const { id } = await newReturn(store);
  service.setClock(undefined);
  return id;
}

describe("a row of the report", () => {
  beforeAll(fresh);

  test("has 44 fields and the service's own id, with a label", async () => {
    const { locationId } = await createLocation(store.ctx, store.id, {
      name: "Main warehouse",
      line1: "1 Dock Rd",
      city: "Columbus",
      state: "OH",
      postalCode: "43004",
      country: "US",
      isDefault: true,
    });
    service.setClock(new Date("2026-03-02T14:05:09.700Z"));
    const label = { carrier: "USPS", trackingNumber: "9400" };
    const { id, items } = await newReturn(store, { label }, { orderId: "#1001" });
    const [item] = items;
    service.setClock(new Date("2026-03-02T14:07:41.200Z"));
    const links = { trackingUrl: "https://t.test/1", postageLabel: "https://l.test/1" };
    const shipment = { carrier: "USPS", tracker: "9400", ...links };
    await store.patch(`/returns/${id}`, {
      shipments: [{ ...shipment, status: "pre_transit", itemIds: [item?.id] }],
      dropoffs: [{ provider: "parcelshop", qrCode: "QR-1" }],
      items: [{ id: item?.id, upc: "0123456789012" }],
    });
    service.setClock(undefined);

    const [unit] = await unitIdsIn(store, id);
    const rows = await report("?from=2026-03-02&to=2026-03-02");
    const { rows: numbers } = await store.ctx.db.execute<Record<string, string>>(sql`
      select o.number as order, l.number as location from orders o, locations l
      where o.store_id = ${store.id} and l.id = ${locationId}`);
    expect(rows).toEqual([
      {
        ...NOTHING,
        id: await numberOf(store, id),
        service_id: id,
        return_line_item_id: String(unit),
        order_id: numbers[0]?.order,
        order_name: "#1001",
        order_number: "1001",
        provider_order_number: "1001",
        state: "open",
        customer_email: "#1001@example.test",
        title: "Tee",
        purchase_price: "7.50",
        sku: "TEE-M",
        barcode: "0123456789012",
        carrier: "USPS",
        label_status: "pre_transit",
        tracking_number: "9400",
        integration_tracking_url: "https://t.test/1",
        currency: "USD",
        label_updated_at: "2026-03-02T14:07:41+00:00",
        label_url: "https://l.test/1",
        return_method: "parcelshop",
        scannable_id: "QR-1",
        closed_at: null,
        updated_at: "2026-03-02T14:07:41+00:00",
        created_at: "2026-03-02T14:05:09+00:00",
        return_reason: "Too small",
        actioned_by: null,
        outcome: "refund",
        provider_created_at: "2026-03-01T10:00:00+00:00",
        destination_id: Number(numbers[0]?.location),
        destination_name: "Main warehouse",
        destination_address1: "1 Dock Rd",
        destination_address2: null,
        destination_city: "Columbus",
        destination_state: "OH",
        destination_zip: "43004",
      },
    ]);
    expect(Object.keys(rows[0] ?? {})).toHaveLength(45);
  });

  test("has null for missing values, and shows when and by which client the return was closed", async () => {
    await fresh();
    service.setClock(new Date("2026-03-02T14:05:09Z"));
    const order = await newOrder(store, { orderId: "WEB-1", customer: null });
    const items = [{ lineItemId: "line-2", quantity: 1, reason: "", compensation: "store_credit" }];
    const { id } = await returnIn(postReturn(store, order, { items }));
    service.setClock(new Date("2026-03-04T08:00:00Z"));
    expect((await moveTo(store, id, "complete")).status).toBe(204);
    service.setClock(undefined);

    const [row] = await report("?from=2026-03-02&to=2026-03-02");
    expect(row).toEqual({
      ...NOTHING,
      ...NO_LABEL,
      ...NO_DESTINATION,
      id: await numberOf(store, id),
      service_id: id,
      return_line_item_id: String((await unitIdsIn(store, id))[0]),
      order_id: expect.stringMatching(/^\d+$/),
      order_name: "WEB-1",
      order_number: null,
      provider_order_number: null,
      state: "closed",
      customer_email: null,
      title: "Mug",
      purchase_price: "4.00",
      sku: null,
      barcode: null,
      currency: "USD",
      closed_at: "2026-03-04T08:00:00+00:00",
      updated_at: "2026-03-04T08:00:00+00:00",
      created_at: "2026-03-02T14:05:09+00:00",
      return_reason: "",
      actioned_by: "test client",
      outcome: "credit",
      provider_created_at: "2026-03-01T10:00:00+00:00",
    });
  });

  test("exists for each returned unit, each with its own price", async () => {
    await fresh();
    const line = { id: "line-1", productId: "tee", title: "Tee", quantity: 3, price: 10, discount: 0.5 };
    const order = await newOrder(store, { lineItems: [line] });
    const items = [{ lineItemId: "line-1", quantity: 3, reason: "r" }];
    const { id } = await returnIn(postReturn(store, order, { items }));

    const rows = await report();
    expect(rows.map((row) => row.return_line_item_id)).toEqual((await unitIdsIn(store, id)).map(String));
    expect(rows.map((row) => row.purchase_price)).toEqual(["9.83", "9.84", "9.83"]);
  });

  test.each([
    ["JPY", "1000.00"],
    ["KWD", "1000.000"],
  ])("writes %s as %s", async (currencyCode, price) => {
    await fresh();
    const line = { id: "line-1", productId: "tee", title: "Tee", quantity: 2, price: 1000 };
    await newReturn(store, {}, { lineItems: [line], currencyCode });
    expect((await report()).map((row) => row.purchase_price)).toEqual([price]);
  });
});

describe("the window of the report", () => {
  beforeAll(fresh);

  test("compares creation times to the second, including both ends, and lists the newest return first", async () => {
    const ids: Record<string, string> = {};
    for (const time of ["09.999", "10.000", "10.999", "11.000"]) {
      ids[time] = await returnOfTime(`2026-03-05T10:00:${time}Z`);
    }
    const { "09.999": a, "10.000": b, "10.999": c, "11.000": d } = ids;
    const on = (from: string, to: string) => reported(`?from=${from}&to=${to}`);
    expect(await on("2026-03-05", "2026-03-05")).toEqual([d, c, b, a]);
    expect(await on("2026-03-05T10:00:10Z", "2026-03-05T10:00:10Z")).toEqual([c, b]);
    expect(await on("2026-03-05T10:00:10.500Z", "2026-03-05T10:00:11.500Z")).toEqual([d, c, b]);
    expect(await on("2026-03-05T10:00:11Z", "2026-03-05")).toEqual([d]);
    expect(await on("2026-03-05T10:00:12Z", "2026-03-05")).toEqual([]);
    expect(await on("2026-03-06", "2026-03-05")).toEqual([]);
  });

  test("ends at the end of the day, in UTC, if to is a date", async () => {
    await fresh();
    const last = await returnOfTime("2026-03-06T23:59:59.999Z");
    const next = await returnOfTime("2026-03-07T00:00:00.000Z");
    expect(await reported("?from=2026-03-06&to=2026-03-06")).toEqual([last]);
    expect(await reported("?from=2026-03-07&to=2026-03-07")).toEqual([next]);
  });

  test("is by default from the day one week ago to the end of today", async () => {
    await fresh();
    const times = [
      "2026-03-02T23:59:59Z",
      "2026-03-03T00:00:00Z",
      "2026-03-10T23:59:59Z",
      "2026-03-11T00:00:00Z",
    ];
    const ids: string[] = [];
    for (const time of times) ids.push(await returnOfTime(time));
    const [, first, last, tomorrow] = ids;
    service.setClock(new Date("2026-03-10T09:00:00Z"));
    expect(await reported()).toEqual([last, first]);
    expect(await reported("?from=&to=")).toEqual([last, first]);
    expect(await reported("?from=2026-03-10")).toEqual([last]);
    expect(await reported("?to=2026-03-11")).toEqual([tomorrow, last, first]);
    service.setClock(undefined);
  });

  test.each([
    "2026-03-12",
    "2026-03-12 10:00:00",
    "2026-03-12+10:00:00",
    "2026-03-12 10:00:00Z",
    "2026-03-12T10:00:00",
    "2026-03-12T10:00:00Z",
    "2026-03-12T10:00:00.000Z",
    "2026-03-12T11:30:00%2B01:30",
    "2026-03-12T11:30:00+01:30",
    "2026-3-12 10:00:00",
  ])("accepts the date format %s", async (from) => {
    await fresh();
    const id = await returnOfTime("2026-03-12T10:00:00Z");
    expect(await reported(`?from=${from}&to=2026-03-12`)).toEqual([id]);
    expect(await reported(`?from=2026-03-12&to=${from}`)).toEqual([id]);
  });

  test.each([
    "nonsense",
    "2026-02-30",
    "2026-13-01",
    "03/01/2026",
    "2026-03-12T25:00:00Z",
    "20260312",
    "1773309600",
  ])("treats the invalid date %s as 1970-01-01 without an error", async (text) => {
    await fresh();
    const id = await returnOfTime("2026-03-12T10:00:00Z");
    expect(await reported(`?from=${text}&to=2026-03-12`)).toEqual([id]);
    expect(await reported(`?from=2026-03-12&to=${text}`)).toEqual([]);
    expect(await reported(`?from=${text}&to=${text}`)).toEqual([]);
  });
});

describe("the report", () => {
  test("of a store without returns is an empty array", async () => {
    await fresh();
    expect(await warehouse(service, store, REPORT)).toEqual(json(200, []));
  });

  test("contains only the returns of its store, in any state", async () => {
    await fresh();
    await newReturn(store);
    await fresh();
    const ids: string[] = [];
    for (const status of [undefined, "flagged", "complete", "deleted"]) {
      const { id } = await newReturn(store);
      if (status) await moveTo(store, id, status);
      ids.unshift(id);
    }
    const rows = await report();
    expect(rows.map((row) => row.service_id)).toEqual(ids);
    expect(rows.map((row) => [row.state, row.closed_at !== null, row.actioned_by])).toEqual([
      ["cancelled", false, "test client"],
      ["closed", true, "test client"],
      ["review", false, null],
      ["open", false, null],
    ]);
  });

  test("ignores other parameters and a Content-Type, and accepts the secret in either header", async () => {
    await fresh();
    const { id } = await newReturn(store);
    const all: Record<string, string>[] = [
      { Authorization: `Bearer ${store.secret}` },
      { "X-Authorization": store.secret, "Content-Type": "application/json" },
    ];
    for (const headers of all) {
      const { status, body } = await warehouse(
        service,
        store,
        `${REPORT}?page=2&limit=1&from=a&from=2026-01-01`,
        { headers },
      );
      expect([status, (body as Row[]).map((row) => row.service_id)]).toEqual([200, [id]]);
    }
    const narrow = await store.withScopes("returns_write");
    expect((await warehouse(service, narrow, REPORT)).status).toBe(401);
  });

  test("contains every unit once, in order, when it is read in several slices", async () => {
    await fresh();
    const line = (id: string, quantity: number) => ({ id, productId: "tee", title: id, quantity, price: 1 });
    const order = await newOrder(store, { lineItems: [line("many", 2_500), line("few", 3)] });
    const items = [
      { lineItemId: "few", quantity: 2, reason: "r" },
      { lineItemId: "many", quantity: 1_234, reason: "r" },
      { lineItemId: "many", quantity: 1_266, reason: "r" },
      { lineItemId: "few", quantity: 1, reason: "r" },
    ];
    const { id } = await returnIn(postReturn(store, order, { items }));
    const rows = await report();
    expect(rows.map((row) => Number(row.return_line_item_id))).toEqual(await unitIdsIn(store, id));
    expect(rows).toHaveLength(2_503);
  });
});

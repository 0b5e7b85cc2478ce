import { cancelReturn } from "../../../src/features/returns/shopper/cancel.ts";
import { returnOf } from "../../support/fixtures.ts";
import { BOB, post, textIn } from "./fill.ts";
import { answered } from "./people-verbs.ts";
import type { Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";

/** Mails, and what a server has received. */
export const MAILS = /^(mails|mail_streams|a mail) /;

/** What becomes of one order and of the return of it. */
export const ORDER_VERBS: Record<string, Verb> = {
  fulfill: { run: (shop) => post(shop, "/orders/o1/fulfillments", parcel(2)) },
  "fulfill-shop": { run: (shop) => post(shop, "/orders/s1/fulfillments", parcel(1)) },
  track: {
    prepare: async (shop) => {
      await post(shop, "/orders/o1/fulfillments", { ...parcel(1), fulfillmentId: "f1" });
    },
    run: (shop, mark) =>
      post(shop, "/orders/o1/fulfillments/f1/tracking-events", {
        ...{ message: `scanned by ${mark}`, status: "delivered", datetime: "2026-03-02T10:00:00Z" },
      }),
  },
  "return-again": {
    run: (shop) => post(shop, "/returns", returnOf("o1")),
    prepare: async (shop) =>
      void (await shop.send("PUT", `/returns/${shop.known.returnId}/status`, { status: "rejected" })),
  },
  reopen: {
    recalls: /^webhook_payloads /,
    prepare: async (shop) =>
      void (await shop.send("PUT", `/returns/${shop.known.returnId}/status`, { status: "complete" })),
    run: (shop) => shop.send("PUT", `/returns/${shop.known.returnId}/status`, { status: "open" }),
  },
  "delete-return": {
    run: (shop) => shop.send("PUT", `/returns/${shop.known.returnId}/status`, { status: "deleted" }),
  },
  "shopper-cancels": {
    run: ({ process: { ctx }, id, known }) => {
      const caller = { storeId: id, clientId: "", by: "shopper", byId: null, requestId: "lab", origin: "" };
      return answered(() => cancelReturn(ctx, caller, known.returnId));
    },
  },
  "shopper-link": { run: (shop) => shop.send("POST", `/returns/${shop.known.returnId}/shopper-link`) },
  "shopper-link-off": { run: (shop) => shop.send("DELETE", `/returns/${shop.known.returnId}/shopper-link`) },
  "warehouse-process": { run: (shop) => warehouse(shop, "process") },
  "warehouse-note": { run: (shop, mark) => warehouse(shop, "note", { content: `noted by ${mark}` }) },
  "warehouse-flag": { run: (shop) => warehouse(shop, "flag") },
  "warehouse-close": { run: (shop) => warehouse(shop, "close") },
  "warehouse-cancel": { run: (shop) => warehouse(shop, "cancel") },
  grade: {
    prepare: unit,
    run: (shop, mark) => inspect(shop, "grade", { description: `Worn, says ${mark}` }),
  },
  assess: {
    prepare: unit,
    run: (shop, mark) =>
      inspect(shop, "assess", { disposition_outcome: mark === "a" ? "back_to_stock" : "donate" }),
  },
  "warehouse-remove": {
    prepare: unit,
    run: (shop) => warehouse(shop, "remove", { line_item_ids: [Number(shop.known.made.unit)] }),
  },
  "withdrawal-erase": {
    recalls: MAILS,
    prepare: async (shop) => {
      if (shop.known.made.withdrawal !== undefined) return;
      await shop.send("PATCH", "/stores/:store", { mail: { enabled: true } });
      const statement = { name: "Bob Roe", order: "o2", email: BOB.email, confirmed: true };
      shop.known.made.withdrawal = textIn(await post(shop, "/withdrawals", statement), "id");
    },
    run: (shop) => post(shop, `/withdrawals/${shop.known.made.withdrawal}/erase`),
  },
};

function parcel(quantity: number) {
  return { lineItems: [{ id: "line-1", quantity }], tracking: { carrier: "DHL", code: "CODE" } };
}

/** The unit of the return, as the warehouse knows it. */
async function unit(shop: Shop): Promise<void> {
  const path = `/../api/v1/warehouse/return/details?service_return_id=${shop.known.returnId}`;
  const { body } = await shop.send("GET", path);
  shop.known.made.unit = /"line_item_id":(\d+)/.exec(JSON.stringify(body))?.[1] ?? "";
}

function inspect(shop: Shop, action: string, found: object) {
  const items = [{ line_item_id: Number(shop.known.made.unit), ...found }];
  return shop.send("POST", `/../api/v1/dispositioning/${action}`, { items });
}

function warehouse(shop: Shop, action: string, body?: object) {
  const path = `/../api/v1/warehouse/return/0/${action}?service_return_id=${shop.known.returnId}`;
  return shop.send("POST", path, body);
}

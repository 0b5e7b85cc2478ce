import { invalid } from "../../../lib/problem.ts";
import type { Connector } from "../connector.ts";
import { isSignedWith } from "../signature.ts";
import { textField } from "../text-field.ts";
import { MedusaCredentials } from "./credentials.ts";
import { hookOrder, SIGNATURE_HEADER } from "./hooks.ts";
import { mapOrder } from "./map-order.ts";
import { pay } from "./pay.ts";
import { readChanged, readOne } from "./read-orders.ts";
import { restock } from "./restock/restock.ts";

/** Medusa, version 2. It sends no webhooks by itself: a subscriber of the shop's does, which the guide has. */
export const medusa: Connector<MedusaCredentials> = {
  kind: "medusa",
  title: "Medusa",
  credentials: MedusaCredentials,
  origin: (_, url) => {
    if (url === undefined)
      throw invalid({ detail: "url is required: the address of the shop's Medusa.", pointer: "/url" });
    return url.replace(/\/+$/, "");
  },
  // The key is the user name, and there is no password.
  headers: ({ apiKey }) => ({ Authorization: `Basic ${btoa(`${apiKey}:`)}` }),
  verify: async ({ headers, body }, { webhookSecret }) =>
    isSignedWith(webhookSecret, body, { hex: headers.get(SIGNATURE_HEADER) }),
  read: ({ json }) => hookOrder(json),
  order: readOne,
  changed: readChanged,
  orderId: (order) => {
    const { id } = (order ?? {}) as { id?: unknown };
    return typeof id === "string" ? id : undefined;
  },
  orderName: (order) => textField(order, "display_id"),
  mapOrder,
  pay,
  restock,
};

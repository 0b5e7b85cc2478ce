import { orderMentionsErasure } from "../orders/erase-mentions.ts";
import { ordersErasure } from "../orders/erase-orders.ts";
import { importsErasure } from "../orders/imports/erase-imports.ts";
import type { PersonalColumns } from "./column-kinds.ts";
import { detachRule } from "./detach-rule.ts";

/** Columns of orders that can hold something of a person. */
export const ORDER_COLUMNS: readonly PersonalColumns[] = [
  {
    tables: "orders",
    columns: "customer_id body",
    becomes: "customer and addresses are removed, as are e-mail address and phone number in orders of others",
    own: [detachRule, ordersErasure],
    mentions: [orderMentionsErasure],
    exported: ["orders"],
  },
  {
    tables: "order_import_parts",
    columns: "lines",
    becomes:
      "orders of the person that wait to be imported are left out, and others lose what names the person; imported ones are not kept here",
    mentions: [importsErasure],
  },
  {
    tables: "fulfillments",
    columns: "tracking_history",
    becomes: "messages and places are removed",
    own: [ordersErasure],
    mentions: [orderMentionsErasure],
    exported: ["orders"],
  },
];

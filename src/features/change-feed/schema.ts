import { type TSchema, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf } from "../../lib/schema-types.ts";
import type { ChangeType } from "../../platform/db/tables/changes.ts";
import { Customer } from "../customers/schema.ts";
import { InventoryItem, InventoryLevel } from "../inventory/schema.ts";
import { Order } from "../orders/schema.ts";
import { ReturnWithOrder } from "../returns/schema.ts";
import { Withdrawal } from "../withdrawals/schema.ts";

export const MAX_CHANGES = 500;
export const MAX_WAIT_S = 20;

type Changes = {
  types: readonly ChangeType[];
  of: string;
  id: [text: string, example: string];
  data: TSchema;
};

const changeOf = (title: string, { types, of, id, data }: Changes) =>
  Type.Object(
    {
      sequence: field(Type.Integer(), "The number of the change in the store's feed.", 4711),
      type: field(OneOf(types), `What happened to the ${of}.`),
      id: field(Type.String(), ...id),
      at: field(DateTime(), "When the change was written, by the database's clock."),
      data: field(Nullable(data), "The object as it is now; null when it is gone."),
    },
    { title },
  );

const Change = Type.Union([
  changeOf("Order change", {
    types: ["order.created", "order.updated"],
    of: "order",
    id: ["The service's id of the order.", "ord_01kb3e8m9g0000q2x7d4n8wvf5"],
    data: Order,
  }),
  changeOf("Return change", {
    types: ["return.created", "return.updated"],
    of: "return",
    id: ["The id of the return.", "ret_01m5zk7wq10000h2v8d3c6x9ty"],
    data: ReturnWithOrder,
  }),
  changeOf("Customer change", {
    types: ["customer.created", "customer.updated", "customer.merged", "customer.erased"],
    of: "customer",
    id: [
      "The id of the customer: that of a customer that was merged leads to another one, whose profile is `data`. Of an erased customer whose id has their e-mail address, phone number or name, `sha256:` and the SHA-256 of the id.",
      "cus_01kb3e8m9g0000q2x7d4n8wvf5",
    ],
    data: Customer,
  }),
  changeOf("Inventory level change", {
    types: ["level.updated"],
    of: "level",
    id: ["The id of the level.", "li_01kb3e8m9g0000q2x7d4n8wvf5"],
    data: InventoryLevel,
  }),
  changeOf("Inventory item change", {
    types: ["item.updated"],
    of: "item",
    id: ["The id of the item.", "ii_01kb3e8m9g0000q2x7d4n8wvf5"],
    data: InventoryItem,
  }),
  changeOf("Withdrawal change", {
    types: ["withdrawal.created", "withdrawal.updated"],
    of: "withdrawal",
    id: ["The id of the withdrawal.", "wdr_01m5zk7wq10000h2v8d3c6x9ty"],
    data: Withdrawal,
  }),
]);

export const ChangePage = Type.Object(
  {
    changes: field(
      Type.Array(Change, { maxItems: MAX_CHANGES }),
      "The changes, in the order in which they were committed.",
    ),
    next: field(Type.Integer({ minimum: 0 }), "The `after` of the next request.", 4711),
  },
  { title: "Changes" },
);

import { type TSchema, Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf } from "../../lib/schema-types.ts";
import type { ChangeType } from "../../platform/db/tables/changes.ts";
import { Customer } from "../customers/schema.ts";
import { InventoryItem, InventoryLevel } from "../inventory/schema.ts";
import { Order } from "../orders/schema.ts";
import { Return, ReturnOrder } from "../returns/schema.ts";

export const MAX_CHANGES = 500;
export const MAX_WAIT_S = 20;

const changeOf = (title: string, types: readonly ChangeType[], id: string, data: TSchema) =>
  Type.Object(
    {
      sequence: Type.Integer({ description: "The number of the change in the store's feed." }),
      type: OneOf(types),
      id: Type.String({ description: id }),
      at: DateTime({ description: "When the change was written, by the database's clock." }),
      data: Nullable(data),
    },
    { title },
  );

const Change = Type.Union([
  changeOf("Order change", ["order.created", "order.updated"], "The service's id of the order.", Order),
  changeOf(
    "Return change",
    ["return.created", "return.updated"],
    "The id of the return.",
    Type.Object({ order: ReturnOrder, return: Return }),
  ),
  changeOf(
    "Customer change",
    ["customer.created", "customer.updated", "customer.merged", "customer.erased"],
    "The id of the customer: that of a customer that was merged leads to another one, whose profile is `data`. Of an erased customer whose id has their e-mail address, phone number or name, `sha256:` and the SHA-256 of the id.",
    Customer,
  ),
  changeOf("Inventory level change", ["level.updated"], "The id of the level.", InventoryLevel),
  changeOf("Inventory item change", ["item.updated"], "The id of the item.", InventoryItem),
]);

export const ChangePage = Type.Object(
  {
    changes: Type.Array(Change, { maxItems: MAX_CHANGES }),
    next: Type.Integer({ minimum: 0, description: "The `after` of the next request." }),
  },
  { title: "Changes" },
);

import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf, Text } from "../../../lib/schema-types.ts";
import { ById, CreatedAt } from "../../../lib/shared-fields.ts";
import type { OrderFormat } from "../../../platform/db/tables/order-imports.ts";

export const FORMATS = ["jsonl", "shopify", "woocommerce"] as const satisfies readonly OrderFormat[];

/** Of a file that is imported in the background. */
const MAX_FILE_CHARACTERS = 10_000_000;
/** The errors in the response about one import; its file of errors has all. */
export const MAX_SHOWN_ERRORS = 100;

const Format = () => OneOf(FORMATS);

export const OrderFile = Type.Object(
  {
    file: field(
      Text({ minLength: 1, maxLength: MAX_FILE_CHARACTERS }),
      "The file: an export of a shop as CSV with its header, or a JSON order on each line.",
      '{"orderId":"WEB-20420","createdAt":"2026-03-01T10:00:00Z","lineItems":[{"id":"1","productId":"mug","title":"Mug","quantity":1,"price":9.5}],"totalPrice":9.5}\n',
    ),
    format: field(
      Type.Optional(Format()),
      "What the file is; by default what its first line looks like.",
      "jsonl",
    ),
  },
  { title: "Order file for an import" },
);

const FIELDS = {
  id: field(Type.String(), "The id.", "imp_01m5zk7wq10000h2v8d3c6x9ty"),
  format: field(Format(), "What the file is.", "shopify"),
  status: field(
    OneOf(["queued", "running", "done", "failed"]),
    "`failed`: the service has given up after many attempts; what was imported stays.",
    "running",
  ),
  ordersTotal: field(Type.Integer(), "The orders of the file, those with errors included.", 9_000),
  ordersDone: field(Type.Integer(), "The orders that were read so far.", 6_200),
  created: field(Type.Integer(), "The orders that the store didn't have.", 6_100),
  updated: field(Type.Integer(), "The orders that were changed.", 80),
  unchanged: field(Type.Integer(), "The orders that the store had as the file has them, or newer.", 18),
  broken: field(
    Type.Integer(),
    "The orders that were left out because a line of them is not valid, or because they are not paid.",
    2,
  ),
  by: field(Type.String(), "The name of the API client or person who has started it.", "Online shop"),
  byId: ById,
  createdAt: CreatedAt,
  finishedAt: field(Nullable(DateTime()), "When it was done or has failed; null before.", null),
};

export type OrderImport = Static<typeof OrderImport>;
export const OrderImport = Type.Object(FIELDS, { title: "Order import" });

export const OrderImports = Type.Object(
  { imports: field(Type.Array(OrderImport), "The imports, newest first.") },
  { title: "Order imports" },
);

const OrderLineError = Type.Object(
  {
    line: field(Type.Integer(), "From 1, the header included.", 17),
    column: field(
      Nullable(Type.String()),
      "The column, as the header names it; null where the whole line is at fault.",
      "Lineitem price",
    ),
    detail: field(
      Type.String(),
      "What went wrong, for people.",
      "Lineitem price must be an amount, such as 1234.50.",
    ),
  },
  { title: "Order line error" },
);

export type OrderImportWithErrors = Static<typeof OrderImportWithErrors>;
export const OrderImportWithErrors = Type.Object(
  {
    ...FIELDS,
    errors: field(Type.Array(OrderLineError), `The first ${MAX_SHOWN_ERRORS} errors of lines.`),
  },
  { title: "Order import with errors" },
);

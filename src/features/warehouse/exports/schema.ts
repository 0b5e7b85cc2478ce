import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { CreatedAt } from "../../../lib/shared-fields.ts";

export type StoreExport = Static<typeof StoreExport>;
export const StoreExport = Type.Object(
  {
    id: field(Type.String(), "The export's id.", "asn_01m5zk7wq10000h2v8d3c6x9ty"),
    format: field(OneOf(["csv", "jsonl"]), "The format of the file."),
    status: field(OneOf(["queued", "running", "ready", "failed"]), "The status.", "ready"),
    from: field(DateTime(), "The beginning of the report.", "2026-03-01T00:00:00.000Z"),
    to: field(DateTime(), "Its end.", "2026-03-31T23:59:59.000Z"),
    rowsDone: field(Type.Integer(), "How many rows are written.", 18_240),
    rowsTotal: field(Type.Integer(), "0 until the rows are counted.", 18_240),
    createdAt: CreatedAt,
    url: field(
      Nullable(Type.String()),
      "Where the file is, once it is ready.",
      "https://aftersale.example/v2.2/stores/demo/asn-exports/asn_01m5zk7wq10000h2v8d3c6x9ty/file",
    ),
  },
  { title: "ASN export" },
);

export const StoreExports = Type.Object(
  { exports: field(Type.Array(StoreExport), "The exports, newest first.") },
  { title: "ASN exports" },
);

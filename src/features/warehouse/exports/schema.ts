import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf } from "../../../lib/schema-types.ts";

export type StoreExport = Static<typeof StoreExport>;
export const StoreExport = Type.Object(
  {
    id: field(Type.String(), "The export's id.", "asn_01kb3e8m9g0000q2x7d4n8wvf5"),
    format: field(OneOf(["csv", "jsonl"]), "The format of the file."),
    status: field(OneOf(["queued", "running", "ready", "failed"]), "The status."),
    from: field(DateTime(), "The beginning of the report."),
    to: field(DateTime(), "Its end."),
    rowsDone: field(Type.Integer(), "How many rows are written.", 1200),
    rowsTotal: field(Type.Integer(), "0 until the rows are counted.", 5000),
    createdAt: field(DateTime(), "When it was created."),
    url: field(
      Nullable(Type.String()),
      "Where the file is, once it is ready.",
      "https://aftersale.example/v2.2/stores/sto_1/asn-exports/asn_1/file",
    ),
  },
  { title: "ASN export" },
);

export const StoreExports = Type.Object(
  { exports: field(Type.Array(StoreExport), "The exports, newest first.") },
  { title: "ASN exports" },
);

import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf } from "../../../lib/schema-types.ts";

export type StoreExport = Static<typeof StoreExport>;
export const StoreExport = Type.Object(
  {
    id: Type.String(),
    format: OneOf(["csv", "jsonl"]),
    status: OneOf(["queued", "running", "ready", "failed"]),
    from: DateTime({ description: "The beginning of the report." }),
    to: DateTime({ description: "Its end." }),
    rowsDone: Type.Integer(),
    rowsTotal: Type.Integer({ description: "0 until the rows are counted." }),
    createdAt: DateTime(),
    url: Nullable(
      Type.String({
        description: "Where the file is, once it is ready.",
        examples: ["https://aftersale.example/v2.2/stores/sto_1/asn-exports/asn_1/file"],
      }),
    ),
  },
  { title: "ASN export" },
);

export const StoreExports = Type.Object({ exports: Type.Array(StoreExport) }, { title: "ASN exports" });

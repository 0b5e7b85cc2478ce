import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { createStreamResponder } from "../../../core/http/streams.ts";
import { Text } from "../../../lib/schema-types.ts";
import { access } from "../api-style.ts";
import type { Version } from "../versions.ts";
import { DOCS } from "./docs.ts";
import { exportFile, readExport, startExport } from "./exports.ts";
import { reportAsn } from "./report.ts";
import { AsnExport, AsnRow, ExportBody, ExportOrdered, NoExport } from "./schema.ts";

const ExportId = Type.Object({ exportId: Type.String() });
const Day = (description: string) => t.Optional(Text({ description }));

/**
 * The limits of concurrent reports and downloads, per store and in total: each uses a database connection at
 * times.
 */
const REPORTS = { perOwner: 2, total: 6 };

/** Returns a function from a version to its ASN report and exports. */
export const asn = (ctx: Ctx) => {
  const stream = createStreamResponder(ctx, REPORTS);
  return (version: Version) =>
    new Elysia({ name: "asn", seed: version.path, prefix: "/warehouse/reporting/asn", tags: ["Warehouse"] })
      .use(guard(ctx))
      .get(
        "",
        ({ request, caller, query }) =>
          stream(request, {
            name: "the ASN report",
            type: "application/json",
            source: reportAsn(ctx, caller.storeId, { dates: query, version }),
          }),
        {
          access: { ...access("returns_read"), isLarge: () => true },
          query: t.Object({
            from: Day("A date, or a date and time; by default one week ago."),
            to: Day(
              "A date, which means the end of that day, or a date and time; by default the end of today.",
            ),
          }),
          response: { 200: Type.Array(AsnRow) },
          detail: DOCS.report,
        },
      )
      .post(
        "/exports",
        async ({ caller, body, status }) => status(202, await startExport(ctx, caller.storeId, body)),
        {
          access: access("returns_read"),
          body: ExportBody,
          response: { 202: ExportOrdered },
          detail: DOCS.order,
        },
      )
      .get(
        "/exports/:exportId",
        ({ caller, params }) => readExport(ctx, { ...caller, version }, params.exportId),
        {
          access: access("returns_read"),
          params: ExportId,
          response: { 200: AsnExport, 404: NoExport },
          detail: DOCS.read,
        },
      )
      .get(
        "/exports/:exportId/file",
        async ({ request, caller, params }) => {
          const { parts, mediaType, name } = await exportFile(ctx, caller.storeId, params.exportId);
          return stream(request, {
            name: "a file of the ASN report",
            type: mediaType,
            headers: {
              "Content-Disposition": `attachment; filename="${name}"`,
              "X-Content-Type-Options": "nosniff",
            },
            source: parts,
          });
        },
        {
          access: { ...access("returns_read"), isLarge: () => true },
          params: ExportId,
          detail: DOCS.file,
        },
      );
};

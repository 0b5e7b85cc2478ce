import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../ctx.ts";
import { scope } from "../../http/scope.ts";
import { access } from "../dialect.ts";
import { DOCS } from "./docs.ts";
import { reportAsn } from "./report.ts";
import { AsnRow } from "./schema.ts";

const Day = (description: string) => t.Optional(t.String({ description }));

/** The report of what is on its way to the warehouse. */
export const asn = (ctx: Ctx) =>
  new Elysia({ name: "asn", prefix: "/warehouse/reporting/asn", tags: ["Warehouse"] }).use(scope(ctx)).get(
    "",
    async ({ caller, query }) => {
      const content = await reportAsn(ctx, caller, query);
      return new Response(content, { headers: { "Content-Type": "application/json" } });
    },
    {
      access: access("returns_read"),
      query: t.Object({
        from: Day("A date, or a date and time; one week ago unless given."),
        to: Day("A date, which is the end of that day, or a date and time; the end of today unless given."),
      }),
      response: { 200: Type.Array(AsnRow) },
      detail: DOCS.report,
    },
  );

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { asResponse } from "../../../lib/schema-types.ts";
import { access } from "../api-style.ts";
import type { Version } from "../versions.ts";
import { assess } from "./assess.ts";
import { ASSESS_DOCS, gradeDocs } from "./docs.ts";
import { grade } from "./grade.ts";
import { AssessedLine, gradedLine, linesBody } from "./schema.ts";

/** For 20 of the longest notes. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The operations that record what the warehouse finds of line items. */
export const dispositioning = (ctx: Ctx, version: Version) => {
  const writes = { ...access("returns_write"), limit: MAX_BODY_BYTES };
  const Graded = gradedLine(version);
  return new Elysia({
    ...{ name: "dispositioning", seed: version.path, prefix: "/dispositioning" },
    tags: ["Warehouse"],
  })
    .use(guard(ctx))
    .post("/grade", ({ caller, body }) => grade(ctx, caller, body.items), {
      access: writes,
      body: linesBody(Graded),
      response: { 200: Type.Array(asResponse(Graded)) },
      detail: gradeDocs(version),
    })
    .post("/assess", ({ caller, body }) => assess(ctx, caller, body.items), {
      access: writes,
      body: linesBody(AssessedLine),
      response: { 200: Type.Array(asResponse(AssessedLine)) },
      detail: ASSESS_DOCS,
    });
};

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../../core/ctx.ts";
import { checkedByVerb } from "../../../../core/http/body/body-schema.ts";
import { guard } from "../../../../core/http/guard.ts";
import { DOCS } from "../docs.ts";
import { dryRun, readDryRun } from "./dry-run.ts";
import { DryRun, DryRunBody, DryRunOutcome, DryRunStarted } from "./schema.ts";

/** What a policy would say of past returns. */
export const policyDryRuns = (ctx: Ctx) =>
  new Elysia({ name: "policy-dry-runs", prefix: "/stores/:storeId/policy/dry-run", tags: ["Policy"] })
    .use(guard(ctx))
    .post(
      "",
      async ({ caller, body, status }) => {
        const result = await dryRun(ctx, caller, body);
        return "id" in result ? status(202, result) : result;
      },
      {
        access: { scope: "returns_read", checks: "verb", keepsNumbers: true },
        body: checkedByVerb(DryRunBody),
        response: { 200: DryRunOutcome, 202: DryRunStarted },
        detail: DOCS.dryRun,
      },
    )
    .get(
      "/:dryRunId",
      ({ caller, params }) => readDryRun(ctx, { storeId: caller.storeId, dryRunId: params.dryRunId }),
      {
        access: { scope: "returns_read" },
        params: Type.Object({ storeId: Type.String(), dryRunId: Type.String() }),
        response: { 200: DryRun },
        detail: DOCS.readDryRun,
      },
    );

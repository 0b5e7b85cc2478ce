import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { guard } from "../../core/http/guard.ts";
import { IdempotencyKey } from "../../core/http/idempotency.ts";
import { releaseAdmission } from "../../core/http/limits/admission.ts";
import { PageHeaders, PageQuery, pageOf } from "../../core/http/paging.ts";
import { field } from "../../lib/schema-types.ts";
import { deleteIntegration } from "./configured-integrations.ts";
import { addIntegration } from "./create-integration.ts";
import { DOCS } from "./docs.ts";
import { findIntegration, integrationView } from "./find-integration.ts";
import { INTEGRATION_LIST, pageOfIntegrations } from "./list-integrations.ts";
import {
  CreatedIntegration,
  Integration,
  IntegrationBody,
  IntegrationChange,
  IntegrationTest,
} from "./schema.ts";
import { testIntegration } from "./test-integration.ts";
import { updateIntegration } from "./update-integration.ts";

const IntegrationId = Type.Object({ storeId: Type.String(), integrationId: Type.String() });

export const integrations = (ctx: Ctx) =>
  new Elysia({ name: "integrations", prefix: "/stores/:storeId/integrations", tags: ["Integrations"] })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, query, headers, set }) => {
        const page = pageOf({ headers, query }, INTEGRATION_LIST, caller.storeId);
        const found = await pageOfIntegrations(ctx, caller.storeId, page);
        Object.assign(set.headers, found.headers);
        return { integrations: found.integrations };
      },
      {
        access: { scope: "store_read" },
        headers: PageHeaders,
        query: PageQuery,
        response: { 200: Type.Object({ integrations: field(Type.Array(Integration), "The integrations.") }) },
        detail: DOCS.list,
      },
    )
    .post(
      "",
      async ({ caller, body, headers, status }) => {
        const key = headers["idempotency-key"];
        const { integration, replayed } = await addIntegration(ctx, caller.storeId, body, key);
        return status(replayed ? 200 : 201, integration);
      },
      {
        access: { scope: "store_write" },
        headers: IdempotencyKey,
        body: IntegrationBody,
        response: { 200: CreatedIntegration, 201: CreatedIntegration },
        detail: DOCS.create,
      },
    )
    .get(
      "/:integrationId",
      async ({ caller, params }) =>
        integrationView(await findIntegration(ctx, caller.storeId, params.integrationId)),
      {
        access: { scope: "store_read" },
        params: IntegrationId,
        response: { 200: Integration },
        detail: DOCS.read,
      },
    )
    .patch(
      "/:integrationId",
      ({ caller, params: { integrationId }, body }) =>
        updateIntegration(ctx, caller.storeId, { ...body, integrationId }),
      {
        access: { scope: "store_write" },
        params: IntegrationId,
        body: IntegrationChange,
        response: { 200: Integration },
        detail: DOCS.update,
      },
    )
    .delete(
      "/:integrationId",
      async ({ caller, params }) => {
        await deleteIntegration(ctx, caller.storeId, params.integrationId);
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "store_write" },
        params: IntegrationId,
        response: { 204: Type.Void() },
        detail: DOCS.delete,
      },
    )
    .post(
      "/:integrationId/test",
      ({ caller, params: { integrationId }, request }) =>
        testIntegration(ctx, caller, { integrationId, release: () => releaseAdmission(request) }),
      {
        access: { scope: "store_write" },
        params: IntegrationId,
        response: { 200: IntegrationTest },
        detail: DOCS.test,
      },
    );

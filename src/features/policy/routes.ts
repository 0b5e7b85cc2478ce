import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { checkedByVerb } from "../../core/http/body/body-schema.ts";
import { guard } from "../../core/http/guard.ts";
import { PageHeaders, PageQuery, pageOf } from "../../core/http/paging.ts";
import { field, Text } from "../../lib/schema-types.ts";
import { DOCS } from "./docs.ts";
import { listPolicyVersions, POLICY_VERSION_LIST, readPolicy, readPolicyVersion } from "./read-policy.ts";
import { savePolicy } from "./save-policy.ts";
import { ListedPolicy, SavedPolicy } from "./saved-schema.ts";
import { Policy } from "./schema.ts";

const IfMatch = t.Object({
  "if-match": t.Optional(
    Text({
      maxLength: 200,
      description:
        'The version that the store must have, plain or quoted (`3`, `"3"`), several of them, `0` for none, or `*` for any; else 409.',
    }),
  ),
});

export const policy = (ctx: Ctx) =>
  new Elysia({ name: "policy", prefix: "/stores/:storeId/policy", tags: ["Policy"] })
    .use(guard(ctx))
    .put(
      "",
      ({ caller, body, headers }) =>
        savePolicy(ctx, caller, { document: body, ifMatch: headers["if-match"] }),
      {
        access: { scope: "store_write", checks: "verb", keepsNumbers: true },
        headers: IfMatch,
        body: checkedByVerb(Policy),
        response: { 200: SavedPolicy },
        detail: DOCS.save,
      },
    )
    .get("", ({ caller }) => readPolicy(ctx, caller.storeId), {
      access: { scope: "store_read" },
      response: { 200: SavedPolicy },
      detail: DOCS.read,
    })
    .get(
      "/versions",
      async ({ caller, query, headers, set }) => {
        const page = pageOf({ headers, query }, POLICY_VERSION_LIST, caller.storeId);
        const found = await listPolicyVersions(ctx, caller.storeId, page);
        Object.assign(set.headers, found.headers);
        return { versions: found.versions };
      },
      {
        access: { scope: "store_read" },
        headers: PageHeaders,
        query: PageQuery,
        response: { 200: Type.Object({ versions: field(Type.Array(ListedPolicy), "The versions.") }) },
        detail: DOCS.versions,
      },
    )
    .get(
      "/versions/:version",
      ({ caller, params }) => readPolicyVersion(ctx, caller.storeId, params.version),
      {
        access: { scope: "store_read" },
        params: Type.Object({ storeId: Type.String(), version: Type.String() }),
        response: { 200: SavedPolicy },
        detail: DOCS.version,
      },
    );

import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { jsonResponse } from "../../core/http/fill-page.ts";
import { guard } from "../../core/http/guard.ts";
import { IntegerString, Text } from "../../lib/schema-types.ts";
import { DOCS } from "./docs.ts";
import { positionOf } from "./find-changes.ts";
import { createReadChanges } from "./read-changes.ts";
import { ChangePage, MAX_CHANGES, MAX_WAIT_S } from "./schema.ts";

export const changeFeed = (ctx: Ctx) => {
  const readChanges = createReadChanges(ctx);
  return new Elysia({ name: "change-feed", prefix: "/stores/:storeId/changes", tags: ["Changes"] })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, query, request, reauthenticate }) => {
        const { after, limit = MAX_CHANGES, wait = 0 } = query;
        // Only an authenticated client may wait.
        if (wait > 0) await reauthenticate();
        const json = await readChanges(caller, {
          position: positionOf(after),
          limit,
          waitMs: wait * 1_000,
          signal: request.signal,
        });
        return jsonResponse(json);
      },
      {
        // It takes connections as it reads, none while it waits.
        access: {
          scope: ["orders_read", "returns_read", "customers_read", "inventory_read"],
          defersAuthentication: "beside",
          takesNoConnection: true,
        },
        query: t.Object({
          after: t.Optional(
            Text({
              minLength: 1,
              maxLength: 15,
              pattern: "^(latest|[0-9]{1,15})$",
              description:
                "The `next` of the last page; `latest` for the end of the feed; omitted for the beginning of what is kept.",
            }),
          ),
          limit: t.Optional(
            IntegerString({
              minimum: 1,
              maximum: MAX_CHANGES,
              default: MAX_CHANGES,
              description: "The maximum number of changes.",
            }),
          ),
          wait: t.Optional(
            IntegerString({
              minimum: 0,
              maximum: MAX_WAIT_S,
              default: 0,
              description: "How many seconds the response may wait for a change when there is none.",
            }),
          ),
        }),
        response: { 200: ChangePage },
        detail: DOCS.read,
      },
    );
};

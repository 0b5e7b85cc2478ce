import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { createStreamResponder, textResponse } from "../../../core/http/streams.ts";
import { Text as BoundedText } from "../../../lib/schema-types.ts";
import { access } from "../api-style.ts";
import type { Version } from "../versions.ts";
import { MAX_CURSOR_CHARACTERS } from "./cursor.ts";
import { detailsJson } from "./details.ts";
import { DOCS } from "./docs.ts";
import { LIST_PATH, listJson, pagedListJson } from "./list.ts";
import { isLargeList, parseListQuery } from "./list-query.ts";
import { ListedReturn, ListPage, NoReturn, ReturnDetails } from "./schema.ts";

const Text = (description: string) => t.Optional(BoundedText({ description }));

/**
 * The limits of concurrent unpaged lists, per store and in total: each uses a database connection at times.
 */
const UNPAGED_LISTS = { perOwner: 4, total: 8 };
const LIST = { name: "the list of returns", type: "application/json" };
const DETAILS = { name: "the details of a return", type: "application/json" };

/** Returns a function from a version to its operations that read returns. */
export const returnReading = (ctx: Ctx) => {
  const stream = createStreamResponder(ctx, UNPAGED_LISTS);
  return (version: Version) =>
    new Elysia({ name: "warehouse-reading", seed: version.path, tags: ["Warehouse"] })
      .use(guard(ctx))
      .get(
        "/warehouse/return/details",
        ({ request, caller, query: { return_id, ...reference } }) =>
          textResponse(
            ctx,
            request,
            DETAILS,
            detailsJson(ctx, { ...caller, version }, { ...reference, id: return_id }),
          ),
        {
          access: access("returns_read"),
          query: t.Object({
            return_id: Text("The numeric id: the `id` of a return in this API."),
            service_return_id: Text("The service's own id. Takes precedence over all others."),
            order_name: Text("The order's name, with or without its leading `#`."),
            order_id: Text(
              "The commerce platform's id of the order (`provider_order_id`), or its `order_id`. A value that means two orders finds no return.",
            ),
            currency_type: Text("`shop` or `presentment`; both are the order's currency."),
          }),
          response: { 200: Type.Union([ReturnDetails, NoReturn]) },
          detail: DOCS.details,
        },
      )
      .get(
        LIST_PATH,
        async ({ request, caller, query }) => {
          const listRequest = parseListQuery(query, ctx.now());
          if (!listRequest.isPaged)
            return stream(request, {
              ...LIST,
              source: () => listJson(ctx, { ...caller, version }, listRequest),
            });
          return textResponse(ctx, request, LIST, pagedListJson(ctx, { ...caller, version }, listRequest));
        },
        {
          access: { ...access("returns_read"), isLarge: isLargeList },
          query: t.Object({
            from: Text("The first second, in UTC without a zone; by default 24 hours ago."),
            to: Text(
              "The last second; a date alone means its midnight. Ignored without `from`; by default a day after it.",
            ),
            filter: Text("The time to filter by: `created_at` (default) or `updated_at`."),
            state: Text(
              "`open`, `closed`, `cancelled`, `expired` or `review`; by default `open`, `closed` and `expired`.",
            ),
            paginate: Text("`true`, `True` or `1`: a page with links instead of an array of all returns."),
            pageSize: Text("1 to 750, by default 100."),
            cursor: t.Optional(
              BoundedText({
                maxLength: MAX_CURSOR_CHARACTERS,
                description: "The cursor of `nextPageUrl` or `previousPageUrl`. It contains the first query.",
              }),
            ),
          }),
          response: { 200: Type.Union([ListPage, Type.Array(ListedReturn)]) },
          detail: DOCS.list,
        },
      );
};

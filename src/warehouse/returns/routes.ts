import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../ctx.ts";
import { guard } from "../../http/guard.ts";
import { createStreamResponder, textResponse } from "../../http/streams.ts";
import { Text as BoundedText } from "../../lib/schema-types.ts";
import { access } from "../api-style.ts";
import { MAX_CURSOR_CHARACTERS } from "./cursor.ts";
import { detailsText } from "./details.ts";
import { DOCS } from "./docs.ts";
import { LIST_PATH, listText, pageText } from "./list.ts";
import { isLargeList, listFilterOf } from "./list-query.ts";
import { ListedReturn, ListPage, NoReturn, ReturnDetails } from "./schema.ts";

const Text = (description: string) => t.Optional(BoundedText({ description }));

/** Returns as the warehouse reads them. */
/** Bare lists at once, of one store and of all: each has a connection of the database at times. */
const BARE_LISTS = { perKey: 4, total: 8 };
const LIST = { name: "the list of returns", type: "application/json" };
const DETAILS = { name: "the details of a return", type: "application/json" };

export const returnReading = (ctx: Ctx) => {
  const stream = createStreamResponder(ctx, BARE_LISTS);
  return new Elysia({ name: "warehouse-reading", tags: ["Warehouse"] })
    .use(guard(ctx))
    .get(
      "/warehouse/return/details",
      ({ request, caller, query: { return_id, ...naming } }) =>
        textResponse(ctx, request, DETAILS, detailsText(ctx, caller, { ...naming, id: return_id })),
      {
        access: access("returns_read"),
        query: t.Object({
          return_id: Text("The compatible id, which every return object has as `id`."),
          service_return_id: Text("The service's own id. It decides before all others."),
          order_name: Text("The order's name, with or without its leading `#`."),
          order_id: Text("The platform's id of the order (`provider_order_id`), or its `order_id`."),
          currency_type: Text("`shop` or `presentment`: here both are the order's currency."),
        }),
        response: { 200: Type.Union([ReturnDetails, NoReturn]) },
        detail: DOCS.details,
      },
    )
    .get(
      LIST_PATH,
      async ({ request, caller, query }) => {
        const asked = listFilterOf(query, ctx.now());
        if (!asked.paged) return stream(request, { ...LIST, source: () => listText(ctx, caller, asked) });
        return textResponse(ctx, request, LIST, pageText(ctx, caller, asked));
      },
      {
        access: { ...access("returns_read"), isLarge: isLargeList },
        query: t.Object({
          from: Text("The first second, in UTC where no zone is given; 24 hours ago unless given."),
          to: Text("The last second; a date alone is its midnight. Counts only with `from`: a day after it."),
          filter: Text("What the dates are about: `created_at` (unless given) or `updated_at`."),
          state: Text("`open`, `closed`, `cancelled`, `expired` or `review`; open and closed unless given."),
          paginate: Text("`true`, `True` or `1`: a page with links instead of a bare list of everything."),
          pageSize: Text("1 to 750, 100 unless given."),
          cursor: t.Optional(
            BoundedText({
              maxLength: MAX_CURSOR_CHARACTERS,
              description: "Out of `nextPageUrl` or `previousPageUrl`. It knows the rest of the first query.",
            }),
          ),
        }),
        response: { 200: Type.Union([ListPage, Type.Array(ListedReturn)]) },
        detail: DOCS.list,
      },
    );
};

import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page, PagedList } from "../../core/http/paging.ts";
import { inBothOrders } from "../../core/lists/by-creation.ts";
import { columnFilter } from "../../core/lists/list-filter.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { type PayoutStatus, payouts } from "../../platform/db/tables/payouts.ts";
import { payoutView, UNREAD_PAYOUT } from "../returns/payouts/view.ts";
import type { ListedPayout } from "./schema.ts";

/** The bytes of a payout without its reason in a response. */
const PAYOUT_BYTES = 450;

const { latest, oldest } = inBothOrders({
  name: "payouts",
  table: "payouts",
  // All ids begin with pay_.
  key: { columns: [["id", "text"]], end: "paz" },
  row: rowJson(
    payouts,
    "payouts",
    UNREAD_PAYOUT.filter((column) => column !== "returnId"),
  ),
  bytes: `(${PAYOUT_BYTES} + coalesce(octet_length(reason), 0))::float8`,
  filters: {
    // Each status has its part of an index in order.
    status: {
      types: ["text[]"],
      match: (statuses) => `status = any(${statuses})`,
      stream: ({ newest }, statuses) => `select part.id from unnest(${statuses}) as wanted (status)
        cross join lateral (${newest("status = wanted.status")}) as part`,
    },
    return: columnFilter("text", (id) => `return_id = ${id}`),
  },
});

/** The orders of the list: that of the returns. */
export type PayoutSort = "-return" | "return";
export const PAYOUT_LISTS = { "-return": latest, return: oldest } satisfies Record<PayoutSort, PagedList>;

type PayoutQuery = {
  status?: PayoutStatus | PayoutStatus[];
  returnId?: string;
  sort?: PayoutSort;
  include?: "count";
};

/** Returns the JSON of a page of a store's payouts and, if it is asked for, the number of all. */
export async function listPayouts(
  ctx: Ctx,
  storeId: string,
  { status, returnId, sort = "-return", include }: PayoutQuery,
  page: Page,
): Promise<WrittenPage> {
  const list = PAYOUT_LISTS[sort];
  const statuses = status && [[...new Set([status].flat())]];
  const values = { status: statuses, return: returnId === undefined ? undefined : [returnId] };
  const found = await list.find(ctx, storeId, { values, page });
  const total = include && (await list.count(ctx, storeId, { values }));
  const load = async (slice: typeof found.rows) =>
    slice.values().map(({ record }) => {
      const view: ListedPayout = { returnId: record.returnId, ...payoutView(record) };
      return JSON.stringify(view);
    });
  return writePage("payouts", page, found, load, total);
}

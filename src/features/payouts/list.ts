import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page, PagedList } from "../../core/http/paging.ts";
import { inBothOrders } from "../../core/lists/by-creation.ts";
import { columnFilter, type Keys, type ListFilter, otherOrderFilter } from "../../core/lists/list-filter.ts";
import { BY_CREATION } from "../../core/lists/list-key.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { PAYOUT_ATTENTION, type PayoutStatus, payouts } from "../../platform/db/tables/payouts.ts";
import { AMOUNT_DIFFERS, payoutView, UNREAD_PAYOUT } from "../returns/payouts/view.ts";
import type { ListedPayout } from "./schema.ts";

/** The bytes of a payout without its reason in a response. */
const PAYOUT_BYTES = 450;

const TABLE = {
  table: "payouts",
  row: rowJson(
    payouts,
    "payouts",
    UNREAD_PAYOUT.filter((column) => column !== "returnId"),
  ),
  bytes: `(${PAYOUT_BYTES} + coalesce(octet_length(reason), 0))::float8`,
};

const isOfReturn = (id: string) => `return_id = ${id}`;

const byReturn = inBothOrders({
  ...TABLE,
  name: "payouts",
  // All ids begin with pay_.
  key: { columns: [["id", "text"]], end: "paz" },
  filters: {
    status: oneOf("status", ({ newest }) => newest("status = wanted.value")),
    return: columnFilter("text", isOfReturn),
    attention: {
      ...oneOf(PAYOUT_ATTENTION, ({ unordered }) =>
        unordered(`${PAYOUT_ATTENTION} = wanted.value`, "created_at, id"),
      ),
      isUnordered: true,
    },
  },
});

const byCreation = inBothOrders({
  ...TABLE,
  name: "payouts_created",
  key: BY_CREATION,
  filters: {
    attention: oneOf(PAYOUT_ATTENTION, ({ newest }) => newest(`${PAYOUT_ATTENTION} = wanted.value`)),
    status: {
      ...oneOf("status", ({ unordered }) => unordered("status = wanted.value", "id")),
      isUnordered: true,
    },
    return: otherOrderFilter(["text"], isOfReturn, "seq"),
  },
});

/** Returns a filter by a column or an expression with any of some values, of which each has its part of an index. */
function oneOf(column: string, partOf: (keys: Keys) => string): ListFilter {
  return {
    types: ["text[]"],
    match: (values) => `${column} = any(${values})`,
    stream: (keys, values) => `select part.* from unnest(${values}) as wanted (value)
      cross join lateral (${partOf(keys)}) as part`,
  };
}

/** The orders of the list: that of the returns, and that in which they fell due. */
export type PayoutSort = "-return" | "return" | "-created_at" | "created_at";
export const PAYOUT_LISTS = {
  "-return": byReturn.latest,
  return: byReturn.oldest,
  "-created_at": byCreation.latest,
  created_at: byCreation.oldest,
} satisfies Record<PayoutSort, PagedList>;

/** Why a person should look at a payout. */
export const ATTENTION = ["held", "refused", "unknown", AMOUNT_DIFFERS] as const;
type Attention = (typeof ATTENTION)[number];

type PayoutQuery = {
  status?: PayoutStatus | PayoutStatus[];
  attention?: Attention | Attention[];
  returnId?: string;
  sort?: PayoutSort;
  include?: "count";
};

/** Returns the JSON of a page of a store's payouts and, if it is asked for, the number of all. */
export async function listPayouts(
  ctx: Ctx,
  storeId: string,
  { status, attention, returnId, sort = "-return", include }: PayoutQuery,
  page: Page,
): Promise<WrittenPage> {
  const list = PAYOUT_LISTS[sort];
  const values = {
    status: status && [[...new Set([status].flat())]],
    attention: attention && [[...new Set([attention].flat())]],
    return: returnId === undefined ? undefined : [returnId],
  };
  const found = await list.find(ctx, storeId, { values, page });
  const total = include && (await list.count(ctx, storeId, { values }));
  const load = async (slice: typeof found.rows) =>
    slice.values().map(({ record }) => {
      const view: ListedPayout = { returnId: record.returnId, ...payoutView(record) };
      return JSON.stringify(view);
    });
  return writePage("payouts", page, found, load, total);
}

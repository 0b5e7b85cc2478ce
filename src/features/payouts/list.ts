import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
import { columnFilter } from "../../core/lists/list-filter.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { type PayoutStatus, payouts } from "../../platform/db/tables/payouts.ts";
import { payoutView, UNREAD_PAYOUT } from "../returns/payouts/view.ts";
import type { ListedPayout } from "./schema.ts";

/** The bytes of a payout without its reason in a response. */
const PAYOUT_BYTES = 450;

export const PAYOUT_LIST = createList({
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
    status: columnFilter("text", (status) => `status = ${status}`),
    return: columnFilter("text", (id) => `return_id = ${id}`),
  },
});

/** Returns the JSON of a page of a store's payouts, those of the latest return first. */
export async function listPayouts(
  ctx: Ctx,
  storeId: string,
  { status, returnId }: { status?: PayoutStatus | undefined; returnId?: string | undefined },
  page: Page,
): Promise<WrittenPage> {
  const values = { status: status && [status], return: returnId === undefined ? undefined : [returnId] };
  const found = await PAYOUT_LIST.find(ctx, storeId, { values, page });
  return writePage("payouts", page, found, async (slice) =>
    slice.values().map(({ record }) => {
      const view: ListedPayout = { returnId: record.returnId, ...payoutView(record) };
      return JSON.stringify(view);
    }),
  );
}

import type { Ctx } from "../../core/ctx.ts";
import type { Total } from "../../core/http/count-included.ts";
import type { Page } from "../../core/http/paging.ts";
import { type CreationSort, listByCreation } from "../../core/lists/by-creation.ts";
import { columnFilter } from "../../core/lists/list-filter.ts";
import { BY_CREATION, STORE, timesBetween } from "../../core/lists/list-key.ts";
import { emailKey } from "../../core/persons/person.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { withdrawals } from "../../platform/db/tables/withdrawals.ts";
import { orderIdSql } from "../orders/find.ts";
import type { Withdrawal } from "./schema.ts";
import { withdrawalView } from "./view.ts";

export type WithdrawalFilter = {
  late?: string;
  unmatched?: string;
  email?: string;
  order?: string;
  created_at_min?: string;
  created_at_max?: string;
  sort?: CreationSort;
  include?: "count";
};

/** Of which the order, the consumer, or a unit that was stated in time is not known to the service, or a unit is in another return. */
const UNMATCHED = `order_id is null or not is_identified or return_id is null and not is_late
  or coalesce(units_in_other_returns, 0) > 0
  or exists (select from json_array_elements(given_items) as item
    where (item ->> 'inReturn')::int < (item ->> 'quantity')::int)`;

const compared = (condition: (value: string) => string) => ({
  types: ["boolean"],
  match: (value: string) => `${condition(value)}`,
});

export const WITHDRAWAL_LISTS = listByCreation({
  name: "withdrawals",
  table: "withdrawals",
  key: BY_CREATION,
  row: rowJson(withdrawals, "withdrawals"),
  filters: {
    order: columnFilter("text", (id) => `order_id = ${orderIdSql(STORE, id)}`),
    email: columnFilter("text", (key) => `email_key = ${key}`),
    late: compared((value) => `is_late = ${value}`),
    unmatched: compared((value) => `(${UNMATCHED}) = ${value}`),
  },
});

/** Returns a page of the store's withdrawals that match every filter and, if it is asked for, the number of all. */
export async function listWithdrawals(
  ctx: Ctx,
  { storeId, origin }: { storeId: string; origin: string },
  filter: WithdrawalFilter,
  page: Page,
): Promise<{ found: { withdrawals: Withdrawal[] } & Partial<Total>; headers: Record<string, string> }> {
  const { late, unmatched, email, order, sort = "-created_at", include } = filter;
  const values = {
    order: order === undefined ? undefined : [order],
    email: email === undefined ? undefined : [emailKey(email)],
    late: late === undefined ? undefined : [late === "true"],
    unmatched: unmatched === undefined ? undefined : [unmatched === "true"],
  };
  const range = timesBetween(filter.created_at_min, filter.created_at_max);
  const list = WITHDRAWAL_LISTS[sort];
  const { rows, headers } = await list.find(ctx, storeId, { values, page, range });
  const total = include && (await list.count(ctx, storeId, { values, range }));
  return {
    found: { withdrawals: rows.map(({ record }) => withdrawalView(record, origin)), ...total },
    headers,
  };
}

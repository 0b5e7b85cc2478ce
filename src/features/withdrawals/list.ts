import type { Ctx } from "../../core/ctx.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
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
};

const compared = (condition: (value: string) => string) => ({
  types: ["boolean"],
  match: (value: string) => `${condition(value)}`,
});

export const WITHDRAWAL_LIST = createList({
  name: "withdrawals",
  table: "withdrawals",
  key: BY_CREATION,
  row: rowJson(withdrawals, "withdrawals"),
  filters: {
    order: columnFilter("text", (id) => `order_id = ${orderIdSql(STORE, id)}`),
    email: columnFilter("text", (key) => `email_key = ${key}`),
    late: compared((value) => `is_late = ${value}`),
    unmatched: compared((value) => `(order_id is null or not is_identified) = ${value}`),
  },
});

/** Returns a page of the store's withdrawals that match every filter, newest first. */
export async function listWithdrawals(
  ctx: Ctx,
  { storeId, origin }: { storeId: string; origin: string },
  filter: WithdrawalFilter,
  page: Page,
): Promise<{ withdrawals: Withdrawal[]; headers: Record<string, string> }> {
  const { late, unmatched, email, order } = filter;
  const values = {
    order: order === undefined ? undefined : [order],
    email: email === undefined ? undefined : [emailKey(email)],
    late: late === undefined ? undefined : [late === "true"],
    unmatched: unmatched === undefined ? undefined : [unmatched === "true"],
  };
  const range = timesBetween(filter.created_at_min, filter.created_at_max);
  const { rows, headers } = await WITHDRAWAL_LIST.find(ctx, storeId, { values, page, range });
  return { withdrawals: rows.map(({ record }) => withdrawalView(record, origin)), headers };
}

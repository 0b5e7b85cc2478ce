import {
  columnFilter,
  keyFilter,
  type ListFilter,
  otherOrderFilter,
  otherOrderKeyFilter,
} from "../../../core/lists/list-filter.ts";
import { STORE } from "../../../core/lists/list-key.ts";
import { searchKeyOf } from "../../../core/lists/search-keys.ts";
import { emailKey } from "../../../core/persons/person.ts";
import { parseDateTime } from "../../../lib/date-time.ts";
import { customerIdSql, presentIdText } from "../../customers/aliases.ts";
import { namedOrdersSql, orderIdsSql } from "../../orders/find.ts";
import { ordersFilter, otherOrderOrdersFilter } from "../../orders/orders-filter.ts";
import type { Status } from "../status.ts";

export type ReturnFilter = {
  status?: Status | Status[];
  order?: string;
  email?: string;
  customer_id?: string;
  tracking_number?: string;
  sku?: string;
  reason?: string;
  without_reason?: "true";
  provider_order_name?: string;
  shopify_order_name?: string;
  created_at_min?: string;
  created_at_max?: string;
  updated_at_min?: string;
  updated_at_max?: string;
};

const TABLE = "returns";

const isOfCustomer = (id: string) => `customer_id = ${presentIdText(STORE, id)}`;
const orderNamed = ordersFilter("order_id", namedOrdersSql);
const updatedWithin = (from: string, until: string) => `(updated_at >= ${from} and updated_at < ${until})`;
/** The reasons of a return are few, and no index has them in order: they are only compared. */
const hasReason = (reason: string) => `(
  select true from return_items as item where item.store_id = ${STORE} and item.return_id = returns.id
    and item.reason = ${reason} limit 1
)`;

/** The filters in SQL of the lists in the order of creation, in order of preference. */
export const RETURN_FILTERS = {
  order: ordersFilter("order_id", orderIdsSql),
  providerOrder: orderNamed,
  shopifyOrder: orderNamed,
  provider: { types: ["text"], match: (name) => `lower(provider) = ${name}` },
  tracker: keyFilter(TABLE, "return.tracking"),
  email: columnFilter("text", (key) => `customer_id = ${customerIdSql(STORE, key)}`),
  customer: columnFilter("text", isOfCustomer),
  sku: keyFilter(TABLE, "return.sku"),
  reason: { types: ["text"], match: hasReason },
  withoutReason: { types: ["text"], match: hasReason },
  // Each status has its part of an index in order.
  status: {
    types: ["text[]"],
    match: (statuses) => `status = any(${statuses})`,
    stream: ({ newest }, statuses) => `select part.at, part.id from unnest(${statuses}) as wanted (status)
      cross join lateral (${newest("status = wanted.status")}) as part`,
  },
  updated: {
    types: ["timestamptz", "timestamptz"],
    match: updatedWithin,
    stream: ({ unordered }, from, until) => unordered(updatedWithin(from, until), "updated_at desc"),
    isUnordered: true,
  },
  // The last two together: each status has its part of an index.
  updatedStatus: {
    types: ["text[]", "timestamptz", "timestamptz"],
    match: (statuses, from, until) => `(status = any(${statuses}) and ${updatedWithin(from, until)})`,
    stream: ({ unordered }, statuses, from, until) => {
      const ofStatus = `status = wanted.status and ${updatedWithin(from, until)}`;
      return `select part.at, part.id from unnest(${statuses}) as wanted (status)
        cross join lateral (${unordered(ofStatus, "updated_at desc")}) as part`;
    },
    isUnordered: true,
  },
} satisfies Record<string, ListFilter>;

const BY_CREATION = "created_at desc, id desc";
const KEY_COLUMNS = "updated_at as at, id";
const fewNamed = otherOrderOrdersFilter("order_id", namedOrdersSql, BY_CREATION);
const few = ({ types, match }: ListFilter) => otherOrderFilter(types, match, BY_CREATION);

/** The filters by the last change: in its order they are the bounds of the list. */
type Changed = "updated" | "updatedStatus";

/** The filters of the lists in the order of the last change: only those of each status are in this order. */
export const CHANGED_FILTERS = {
  order: otherOrderOrdersFilter("order_id", orderIdsSql, BY_CREATION),
  providerOrder: fewNamed,
  shopifyOrder: fewNamed,
  provider: RETURN_FILTERS.provider,
  tracker: otherOrderKeyFilter(TABLE, "return.tracking", KEY_COLUMNS),
  email: few(RETURN_FILTERS.email),
  customer: few(RETURN_FILTERS.customer),
  sku: otherOrderKeyFilter(TABLE, "return.sku", KEY_COLUMNS),
  reason: RETURN_FILTERS.reason,
  withoutReason: RETURN_FILTERS.withoutReason,
  status: RETURN_FILTERS.status,
  created: otherOrderFilter(
    ["timestamptz", "timestamptz"],
    (from, until) => `(created_at >= ${from} and created_at < ${until})`,
    BY_CREATION,
  ),
} satisfies Record<string, ListFilter> & Record<Exclude<keyof typeof RETURN_FILTERS, Changed>, ListFilter>;

type Names = keyof typeof RETURN_FILTERS | keyof typeof CHANGED_FILTERS;

/** Returns the values of the filters that a request has, and undefined for each other one. */
export function valuesOf(filter: ReturnFilter): Record<Names, unknown[] | undefined> {
  const { order, provider_order_name, shopify_order_name, email, sku, reason, status, tracking_number } =
    filter;
  const given = <Value>(value: Value | undefined, of: (value: Value) => unknown = (value) => value) =>
    value === undefined ? undefined : [of(value)];
  const updated = rangeIn(filter.updated_at_min, filter.updated_at_max);
  const statuses = given(status, (status) => [...new Set([status].flat())]);
  return {
    order: given(order),
    providerOrder: given(provider_order_name),
    shopifyOrder: given(shopify_order_name),
    provider: given(shopify_order_name, () => "shopify"),
    tracker: given(tracking_number, searchKey),
    email: given(email, emailKey),
    customer: given(filter.customer_id),
    sku: given(sku, searchKey),
    reason: given(reason),
    withoutReason: given(filter.without_reason, () => ""),
    status: statuses,
    updated,
    updatedStatus: statuses && updated && [...statuses, ...updated],
    created: rangeIn(filter.created_at_min, filter.created_at_max),
  };
}

function rangeIn(from: string | undefined, until: string | undefined): string[] | undefined {
  return from || until ? [instant(from) ?? "-infinity", instant(until) ?? "infinity"] : undefined;
}

/** An empty key is that of no row. */
function searchKey(field: string): string {
  return searchKeyOf(field) ?? "";
}

function instant(text: string | undefined): string | undefined {
  return text === undefined ? undefined : parseDateTime(text)?.toISOString();
}

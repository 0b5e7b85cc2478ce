import { OVERDUE_DAYS } from "../../../features/returns/bulk/schema.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import type { Status } from "../../../features/returns/status.ts";
import type { Store } from "../../../features/stores/schema.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { reasonText } from "../components/api-words.ts";
import { linkButton } from "../components/button.ts";
import { emptyState } from "../components/empty-state.ts";
import { shortName } from "../components/person-name.ts";
import { type Column, table } from "../components/table.ts";
import { productCell } from "../components/thumb.ts";
import { ago, waitingSince } from "../components/time.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { compensation } from "./compensation.ts";
import { type Products, productsOf } from "./items.ts";
import { statusBadge } from "./statuses.ts";

/** `hasNext` says that further pages may have what these rows lack. */
type Options = {
  isFiltered: boolean;
  canSelect?: boolean;
  hasNext?: boolean;
  isDense?: boolean;
  /** Whether all are of one customer, who is named beside the table. */
  isOfOne?: boolean;
  /** Of the returns, for names and pictures of products. */
  orders?: readonly ReturnOrder[];
  sorted?: { url: URL; by: string };
  /** When what waits for the store is marked. */
  limits?: Store["waiting"] | undefined;
};

/** Returns a table of returns, each a link to its page; with check boxes for what is done to several. */
export function returnsTable(
  visit: Visit,
  returns: readonly Return[],
  {
    isFiltered,
    canSelect,
    hasNext = false,
    isDense = false,
    isOfOne = false,
    orders = [],
    sorted,
    limits,
  }: Options,
): Markup {
  const select: Column<Return> = {
    title: say("Select"),
    kind: "select",
    head: html`<input type="checkbox" class="needs-script" data-all aria-label="${say("Select all shown")}">`,
    cell: ({ id, order }) =>
      html`<input type="checkbox" name="id" value="${id}" aria-label="${say("Select the return of order {order}", { order: order.name })}">`,
  };
  return table({
    ...{ label: say("Returns"), isDense, ...(sorted && { sorted }) },
    rows: returns,
    empty: hasNext
      ? emptyState(say("No returns match so far"), say("Older ones may be on the next page."))
      : empty(visit, isFiltered),
    columns: [...(canSelect ? [select] : []), ...columns(visit, productsOf(orders), { limits, isOfOne })],
  });
}

function columns(
  visit: Visit,
  products: Products,
  { limits, isOfOne }: Pick<Options, "limits" | "isOfOne">,
): Column<Return>[] {
  const { base, ctx } = visit;
  const customer: Column<Return> = { title: say("Customer"), cell: ({ source }) => shortName(source) };
  return [
    {
      title: say("Order"),
      kind: "main",
      cell: ({ id, order }) => html`<a href="${base + at`/returns/${id}`}"><bdi>${order.name}</bdi></a>`,
    },
    ...(isOfOne ? [] : [customer]),
    { title: say("Status"), cell: ({ status }) => statusBadge(status) },
    { title: say("Items"), cell: ({ items }) => itemsCell(visit, items, products) },
    { title: say("Refund"), kind: "number", cell: compensation },
    { title: say("Created"), sorts: CREATED, cell: ({ createdAt }) => ago(createdAt, ctx.now()) },
    { title: say("Changed"), sorts: CHANGED, cell: (shown) => age(shown, ctx.now(), limits) },
  ];
}

const CREATED = { ascending: "created_at", descending: "-created_at", first: "descending" } as const;
const CHANGED = { ascending: "updated_at", descending: "-updated_at", first: "ascending" } as const;

/** What waits for the store. */
const WAITING: readonly Status[] = ["needs_review", "in_review", "flagged", "delivered", "pre_shipment"];
const ON_ITS_WAY = { soonDays: OVERDUE_DAYS, lateDays: Number.POSITIVE_INFINITY };

function age({ status, updatedAt }: Return, now: Date, limits: Options["limits"]): Markup {
  if (limits && WAITING.includes(status)) return waitingSince(updatedAt, now, limits);
  return status === "in_transit" ? waitingSince(updatedAt, now, ON_ITS_WAY) : ago(updatedAt, now);
}

function itemsCell(visit: Visit, items: Return["items"], products: Products): Content {
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const reasons = [...new Set(items.map(({ reason }) => reason).filter(Boolean))];
  const more = reasons.length > 1 ? ` +${reasons.length - 1}` : "";
  const product = products.get(items[0]?.orderItem.id ?? "");
  const words = html`${say("{count} unit | {count} units", { count: units })}<small class="clip"><bdi>${reasonText(reasons[0] ?? "")}</bdi>${more}</small>`;
  return productCell(visit, product, words, { isNamed: false });
}

function empty({ base, offers }: Visit, isFiltered: boolean): Markup {
  if (isFiltered)
    return emptyState(say("No returns match"), say("Nothing has these properties at the moment."));
  const create = offers("/returns/new")
    ? linkButton(say("Create return"), `${base}/returns/new`, "primary")
    : undefined;
  return emptyState(
    say("No returns yet"),
    say("They appear here as soon as a customer, a program or you create one."),
    create,
  );
}

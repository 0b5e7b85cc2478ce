import type { Return } from "../../../features/returns/schema.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { linkButton } from "../components/button.ts";
import { emptyState } from "../components/empty-state.ts";
import { personName } from "../components/person-name.ts";
import { type Column, table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { Visit } from "../page.ts";
import { compensation } from "./compensation.ts";
import { statusBadge } from "./statuses.ts";

/** `hasNext` says that further pages may have what these rows lack. */
type Options = { isFiltered: boolean; canSelect?: boolean; hasNext?: boolean; isDense?: boolean };

/** Returns a table of returns, each a link to its page; with check boxes for what is done to several. */
export function returnsTable(
  visit: Visit,
  returns: readonly Return[],
  { isFiltered, canSelect, hasNext = false, isDense = false }: Options,
): Markup {
  const select: Column<Return> = {
    title: "Select",
    kind: "select",
    head: html`<input type="checkbox" class="needs-script" data-all aria-label="Select all shown">`,
    cell: ({ id, order }) =>
      html`<input type="checkbox" name="id" value="${id}" aria-label="${`Select the return of order ${order.name}`}">`,
  };
  return table({
    ...{ label: "Returns", isDense },
    rows: returns,
    empty: hasNext
      ? emptyState("No returns match so far", "Older ones may be on the next page.")
      : empty(visit, isFiltered),
    columns: [...(canSelect ? [select] : []), ...columns(visit)],
  });
}

function columns({ base, ctx }: Visit): Column<Return>[] {
  return [
    {
      title: "Order",
      kind: "main",
      cell: ({ id, order }) => html`<a href="${base + at`/returns/${id}`}"><bdi>${order.name}</bdi></a>`,
    },
    { title: "Customer", cell: ({ source }) => personName(source) },
    { title: "Status", cell: ({ status }) => statusBadge(status) },
    { title: "Items", cell: ({ items }) => itemsCell(items) },
    { title: "Refund", kind: "number", cell: compensation },
    { title: "Created", cell: ({ createdAt }) => ago(createdAt, ctx.now()) },
    { title: "Changed", cell: ({ updatedAt }) => ago(updatedAt, ctx.now()) },
  ];
}

function itemsCell(items: Return["items"]): Content {
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const reasons = [...new Set(items.map(({ reason }) => reason).filter(Boolean))];
  const more = reasons.length > 1 ? ` +${reasons.length - 1}` : "";
  return html`${units} ${units === 1 ? "unit" : "units"}<small class="clip"><bdi>${reasons[0] ?? ""}</bdi>${more}</small>`;
}

function empty({ base, offers }: Visit, isFiltered: boolean): Markup {
  if (isFiltered) return emptyState("No returns match", "Nothing has these properties at the moment.");
  const create = offers("/returns/new")
    ? linkButton("Create return", `${base}/returns/new`, "primary")
    : undefined;
  return emptyState(
    "No returns yet",
    "They appear here as soon as a customer, a program or you create one.",
    create,
  );
}

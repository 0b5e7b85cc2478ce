import { attributes, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { PLACE } from "./filters.ts";

export type Column<Row> = {
  title: Label;
  cell(row: Row): Content;
  /** Numbers and money stand at the right; a `main` cell names its row; `actions` hold buttons. */
  kind?: "main" | "number" | "actions" | "select";
  /** What exactly a number of the column counts, for those who point at its title. */
  counts?: Label;
  /** What stands in the head instead of the title. */
  head?: Markup;
  /** The values of the address's `sort` for both directions, where an index has the rows in this order. */
  sorts?: Sorts;
};

/** `first` is the direction that the head leads to before it turns the order. */
type Sorts = { ascending: string; descending: string; first: "ascending" | "descending" };

type Options<Row> = {
  /** What the table lists, for screen readers. */
  label: Label;
  columns: Column<Row>[];
  rows: readonly Row[];
  /** Shown instead of a table without rows. */
  empty: Markup;
  /** Whether each row stands in one line where there is room. */
  isDense?: boolean;
  /** Whether a row is no longer of interest. */
  isDim?: (row: Row) => boolean;
  /** The address of the list, and the order that it has; needed by columns with `sorts`. */
  sorted?: { url: URL; by: string };
};

/** Returns a table; on small screens each row becomes a card with the column's title before each value. */
export function table<Row>({ label, columns, rows, empty, isDense, isDim, sorted }: Options<Row>): Markup {
  if (rows.length === 0) return empty;
  const heads = columns.map(({ title, kind, head, sorts, counts }) =>
    sorts && sorted
      ? sortHead({ title, kind, sorts }, sorted)
      : head
        ? html`<th scope="col" class="${kind ?? ""}">${head}</th>`
        : kind === "actions"
          ? html`<th scope="col" class="actions"><span class="hidden">${title}</span></th>`
          : html`<th scope="col" class="${kind ?? ""}" ${attributes({ title: counts })}>${title}</th>`,
  );
  const body = rows.map((row) => {
    const cells = columns.map(({ title, kind, cell }) =>
      kind === "main"
        ? html`<th scope="row" class="main">${cell(row)}</th>`
        : html`<td class="${kind ?? ""}" data-title="${title}"><div class="cell">${cell(row)}</div></td>`,
    );
    return html`<tr class="${isDim?.(row) ? "dim" : ""}">${cells}</tr>`;
  });
  return html`<div class="table-frame"><table class="${isDense ? "dense" : ""}" aria-label="${label}">
    <thead><tr>${heads}</tr></thead>
    <tbody>${body}</tbody>
  </table></div>`;
}

type SortHead = { title: Label; kind: string | undefined; sorts: Sorts };

/** Returns the head of a column that leads to the list in its order, and turns it. */
function sortHead({ title, kind, sorts }: SortHead, { url, by }: { url: URL; by: string }): Markup {
  const direction = by === sorts.ascending ? "ascending" : by === sorts.descending ? "descending" : undefined;
  const turned = direction === "ascending" ? "descending" : "ascending";
  const query = new URLSearchParams(url.searchParams);
  for (const name of PLACE) query.delete(name);
  query.set("sort", sorts[direction === undefined ? sorts.first : turned]);
  const state = attributes({ "aria-sort": direction });
  return html`<th scope="col" class="${kind ?? ""}" ${state}><a class="sort" href="${`${url.pathname}?${query}`}">${title}</a></th>`;
}

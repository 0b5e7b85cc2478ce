import { type Content, html, type Label, type Markup } from "../../pages/html.ts";

export type Column<Row> = {
  title: Label;
  cell(row: Row): Content;
  /** Numbers and money stand at the right; a `main` cell names its row; `actions` hold buttons. */
  kind?: "main" | "number" | "actions" | "select";
  /** What stands in the head instead of the title. */
  head?: Markup;
};

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
};

/** Returns a table; on small screens each row becomes a card with the column's title before each value. */
export function table<Row>({ label, columns, rows, empty, isDense, isDim }: Options<Row>): Markup {
  if (rows.length === 0) return empty;
  const heads = columns.map(({ title, kind, head }) =>
    head
      ? html`<th scope="col" class="${kind ?? ""}">${head}</th>`
      : kind === "actions"
        ? html`<th scope="col" class="actions"><span class="hidden">${title}</span></th>`
        : html`<th scope="col" class="${kind ?? ""}">${title}</th>`,
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

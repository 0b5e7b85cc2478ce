import { type Content, html, type Markup } from "../../pages/html.ts";
import { badge } from "./badge.ts";
import { card } from "./card.ts";
import { bar } from "./chart.ts";
import { numberText } from "./count.ts";
import { table } from "./table.ts";

/** A file that is imported, and how much of it is done, in lines or orders. */
type ImportProgress = {
  status: "queued" | "running" | "done" | "failed";
  broken: number;
  done: number;
  total: number;
  unit: "line" | "order";
};

export function isUnfinished({ status }: Pick<ImportProgress, "status">): boolean {
  return status === "queued" || status === "running";
}

/** Returns what becomes of an import, and how far it has come. */
export function importState({ status, broken, done, total, unit }: ImportProgress): Content {
  if (status === "done") return broken > 0 ? badge("Done in part", "warn") : badge("Done", "good");
  if (status === "queued") return badge("Waiting", "info");
  const progress = html`<small>${numberText(done)} of ${numberText(total)} ${total === 1 ? unit : `${unit}s`}</small>`;
  if (status === "failed") return html`${badge("Failed", "bad")}${progress}`;
  return html`${badge("Being imported", "info")}${bar("progress", total === 0 ? 0 : done / total)}${progress}`;
}

type SkippedLine = { line: number; column?: string | null; detail: string };

/** Returns the errors of an import's lines, with the address of the file of all; undefined if it has none. */
export function skippedLines(
  errors: SkippedLine[],
  { broken, href }: { broken: number; href: string },
): Markup | undefined {
  if (errors.length === 0) return undefined;
  const hasColumns = errors.some(({ column }) => column !== undefined);
  const faults = table({
    label: "Lines that were skipped",
    rows: errors,
    empty: html``,
    columns: [
      { title: "Line", kind: "main", cell: ({ line }) => numberText(line) },
      ...(hasColumns
        ? [{ title: "Column", cell: ({ column }: SkippedLine) => html`<bdi>${column ?? ""}</bdi>` }]
        : []),
      { title: "What is wrong", cell: ({ detail }) => html`<bdi>${detail}</bdi>` },
    ],
  });
  return card(
    html`${faults}${broken > errors.length && html`<p class="help">The first ${errors.length} of ${numberText(broken)}.</p>`}`,
    {
      title: "Skipped lines",
      actions: html`<a class="button plain" href="${href}" hx-boost="false" download>Download CSV</a>`,
    },
  );
}

import { type Content, html, type Markup } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";
import { badge } from "./badge.ts";
import { card } from "./card.ts";
import { bar } from "./chart.ts";
import { number } from "./count.ts";
import { table } from "./table.ts";

/** A file that is imported, and how much of it is done, in lines or orders. */
export type ImportProgress = {
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
  if (status === "done") return broken > 0 ? badge(say("Done in part"), "warn") : badge(say("Done"), "good");
  if (status === "queued") return badge(say("Waiting"), "info");
  const progress = html`<small>${say(unit === "line" ? "{done} of {count} line | {done} of {count} lines" : "{done} of {count} order | {done} of {count} orders", { done, count: total })}</small>`;
  if (status === "failed") return html`${badge(say("Failed"), "bad")}${progress}`;
  return html`${badge(say("Being imported"), "info")}${bar("progress", total === 0 ? 0 : done / total)}${progress}`;
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
    label: say("Lines that were skipped"),
    rows: errors,
    empty: html``,
    columns: [
      { title: say("Line"), kind: "main", cell: ({ line }) => number(line) },
      ...(hasColumns
        ? [{ title: say("Column"), cell: ({ column }: SkippedLine) => html`<bdi>${column ?? ""}</bdi>` }]
        : []),
      { title: say("What is wrong"), cell: ({ detail }) => html`<bdi>${detail}</bdi>` },
    ],
  });
  return card(
    html`${faults}${broken > errors.length && html`<p class="help">${say("The first {length} of {broken}.", { length: errors.length, broken: broken })}</p>`}`,
    {
      title: say("Skipped lines"),
      actions: html`<a class="button plain" href="${href}" hx-boost="false" download>${say("Download CSV")}</a>`,
    },
  );
}

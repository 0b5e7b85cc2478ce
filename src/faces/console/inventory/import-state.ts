import type { StockImport } from "../../../features/inventory/imports/schema.ts";
import { type Content, html } from "../../pages/html.ts";
import { badge } from "../components/badge.ts";
import { bar } from "../components/chart.ts";
import { numberText } from "../components/count.ts";

export function isUnfinished({ status }: Pick<StockImport, "status">): boolean {
  return status === "queued" || status === "running";
}

/** Returns what becomes of an import, and how far it has come. */
export function importState({ status, broken, lines_done: done, lines_total: total }: StockImport): Content {
  if (status === "done") return broken > 0 ? badge("Done in part", "warn") : badge("Done", "good");
  if (status === "queued") return badge("Waiting", "info");
  const progress = html`<small>${numberText(done)} of ${numberText(total)} ${total === 1 ? "line" : "lines"}</small>`;
  if (status === "failed") return html`${badge("Failed", "bad")}${progress}`;
  return html`${badge("Being imported", "info")}${bar("progress", total === 0 ? 0 : done / total)}${progress}`;
}

import type { StoreExport } from "../../../features/warehouse/exports/schema.ts";
import { beginOfDay, endOfDay, isDay } from "../../../lib/local-days.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { bar } from "../components/chart.ts";
import { numberText } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { form } from "../components/form.ts";
import { pager } from "../components/pager.ts";
import { polledPart } from "../components/polled-part.ts";
import { table } from "../components/table.ts";
import { ago, dayOf } from "../components/time.ts";
import type { ConsolePage, View, Visit } from "../page.ts";

/** What starting and deleting an export needs. */
const WRITING = "returns_write";

/** Files of the ASN report: started, watched, cancelled and fetched. */
export const exportsPage: ConsolePage = {
  path: "/exports",
  needs: "returns_read",
  show: (visit, state) => exportsView(visit, stateOf(state, "start")),
  acts: {
    start: {
      needs: WRITING,
      run: async ({ api, store }, input) => {
        const from = edgeOf(input.get("from"), "first", store.timeZone);
        const to = edgeOf(input.get("to"), "last", store.timeZone);
        await api.post(at`/stores/${store.storeId}/asn-exports`, {
          ...(from && { from }),
          ...(to && { to }),
          format: input.get("format"),
        });
        return { to: "/exports", notice: "The export is being written." };
      },
    },
    delete: {
      needs: WRITING,
      run: async ({ api, store }, input) => {
        await api.delete(at`/stores/${store.storeId}/asn-exports/${input.get("export")}`);
        return { to: "/exports", notice: "Deleted." };
      },
    },
  },
};

/** The file of an export. */
export const exportFilePage: ConsolePage = {
  path: "/exports/:exportId/file",
  section: "/exports",
  needs: "returns_read",
  show: ({ api, store, params }) =>
    api.fetch(at`/stores/${store.storeId}/asn-exports/${params.exportId ?? ""}/file`),
};

async function exportsView(visit: Visit, state: FormState): Promise<View> {
  const { api, store, url } = visit;
  const { body, next } = await api.list<{ exports: StoreExport[] }>(
    at`/stores/${store.storeId}/asn-exports`,
    { cursor: filterOf(url, "after"), size: 20 },
  );
  const isBusy = body.exports.some(({ status }) => status === "queued" || status === "running");
  const listed = html`${exportsTable(visit, body.exports)}${pager(url, next)}`;
  return {
    title: "Exports",
    isBusy,
    lead: "The ASN report as a file: a line for each returned unit, for warehouses.",
    body: html`${visit.can(WRITING) && card(startForm(visit, state), { title: "New export" })}
      <div class="section-gap">${polledPart(visit, "exports", listed, isBusy)}</div>`,
  };
}

function startForm(visit: Visit, state: FormState): Markup {
  return form(visit, {
    ...{ act: "start", state, inRow: true },
    fields: [
      { type: "date", name: "from", label: "From", help: "By default a week ago." },
      { type: "date", name: "to", label: "To", help: "By default today." },
      {
        ...{ type: "select", name: "format", label: "Format", value: "csv", required: true },
        options: [
          { value: "csv", title: "CSV, for spreadsheets" },
          { value: "jsonl", title: "JSON lines, for programs" },
        ],
      },
    ],
    buttons: button("Start export", { look: "primary" }),
  });
}

function exportsTable(visit: Visit, exports: StoreExport[]): Markup {
  const now = visit.ctx.now();
  return table({
    label: "Exports",
    isDense: true,
    rows: exports,
    empty: emptyState("No exports yet", "Start one above: its file can be fetched here for a week."),
    columns: [
      {
        title: "Report",
        kind: "main",
        cell: ({ from, to, format }) =>
          html`${dayOf(from)} to ${dayOf(to)}<small>${format.toUpperCase()}</small>`,
      },
      { title: "State", cell: stateCell },
      { title: "Started", cell: ({ createdAt }) => ago(createdAt, now) },
      { title: "Actions", kind: "actions", cell: (row) => actionsCell(visit, row) },
    ],
  });
}

function stateCell({ status, rowsDone, rowsTotal }: StoreExport): Content {
  if (status === "failed") return badge("Failed", "bad");
  if (status === "ready") return html`${badge("Ready", "good")}<small>${lines(rowsDone)}</small>`;
  if (status === "queued") return badge("Waiting", "info");
  return html`${badge("Being written", "info")}${bar("progress", rowsTotal === 0 ? 0 : rowsDone / rowsTotal)}
    <small>${numberText(rowsDone)} of ${lines(rowsTotal)}</small>`;
}

function lines(count: number): string {
  return `${numberText(count)} ${count === 1 ? "line" : "lines"}`;
}

function actionsCell(visit: Visit, { id, status, from, to, format }: StoreExport): Markup {
  const isUnfinished = status === "queued" || status === "running";
  const remove = actButton(visit, {
    ...{ act: "delete", text: isUnfinished ? "Cancel" : "Delete", look: "danger", hidden: { export: id } },
    confirm: isUnfinished
      ? { title: "Cancel the export?", text: "What has been written of it is deleted." }
      : { title: "Delete the file?", text: "The same report can be exported again." },
  });
  const mayWrite = visit.can(WRITING);
  const href = visit.base + at`/exports/${id}/file`;
  const again = actButton(visit, { act: "start", text: "Try again", hidden: { from, to, format } });
  return html`${mayWrite && status === "failed" && again}${status === "ready" && html`<a class="button plain" href="${href}" hx-boost="false" download>Download</a>`}${mayWrite && remove}`;
}

/** Returns the first or the last second of a day of the store; what isn't a day is sent on as it is. */
function edgeOf(text: string, edge: "first" | "last", timeZone: string): string {
  if (!isDay(text)) return text;
  const day = Temporal.PlainDate.from(text);
  if (edge === "first") return beginOfDay(day, timeZone) ?? text;
  const end = endOfDay(day, timeZone);
  return end === null ? text : new Date(Date.parse(end) - 1_000).toISOString();
}

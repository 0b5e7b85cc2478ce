import type { StoreExport } from "../../../features/warehouse/exports/schema.ts";
import { beginOfDay, endOfDay, isDay } from "../../../lib/local-days.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { bar } from "../components/chart.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { form } from "../components/form.ts";
import { pager } from "../components/pager.ts";
import { polledPart } from "../components/polled-part.ts";
import { table } from "../components/table.ts";
import { ago, dayOf } from "../components/time.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

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
        return { to: "/exports", notice: say("The export is being written.") };
      },
    },
    delete: {
      needs: WRITING,
      run: async ({ api, store }, input) => {
        await api.delete(at`/stores/${store.storeId}/asn-exports/${input.get("export")}`);
        return { to: "/exports", notice: say("Deleted.") };
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
  const listed = html`${exportsTable(visit, body.exports)}${pager(url, next, { rows: body.exports.length })}`;
  return {
    title: say("Exports"),
    isBusy,
    lead: say("The ASN report as a file: a line for each returned unit, for warehouses."),
    body: html`${visit.can(WRITING) && card(startForm(visit, state), { title: say("New export") })}
      <div class="section-gap">${polledPart(visit, "exports", listed, isBusy)}</div>`,
  };
}

function startForm(visit: Visit, state: FormState): Markup {
  return form(visit, {
    ...{ act: "start", state, inRow: true },
    fields: [
      { type: "date", name: "from", label: say("From"), help: say("By default a week ago.") },
      { type: "date", name: "to", label: say("To#day"), help: say("By default today.") },
      {
        ...{ type: "select", name: "format", label: say("Format"), value: "csv", required: true },
        options: [
          { value: "csv", title: say("CSV, for spreadsheets") },
          { value: "jsonl", title: say("JSON lines, for programs") },
        ],
      },
    ],
    buttons: button(say("Start export"), { look: "primary" }),
  });
}

function exportsTable(visit: Visit, exports: StoreExport[]): Markup {
  const now = visit.ctx.now();
  return table({
    label: say("Exports"),
    isDense: true,
    rows: exports,
    empty: emptyState(
      say("No exports yet"),
      say("Start one above: its file can be fetched here for a week."),
    ),
    columns: [
      {
        title: say("Report"),
        kind: "main",
        cell: ({ from, to, format }) =>
          html`${say("{from} to {to}", { from: dayOf(from), to: dayOf(to) })}<small>${format.toUpperCase()}</small>`,
      },
      { title: say("State"), cell: stateCell },
      { title: say("Started"), cell: ({ createdAt }) => ago(createdAt, now) },
      { title: say("Actions"), kind: "actions", cell: (row) => actionsCell(visit, row) },
    ],
  });
}

function stateCell({ status, rowsDone, rowsTotal }: StoreExport): Content {
  if (status === "failed") return badge(say("Failed"), "bad");
  if (status === "ready")
    return html`${badge(say("Ready"), "good")}<small>${say("{count} line | {count} lines", { count: rowsDone })}</small>`;
  if (status === "queued") return badge(say("Waiting"), "info");
  return html`${badge(say("Being written"), "info")}${bar("progress", rowsTotal === 0 ? 0 : rowsDone / rowsTotal)}
    <small>${say("{done} of {count} line | {done} of {count} lines", { done: rowsDone, count: rowsTotal })}</small>`;
}

function actionsCell(visit: Visit, { id, status, from, to, format }: StoreExport): Markup {
  const isUnfinished = status === "queued" || status === "running";
  const remove = actButton(visit, {
    ...{
      act: "delete",
      text: isUnfinished ? say("Cancel") : say("Delete"),
      look: "danger",
      hidden: { export: id },
    },
    confirm: isUnfinished
      ? { title: say("Cancel the export?"), text: say("What has been written of it is deleted.") }
      : { title: say("Delete the file?"), text: say("The same report can be exported again.") },
  });
  const mayWrite = visit.can(WRITING);
  const href = visit.base + at`/exports/${id}/file`;
  const again = actButton(visit, { act: "start", text: say("Try again"), hidden: { from, to, format } });
  return html`${mayWrite && status === "failed" && again}${status === "ready" && html`<a class="button plain" href="${href}" hx-boost="false" download>${say("Download")}</a>`}${mayWrite && remove}`;
}

/** Returns the first or the last second of a day of the store; what isn't a day is sent on as it is. */
function edgeOf(text: string, edge: "first" | "last", timeZone: string): string {
  if (!isDay(text)) return text;
  const day = Temporal.PlainDate.from(text);
  if (edge === "first") return beginOfDay(day, timeZone) ?? text;
  const end = endOfDay(day, timeZone);
  return end === null ? text : new Date(Date.parse(end) - 1_000).toISOString();
}

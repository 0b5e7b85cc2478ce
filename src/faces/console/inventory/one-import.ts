import type { StockImportWithErrors } from "../../../features/inventory/imports/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { number } from "../components/count.ts";
import { importState, isUnfinished, skippedLines } from "../components/import-state.ts";
import { polledPart } from "../components/polled-part.ts";
import { tile, tiles } from "../components/tile.ts";
import { ago, exactTime } from "../components/time.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

/** One import of stock: how far it has come, and which lines were skipped. */
export const oneImportPage: ConsolePage = {
  path: "/inventory/imports/:importId",
  section: "/inventory",
  needs: "inventory_read",
  show: async (visit) => {
    const { import: shown } = await visit.api.get<{ import: StockImportWithErrors }>(pathOf(visit));
    const isBusy = isUnfinished(shown);
    return {
      title: say("Stock import"),
      isBusy,
      lead: html`${say("started {moment} by {person}", { moment: ago(shown.created_at, visit.ctx.now()), person: html`<bdi>${shown.by}</bdi>` })}`,
      parents: [
        { title: say("Inventory"), path: "/inventory" },
        ...(visit.can("inventory_write") ? [{ title: say("Import stock"), path: "/inventory/import" }] : []),
      ],
      body: polledPart(visit, "import", importPart(visit, shown), isBusy),
    };
  },
  acts: {
    resume: {
      needs: "inventory_write",
      run: async (visit) => {
        await visit.api.post(`${pathOf(visit)}/resume`);
        return {
          to: at`/inventory/imports/${visit.params.importId ?? ""}`,
          notice: say("The import goes on."),
        };
      },
    },
  },
};

/** All errors of an import as a file. */
export const importErrorsPage: ConsolePage = {
  path: "/inventory/imports/:importId/errors.csv",
  section: "/inventory",
  needs: "inventory_read",
  show: (visit) => visit.api.fetch(`${pathOf(visit)}/errors.csv`),
};

function pathOf({ store, params }: Visit): string {
  return at`/stores/${store.storeId}/inventory-imports/${params.importId ?? ""}`;
}

function importPart(visit: Visit, shown: StockImportWithErrors): Markup {
  const { status, changed, broken, lines_total: total, lines_done: done, finished_at: finishedAt } = shown;
  const failed =
    status === "failed" &&
    html`<p class="lead">${say("The first {done} of {total} lines were read; the others were not.", { done, total })}
      ${visit.can("inventory_write") && actButton(visit, { act: "resume", text: say("Go on"), look: "primary" })}</p>`;
  return html`<div class="stack">
    <p class="state">${importState({ ...shown, done, total, unit: "line" })}${finishedAt !== null && html`<span>${exactTime(finishedAt)}</span>`}</p>
    ${failed}
    ${tiles([
      tile({ name: say("Lines read"), value: number(done), note: say("of {total}", { total }) }),
      tile({ name: say("Levels changed"), value: number(changed), href: `${visit.base}/inventory` }),
      tile({ name: say("Lines skipped"), value: number(broken), tone: broken > 0 ? "bad" : undefined }),
    ])}
    ${skippedLines(shown.errors, { broken, href: visit.base + at`/inventory/imports/${shown.id}/errors.csv` })}
  </div>`;
}

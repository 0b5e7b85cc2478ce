import type { StockImportWithErrors } from "../../../features/inventory/imports/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { numberText } from "../components/count.ts";
import { importState, isUnfinished, skippedLines } from "../components/import-state.ts";
import { polledPart } from "../components/polled-part.ts";
import { tile, tiles } from "../components/tile.ts";
import { ago, exactTime } from "../components/time.ts";
import type { ConsolePage, Visit } from "../page.ts";

/** One import of stock: how far it has come, and which lines were skipped. */
export const oneImportPage: ConsolePage = {
  path: "/inventory/imports/:importId",
  section: "/inventory",
  needs: "inventory_read",
  show: async (visit) => {
    const { import: shown } = await visit.api.get<{ import: StockImportWithErrors }>(pathOf(visit));
    const isBusy = isUnfinished(shown);
    return {
      title: "Stock import",
      isBusy,
      lead: html`started ${ago(shown.created_at, visit.ctx.now())} by <bdi>${shown.by}</bdi>`,
      parents: [
        { title: "Inventory", path: "/inventory" },
        ...(visit.can("inventory_write") ? [{ title: "Import stock", path: "/inventory/import" }] : []),
      ],
      body: polledPart(visit, "import", importPart(visit, shown), isBusy),
    };
  },
  acts: {
    resume: {
      needs: "inventory_write",
      run: async (visit) => {
        await visit.api.post(`${pathOf(visit)}/resume`);
        return { to: at`/inventory/imports/${visit.params.importId ?? ""}`, notice: "The import goes on." };
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
    html`<p class="lead">The first ${numberText(done)} of ${numberText(total)} lines were read; the others were not.
      ${visit.can("inventory_write") && actButton(visit, { act: "resume", text: "Go on", look: "primary" })}</p>`;
  return html`<div class="stack">
    <p class="state">${importState({ ...shown, done, total, unit: "line" })}${finishedAt !== null && html`<span>${exactTime(finishedAt)}</span>`}</p>
    ${failed}
    ${tiles([
      tile({ name: "Lines read", value: numberText(done), note: `of ${numberText(total)}` }),
      tile({ name: "Levels changed", value: numberText(changed), href: `${visit.base}/inventory` }),
      tile({ name: "Lines skipped", value: numberText(broken), tone: broken > 0 ? "bad" : undefined }),
    ])}
    ${skippedLines(shown.errors, { broken, href: visit.base + at`/inventory/imports/${shown.id}/errors.csv` })}
  </div>`;
}

import type { OrderImportWithErrors } from "../../../features/orders/imports/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { numberText } from "../components/count.ts";
import { importState, isUnfinished, skippedLines } from "../components/import-state.ts";
import { polledPart } from "../components/polled-part.ts";
import { tile, tiles } from "../components/tile.ts";
import { ago, exactTime } from "../components/time.ts";
import type { ConsolePage, Visit } from "../page.ts";

/** One import of orders: how far it has come, and which lines were skipped. */
export const oneOrderImportPage: ConsolePage = {
  path: "/order-imports/:importId",
  section: "/orders",
  needs: "orders_read",
  show: async (visit) => {
    const { import: shown } = await visit.api.get<{ import: OrderImportWithErrors }>(pathOf(visit));
    const isBusy = isUnfinished(shown);
    return {
      title: "Order import",
      isBusy,
      lead: html`started ${ago(shown.createdAt, visit.ctx.now())} by <bdi>${shown.by}</bdi>`,
      parents: [
        { title: "Orders", path: "/orders" },
        ...(visit.can("orders_write") ? [{ title: "Import orders", path: "/order-imports" }] : []),
      ],
      body: polledPart(visit, "import", importPart(visit, shown), isBusy),
    };
  },
  acts: {
    resume: {
      needs: "orders_write",
      run: async (visit) => {
        await visit.api.post(`${pathOf(visit)}/resume`);
        return { to: at`/order-imports/${visit.params.importId ?? ""}`, notice: "The import goes on." };
      },
    },
  },
};

/** All errors of an import as a file. */
export const orderImportErrorsPage: ConsolePage = {
  path: "/order-imports/:importId/errors.csv",
  section: "/orders",
  needs: "orders_read",
  show: (visit) => visit.api.fetch(`${pathOf(visit)}/errors.csv`),
};

function pathOf({ store, params }: Visit): string {
  return at`/stores/${store.storeId}/order-imports/${params.importId ?? ""}`;
}

function importPart(visit: Visit, shown: OrderImportWithErrors): Markup {
  const { id, status, created, updated, unchanged, broken, errors, finishedAt } = shown;
  const { ordersTotal: total, ordersDone: done } = shown;
  const failed =
    status === "failed" &&
    html`<p class="lead">The first ${numberText(done)} of ${numberText(total)} orders were read; the others were not.
      ${visit.can("orders_write") && actButton(visit, { act: "resume", text: "Go on", look: "primary" })}</p>`;
  const href = visit.base + at`/order-imports/${id}/errors.csv`;
  return html`<div class="stack">
    <p class="state">${importState({ status, broken, done, total, unit: "order" })}${finishedAt !== null && html`<span>${exactTime(finishedAt)}</span>`}</p>
    ${failed}
    ${tiles([
      tile({ name: "Orders read", value: numberText(done), note: `of ${numberText(total)}` }),
      tile({ name: "Created", value: numberText(created), href: `${visit.base}/orders` }),
      tile({ name: "Updated", value: numberText(updated) }),
      tile({ name: "Unchanged", value: numberText(unchanged) }),
      tile({ name: "Left out", value: numberText(broken), tone: broken > 0 ? "bad" : undefined }),
    ])}
    ${skippedLines(errors, { broken, href })}
  </div>`;
}

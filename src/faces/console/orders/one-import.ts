import type { OrderImportWithErrors } from "../../../features/orders/imports/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { number } from "../components/count.ts";
import { importState, isUnfinished, skippedLines } from "../components/import-state.ts";
import { polledPart } from "../components/polled-part.ts";
import { tile, tiles } from "../components/tile.ts";
import { ago, exactTime } from "../components/time.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

/** One import of orders: how far it has come, and which lines were skipped. */
export const oneOrderImportPage: ConsolePage = {
  path: "/order-imports/:importId",
  section: "/orders",
  needs: "orders_read",
  show: async (visit) => {
    const { import: shown } = await visit.api.get<{ import: OrderImportWithErrors }>(pathOf(visit));
    const isBusy = isUnfinished(shown);
    return {
      title: say("Order import"),
      isBusy,
      lead: html`${say("started {moment} by {person}", { moment: ago(shown.createdAt, visit.ctx.now()), person: html`<bdi>${shown.by}</bdi>` })}`,
      parents: [
        { title: say("Orders"), path: "/orders" },
        ...(visit.can("orders_write") ? [{ title: say("Import orders"), path: "/order-imports" }] : []),
      ],
      body: polledPart(visit, "import", importPart(visit, shown), isBusy),
    };
  },
  acts: {
    resume: {
      needs: "orders_write",
      run: async (visit) => {
        await visit.api.post(`${pathOf(visit)}/resume`);
        return { to: at`/order-imports/${visit.params.importId ?? ""}`, notice: say("The import goes on.") };
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
    html`<p class="lead">${say("The first {done} of {total} orders were read; the others were not.", { done, total })}
      ${visit.can("orders_write") && actButton(visit, { act: "resume", text: say("Go on"), look: "primary" })}</p>`;
  const href = visit.base + at`/order-imports/${id}/errors.csv`;
  return html`<div class="stack">
    <p class="state">${importState({ status, broken, done, total, unit: "order" })}${finishedAt !== null && html`<span>${exactTime(finishedAt)}</span>`}</p>
    ${failed}
    ${tiles([
      tile({ name: say("Orders read"), value: number(done), note: say("of {total}", { total }) }),
      tile({ name: say("Created"), value: number(created), href: `${visit.base}/orders` }),
      tile({ name: say("Updated"), value: number(updated) }),
      tile({ name: say("Unchanged"), value: number(unchanged) }),
      tile({ name: say("Left out"), value: number(broken), tone: broken > 0 ? "bad" : undefined }),
    ])}
    ${skippedLines(errors, { broken, href })}
  </div>`;
}

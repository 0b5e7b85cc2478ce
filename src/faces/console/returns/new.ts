import type { Order } from "../../../features/orders/schema.ts";
import type { ReturnPreview } from "../../../features/returns/create/preview-schema.ts";
import type { SearchResult } from "../../../features/search/schema.ts";
import { invalid } from "../../../lib/problem.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { newFormKey, onceForForm } from "../../pages/once.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf, filters } from "../components/filters.ts";
import { table } from "../components/table.ts";
import { foundAbout, foundTitle } from "../found.ts";
import type { ConsolePage, Redirect, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { chosenItems, returnBody } from "./chosen-items.ts";
import { type Chosen, newReturnForm } from "./new-form.ts";
import { adviceOf } from "./policy-advice.ts";

/** Creates a return for a customer: find the order, choose the units, see what they are worth. */
export const newReturnPage: ConsolePage = {
  path: "/returns/new",
  section: "/returns",
  needs: "returns_write",
  show: newReturnView,
  acts: { create },
};

const PARENTS = [{ title: say("Returns"), path: "/returns" }];

async function newReturnView(visit: Visit, state: FormState): Promise<View> {
  const orderId = filterOf(visit.url, "order");
  if (orderId === undefined) return findView(visit);
  const { api, store } = visit;
  const path = at`/stores/${store.storeId}`;
  const [order, preview, advice] = await Promise.all([
    api.get<Order>(path + at`/orders/${orderId}`),
    api.post<ReturnPreview>(`${path}/returns/preview`, { data: { externalOrderId: orderId } }),
    adviceOf(visit, orderId),
  ]);
  return chooseView(visit, { order, lines: preview.lines, worth: undefined, advice }, state);
}

/** Without `create` pressed it only shows what the chosen units are worth. */
async function create(visit: Visit, form: Form): Promise<View | Redirect> {
  const { api, store, url } = visit;
  const orderId = filterOf(url, "order") ?? "";
  const path = at`/stores/${store.storeId}`;
  const order = await api.get<Order>(path + at`/orders/${orderId}`);
  const items = chosenItems(order, form);
  if (items.length === 0)
    throw invalid({ detail: "Say how many units of which line come back.", pointer: "/data/items" });
  if (form.get("next") === "create") {
    const headers = { "Idempotency-Key": newFormKey(form.get("key")) };
    const body = returnBody(orderId, items, form);
    const creating = () => api.post<{ return: { id: string } }>(`${path}/returns`, body, headers);
    const { return: made } = await onceForForm(creating);
    return { to: at`/returns/${made.id}`, notice: say("Return created.") };
  }
  const [worth, advice] = await Promise.all([
    api.post<ReturnPreview>(`${path}/returns/preview`, {
      data: {
        externalOrderId: orderId,
        items: items.map(({ lineItemId, quantity, compensation }) => ({
          lineItemId,
          quantity,
          compensation,
        })),
      },
    }),
    adviceOf(visit, orderId),
  ]);
  const state: FormState = {
    ...{ act: "create", value: form.raw, all: form.all },
    ...{ message: undefined, faults: [], claim: () => {} },
  };
  return chooseView(visit, { order, lines: worth.lines, worth, advice }, state);
}

function chooseView(visit: Visit, chosen: Chosen, state: FormState): View {
  const { order, lines } = chosen;
  const isReturnable = lines.some(({ returnable }) => returnable > 0);
  const nothing = emptyState(
    say("Nothing to return"),
    say("All units of this order are in returns already."),
  );
  return {
    title: say("Return of {order}", { order: order.orderId }),
    parents: [...PARENTS, { title: say("Create return"), path: "/returns/new" }],
    body: isReturnable ? newReturnForm(visit, chosen, state) : nothing,
  };
}

async function findView(visit: Visit): Promise<View> {
  const q = filterOf(visit.url, "q");
  return {
    title: say("Create return"),
    lead: say("Which order does it belong to?"),
    parents: PARENTS,
    body: html`${filters(visit.url, [{ name: "q", label: say("Order, e-mail or name"), type: "search" }])}${
      q && (await foundOrders(visit, q))
    }`,
  };
}

async function foundOrders({ api, store, base }: Visit, q: string): Promise<Markup> {
  const path = `${at`/stores/${store.storeId}/search`}?${new URLSearchParams({ q })}`;
  const { results } = await api.get<{ results: SearchResult[] }>(path);
  return table({
    label: say("Orders"),
    rows: results.filter(({ type }) => type === "order"),
    empty: emptyState(
      say("No order found"),
      say("Nothing begins with “{text}”.", { text: html`<bdi>${q}</bdi>` }),
    ),
    columns: [
      {
        title: say("Order"),
        kind: "main",
        cell: (found) =>
          html`<a href="${`${base}/returns/new${at`?order=${found.id}`}`}">${foundTitle(found)}</a>`,
      },
      { title: say("About"), cell: (found) => foundAbout(found) },
    ],
  });
}

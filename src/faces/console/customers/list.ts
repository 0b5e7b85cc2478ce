import { phoneIn } from "../../../core/persons/person.ts";
import type { Customer } from "../../../features/customers/schema.ts";
import type { SearchResult } from "../../../features/search/schema.ts";
import { Problem } from "../../../lib/problem.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { breakable } from "../components/breakable.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filterOf, filters } from "../components/filters.ts";
import { BY_CREATION, type Counted, CREATED, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { type Column, table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import { viewActs, viewTabs } from "../components/view-tabs.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { figureColumns, figuresOf } from "./figures.ts";

const FILTERS: Filter[] = [{ name: "q", label: say("Name, e-mail, phone number or id"), type: "search" }];

/** Counts end there. */
const MAX_COUNTED = 10_000;
const VIEWS = { path: "/customers", needs: "orders_write" } as const;

/** The store's customers: find one, or list all. */
export const customersPage: ConsolePage = {
  path: "/customers",
  needs: "customers_read",
  show: async (visit, state) => {
    const { url, base } = visit;
    const text = filterOf(url, "q");
    const exact = text && (await exactMatch(visit, text));
    if (exact) {
      return new Response(null, { status: 303, headers: { Location: base + at`/customers/${exact}` } });
    }
    const [list, tabs] = await Promise.all([
      text ? foundTable(visit, text) : allTable(visit),
      viewTabs(visit, VIEWS, state),
    ]);
    return {
      title: say("Customers"),
      body: html`${tabs}${filters(url, FILTERS, text ? {} : { sorts: BY_CREATION })}${list}`,
    };
  },
  acts: viewActs(VIEWS),
};

/** Returns the id of the customer who has exactly this address, phone number or id. */
async function exactMatch({ api, store }: Visit, text: string): Promise<string | undefined> {
  const customers = at`/stores/${store.storeId}/customers`;
  const path = text.includes("@")
    ? `${customers}?${new URLSearchParams({ email: text })}`
    : customers + at`/${text}`;
  try {
    return (await api.get<Customer>(path)).id;
  } catch (error) {
    // Not found, or no address at all: it may still be the beginning of one.
    if (!(error instanceof Problem && (error.parts.status === 404 || error.parts.status === 400)))
      throw error;
  }
  const found = phoneIn(text) === undefined ? [] : await customersFound({ api, store }, text);
  return found.length === 1 ? found[0]?.id : undefined;
}

/** Returns the customers that a search finds. */
async function customersFound({ api, store }: Pick<Visit, "api" | "store">, q: string) {
  const path = `${at`/stores/${store.storeId}/search`}?${new URLSearchParams({ q })}`;
  const { results } = await api.get<{ results: SearchResult[] }>(path);
  return results.filter(({ type }) => type === "customer");
}

async function foundTable(visit: Visit, text: string): Promise<Markup> {
  const { base } = visit;
  const rows = await customersFound(visit, text);
  const figures = await figuresOf(
    visit,
    rows.map(({ id }) => id),
  );
  return table({
    label: say("Customers"),
    isDense: true,
    rows,
    empty: emptyState(
      say("No customers found"),
      say("No customer has “{text}” as a phone number, or at the beginning of a name or address.", {
        text: html`<bdi>${text}</bdi>`,
      }),
    ),
    columns: [
      {
        title: say("Name"),
        kind: "main",
        cell: ({ id, title }) => html`<a href="${base + at`/customers/${id}`}"><bdi>${title}</bdi></a>`,
      },
      { title: say("E-mail"), cell: ({ subtitle }) => html`<bdi class="long">${breakable(subtitle)}</bdi>` },
      ...figureColumns<SearchResult>(visit, figures),
    ],
  });
}

/** Their figures are counted for those who are shown: docs/decisions/sorting-customers.md says why none of them sorts. */
async function allTable(visit: Visit): Promise<Markup> {
  const { api, store, base, url, ctx } = visit;
  const path = at`/stores/${store.storeId}/segments/query`;
  const { value: sort = "", order } = orderIn(url, BY_CREATION) ?? {};
  const { body, next } = await api.listBy<{ customers: Customer[] } & Counted>(
    path,
    { where: { customer: "id", op: "exists" }, countUpTo: MAX_COUNTED, sort },
    { cursor: filterOf(url, "after") },
  );
  const figures = await figuresOf(
    visit,
    body.customers.map(({ id }) => id),
  );
  const list = table({
    sorted: { url, by: sort },
    label: say("Customers"),
    isDense: true,
    rows: body.customers,
    empty: emptyState(say("No customers yet"), say("They appear with their first order or event.")),
    columns: [
      {
        title: say("Name"),
        kind: "main",
        cell: (customer) =>
          html`<a href="${base + at`/customers/${customer.id}`}"><bdi>${customerName(customer)}</bdi></a>`,
      },
      {
        title: say("E-mail"),
        cell: ({ email }) => email && html`<bdi class="long">${breakable(email)}</bdi>`,
      },
      ...(body.customers.some(({ location }) => location?.city) ? [CITY] : []),
      ...figureColumns<Customer>(visit, figures),
      {
        title: say("Created"),
        sorts: CREATED,
        cell: ({ createdAt }) => createdAt && ago(createdAt, ctx.now()),
      },
    ],
  });
  return html`${list}${pager(url, next, { rows: body.customers.length, of: totalOf(body), order })}`;
}

/** Where one of them has a city. */
export const CITY: Column<Customer> = {
  title: say("City"),
  cell: ({ location }) => location?.city && html`<bdi>${location.city}</bdi>`,
};

/** Returns what a customer is called; their address or id without a name. */
export function customerName({ firstName, lastName, email, id }: Customer): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email || id;
}

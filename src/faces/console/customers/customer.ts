import type { Customer } from "../../../features/customers/schema.ts";
import { invalid } from "../../../lib/problem.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { at, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { breakable } from "../components/breakable.ts";
import { card, details } from "../components/card.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { field } from "../components/form.ts";
import { livePart } from "../components/live-part.ts";
import { pager } from "../components/pager.ts";
import { ago } from "../components/time.ts";
import { timeline } from "../components/timeline.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { entryOf, type TimelineEntry } from "./entries.ts";
import { figuresOf, figureTiles } from "./figures.ts";
import { customerName } from "./list.ts";
import { mergeCard, mergeCustomer } from "./merge.ts";
import { NOTE_ACTS, notesCard } from "./notes.ts";
import { returnedProducts } from "./returned-products.ts";
import { segmentsCard } from "./segments.ts";

/** One customer: profile, and what they did. The id of a merged one leads to the page of its target. */
export const customerPage: ConsolePage = {
  path: "/customers/:customerId",
  section: "/customers",
  needs: "customers_read",
  show: customerView,
  acts: {
    erase: {
      needs: "customers_erase",
      run: async ({ api, store, params: { customerId = "" } }, input) => {
        const path = at`/stores/${store.storeId}/customers/${customerId}`;
        requireTyped(input.get("typed"), await api.get<Customer>(path));
        await api.post(at`/stores/${store.storeId}/customers/${customerId}/erase`);
        return { to: "/customers", notice: say("Being erased. It takes up to a minute.") };
      },
    },
    merge: { needs: "customers_erase", run: mergeCustomer },
    ...NOTE_ACTS,
  },
};

/** All that the store holds of a customer, as a file. */
export const customerExportPage: ConsolePage = {
  path: "/customers/:customerId/export",
  section: "/customers",
  needs: "customers_read",
  show: async ({ api, store, params: { customerId = "" } }) => {
    const found = await api.fetch(at`/stores/${store.storeId}/customers/${customerId}/export`);
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="customer.json"',
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    };
    return new Response(found.body, { headers });
  },
};

async function customerView(visit: Visit, state: FormState): Promise<View | Response> {
  const { api, base, url, store, ctx } = visit;
  const path = at`/stores/${store.storeId}/customers/${visit.params.customerId ?? ""}`;
  const [customer, figures, { body, next }] = await Promise.all([
    api.get<Customer>(path),
    figuresOf(visit, [visit.params.customerId ?? ""]),
    api.list<{ timeline: TimelineEntry[] }>(`${path}/timeline`, { cursor: filterOf(url, "after") }),
  ]);
  if (customer.id !== visit.params.customerId) {
    return new Response(null, { status: 303, headers: { Location: base + at`/customers/${customer.id}` } });
  }
  const products = await returnedProducts(visit, body.timeline);
  const entries = body.timeline.map((entry) => entryOf(visit, entry, products));
  const done =
    entries.length > 0
      ? timeline(entries, ctx.now())
      : emptyState(say("Nothing yet"), say("Events, orders and returns of this customer appear here."));
  const name = customerName(customer);
  const erase = actButton(visit, {
    ...{ act: "erase", text: say("Erase"), look: "danger" },
    confirm: {
      title: say("Erase {name}?", { name }),
      text: say(
        "Name, addresses and texts of this person are removed everywhere. Orders and returns keep lines and money. This can't be undone.",
      ),
      fields: typedField(customer, stateOf(state, "erase")),
      isOpen: state.act === "erase" && state.faults.length > 0,
    },
  });
  const found = figures.get(customer.id);
  const [segments, notes] = await Promise.all([
    segmentsCard(visit, customer.id),
    notesCard(visit, customer.id, state),
  ]);
  const file = base + at`/customers/${customer.id}/export`;
  return {
    title: name,
    parents: [{ title: say("Customers"), path: "/customers" }],
    actions: html`<a class="button plain" href="${file}" hx-boost="false" download>${say("Export")}</a>${visit.can("customers_erase") && erase}`,
    body: html`${found && figureTiles(visit, found)}<div class="main-and-side">
      ${livePart(visit, "customer", card(html`${done}${pager(url, next)}`, { title: say("Timeline") }))}
      <div class="stack">${profile(customer, visit.ctx.now())}${notes}${segments}${visit.can("customers_erase") && mergeCard(visit, state)}</div></div>`,
  };
}

/** What is typed before a customer is erased: their e-mail address; their id without one. */
function confirmationOf({ email, id }: Customer): string {
  return email ?? id;
}

function typedField(customer: Customer, state: FormState): Markup {
  if (state.faults.length > 0) state.claim();
  return field(
    {
      ...{
        type: "text",
        name: "typed",
        label: say(customer.email ? "Type the e-mail address to erase" : "Type the id to erase"),
        required: true,
      },
      help: html`<code><bdi>${confirmationOf(customer)}</bdi></code>`,
      // Required by the act alone: a browser without JavaScript couldn't send the closed dialog.
      control: { required: false, autocomplete: "off", spellcheck: "false" },
    },
    state,
  );
}

function requireTyped(typed: string, customer: Customer): void {
  const wanted = confirmationOf(customer);
  if (typed.normalize().toLowerCase() === wanted.normalize().toLowerCase()) return;
  throw invalid({ detail: `Type ${wanted} to erase this customer.`, pointer: "/typed" });
}

function profile(customer: Customer, now: Date): Markup {
  const { id, email, phoneNumber, location, customFields = {}, createdAt, updatedAt } = customer;
  const place = [location?.city, location?.state, location?.country].filter(Boolean).join(", ");
  const rows: [Label, Content][] = [
    [say("E-mail"), email && breakable(email)],
    [say("Phone"), phoneNumber && html`<bdi>${phoneNumber}</bdi>`],
    [say("Place"), place && html`<bdi>${place}</bdi>`],
    [say("Id"), html`<code><bdi>${id}</bdi></code>`],
    [say("Since"), createdAt && ago(createdAt, now)],
    [say("Changed"), updatedAt && ago(updatedAt, now)],
  ];
  const fields = Object.entries(customFields).map(
    ([name, value]) => html`<div><dt><bdi>${name}</bdi></dt><dd><bdi>${String(value)}</bdi></dd></div>`,
  );
  return html`${card(details(rows.filter(([, value]) => value)), { title: say("Profile") })}${
    fields.length > 0 && card(html`<dl class="details">${fields}</dl>`, { title: say("Custom fields") })
  }`;
}

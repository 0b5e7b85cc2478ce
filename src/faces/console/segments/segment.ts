import type { Customer } from "../../../features/customers/schema.ts";
import type { Segment, SegmentCustomers } from "../../../features/segments/schema.ts";
import { Problem, type ProblemParts } from "../../../lib/problem.ts";
import type { ProblemCode } from "../../../lib/problem-codes.ts";
import { at, html, type Label, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { breakable } from "../components/breakable.ts";
import { linkButton } from "../components/button.ts";
import { card, details } from "../components/card.ts";
import { number } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import { CITY, customerName } from "../customers/list.ts";
import { sentenceText } from "../fault-words.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { segmentPath } from "./edit.ts";
import { SEGMENTS } from "./segment-form.ts";
import { conditionText } from "./words.ts";

/** Why the customers may be missing, where the rest of the page can be shown. */
const UNREAD: Partial<Record<ProblemCode, Label>> = {
  segment_too_broad: say("Too many to count at once"),
  store_busy: say("Too busy at the moment"),
};
/** A segment may be expensive to read, and every open tab reads it again when the store changes. */
const READ_AGAIN_S = 15;

/** One segment: its conditions, and the customers who meet them now. */
export const segmentPage: ConsolePage = {
  path: `${SEGMENTS}/saved/:segmentKey`,
  section: SEGMENTS,
  needs: "customers_read",
  show: async (visit) => {
    const { segment } = await visit.api.get<{ segment: Segment }>(segmentPath(visit));
    // The conditions are there at once; counting may take seconds.
    const isRead = visit.url.searchParams.has("customers");
    return segmentView(visit, segment, isRead ? await customersPart(visit) : laterPart(visit));
  },
  acts: {
    delete: {
      needs: "webhooks_write",
      run: async (visit) => {
        await visit.api.delete(segmentPath(visit));
        return { to: SEGMENTS, notice: say("Deleted.") };
      },
    },
  },
};

function segmentView(visit: Visit, { key, where, createdAt, updatedAt }: Segment, customers: Markup): View {
  const now = visit.ctx.now();
  const settings = details([
    [say("Conditions"), conditionText(where)],
    [say("Changed"), ago(updatedAt, now)],
    [say("Added"), ago(createdAt, now)],
  ]);
  const remove = actButton(visit, {
    ...{ act: "delete", text: say("Delete"), look: "danger" },
    confirm: {
      title: say("Delete this segment?"),
      text: say("Its conditions are gone. Customers and events stay."),
    },
  });
  return {
    title: key,
    parents: [{ title: say("Segments"), path: SEGMENTS }],
    actions: visit.can("webhooks_write")
      ? html`${linkButton(say("Edit"), `${visit.url.pathname}/edit`)}${remove}`
      : undefined,
    body: html`<div class="sections">${card(settings)}<div><h2 class="section-title">${say("Customers")}</h2>${customers}</div></div>`,
  };
}

/** Requests the customers once the page is shown; without JavaScript by a link. */
function laterPart({ url }: Visit): Markup {
  const address = `${url.pathname}?customers`;
  return html`<div id="customers" hx-get="${address}" hx-trigger="load" hx-select="#customers" hx-target="this"
    hx-swap="outerHTML" hx-push-url="false" hx-disinherit="hx-select hx-target hx-swap hx-push-url"><p class="lead"><span class="needs-script">${say("Counting …")} </span>
    <a href="${address}">${say("Show the customers")}</a></p></div>`;
}

async function customersPart(visit: Visit): Promise<Markup> {
  try {
    const { body, next } = await visit.api.list<SegmentCustomers>(
      `${segmentPath(visit)}/customers?include=count`,
      { size: 25, cursor: filterOf(visit.url, "after") },
    );
    const content = html`<p class="lead" role="status">${countOf(body.count ?? 0)}</p>
      ${customersTable(visit, body.customers)}${pager(visit.url, next, { rows: body.customers.length })}`;
    return livePart(visit, "customers", content, [], { seconds: READ_AGAIN_S });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const title = UNREAD[(error as Problem<ProblemParts>).parts.code];
    if (title === undefined) throw error;
    const again = linkButton(say("Try again"), visit.url.pathname + visit.url.search);
    return html`<div id="customers">${emptyState(title, sentenceText(error.parts.detail), again)}</div>`;
  }
}

function countOf(count: number): Markup {
  const sentence =
    "{number} customer meets the conditions now. | {number} customers meet the conditions now.";
  return html`${say(sentence, { count, number: html`<strong>${number(count)}</strong>` })}`;
}

function customersTable({ base, ctx }: Visit, customers: Customer[]): Markup {
  return table({
    label: say("Customers"),
    rows: customers,
    empty: emptyState(say("No such customer"), say("No customer meets the conditions at the moment.")),
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
      ...(customers.some(({ location }) => location?.city) ? [CITY] : []),
      { title: say("Changed"), cell: ({ updatedAt }) => updatedAt && ago(updatedAt, ctx.now()) },
    ],
  });
}

import type { Rejection } from "../../../features/events/schema.ts";
import { jsonExcerpt } from "../../../lib/json-excerpt.ts";
import { shortened } from "../../../lib/text.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf, filters, queryOf, WITHIN } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { BY_CREATION, type Counted, CREATED, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage } from "../page.ts";
import { say } from "../texts/texts.ts";

const MAX_SHOWN_CHARACTERS = 20_000;
const FILTERS = WITHIN.filter(({ name }) => name === "since");

/** Elements of bulk requests that were not valid events, and why. */
export const rejectionsPage: ConsolePage = {
  path: "/developer/rejections",
  needs: "customer_events_write",
  show: async (visit) => {
    const { url } = visit;
    const since = queryOf(visit, ["since"]).get("since") ?? undefined;
    // The rows since a moment are those that were recorded last.
    const { value: sort = "", order } =
      (since === undefined ? orderIn(url, BY_CREATION) : BY_CREATION[0]) ?? {};
    const query = new URLSearchParams({ sort, ...(since === undefined && { include: "count" }) });
    const { body, next } = await visit.api.list<{ rejections: Rejection[] } & Counted>(
      `${at`/stores/${visit.store.storeId}/events/rejections`}?${query}`,
      { cursor: filterOf(url, "after"), size: 20 },
    );
    const now = visit.ctx.now();
    // The latest recorded come first. One that waited for its job is older than those around it, so only a page of older ones ends the list.
    const from = Date.parse(since ?? "");
    const rows = body.rejections.filter(({ receivedAt }) => !(Date.parse(receivedAt) < from));
    const isEnd = rows.length === 0;
    const shown = since === undefined ? { rows: rows.length, of: totalOf(body), order } : undefined;
    const listed = table({
      label: say("Rejected events"),
      rows,
      ...(since === undefined && { sorted: { url, by: sort } }),
      empty: emptyState(
        say("Nothing was rejected"),
        say(
          "A bulk request is accepted even if single events in it are not valid. Those appear here with their faults.",
        ),
      ),
      columns: [
        { title: say("What is wrong"), kind: "main", cell: (row) => faults(row) },
        { title: say("As it was sent"), cell: ({ event }) => sent(event) },
        {
          title: say("In its request"),
          kind: "number",
          cell: ({ index }) => say("no. {number}", { number: index + 1 }),
        },
        { title: say("When"), sorts: CREATED, cell: ({ receivedAt }) => ago(receivedAt, now) },
      ],
    });
    return {
      title: say("Rejected events"),
      lead: say("Events of bulk requests that were not recorded."),
      body: html`${filters(url, FILTERS, since === undefined ? { sorts: BY_CREATION } : {})}${livePart(
        visit,
        "rejections",
        html`${listed}${pager(url, isEnd ? undefined : next, shown)}`,
      )}`,
    };
  },
};

function faults({ errors }: Rejection): Markup {
  return html`${errors.map(
    ({ detail, pointer }) =>
      html`<span><bdi lang="en">${detail}</bdi></span>${pointer !== undefined && html`<small><code>${pointer}</code></small>`}`,
  )}`;
}

function sent(event: unknown): Markup {
  const text = jsonExcerpt(event ?? null, 2 * MAX_SHOWN_CHARACTERS + 1);
  const shown = shortened(text, MAX_SHOWN_CHARACTERS);
  return html`<details class="disclosure"><summary>${say("Show")}</summary><pre class="body">${shown}</pre></details>`;
}

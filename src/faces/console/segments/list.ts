import type { ListedSegment } from "../../../features/segments/schema.ts";
import { at, html } from "../../pages/html.ts";
import { linkButton } from "../components/button.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage } from "../page.ts";
import { say } from "../texts/texts.ts";
import { SEGMENTS } from "./segment-form.ts";

/** The saved segments: customers by what they are and what they did. */
export const segmentsPage: ConsolePage = {
  path: SEGMENTS,
  needs: "customers_read",
  show: async (visit) => {
    const cursor = filterOf(visit.url, "after");
    const path = at`/stores/${visit.store.storeId}/segments`;
    const { body, next } = await visit.api.list<{ segments: ListedSegment[] }>(path, { cursor });
    const add = visit.can("webhooks_write")
      ? linkButton(say("Add segment"), `${visit.base}${SEGMENTS}/new`, "primary")
      : undefined;
    const now = visit.ctx.now();
    const listed = table({
      label: say("Segments"),
      isDense: true,
      rows: body.segments,
      empty: emptyState(
        say("No segments yet"),
        say("A segment is the customers who meet conditions on their profiles and on what they did."),
        add,
      ),
      columns: [
        {
          title: say("Segment"),
          kind: "main",
          cell: ({ key }) =>
            html`<a href="${`${visit.base}${SEGMENTS}/saved${at`/${key}`}`}"><bdi>${key}</bdi></a>`,
        },
        { title: say("Changed"), cell: ({ updatedAt }) => ago(updatedAt, now) },
        { title: say("Added"), cell: ({ createdAt }) => ago(createdAt, now) },
      ],
    });
    return {
      title: say("Segments"),
      lead: say("Customers by what they are and what they did. Who belongs to one is found when it is read."),
      actions: body.segments.length > 0 ? add : undefined,
      body: html`${listed}${pager(visit.url, next, { rows: body.segments.length })}`,
    };
  },
};

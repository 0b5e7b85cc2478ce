import type { StoreRetention } from "../../../features/activity/retention/schema.ts";
import { DAY_MS } from "../../../lib/duration.ts";
import { at, type Content, html } from "../../pages/html.ts";
import { card, details } from "../components/card.ts";
import { number } from "../components/count.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage } from "../page.ts";
import { say, sayCount } from "../texts/texts.ts";
import type { Texts } from "../texts/texts-shape.ts";

const word = (name: Exclude<keyof Texts["retention"], "kinds" | "hours" | "days">) =>
  say(({ retention }) => retention[name]);

/** Settings: for how long rows are kept, and which were removed last. */
export const retentionPage: ConsolePage = {
  path: "/settings/retention",
  needs: "store_read",
  menuNeeds: "store_write",
  isTranslated: true,
  show: async (visit) => {
    const path = at`/stores/${visit.store.storeId}/retention`;
    const { retention } = await visit.api.get<{ retention: StoreRetention[] }>(path);
    const now = visit.ctx.now();
    const listed = table({
      label: say(({ names }) => names.retention),
      rows: retention,
      empty: html``,
      columns: [
        {
          title: word("what"),
          kind: "main",
          cell: ({ kind }) =>
            html`${say(({ retention: { kinds } }) => kinds[kind].title)}<small>${say(
              ({ retention: { kinds } }) => kinds[kind].text,
            )}</small>`,
        },
        { title: word("keptFor"), cell: ({ keptForSeconds }) => durationText(keptForSeconds) },
        { title: word("removedLast"), cell: (row) => lastRun(row, now) },
        { title: word("setting"), cell: ({ setting }) => html`<code>${setting}</code>` },
      ],
    });
    const kept = details([
      [word("ordersAndReturns"), word("asLong")],
      [word("customers"), word("orErased")],
      [word("stock"), word("asLong")],
      [word("sessions"), word("sessionsText")],
    ]);
    return {
      title: say(({ names }) => names.retention),
      lead: word("lead"),
      body: html`<div class="sections">${listed}${card(kept, { title: word("notByAge") })}</div>`,
    };
  },
};

function durationText(seconds: number | null): Content {
  if (seconds === null) return word("forever");
  const days = (seconds * 1_000) / DAY_MS;
  return Number.isInteger(days)
    ? sayCount(({ retention }) => retention.days, days)
    : sayCount(({ retention }) => retention.hours, Math.round(seconds / 3_600));
}

function lastRun({ keptForSeconds, lastRun: run }: StoreRetention, now: Date): Content {
  if (!run) return html`<span class="optional">${keptForSeconds === null ? "–" : word("notYet")}</span>`;
  return html`${number(run.removed)}<small>${ago(run.endedAt, now)}</small>`;
}

import type { WebhookHealth } from "../../../features/webhooks/schema.ts";
import { type Content, html } from "../../pages/html.ts";
import { card } from "../components/card.ts";
import { columnChart } from "../components/chart.ts";
import { tenths } from "../components/count.ts";
import { edge, span } from "../components/time.ts";
import type { Visit } from "../page.ts";
import { joined, say } from "../texts/texts.ts";

/** Returns what became of the events of each of the last 24 hours; each column leads to their deliveries. */
export function hoursChart(visit: Visit, { perHour = [] }: WebhookHealth): Content {
  const [first] = perHour;
  if (!first) return undefined;
  const until = visit.ctx.now().toISOString();
  const columns = perHour.map(({ since, delivered, discarded, pending }, i) => {
    const end = perHour[i + 1]?.since;
    const filters = new URLSearchParams({ since, ...(end !== undefined && { until: end }) });
    const ended = say("{number} given up", { number: discarded });
    return {
      label: span(since, end ?? until, false),
      value: delivered,
      text: say("{number} delivered", { number: delivered }),
      other: {
        value: discarded,
        text: pending > 0 ? joined([ended, say("{number} waiting", { number: pending })], ", ") : ended,
      },
      href: delivered + discarded + pending === 0 ? undefined : `${visit.url.pathname}?${filters}`,
    };
  });
  const delivered = sum(perHour.map((hour) => hour.delivered));
  const ended = delivered + sum(perHour.map((hour) => hour.discarded));
  const chart = columnChart(say("Deliveries per hour"), columns, {
    ...{ from: edge(first.since, false), until: edge(until, false), look: "stacked" },
    names: [say("delivered#event"), say("given up")],
  });
  // Nearly all isn't all.
  const lead =
    ended === 0
      ? say("Nothing was delivered or given up in the last 24 hours.")
      : say("{delivered} of {ended} that have ended were delivered: {percent}%", {
          ...{ delivered, ended, percent: tenths(Math.floor((1_000 * delivered) / ended) / 10) },
        });
  return card(html`${chart}`, { title: say("Deliveries per hour"), lead });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

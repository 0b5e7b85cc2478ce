import type { WebhookHealth } from "../../../features/webhooks/schema.ts";
import { type Content, html } from "../../pages/html.ts";
import { card } from "../components/card.ts";
import { columnChart } from "../components/chart.ts";
import { numberText } from "../components/count.ts";
import { edge, span } from "../components/time.ts";
import type { Visit } from "../page.ts";

/** Returns what became of the events of each of the last 24 hours; each column leads to their deliveries. */
export function hoursChart(visit: Visit, { perHour = [] }: WebhookHealth): Content {
  const [first] = perHour;
  if (!first) return undefined;
  const until = visit.ctx.now().toISOString();
  const columns = perHour.map(({ since, delivered, discarded, pending }, i) => {
    const end = perHour[i + 1]?.since;
    const filters = new URLSearchParams({ since, ...(end !== undefined && { until: end }) });
    const waiting = pending > 0 && `${numberText(pending)} waiting`;
    return {
      label: span(since, end ?? until, false),
      value: delivered,
      text: `${numberText(delivered)} delivered`,
      other: {
        value: discarded,
        text: [`${numberText(discarded)} given up`, waiting].filter(Boolean).join(", "),
      },
      href: delivered + discarded + pending === 0 ? undefined : `${visit.url.pathname}?${filters}`,
    };
  });
  const delivered = sum(perHour.map((hour) => hour.delivered));
  const ended = delivered + sum(perHour.map((hour) => hour.discarded));
  const chart = columnChart("Deliveries per hour", columns, {
    ...{ from: edge(first.since, false), until: edge(until, false), look: "stacked" },
    names: ["delivered", "given up"],
  });
  const lead =
    ended > 0 &&
    `${numberText(delivered)} of ${numberText(ended)} that have ended were delivered: ${percentText(delivered / ended)}`;
  return card(html`${chart}`, { title: "Deliveries per hour", lead });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Nearly all isn't all. */
function percentText(part: number): string {
  return `${(Math.floor(1_000 * part) / 10).toFixed(1)} %`;
}

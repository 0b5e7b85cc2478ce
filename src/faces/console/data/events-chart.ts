import type { Summary } from "../../../features/activity/summary/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { card } from "../components/card.ts";
import { columnChart } from "../components/chart.ts";
import { countText } from "../components/count.ts";
import { type PeriodChoice, periodLinks } from "../components/period.ts";
import { edge, span } from "../components/time.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

/** Returns how many events happened in each hour or day of a period; each column leads to them. */
export async function eventsChart(visit: Visit, period: PeriodChoice): Promise<Markup> {
  const { api, store, url } = visit;
  const query = new URLSearchParams({ last: period.value, parts: "eventsPerInterval" });
  const path = `${at`/stores/${store.storeId}/summary`}?${query}`;
  const { summary } = await api.get<{ summary: Summary }>(path);
  const { since, until, eventsPerInterval = [] } = summary;
  const isDaily = period.interval === "day";
  const columns = eventsPerInterval.map((each, i) => {
    const end = eventsPerInterval[i + 1]?.since ?? until;
    const filters = new URLSearchParams({ last: period.value, since: each.since, until: end });
    return {
      label: span(each.since, end, isDaily),
      value: each.count,
      text: say("{number} event | {number} events", { number: countText(each), count: each.count }),
      href: each.count === 0 ? undefined : `${url.pathname}?${filters}`,
    };
  });
  const title = say(isDaily ? "Events per day" : "Events per hour");
  const chart = columnChart(title, columns, {
    ...{ from: edge(since, isDaily), until: edge(until, isDaily), names: [say(period.last)] },
  });
  return html`<div class="chart-card">${card(chart, { title, actions: periodLinks(url, period) })}</div>`;
}

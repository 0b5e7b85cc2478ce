import type { Summary } from "../../features/activity/summary/schema.ts";
import { type Content, html } from "../pages/html.ts";
import { card } from "./components/card.ts";
import { columnChart, shares } from "./components/chart.ts";
import { countText, numberText, sumOf } from "./components/count.ts";
import { emptyState } from "./components/empty-state.ts";
import type { PeriodChoice } from "./components/period.ts";
import { edge, span } from "./components/time.ts";
import type { Visit } from "./page.ts";
import { STATUS_WORDS } from "./returns/statuses.ts";

/** Returns the charts of a period: returns over time beside the period before, by status, and why they came. */
export function charts(
  visit: Visit,
  { returns, before, since, until }: Summary,
  period: PeriodChoice,
): Content {
  if (!returns) return undefined;
  const total = sumOf(returns.byStatus).count;
  if (total === 0) {
    const text = `No return was created in the last ${period.title}.`;
    return html`<div class="columns">${emptyState("No returns", text)}</div>`;
  }
  const isDaily = period.interval === "day";
  const earlier = before?.returns?.perInterval;
  const bars = returns.perInterval.map((each, i) => {
    const end = returns.perInterval[i + 1]?.since;
    const other = earlier?.[i];
    return {
      label: span(each.since, end ?? until, isDaily),
      value: each.count,
      text: `${countText(each)} ${each.count === 1 ? "return" : "returns"}`,
      other: other && { value: other.count, text: `${countText(other)} before` },
      href: each.count === 0 ? undefined : intervalAddress(visit, each.since, end),
    };
  });
  const byStatus = returns.byStatus
    .filter(({ count }) => count > 0)
    .map(({ status, ...counted }) => ({
      name: STATUS_WORDS[status].title,
      value: counted.count,
      text: countText(counted),
      href: returnsAddress(visit, { status, created_at_min: since }),
    }));
  const reasons = returns.reasons.map(({ reason, units }) => ({
    name: html`<bdi>${reason === "" ? "no reason" : cut(reason)}</bdi>`,
    value: units,
    text: `${numberText(units)} ${units === 1 ? "unit" : "units"}`,
    href: returnsAddress(visit, {
      ...(reason === "" ? { without_reason: "true" } : { reason }),
      created_at_min: since,
    }),
  }));
  const title = `Returns per ${period.interval}`;
  const names = [`the last ${period.title}`, ...(earlier ? [`the ${period.title} before`] : [])];
  const chart = columnChart(title, bars, { from: edge(since, isDaily), until: edge(until, isDaily), names });
  const lead = `At most ${numberText(Math.max(...bars.map(({ value }) => value)))}`;
  return html`<div class="columns">${card(chart, { title, lead })}</div>
  <div class="columns">
    ${card(shares(byStatus), { title: "By status", lead: "What they are now" })}
    ${card(shares(reasons), { title: "Reasons", lead: "Returned units" })}
  </div>`;
}

const MAX_REASON_CHARACTERS = 120;

function cut(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_REASON_CHARACTERS)];
  if (characters.length <= MAX_REASON_CHARACTERS) return text;
  return `${characters.slice(0, MAX_REASON_CHARACTERS).join("")}…`;
}

function intervalAddress(visit: Visit, since: string, until: string | undefined): string | undefined {
  return returnsAddress(visit, {
    created_at_min: since,
    ...(until !== undefined && { created_at_max: until }),
  });
}

/** Returns the address of a list of returns; undefined if the person may not open it. */
export function returnsAddress(visit: Visit, filters: Record<string, string>): string | undefined {
  return visit.offers("/returns") ? `${visit.base}/returns?${new URLSearchParams(filters)}` : undefined;
}

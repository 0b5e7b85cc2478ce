import type { Summary } from "../../features/activity/summary/schema.ts";
import { shortened } from "../../lib/text.ts";
import { type Content, html } from "../pages/html.ts";
import { reasonText } from "./components/api-words.ts";
import { card } from "./components/card.ts";
import { columnChart, shares } from "./components/chart.ts";
import { countText, sumOf } from "./components/count.ts";
import { emptyState } from "./components/empty-state.ts";
import type { PeriodChoice } from "./components/period.ts";
import { edge, span } from "./components/time.ts";
import type { Visit } from "./page.ts";
import { STATUS_WORDS } from "./returns/statuses.ts";
import { say } from "./texts/texts.ts";

/** Returns the charts of a period: returns over time beside the period before, by status, and why they came. */
export function charts(
  visit: Visit,
  { returns, before, since, until }: Summary,
  period: PeriodChoice,
): Content {
  if (!returns) return undefined;
  const total = sumOf(returns.byStatus).count;
  if (total === 0) {
    const text = say("No return was created in {period}.", { period: say(period.last) });
    return html`<div class="columns">${emptyState(say("No returns"), text)}</div>`;
  }
  const isDaily = period.interval === "day";
  const earlier = before?.returns?.perInterval;
  const bars = returns.perInterval.map((each, i) => {
    const end = returns.perInterval[i + 1]?.since;
    const other = earlier?.[i];
    return {
      label: span(each.since, end ?? until, isDaily),
      value: each.count,
      text: say("{number} return | {number} returns", { number: countText(each), count: each.count }),
      other: other && { value: other.count, text: say("{number} before", { number: countText(other) }) },
      href: each.count === 0 ? undefined : intervalAddress(visit, each.since, end),
    };
  });
  const byStatus = returns.byStatus
    .filter(({ count }) => count > 0)
    .map(({ status, ...counted }) => ({
      name: say(STATUS_WORDS[status].title),
      value: counted.count,
      text: countText(counted),
      href: returnsAddress(visit, { status, created_at_min: since }),
    }));
  const reasons = returns.reasons.map(({ reason, units }) => ({
    name: html`<bdi>${reason === "" ? say("no reason") : reasonText(cut(reason))}</bdi>`,
    value: units,
    text: say("{count} unit | {count} units", { count: units }),
    href: returnsAddress(visit, {
      ...(reason === "" ? { without_reason: "true" } : { reason }),
      created_at_min: since,
    }),
  }));
  const title = say(isDaily ? "Returns per day" : "Returns per hour");
  const names = [say(period.last), ...(earlier ? [say(period.before)] : [])];
  const chart = columnChart(title, bars, { from: edge(since, isDaily), until: edge(until, isDaily), names });
  const lead = say("At most {number}", { number: Math.max(...bars.map(({ value }) => value)) });
  return html`<div class="columns">${card(chart, { title, lead })}</div>
  <div class="columns">
    ${card(shares(byStatus), { title: say("By status"), lead: say("What they are now") })}
    ${card(shares(reasons), { title: say("Reasons"), lead: say("Returned units") })}
  </div>`;
}

const MAX_REASON_CHARACTERS = 120;

const cut = (text: string) => shortened(text, MAX_REASON_CHARACTERS);

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

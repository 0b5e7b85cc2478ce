import type { Period } from "../../../features/activity/summary/schema.ts";
import { attributes, html, type Markup } from "../../pages/html.ts";

export type PeriodChoice = { value: Period; title: string; interval: "hour" | "day" };

const DAYS = { value: "30d", title: "30 days", interval: "day" } as const;
const HOURS = { value: "24h", title: "24 hours", interval: "hour" } as const;

/** Returns the period that an address names; without one the last 30 days, or what is given. */
export function periodOf(name: string | undefined, otherwise: Period = "30d"): PeriodChoice {
  return [DAYS, HOURS].find(({ value }) => value === name) ?? (otherwise === "30d" ? DAYS : HOURS);
}

/** Returns links to the same page with the other periods. */
export function periodLinks(url: URL, { value: current }: PeriodChoice): Markup {
  const links = [DAYS, HOURS].map(({ value, title }) => {
    const query = new URLSearchParams(url.searchParams);
    query.set("last", value);
    const state = attributes({ "aria-current": value === current ? "true" : undefined });
    return html`<li><a href="${`${url.pathname}?${query}`}" ${state}>${title}</a></li>`;
  });
  return html`<ul class="period" aria-label="Period">${links}</ul>`;
}

import type { Period } from "../../../features/activity/summary/schema.ts";
import type { Markup } from "../../pages/html.ts";
import { choiceLinks } from "./choice-links.ts";

export type PeriodChoice = { value: Period; title: string; interval: "hour" | "day" };

const DAYS = { value: "30d", title: "30 days", interval: "day" } as const;
const HOURS = { value: "24h", title: "24 hours", interval: "hour" } as const;

/** Returns the period that an address names; without one the last 30 days, or what is given. */
export function periodOf(name: string | undefined, otherwise: Period = "30d"): PeriodChoice {
  return [DAYS, HOURS].find(({ value }) => value === name) ?? (otherwise === "30d" ? DAYS : HOURS);
}

/** Returns links to the same page with the other periods. */
export function periodLinks(url: URL, { value: chosen }: PeriodChoice): Markup {
  return choiceLinks(url, { label: "Period", name: "last", options: [DAYS, HOURS], chosen });
}

import type { Period } from "../../../features/activity/summary/schema.ts";
import type { Markup } from "../../pages/html.ts";
import { type Plain, say } from "../texts/texts.ts";
import { choiceLinks } from "./choice-links.ts";

export type PeriodChoice = {
  value: Period;
  title: Plain;
  /** In the middle of a sentence, and the period before it. */
  last: Plain;
  before: Plain;
  interval: "hour" | "day";
};

const DAYS = {
  ...({ value: "30d", title: "30 days", interval: "day" } as const),
  ...({ last: "the last 30 days", before: "the 30 days before" } as const),
};
const HOURS = {
  ...({ value: "24h", title: "24 hours", interval: "hour" } as const),
  ...({ last: "the last 24 hours", before: "the 24 hours before" } as const),
};

/** Returns the period that an address names; without one the last 30 days, or what is given. */
export function periodOf(name: string | undefined, otherwise: Period = "30d"): PeriodChoice {
  return [DAYS, HOURS].find(({ value }) => value === name) ?? (otherwise === "30d" ? DAYS : HOURS);
}

/** Returns links to the same page with the other periods. */
export function periodLinks(url: URL, { value: chosen }: PeriodChoice): Markup {
  const options = [DAYS, HOURS].map(({ value, title }) => ({ value, title: say(title) }));
  return choiceLinks(url, { label: say("Period"), name: "last", options, chosen });
}

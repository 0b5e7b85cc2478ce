import type { Markup } from "../html.ts";
import { badge } from "./badge.ts";

/** Returns the status of a response with the colour of its class. */
export function httpStatusBadge(status: number): Markup {
  if (status >= 500) return badge(String(status), "bad");
  if (status >= 400) return badge(String(status), "warn");
  return badge(String(status), status >= 200 && status < 300 ? "good" : "neutral");
}

import { STATUSES, type Status } from "../../features/returns/status.ts";
import type { SearchResult } from "../../features/search/schema.ts";
import { type Content, html } from "../pages/html.ts";
import { calendarDay } from "./components/time.ts";
import { STATUS_WORDS } from "./returns/statuses.ts";
import { say } from "./texts/texts.ts";

/** What the search says of a status, and the status. */
const BY_WORDS = new Map<string, Status>(STATUSES.map((status) => [status.replaceAll("_", " "), status]));
const DAY = /^(?:(.*) · )?(\d{4}-\d{2}-\d{2})$/;
const OF_RETURN = new RegExp(`^Order (.*?) · (${[...BY_WORDS.keys()].join("|")})(?: · (.*))?$`);
const OF_WITHDRAWAL = /^Order (.*?)(?: · (.*))?$/;

/** Returns what a search has found, as its page is called; in the words of the search where they were cut. */
export function foundTitle({ type, title, subtitle }: SearchResult): Content {
  const bare = title.replace(/^(?:Order|Withdrawal) /, "");
  if (type === "order") return say("Order {order}", { order: html`<bdi>${bare}</bdi>` });
  if (type === "withdrawal") return say("Withdrawal {number}", { number: bare });
  const order = type === "return" ? partsOf({ type, subtitle }).order : undefined;
  return order === undefined
    ? html`<bdi>${title}</bdi>`
    : say("Return of {order}", { order: html`<bdi>${order}</bdi>` });
}

/** Returns the same of what stands below its title: the day as people write it, the status as everywhere. */
export function foundAbout({ type, subtitle }: Pick<SearchResult, "type" | "subtitle">): Content {
  const { order, status, person, day } = partsOf({ type, subtitle });
  const parts: Content[] = [
    type === "withdrawal" && order && say("Order {order}", { order: html`<bdi>${order}</bdi>` }),
    status && say(STATUS_WORDS[status].title),
    person && html`<bdi>${person}</bdi>`,
    day && calendarDay(day),
  ];
  return parts.filter(Boolean).map((part, i) => html`${i > 0 && " · "}${part}`);
}

type Parts = { order?: string; status?: Status; person?: string; day?: string };

function partsOf({ type, subtitle }: Pick<SearchResult, "type" | "subtitle">): Parts {
  if (type === "customer") return { person: subtitle };
  const [, about = "", day] = DAY.exec(subtitle) ?? [undefined, subtitle];
  const dated = day === undefined ? {} : { day };
  const [, order, words = "", name = ""] = (type === "return" && OF_RETURN.exec(about)) || [];
  const status = BY_WORDS.get(words);
  if (order !== undefined && status) return { order, status, person: name, ...dated };
  const [, number, by = ""] = (type === "withdrawal" && OF_WITHDRAWAL.exec(about)) || [];
  return number === undefined ? { person: about, ...dated } : { order: number, person: by, ...dated };
}

import { BASE } from "../../core/http/base.ts";
import { cutText, isLongerThan } from "../../lib/text.ts";
import { customerView } from "../returns/read/order-view.ts";
import type {
  Found,
  FoundCustomer,
  FoundOrder,
  FoundReturn,
  FoundWithdrawal,
  Loaded,
} from "./load-results.ts";
import type { SearchResult } from "./schema.ts";

/** Titles and subtitles are cut: names may have thousands of characters. */
const MAX_CHARACTERS = 200;
const SEPARATOR = " · ";

/** Returns the view of a found object; undefined when it was not loaded. `store` is the base URL of links. */
export function resultView(
  { type, id }: Found,
  loaded: Loaded,
  { storeId, origin }: { storeId: string; origin: string },
): SearchResult | undefined {
  const lines = linesOf({ type, id }, loaded);
  if (!lines) return undefined;
  const [title = "", subtitle = ""] = lines.map(cut);
  const base = `${origin}${BASE}`;
  const path = encodeURIComponent(id);
  const url = type === "return" ? `${base}/returns/${path}` : `${base}/stores/${storeId}/${type}s/${path}`;
  return { type, id, title, subtitle, url };
}

/** Returns the title and the subtitle. */
function linesOf({ type, id }: Found, loaded: Loaded): [string, string] | undefined {
  if (type === "customer") {
    const customer = loaded.customer.get(id);
    return customer && customerLines(id, customer);
  }
  if (type === "order") {
    const order = loaded.order.get(id);
    return order && [`Order ${order.name}`, join([personOf(order), order.createdAt])];
  }
  if (type === "withdrawal") {
    const withdrawal = loaded.withdrawal.get(id);
    return withdrawal && [`Withdrawal ${withdrawal.number}`, withdrawalSubtitle(withdrawal)];
  }
  const found = loaded.return.get(id);
  return found && [`Return ${found.number}`, returnSubtitle(found)];
}

function customerLines(id: string, customer: FoundCustomer): [string, string] {
  const { firstName, lastName, email, phoneNumber } = customer;
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const [title = id, ...rest] = [name, email, phoneNumber].filter(Boolean) as string[];
  return [title, join(rest)];
}

function returnSubtitle(found: FoundReturn): string {
  return join([`Order ${found.name}`, found.status.replaceAll("_", " "), personOf(found), found.createdAt]);
}

/** The name is empty once its person was erased. */
function withdrawalSubtitle({ order, name, createdAt }: FoundWithdrawal): string {
  return join([`Order ${order}`, name, createdAt]);
}

/** Returns the name on an order, otherwise its e-mail address, otherwise the empty string. */
function personOf({ customer }: FoundOrder): string {
  const { name, emailAddress } = customerView({ customer });
  return [name.given, name.surname].filter(Boolean).join(" ") || emailAddress;
}

function join(parts: string[]): string {
  return parts.filter((part) => part !== "").join(SEPARATOR);
}

/** Returns a line without line breaks, of bounded length. */
function cut(text: string): string {
  const line = cutText(text, 4 * MAX_CHARACTERS)
    .replaceAll(/\s+/g, " ")
    .trim();
  return isLongerThan(line, MAX_CHARACTERS) ? `${cutText(line, MAX_CHARACTERS - 1)}…` : line;
}

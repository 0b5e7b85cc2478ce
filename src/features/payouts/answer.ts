import { parseSmallExactJson } from "../../core/http/body/exact-json.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { isDecimal } from "../../lib/decimal-text.ts";
import { amountOf, type Money, minorDigits, minorOf } from "../../lib/money.ts";
import { storableText, utf8Bytes } from "../../lib/text.ts";
import { MAX_RESPONSE_BYTES } from "../../platform/net/post.ts";

/** What came back from a payee: a status with the beginning of its body, or why there is none. */
export type Received = { status: number | null; body: string | null; error: string | null };

/** What it says about a payout. `paidAmount` is there where it isn't what was asked for. */
export type Answer = {
  status: "paid" | "refused" | "unknown";
  reference: string | null;
  reason: string | null;
  paidAmount: string | null;
  paidAt: Date | null;
};

/** Statuses that say nothing about the payment, though others below 500 refuse it. */
const TEMPORARY = new Set([408, 409, 425, 429]);
const MAX_REFERENCE = 255;
const MAX_REASON = 1_000;

/**
 * Returns what a payee's response to a request for an amount says. What isn't clear is unknown. `withoutWords`: its reason is
 * not the payee's.
 */
export function answerOf(
  { status, body, error }: Received,
  asked: Money,
  { withoutWords = false } = {},
): Answer {
  if (status === null) return unknown(textOf(error, MAX_REASON) ?? "The payee has not answered.");
  const said: Said = { ...parse(body), ...(withoutWords && { reason: undefined }) };
  if (status >= 200 && status < 300) {
    const isLong = body !== null && utf8Bytes(body) >= MAX_RESPONSE_BYTES;
    return accepted(isLong ? TOO_LONG : `status ${status}`, said, asked);
  }
  const reason = textOf(said.reason, MAX_REASON) ?? `The payee answered with status ${status}.`;
  if (status >= 400 && status < 500 && !TEMPORARY.has(status)) {
    return { ...unknown(reason), status: "refused", reference: textOf(said.reference, MAX_REFERENCE) };
  }
  return unknown(reason);
}

type Said = Record<string, unknown>;

/** Its end, and with it what it says, was not read. */
const TOO_LONG = `more than ${MAX_RESPONSE_BYTES} bytes`;

function accepted(answer: string, said: Said, asked: Money): Answer {
  const reference = textOf(said.reference, MAX_REFERENCE);
  const reason = textOf(said.reason, MAX_REASON);
  if (said.status === "refused")
    return { ...unknown(reason ?? "The payee gave no reason."), status: "refused", reference };
  if (said.status === "unknown") return { ...unknown(reason ?? "The payee doesn't know yet."), reference };
  if (said.status !== "paid") {
    return unknown(`The payee answered with ${answer} and didn't say whether it has paid.`);
  }
  const paidAmount = amountIn(said.amount, asked);
  if (paidAmount === undefined) {
    return { ...unknown("The payee has paid an amount that is not money of the order."), reference };
  }
  return { status: "paid", reference, reason: null, paidAmount, paidAt: timeIn(said.paidAt) };
}

function unknown(reason: string): Answer {
  return { status: "unknown", reference: null, reason, paidAmount: null, paidAt: null };
}

/** A number that a double doesn't hold, such as a long reference, stays the text of its digits. */
function parse(body: string | null): Said {
  try {
    const value = parseSmallExactJson(body ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Said) : {};
  } catch {
    return {};
  }
}

/** Returns an amount that isn't the one that was asked for, null for that one, and undefined for what is none. */
function amountIn(said: unknown, asked: Money): string | null | undefined {
  if (said === undefined || said === null) return null;
  const { amount, currency } =
    typeof said === "object" ? (said as Partial<Money>) : { amount: said, currency: asked.currency };
  const text = typeof amount === "number" ? String(amount) : amount;
  if (currency !== asked.currency || typeof text !== "string" || !isDecimal(text) || text.startsWith("-")) {
    return undefined;
  }
  const digits = minorDigits(asked.currency);
  if (/[1-9]/.test((text.split(".")[1] ?? "").slice(digits))) return undefined;
  const paid = amountOf(minorOf(text, digits), digits);
  return paid === asked.amount ? null : paid;
}

function textOf(said: unknown, maxLength: number): string | null {
  const text = typeof said === "number" ? String(said) : said;
  if (typeof text !== "string" || text.trim() === "") return null;
  return storableText(text, maxLength);
}

function timeIn(said: unknown): Date | null {
  return typeof said === "string" ? (parseDateTime(said) ?? null) : null;
}

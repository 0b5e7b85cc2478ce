import type { Ctx } from "../../core/ctx.ts";
import { readExactJson } from "../../core/http/body/exact-json.ts";
import { Problem } from "../../lib/problem.ts";

/** A request to a shop's API. `path` begins with a slash and follows the shop's origin; `body` is sent as JSON. */
export type CallRequest = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
};

/** The names of headers are in lower case. `json` is undefined for a body that is no JSON. */
export type CallAnswer = { status: number; headers: Record<string, string>; json: unknown };

/** Requests a shop's API. Throws `ShopFailure` without a whole response; a status is for the caller to judge. */
export type Call = (request: CallRequest) => Promise<CallAnswer>;

/** A shop didn't do what it was asked for. `status` is null where it sent no whole response. */
export class ShopFailure extends Error {
  override name = "ShopFailure";
  readonly status: number | null;
  readonly retryAfter: string | undefined;

  constructor(message: string, status: number | null = null, retryAfter?: string) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** A shop's answer has more than is read of one, so that a part of what it was asked for may be asked for instead. */
export class AnswerTooLarge extends ShopFailure {
  override name = "AnswerTooLarge";
}

/** The most bytes of a response: a page of orders with a hundred lines each fits. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** How long a shop may take to answer one request. */
const TIMEOUT_MS = 20_000;

type Shop = {
  storeId: string;
  origin: string;
  /** What authenticates requests. */
  headers: Record<string, string>;
  /** All requests together end by then, by `performance.now()`. */
  deadline: number;
};

/** Returns what requests a shop's API, at public addresses only, like webhooks. */
export function createCall(ctx: Ctx, { storeId, origin, headers: authentication, deadline }: Shop): Call {
  return async ({ method = "GET", path, query = {}, headers, body }) => {
    const parameters = new URLSearchParams(query).toString();
    const timeoutMs = Math.min(TIMEOUT_MS, deadline - performance.now());
    if (timeoutMs <= 0) throw new ShopFailure("the shop took too long");
    const answered = await ctx.callShop({
      url: `${origin}${path}${parameters && `?${parameters}`}`,
      method,
      headers: {
        Accept: "application/json",
        "User-Agent": "Aftersale",
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...authentication,
        ...headers,
      },
      body: new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body)),
      owner: storeId,
      timeoutMs,
      maxWholeBytes: MAX_RESPONSE_BYTES,
    });
    if (answered.status === undefined) {
      const { error, isTooLarge } = answered;
      throw isTooLarge ? new AnswerTooLarge(error) : new ShopFailure(error);
    }
    const { status, responseBody, headers: answeredHeaders = {} } = answered;
    return { status, headers: answeredHeaders, json: await jsonOf(responseBody) };
  };
}

/** Returns the body of a response of the class 2xx. Throws `ShopFailure` for another status, or without JSON. */
export function requireJson({ status, headers, json }: CallAnswer): unknown {
  if (status < 200 || status > 299) {
    const message = `the shop answered with the status ${status}${leadsTo(status, headers.location)}`;
    throw new ShopFailure(message, status, headers["retry-after"]);
  }
  if (json === undefined) throw new ShopFailure("the shop's answer is no JSON", status);
  return json;
}

/** A redirect isn't followed, because it would have the credentials sent to another address. */
function leadsTo(status: number, location: string | undefined): string {
  if (status < 300 || status > 399 || !location) return "";
  return `, which leads to ${location.replace(/[?#].*$/, "")}: give the address that the shop has there`;
}

/**
 * Returns a field of the JSON of a response of the class 2xx. Throws `ShopFailure` for another status, and without the field:
 * a shop, or what stands before it, may say with 200 that it failed, which says nothing about what was asked for.
 */
export function requireField(answer: CallAnswer, name: string): NonNullable<unknown> {
  const json = requireJson(answer) as Record<string, unknown> | null;
  const value = json?.[name];
  if (value === undefined || value === null) throw lacking(answer, name);
  return value;
}

/** Returns the entries of such a field. Throws `ShopFailure` for one that is no array too. */
export function requireEntries<Entry>(answer: CallAnswer, name: string): Entry[] {
  const entries = requireField(answer, name);
  if (!Array.isArray(entries)) throw lacking(answer, name);
  return entries;
}

function lacking({ status }: CallAnswer, name: string): ShopFailure {
  return new ShopFailure(`the shop's answer has no ${name}`, status);
}

async function jsonOf(text: string): Promise<unknown> {
  try {
    const { json, excess } = await readExactJson(text);
    if (excess !== undefined) throw new AnswerTooLarge(`the shop's answer is too large: ${excess}`);
    return json;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

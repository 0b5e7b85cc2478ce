import { expect } from "bun:test";
import type { Return, ReturnOrder } from "../../src/features/returns/schema.ts";
import { PROBLEM_CODES } from "../../src/lib/problem-codes.ts";
import { order, returnOf } from "./fixtures.ts";
import type { TestStore } from "./service.ts";

export const JSON_TYPE = "application/json;charset=utf-8";
const PROBLEM_TYPE = "application/problem+json";

export const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

export function anId(prefix: string): string {
  return expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{26}$`));
}

export type Answer = { status: number; type: string | null; body: unknown };

/** Returns the parts of a response that a client depends on. */
export async function answerOf(response: Response | Promise<Response>): Promise<Answer> {
  const answer = await response;
  const type = answer.headers.get("content-type");
  const text = await answer.text();
  return { status: answer.status, type, body: type?.includes("json") ? JSON.parse(text) : text };
}

export function ok(body: unknown): Answer {
  return { status: 200, type: JSON_TYPE, body };
}

export function created(body: unknown): Answer {
  return { status: 201, type: JSON_TYPE, body };
}

export const noContent: Answer = { status: 204, type: null, body: "" };

const TITLES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Returns the problem response of the operations on returns; `errors` lists the faults and their places. */
export function problemAnswer(
  status: number,
  detail: unknown = expect.any(String),
  errors?: unknown[],
): Answer {
  const instance = expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const body = { type: "about:blank", title: TITLES[status], status, code: codeOf(status), detail, instance };
  return { status, type: PROBLEM_TYPE, body: errors ? { ...body, errors } : body };
}

/** Matches any problem code that has this status. */
export function codeOf(status: number): string {
  const codes = Object.entries(PROBLEM_CODES).filter(([, entry]) => entry.status === status);
  return expect.stringMatching(new RegExp(`^(?:${codes.map(([code]) => code).join("|")})$`));
}

/** Returns a 400 response with one error, at a JSON pointer, a parameter or a header. */
export function invalidAnswer(
  place: { pointer: string } | { parameter: string } | { header: string },
): Answer {
  return problemAnswer(400, undefined, [{ detail: expect.any(String), ...place }]);
}

let orders = 0;

/** Posts an order and returns its external id, which is unique unless `changes` has one. */
export async function newOrder(store: TestStore, changes: Record<string, unknown> = {}): Promise<string> {
  const externalId = String(changes.orderId ?? `order-${++orders}`);
  const { response } = await store.api.POST("/v2.2/stores/{storeId}/orders", {
    params: { path: { storeId: store.id } },
    body: order(externalId, changes),
  });
  if (response.status !== 200) throw new Error(`the order was answered ${response.status}`);
  return externalId;
}

/** Posts a return of one unit of the order's first line. */
export function postReturn(
  store: TestStore,
  externalOrderId: string,
  changes: Record<string, unknown> = {},
): Promise<Response> {
  return store.post("/stores/:store/returns", returnOf(externalOrderId, changes));
}

/** Creates an order and a return of it; returns the return from the response. */
export async function newReturn(
  store: TestStore,
  changes: Record<string, unknown> = {},
  orderChanges: Record<string, unknown> = {},
): Promise<Return> {
  const { data, error } = await store.api.POST("/v2.2/stores/{storeId}/returns", {
    params: { path: { storeId: store.id } },
    body: returnOf(await newOrder(store, orderChanges), changes),
  });
  if (!data) throw new Error(`the return was answered ${JSON.stringify(error)}`);
  return data.return;
}

/** Returns the return of a 200 or 201 response. */
export async function returnIn(response: Response | Promise<Response>): Promise<Return> {
  const { status, body } = await answerOf(response);
  if (status > 201) throw new Error(`the return was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { return: Return }).return;
}

export async function readReturn(
  store: TestStore,
  id: string,
): Promise<{ order: ReturnOrder; return: Return }> {
  const { data, error } = await store.api.GET("/v2.2/returns/{returnId}", {
    params: { path: { returnId: id } },
  });
  if (!data) throw new Error(`the return was answered ${JSON.stringify(error)}`);
  return data;
}

export type HistoryEntry = {
  from: string | null;
  to: string;
  at: string;
  by: string;
  byId: string | null;
  requestId: string;
  reason?: string;
};

export async function historyOf(store: TestStore, id: string): Promise<HistoryEntry[]> {
  const { data, error } = await store.api.GET("/v2.2/returns/{returnId}/history", {
    params: { path: { returnId: id } },
  });
  if (!data) throw new Error(`the history was answered ${JSON.stringify(error)}`);
  return data.history;
}

export function moveTo(store: TestStore, id: string, status: string): Promise<Response> {
  return store.put(`/returns/${id}/status`, { status });
}

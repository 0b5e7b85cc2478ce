import { returnOf } from "./fixtures.ts";
import type { TestStore } from "./service.ts";

/** An operation on returns; `allow` lists the methods of its path. */
export type Operation = { method: string; path: string; body?: unknown; allow: string };

const COLLECTION = { path: "/stores/:store/returns", allow: "GET, HEAD, POST" };
const RETURN = { path: "/returns/:return", allow: "GET, HEAD, PATCH" };
const STATUS = { path: "/returns/:return/status", allow: "GET, HEAD, PUT" };
export const COMMENTS = { path: "/returns/:return/comments", allow: "GET, HEAD, POST" };
export const OF_STORE: Operation[] = [
  { method: "POST", body: returnOf("1001"), ...COLLECTION },
  { method: "GET", ...COLLECTION },
];
export const OF_RETURN: Operation[] = [
  { method: "GET", ...RETURN },
  { method: "PATCH", body: { tags: [{ name: "vip" }] }, ...RETURN },
  { method: "GET", ...STATUS },
  { method: "PUT", body: { status: "flagged" }, ...STATUS },
  { method: "GET", path: "/returns/:return/history", allow: "GET, HEAD" },
  { method: "GET", ...COMMENTS },
  { method: "POST", body: { comment: { message: "Hello" } }, ...COMMENTS },
  { method: "GET", path: "/returns/:return/comments/com_1/image", allow: "GET, HEAD" },
];

/** Returns operations as rows for `test.each`. */
export function rows(operations: Operation[]): [name: string, operation: Operation][] {
  return operations.map((operation) => [`${operation.method} ${operation.path}`, operation]);
}

export const ALL = rows([...OF_STORE, ...OF_RETURN]);
export const WRITING = ALL.filter(([, { body }]) => body !== undefined);

export type Sent = { id?: string; body?: unknown; headers?: Record<string, string> };

/** Returns a request of the operation by the store; `sent` overrides the id, body and headers. */
export function requestOf({ method, path, body }: Operation, store: TestStore, sent: Sent = {}): Request {
  const { id = "unknown", headers } = sent;
  const content = "body" in sent ? sent.body : body;
  return new Request(`http://localhost/v2.2${path.replace(":store", store.id).replace(":return", id)}`, {
    method,
    headers: {
      Authorization: `Bearer ${store.secret}`,
      ...(content !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: content === undefined || typeof content === "string" ? content : JSON.stringify(content),
  });
}

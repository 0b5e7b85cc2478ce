import type { RequestLog } from "../../core/ctx.ts";
import { BASE } from "../../core/http/base.ts";
import { releaseAdmission } from "../../core/http/limits/admission.ts";
import { type Actor, actFor, requestContextOf } from "../../core/http/request-context.ts";
import { newUuid } from "../../lib/ids.ts";
import { type Fault, Problem, problem } from "../../lib/problem.ts";
import type { ProblemCode } from "../../lib/problem-codes.ts";

const CURSOR = "X-Page-Continue";

/** The service's own handler of requests. */
export type Handle = (request: Request) => Promise<Response>;

/** A page of a list, and the cursor of the next one if there is more. */
export type Listed<Body> = { body: Body; next: string | undefined };

export type Paging = { size?: number; cursor?: string | undefined };

/**
 * The API as a page uses it: paths are relative to /v2.2, requests are made in this process, and act for the person
 * with the scopes of their role. A response that isn't a success is thrown as a `Problem`.
 */
export type Api = {
  get<Body>(path: string): Promise<Body>;
  list<Body>(path: string, paging?: Paging): Promise<Listed<Body>>;
  /** Lists what a query in a body finds. */
  listBy<Body>(path: string, body: unknown, paging?: Paging): Promise<Listed<Body>>;
  post<Body = void>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Body>;
  put<Body = void>(path: string, body: unknown, headers?: Record<string, string>): Promise<Body>;
  patch<Body = void>(path: string, body: unknown): Promise<Body>;
  delete(path: string): Promise<void>;
  /** Returns the response as it is, such as a file that a page passes on. */
  fetch(path: string, headers?: Record<string, string>): Promise<Response>;
};

/** What a person does is in the store's log of requests, under their name; `now` is the time in its ids. */
type Call = {
  actor: Actor;
  requestId: string;
  /** The origin of links. */
  origin: string;
  signal: AbortSignal;
  log: RequestLog;
  now: () => Date;
};

/** Returns the API for one request of a page. */
export function createApi(handle: Handle, { actor, requestId, origin, signal, log, now }: Call): Api {
  let isLogged = false;
  function logAct(request: Request, { status }: Response) {
    const { route = "other", startedAt, problemCode: code } = requestContextOf(request);
    const { storeId, name: client, id: clientId } = actor;
    const durationMs = performance.now() - startedAt;
    // The first has the id that the page's response names.
    const id = isLogged ? newUuid(now().getTime()) : requestId;
    isLogged = true;
    log.add({ storeId, id, method: request.method, route, status, client, clientId, durationMs, code });
  }
  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
    isAct = false,
  ) {
    requireSendable(path, headers);
    const request = new Request(`http://localhost${BASE}${path}`, {
      method,
      signal,
      headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    actFor(request, { actor, requestId, origin });
    try {
      const response = await handle(request);
      if (isAct) logAct(request, response);
      if (response.ok) return response;
      throw await problemOf(request, response);
    } finally {
      releaseAdmission(request);
    }
  }
  const read = async <Body>(response: Response) => {
    const text = await response.text();
    return (text === "" ? undefined : JSON.parse(text)) as Body;
  };
  async function page<Body>(method: string, path: string, { size = 50, cursor }: Paging, body?: unknown) {
    const headers = { "X-Page-Size": String(size), ...(cursor && { [CURSOR]: cursor }) };
    const response = await send(method, path, headers, body);
    return { body: await read<Body>(response), next: response.headers.get("X-Page-Next") ?? undefined };
  }
  return {
    get: async (path) => read(await send("GET", path, {})),
    list: (path, paging = {}) => page("GET", path, paging),
    listBy: (path, body, paging = {}) => page("POST", path, paging, body),
    post: async (path, body, headers = {}) => read(await send("POST", path, headers, body, true)),
    put: async (path, body, headers = {}) => read(await send("PUT", path, headers, body, true)),
    patch: async (path, body) => read(await send("PATCH", path, {}, body, true)),
    delete: async (path) => void (await send("DELETE", path, {}, undefined, true)),
    fetch: (path, headers = {}) => send("GET", path, headers),
  };
}

/**
 * Throws 404 for a path with an empty id, which would be the path of a list, and 400 for a header that can't be sent:
 * ids, cursors and keys come from addresses and forms.
 */
function requireSendable(path: string, headers: Record<string, string>): void {
  if (/\/(?:[/?]|$)/.test(path)) throw problem("route_not_found", "The address names nothing.");
  if (Object.values(headers).every((value) => /^[ -~]*$/.test(value))) return;
  throw problem("invalid_request", "The address or the form has a value that this page has not given it.");
}

type ErrorBody = {
  code?: ProblemCode;
  detail?: string;
  error?: string;
  errors?: Fault[];
  allowed?: string[];
};

/** An error of an operation that shows no code has it in the context of its request. */
async function problemOf(request: Request, response: Response): Promise<Problem> {
  const { status } = response;
  const body: ErrorBody = await response.json().catch(() => ({}));
  const { errors, allowed, detail = body.error ?? "The service couldn't do this." } = body;
  if (errors?.some(({ header }) => header === CURSOR)) {
    return problem(
      "invalid_cursor",
      "The address names no page of this list. Open the list from its beginning.",
    );
  }
  const code = body.code ?? requestContextOf(request).problemCode ?? "internal_error";
  return new Problem({ code, status, detail, ...(errors && { errors }), ...(allowed && { allowed }) });
}

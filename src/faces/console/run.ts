import type { Ctx } from "../../core/ctx.ts";
import { requestContextOf } from "../../core/http/request-context.ts";
import { hasCode, Problem, problem } from "../../lib/problem.ts";
import { isStorableText } from "../../lib/text.ts";
import { isUnavailable } from "../../platform/db/errors.ts";
import { html, type Label } from "../pages/html.ts";
import { problemText } from "./fault-words.ts";
import { plainPage } from "./layout.ts";
import { readerOf } from "./reader.ts";
import { joined, type Plain, say } from "./texts/texts.ts";
import { type Visitor, visitorOf } from "./visitor.ts";

const MAX_PARAMETERS = 250;

/** Who sends a request of which nothing could be read. */
const UNKNOWN = { theme: "system", reader: readerOf(new Headers(), "en") } as const;

/** What shows that something went wrong, for people. */
export type Failure = {
  status: number;
  title: Label;
  text: Label;
  /** The page is requested again by itself. */
  isRetried?: boolean;
};

/**
 * Runs the handler of a page for the sender of a request. An error becomes a page that says what happened. `storeId`
 * is the store of the page.
 */
export async function runPage(
  ctx: Ctx,
  request: Request,
  work: (visitor: Visitor) => Promise<Response>,
  storeId?: string,
): Promise<Response> {
  let visitor: Visitor | undefined;
  let response: Response;
  try {
    visitor = await visitorOf(ctx, request, storeId);
    requireStorableQuery(visitor.url);
    response = await work(visitor);
  } catch (error) {
    response = await failureResponse(failureOf(ctx, request, error), visitor);
  }
  for (const cookie of visitor?.cookies ?? []) response.headers.append("Set-Cookie", cookie);
  return response;
}

/** Throws 400 for a query that has a character that the database can't store, or very many parameters. */
function requireStorableQuery({ searchParams }: URL): void {
  let parameters = 0;
  for (const [name, value] of searchParams) {
    if (++parameters > MAX_PARAMETERS)
      throw problem("invalid_request", "The address has too many parameters.");
    if (isStorableText(name) && isStorableText(value)) continue;
    throw problem("invalid_request", "The address has a character that can't be stored.");
  }
}

/** Returns a page of its own for something that went wrong. */
export function failureResponse(
  { status, title, text, isRetried }: Failure,
  visitor?: Visitor,
  headers: [string, string][] = [],
): Promise<Response> {
  const content = html`<p>${text}</p><p><a class="button plain" href="/console">${say("Go to the console")}</a></p>`;
  return plainPage(visitor ?? UNKNOWN, { title, content, isRetried }, { status, headers });
}

/**
 * Returns what people read about an error; one that isn't expected is logged. A store that is too busy is no fault of
 * the service, and a database that is away has been logged by the operation.
 */
export function failureOf(ctx: Ctx, request: Request, error: unknown): Failure {
  const { requestId } = requestContextOf(request);
  if (error instanceof Problem && error.parts.status < 500) {
    const { status } = error.parts;
    return { status, title: say(TITLES[status] ?? "This didn't work"), text: problemText(error.parts) };
  }
  if (error instanceof Problem && error.parts.status === 503) {
    return unavailable(request.method, hasCode(error, "store_busy"));
  }
  ctx.log.error({ requestId, err: error }, "a page failed");
  if (isUnavailable(error)) return unavailable(request.method);
  const text = say("The service's log has the cause under request {request}.", { request: requestId });
  return { status: 500, title: say("Something failed"), text };
}

/** Returns what is said while the database can't be reached. What was only to be read is requested again. */
export function unavailable(method: string, isBusy = false): Failure {
  const isRetried = method === "GET";
  const text = joined(
    [
      say(isBusy ? "Too many requests of this store are waiting." : "The service can't reach its data."),
      say(
        isRetried ? "This page tries again by itself." : "Go back, and send the form again in a few seconds.",
      ),
    ],
    " ",
  );
  return { status: 503, title: say("Not available at the moment"), text, isRetried };
}

/** What is said of a page that isn't there, and of one that a person can't know of. */
export const NOT_FOUND: Failure = {
  status: 404,
  title: say("There is nothing here"),
  text: say("The address is wrong, or what was here is gone, or you have no access to it."),
};

const TITLES: Record<number, Plain> = {
  403: "You may not do this",
  404: "There is nothing here",
  409: "This isn't possible any more",
  413: "This is too large",
  429: "Too many attempts",
};

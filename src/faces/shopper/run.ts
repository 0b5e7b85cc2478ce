import type { Ctx } from "../../core/ctx.ts";
import { requestContextOf } from "../../core/http/request-context.ts";
import { Problem } from "../../lib/problem.ts";
import { createSteps } from "../../lib/promises.ts";
import { isUnavailable } from "../../platform/db/errors.ts";
import type { Handle } from "../pages/api.ts";
import { html } from "../pages/html.ts";
import { languageOf } from "./language.ts";
import { pageResponse, storelessResponse } from "./layout.ts";
import { fill, textsIn } from "./texts/texts.ts";
import { type ShopperVisit, visitOf } from "./visit.ts";

export type ShowPage = (visit: ShopperVisit) => Promise<Response>;

type Page = { storeId: string; show: ShowPage; isAlwaysOpen: boolean };

/** Every 404 takes a whole number of these: what is off, revoked or gone looks as what never was, by its time too. */
const NOT_FOUND_STEP_MS = 20;

/**
 * Runs the handler of a page for a shopper. An error becomes a page that says what happened. While the store's page is
 * off only what `isAlwaysOpen`, such as a link that was given, is shown.
 */
export async function runPage(ctx: Ctx, handle: Handle, request: Request, page: Page): Promise<Response> {
  const step = createSteps(NOT_FOUND_STEP_MS);
  const response = await responseOf(ctx, handle, request, page);
  if (response.status === 404) await step();
  return response;
}

/** Returns the 404 of an address that no page has. */
export function missingPage(request: Request): Promise<Response> {
  requestContextOf(request).route = "/r/*";
  return notFoundPage(request);
}

async function responseOf(
  ctx: Ctx,
  handle: Handle,
  request: Request,
  { storeId, show, isAlwaysOpen }: Page,
): Promise<Response> {
  let visit: ShopperVisit | undefined;
  try {
    visit = await visitOf(ctx, handle, request, storeId);
    if (!visit.store.shopperPage.enabled && !isAlwaysOpen) return notFoundPage(request);
    return await show(visit);
  } catch (error) {
    return failurePage(ctx, request, error, visit);
  }
}

/** Returns the page of a form that isn't valid any more, or never was. */
export function expiredPage(visit: ShopperVisit): Promise<Response> {
  const { errors, startAgain } = visit.texts;
  const body = html`<p>${errors.expired}</p><p><a class="button" href="${visit.to("")}">${startAgain}</a></p>`;
  return pageResponse(visit, { title: errors.expiredTitle, body, status: 410 });
}

/** Returns the page for a request that nothing can handle at the moment. */
export function awayPage(request: Request, headers: Record<string, string>): Promise<Response> {
  const language = languageOf(new URL(request.url), request.headers);
  const { errors } = textsIn(language);
  const body = html`<p role="alert">${errors.away}</p>`;
  return storelessResponse(language, { title: errors.awayTitle, body, status: 503, headers });
}

/** Returns the 404, which is the same for each store. */
export function notFoundPage(request: Request): Promise<Response> {
  const language = languageOf(new URL(request.url), request.headers);
  const { errors } = textsIn(language);
  const body = html`<p>${errors.notFound}</p>`;
  return storelessResponse(language, { title: errors.notFoundTitle, body, status: 404 });
}

function failurePage(
  ctx: Ctx,
  request: Request,
  error: unknown,
  visit: ShopperVisit | undefined,
): Promise<Response> {
  const parts = error instanceof Problem ? error.parts : undefined;
  if (parts?.status === 404) return notFoundPage(request);
  const language = languageOf(new URL(request.url), request.headers);
  const { errors } = textsIn(language);
  const respond = (status: number, title: string, text: string, headers: Record<string, string> = {}) => {
    const page = { title, body: html`<p role="alert">${text}</p>`, status, headers };
    return visit ? pageResponse(visit, page) : storelessResponse(language, page);
  };
  if (parts?.status === 429) {
    const seconds = Number(new Headers(parts.headers).get("Retry-After") ?? 60);
    const text = fill(errors.tooMany, { minutes: Math.ceil(seconds / 60) });
    return respond(429, errors.tooManyTitle, text, { "Retry-After": String(seconds) });
  }
  if (parts?.status === 413) return respond(413, errors.failedTitle, errors.tooLarge);
  if (parts?.status === 503 || isUnavailable(error)) {
    return respond(503, errors.awayTitle, errors.away, { "Retry-After": "2" });
  }
  if (parts && parts.status < 500) return respond(parts.status, errors.failedTitle, errors.failed);
  ctx.log.error({ requestId: requestContextOf(request).requestId, err: error }, "a shopper's page failed");
  return respond(500, errors.failedTitle, errors.failed);
}

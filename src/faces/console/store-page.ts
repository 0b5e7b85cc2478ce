import type { Ctx } from "../../core/ctx.ts";
import { requestContextOf } from "../../core/http/request-context.ts";
import { ROLES } from "../../features/people/roles.ts";
import { Problem, problem } from "../../lib/problem.ts";
import { createApi, type Handle } from "../pages/api.ts";
import { formOf, UNSENT } from "../pages/form.ts";
import { at, html, labelText } from "../pages/html.ts";
import { appBody } from "./app-body.ts";
import { failedForm } from "./fault-words.ts";
import { documentResponse, plainPage } from "./layout.ts";
import type { TitleOf } from "./operation-titles.ts";
import type { ConsolePage, Redirect, View, Visit } from "./page.ts";
import { type Failure, failureOf, failureResponse, NOT_FOUND } from "./run.ts";
import { pageOrigin, requireFormToken, requireSameSite } from "./security.ts";
import { say } from "./texts/texts.ts";
import { redirect, type Visitor } from "./visitor.ts";

const MAX_FORM_BYTES = 1024 * 1024;

type Opened = {
  storeCtx: Ctx;
  handle: Handle;
  params: Record<string, string>;
  pages: readonly ConsolePage[];
  titleOf: TitleOf;
};

/** Shows a page of a store, or does one of its acts. Without a session it goes to the sign-in. */
export async function openPage(visitor: Visitor, page: ConsolePage, opened: Opened): Promise<Response> {
  const { request, session } = visitor;
  if (!session) return redirect(visitor, at`/console/sign-in?next=${backOf(visitor)}`);
  if (session.isEndedHere) return redirect(visitor, at`/console/sign-in?again=1&next=${backOf(visitor)}`);
  if (!session.membership) return failureResponse(NOT_FOUND, visitor);
  const visit = visitOf(visitor, opened);
  try {
    if (!visit.can(page.needs)) throw missingRight(visit);
    if (request.method === "POST") return await act(visitor, visit, page);
    return await answer(visit, page, await page.show(visit, UNSENT), 200);
  } catch (error) {
    const failure = failureOf(visitor.ctx, request, error);
    return shown(visit, page, failureView(failure), failure);
  }
}

/** Returns where to go on after signing in. */
function backOf({ request, url }: Visitor): string {
  return request.method === "GET" ? url.pathname + url.search : "/console";
}

async function act(visitor: Visitor, visit: Visit, page: ConsolePage): Promise<Response> {
  requireSameSite(visit.ctx, visit.request);
  const form = await formOf(visit.request, page.limit ?? MAX_FORM_BYTES);
  requireFormToken(form.token, visit.formToken);
  const found = Object.hasOwn(page.acts ?? {}, form.act) ? page.acts?.[form.act] : undefined;
  if (!found) throw problem("route_not_found", "This page has no such form.");
  const { run, needs = page.needs } = typeof found === "function" ? { run: found } : found;
  if (!visit.can(needs)) throw missingRight(visit);
  let result: View | Redirect | Response;
  try {
    result = await run(visit, form);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status } = error.parts;
    if (status >= 500) failureOf(visit.ctx, visit.request, error);
    let isClaimed = false;
    const claim = () => {
      isClaimed = true;
    };
    const state = failedForm(form, error, claim);
    const view = await page.show(visit, state);
    const shownView = view instanceof Response || isClaimed ? view : { ...view, alert: state.message };
    return answer(visit, page, shownView, status);
  }
  if ("to" in result) {
    const notice = result.notice && labelText(result.notice, visit.reader);
    return redirect(visitor, visit.base + result.to, notice, result.undo);
  }
  return answer(visit, page, result, 200);
}

async function answer(
  visit: Visit,
  page: ConsolePage,
  result: View | Response,
  status: number,
): Promise<Response> {
  return result instanceof Response ? result : shown(visit, page, result, { status });
}

function shown(
  visit: Visit,
  page: Pick<ConsolePage, "path" | "section">,
  view: View,
  { status, isRetried }: Pick<Failure, "status" | "isRetried">,
): Promise<Response> {
  const section = page.section ?? page.path;
  return documentResponse(
    {
      title: [view.title, ` · ${visit.store.storeName}`],
      ...{ theme: visit.theme, reader: visit.reader },
      body: appBody(visit, section, view),
      live: `${visit.base}/live`,
      hasKeys: visit.hasKeys,
      kind: "app",
      isBusy: view.isBusy,
      isRetried,
    },
    { status },
  );
}

/** Returns a page of the person in the frame of the store that they are in; without one in a frame of its own. */
export async function personalPage(
  visitor: Visitor,
  opened: Opened,
  view: View,
  status: number,
): Promise<Response> {
  if (visitor.session?.membership) return shown(visitOf(visitor, opened), PERSONAL, view, { status });
  const { title, lead, body } = view;
  const { notice } = visitor;
  const content = html`${lead && html`<p>${lead}</p>`}${notice && html`<p class="notice-box good" role="status">${notice}</p>`}
    ${body}<p><a href="/console">${say("Back to the console")}</a></p>`;
  return plainPage(visitor, { title, content }, { status });
}

/** No entry of the navigation is marked. */
const PERSONAL = { path: "" } as const;

function failureView({ title, text }: Failure): View {
  return { title, body: html`<p class="lead">${text}</p>` };
}

function missingRight({ store }: Visit): Problem {
  const detail = `The role ${ROLES[store.role].title} doesn't include this. An owner of the store can change your role.`;
  return problem("missing_scope", detail);
}

function visitOf(visitor: Visitor, { storeCtx, handle, params, pages, titleOf }: Opened): Visit {
  const { ctx, request, url, theme, reader, hasKeys, notice, undo, session } = visitor;
  const store = session?.membership;
  if (!session || !store) throw new Error("A visit needs a session and a store.");
  const { scopes, rights } = ROLES[store.role];
  const held = new Set<string>([...scopes, ...rights]);
  const context = requestContextOf(request);
  const origin = pageOrigin(ctx, request);
  const { id, name } = session.person;
  const actor = { storeId: store.storeId, id, name, scopes: [...scopes] };
  context.caller = {
    ...{ storeId: store.storeId, clientId: "", by: name, byId: id, scopes },
    ...{ requestId: context.requestId, origin },
  };
  const can = (needed: string) => held.has(needed);
  return {
    ...{ ctx, storeCtx, request, url, params, theme, reader, hasKeys, notice, undo, store, can, titleOf },
    person: session.person,
    sessionId: session.id,
    formToken: session.formToken,
    base: at`/console/stores/${store.storeId}`,
    api: createApi(handle, {
      ...{ actor, requestId: context.requestId, origin, signal: request.signal },
      ...{ log: ctx.requestLog, now: ctx.now },
    }),
    offers: (path) => pages.some((page) => page.path === path && can(page.needs)),
    lists: (path) =>
      pages.some(
        ({ path: each, needs, menuNeeds = needs }) =>
          each === path && can(needs) && (can(menuNeeds) || store.role === "read_only"),
      ),
  };
}

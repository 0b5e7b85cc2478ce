import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { ANY_HOST } from "../../core/http/base.ts";
import { problems, type Routes } from "../../core/http/errors/problems.ts";
import { requestContextOf } from "../../core/http/request-context.ts";
import { isStorableText } from "../../lib/text.ts";
import type { Handle } from "../pages/api.ts";
import { doAccount, type Frame, showAccount } from "./account/account.ts";
import { doEnter, showEnter } from "./account/enter.ts";
import { doInvitation, showInvitation } from "./account/invitation.ts";
import { passkeyOptions } from "./account/passkey-options.ts";
import { doPreferences } from "./account/preferences.ts";
import { doSignIn, doSignOut, showSignIn } from "./account/sign-in.ts";
import { showStores } from "./account/stores.ts";
import { ASSETS } from "./assets.ts";
import { createLive } from "./live.ts";
import { type DescribedRoutes, operationTitles } from "./operation-titles.ts";
import type { ConsolePage } from "./page.ts";
import { PAGES } from "./pages.ts";
import { picturePage } from "./products/picture.ts";
import { failureResponse, NOT_FOUND, runPage } from "./run.ts";
import { openPage, personalPage } from "./store-page.ts";
import type { Visitor } from "./visitor.ts";

/** Pages read forms themselves, with a limit. */
const unread = { parse: "none" } as const;
const STORE = "/stores/:storeId";

type Params = Record<string, string | null>;
type Incoming = { request: Request; params: Params; route: string };
type Show = (visitor: Visitor) => Promise<Response>;

/** Returns the handler of the console's pages. They use the API, whose `routes` are given, through `handle`, in this process. */
export function consoleApp(storeCtx: Ctx, handle: Handle, routes: () => DescribedRoutes): Handle {
  const titleOf = operationTitles(routes);
  const ctx = ofPeople(storeCtx);
  const live = createLive(ctx);
  const app = new Elysia({ ...ANY_HOST, prefix: "/console" }).use(
    problems(storeCtx, (): Routes => app.routes),
  );
  const plain = (show: Show) => (incoming: Incoming) => {
    requestContextOf(incoming.request).route = incoming.route;
    return runPage(ctx, incoming.request, show);
  };
  const ofStore = (show: (visitor: Visitor, params: Record<string, string>) => Promise<Response>) => {
    return ({ request, params: given, route }: Incoming) => {
      requestContextOf(request).route = route;
      const params = storable(given);
      return runPage(ctx, request, (visitor) => show(visitor, params), params.storeId);
    };
  };
  /** A page of the person stands in the frame of the store that its address names, if they are in it. */
  const ofPerson = (show: (visitor: Visitor, frame: Frame) => Promise<Response>) => {
    return ({ request, route }: Incoming) => {
      requestContextOf(request).route = route;
      const { storeId } = storable({ storeId: new URL(request.url).searchParams.get("store") });
      const opened = { storeCtx, handle, params: {}, pages: PAGES, titleOf };
      const framed = (visitor: Visitor) =>
        show(visitor, (view, status) => personalPage(visitor, opened, view, status));
      return runPage(ctx, request, framed, storeId);
    };
  };
  const notFound = plain((visitor) => failureResponse(NOT_FOUND, visitor));

  app
    .get("", plain(showStores), unread)
    .get("/sign-in", plain(showSignIn), unread)
    .post("/sign-in", plain(doSignIn), unread)
    .post("/sign-out", plain(doSignOut), unread)
    .post("/preferences", plain(doPreferences), unread)
    .get("/enter", plain(showEnter), unread)
    .post("/enter", plain(doEnter), unread)
    .get("/invitation", plain(showInvitation), unread)
    .post("/invitation", plain(doInvitation), unread)
    .get("/account", ofPerson(showAccount), unread)
    .post("/account", ofPerson(doAccount), unread)
    .post("/passkey-options", plain(passkeyOptions), unread)
    .get(
      "/assets/:file",
      ({ request, params }) => ASSETS.response(params.file, request.headers.get("accept-encoding") ?? ""),
      unread,
    )
    .get(
      `${STORE}/live`,
      ofStore(async (visitor, { storeId = "" }) => {
        const { session, request } = visitor;
        if (!session?.membership) return new Response(null, { status: 401 });
        return live(request, session.id, storeId);
      }),
      unread,
    );
  const opening = (page: ConsolePage) =>
    ofStore((visitor, params) =>
      openPage(visitor, page, { storeCtx, handle, params, pages: PAGES, titleOf }),
    );
  for (const page of PAGES) {
    const path = page.path === "/" ? STORE : STORE + page.path;
    app.get(path, opening(page), unread).post(path, opening(page), unread);
  }
  app.get(STORE + picturePage.path, opening(picturePage), unread);
  app.get("/*", notFound, unread).compile();
  return async (request) => app.handle(request);
}

/** With several cells the directory has the people and their sessions. */
function ofPeople(ctx: Ctx): Ctx {
  return ctx.cell ? { ...ctx, db: ctx.cell.directoryDb } : ctx;
}

/** Ids that can't be decoded or stored match no row. */
function storable(params: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      value !== null && isStorableText(value) ? value : "",
    ]),
  );
}

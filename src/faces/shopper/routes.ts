import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { requestContextOf } from "../../core/http/request-context.ts";
import { createTries } from "../../features/returns/shopper/find-order.ts";
import { problem } from "../../lib/problem.ts";
import { isStorableText } from "../../lib/text.ts";
import type { Handle } from "../pages/api.ts";
import { findAsset, THEMES } from "./assets.ts";
import { doChoose, showChoose } from "./choose.ts";
import { doFind, showFind } from "./find.ts";
import { doFollow, showFollow } from "./follow.ts";
import { showReceipt } from "./receipt.ts";
import { missingPage, runPage, type ShowPage } from "./run.ts";
import { doSend, showSend } from "./send.ts";
import { doWithdraw, showWithdraw } from "./withdraw.ts";

/** Pages are no operations of the API: the description leaves them out. */
const hidden = { detail: { hide: true } } as const;

type Incoming = { request: Request; params: { storeId: string }; route: string };

/** Serves the pages where shoppers return. They use the API through `handle`, in this process. */
export const shopperPages = (ctx: Ctx, handle: Handle) => {
  const tries = createTries(ctx);
  const page =
    (show: ShowPage, { isAlwaysOpen = false } = {}) =>
    ({ request, params, route }: Incoming) => {
      requestContextOf(request).route = route;
      const storeId = isStorableText(params.storeId) ? params.storeId : "";
      return runPage(ctx, handle, request, { storeId, show, isAlwaysOpen });
    };

  return new Elysia({ name: "shopper-pages" })
    .get("/shopper/assets/:file", assetOf, hidden)
    .get(`${THEMES}:file`, assetOf, hidden)
    .get("/r/:storeId", page(showFind), hidden)
    .post(
      "/r/:storeId",
      page((visit) => doFind(visit, tries)),
      hidden,
    )
    .get("/r/:storeId/order", page(showChoose), hidden)
    .post("/r/:storeId/order", page(doChoose), hidden)
    .get("/r/:storeId/send", page(showSend), hidden)
    .post("/r/:storeId/send", page(doSend), hidden)
    .get("/r/:storeId/withdraw", page(showWithdraw, { isAlwaysOpen: true }), hidden)
    .post(
      "/r/:storeId/withdraw",
      page((visit) => doWithdraw(visit, tries), { isAlwaysOpen: true }),
      hidden,
    )
    .get("/r/:storeId/receipts/:receipt", page(showReceipt, { isAlwaysOpen: true }), hidden)
    .get("/r/:storeId/return", page(showFollow, { isAlwaysOpen: true }), hidden)
    .post("/r/:storeId/return", page(doFollow, { isAlwaysOpen: true }), hidden)
    .get("/r/*", ({ request }) => missingPage(request), hidden);
};

async function assetOf({ request }: Pick<Incoming, "request">): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = await findAsset(pathname, request.headers.get("accept-encoding") ?? "");
  if (!found) throw problem("route_not_found", `There is nothing at ${pathname}.`);
  return found;
}

import type { Ctx } from "../../core/ctx.ts";
import { type Caller, clientAddress, requestContextOf } from "../../core/http/request-context.ts";
import { responseOrigin } from "../../core/http/response-origin.ts";
import { networkOf } from "../../features/people/throttle.ts";
import { readStore } from "../../features/stores/read-store.ts";
import type { Store } from "../../features/stores/schema.ts";
import type { Language } from "../../lib/languages.ts";
import { type Api, createApi, type Handle } from "../pages/api.ts";
import { at } from "../pages/html.ts";
import { languageOf } from "./language.ts";
import { textsIn } from "./texts/texts.ts";
import type { Texts } from "./texts/texts-shape.ts";

/** Who a shopper is in histories. */
export const SHOPPER = "shopper";

/** A request of a shopper for a page of a store. */
export type ShopperVisit = {
  ctx: Ctx;
  request: Request;
  url: URL;
  store: Store;
  language: Language;
  texts: Texts;
  /** The API, as the shopper uses it: what it changes stands in the history as `shopper`. */
  api: Api;
  /** The shopper, as the verbs that no operation has take them. */
  caller: Caller;
  /** The address of the client, for IPv6 its network. */
  network: string;
  /** Returns the address of a page of the store in the visit's language. */
  to(path: "" | `/${string}`, parameters?: Record<string, string>): string;
};

/** Returns the visit of a request. Throws 404 for a store that isn't there. */
export async function visitOf(
  ctx: Ctx,
  handle: Handle,
  request: Request,
  storeId: string,
): Promise<ShopperVisit> {
  const url = new URL(request.url);
  const store = await readStore(ctx, storeId);
  const language = languageOf(url, request.headers);
  const { requestId } = requestContextOf(request);
  const scopes = ["returns_read", "returns_write", "orders_read"];
  const api = createApi(handle, {
    actor: { storeId, id: SHOPPER, name: SHOPPER, scopes },
    requestId,
    origin: responseOrigin(ctx, request.headers),
    signal: request.signal,
    log: ctx.requestLog,
    now: ctx.now,
  });
  return {
    ...{ ctx, request, url, store, language, texts: textsIn(language), api },
    caller: { storeId, clientId: "", by: SHOPPER, byId: SHOPPER, requestId, origin: ctx.origin },
    network: networkOf(clientAddress(ctx.config, request)),
    to: (path, parameters = {}) =>
      `${at`/r/${storeId}`}${path}?${new URLSearchParams({ ...parameters, lang: language })}`,
  };
}

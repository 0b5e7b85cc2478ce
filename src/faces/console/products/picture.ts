import { requestContextOf } from "../../../core/http/request-context.ts";
import { imageTypeOf } from "../../../features/returns/comments/image-type.ts";
import { equalInConstantTime } from "../../../lib/hash.ts";
import { PICTURE_PATH, pictureSignature } from "../components/thumb.ts";
import type { ConsolePage, Visit } from "../page.ts";

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 3 * 1024 * 1024;
const DAY_S = 86_400;
/** What couldn't be loaded is tried again after a while. */
const RETRY_S = 300;

/** Stands where a picture can't be had. */
const NONE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" fill="#8a938c" opacity=".18"/>
<path d="M11 14.5 18 11l7 3.5v8L18 26l-7-3.5zm0 0 7 3.5m7-3.5L18 18m0 0v8" fill="none" stroke="#8a938c" stroke-width="1.5"/></svg>`;

/**
 * The picture of a product, which the service loads from the shop's host: a browser asks no other host than ours. It loads only
 * addresses that a page of this session has named, and only from public hosts.
 */
export const picturePage: ConsolePage = {
  path: PICTURE_PATH,
  section: "/orders",
  needs: "orders_read",
  show: async (visit) => {
    const found = await loaded(visit);
    requestContextOf(visit.request).isPublicElsewhere = true;
    return found
      ? picture(found.content, found.mediaType, DAY_S)
      : picture(new TextEncoder().encode(NONE), "image/svg+xml", RETRY_S);
  },
};

async function loaded(
  visit: Visit,
): Promise<{ content: Uint8Array<ArrayBuffer>; mediaType: string } | undefined> {
  const { url, storeCtx, store } = visit;
  const [address = "", signature = ""] = ["of", "by"].map((name) => url.searchParams.get(name) ?? "");
  if (!URL.canParse(address) || !equalInConstantTime(signature, pictureSignature(visit, address)))
    return undefined;
  const answered = await storeCtx.loadPicture({
    ...{ url: address, method: "GET", owner: store.storeId, body: new Uint8Array() },
    ...{
      headers: { Accept: "image/webp, image/jpeg, image/png, image/gif", "User-Agent": "Aftersale" },
      timeoutMs: TIMEOUT_MS,
      maxWholeBytes: MAX_BYTES,
    },
  });
  const content = answered.status === 200 ? answered.responseBytes : undefined;
  const mediaType = content && imageTypeOf(content);
  return content && mediaType ? { content: new Uint8Array(content), mediaType } : undefined;
}

function picture(content: Uint8Array<ArrayBuffer>, mediaType: string, maxAgeS: number): Response {
  const headers = {
    "Content-Type": mediaType,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": `private, max-age=${maxAgeS}`,
  };
  return new Response(content, { headers });
}

import { apiStyleOf } from "../core/http/errors/api-style.ts";
import { problemResponse } from "../core/http/errors/problems.ts";
import { UNKEPT } from "../core/http/response-headers.ts";
import { WAREHOUSE } from "../features/warehouse/api-style.ts";
import { problem } from "../lib/problem.ts";

const CONSOLE = /^\/console(?:\/|$)/;
const SHOPPER = /^\/(?:r|shopper)\//;

/**
 * Returns the 503 to a request for this path that no app has handled, in the style of the path's API; a page of
 * the console or for shoppers is a page, and gets its assets, which need no database.
 */
export async function unavailableResponse(
  request: Request,
  pathname: string,
  detail: string,
  retryAfterS: number,
): Promise<Response> {
  const requestId = crypto.randomUUID();
  const { parts } = problem("database_unavailable", detail, {
    headers: { "Retry-After": String(retryAfterS) },
  });
  const headers = { ...parts.headers, "X-Request-Id": requestId };
  const accepted = request.headers.get("accept-encoding") ?? "";
  if (CONSOLE.test(pathname)) {
    // Loaded where a page is asked for, like the console.
    const { ASSETS } = await import("../faces/console/assets.ts");
    const { failureResponse, unavailable } = await import("../faces/console/run.ts");
    const asset = await ASSETS.find(pathname, accepted);
    return asset ?? failureResponse(unavailable(request.method), undefined, Object.entries(headers));
  }
  if (SHOPPER.test(pathname)) {
    const { findAsset } = await import("../faces/shopper/assets.ts");
    const { awayPage } = await import("../faces/shopper/run.ts");
    return (await findAsset(pathname, accepted)) ?? awayPage(request, headers);
  }
  const style = apiStyleOf([WAREHOUSE], pathname);
  if (!style) return problemResponse(parts, requestId);
  const { status, body } = style.errorResponse(parts);
  return Response.json(body, { status, headers: { ...headers, ...UNKEPT } });
}

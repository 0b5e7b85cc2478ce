import { requestContextOf, shareRequestContext } from "./request-context.ts";

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Handles HEAD as GET, and returns the response without its body. The framework would read the whole body for its
 * length, streams included: here a stream is cancelled and has no `Content-Length`.
 */
export async function handleHead(request: Request, handle: Handler): Promise<Response> {
  const { url, headers, signal } = request;
  const get = new Request(url, { headers, signal });
  shareRequestContext(request, get);
  const response = await handle(get);
  const { status } = response;
  if (!requestContextOf(request).isStreamed) {
    const { byteLength } = await response.arrayBuffer();
    return withLength(response, { status, name: "Content-Length", value: String(byteLength) });
  }
  await response.body?.cancel();
  return withLength(response, { status, name: "Transfer-Encoding", value: "chunked" });
}

function withLength(
  { headers }: Response,
  { status, name, value }: { status: number; name: string; value: string },
): Response {
  const response = new Response(null, { status, headers });
  response.headers.set(name, value);
  return response;
}

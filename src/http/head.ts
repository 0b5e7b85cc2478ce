import { requestContextOf, shareRequestContext } from "./request-context.ts";

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Answers HEAD as GET is answered, without the body. The framework would read the whole body for its length, a stream of any
 * length too: of that no more is made than its beginning, and its length stays unsaid.
 */
export function withHead(handle: Handler): Handler {
  return async (request) => {
    if (request.method !== "HEAD") return handle(request);
    const { url, headers, signal } = request;
    const asked = new Request(url, { headers, signal });
    shareRequestContext(request, asked);
    const answer = await handle(asked);
    const { status } = answer;
    if (!requestContextOf(request).isStreamed) {
      const { byteLength } = await answer.arrayBuffer();
      return withLength(answer, { status, name: "Content-Length", value: String(byteLength) });
    }
    await answer.body?.cancel();
    return withLength(answer, { status, name: "Transfer-Encoding", value: "chunked" });
  };
}

function withLength(
  { headers }: Response,
  { status, name, value }: { status: number; name: string; value: string },
): Response {
  const answer = new Response(null, { status, headers });
  answer.headers.set(name, value);
  return answer;
}

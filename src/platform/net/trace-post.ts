import type { OpenSpan, SpanOptions, Tracing } from "../tracing/tracing.ts";
import type { PostResult } from "./post.ts";

type PostSpan = Pick<SpanOptions, "attributes" | "parent"> & { url: string };

/**
 * Posts to a receiver within a span. `post` gets the span, whose headers the receiver
 * continues.
 */
export function tracePost(
  recorder: Tracing,
  name: string,
  { url, attributes, parent }: PostSpan,
  post: (span: OpenSpan) => Promise<PostResult>,
): Promise<PostResult> {
  const options = {
    kind: "client" as const,
    // The rest of the URL may be confidential.
    attributes: { "http.request.method": "POST", "server.address": new URL(url).hostname, ...attributes },
    parent,
  };
  return recorder.span(name, options, async (span) => {
    const posted = await post(span);
    const { status } = posted;
    if (status !== undefined) span.set("http.response.status_code", status);
    const hasSucceeded = status !== undefined && status >= 200 && status < 300;
    if (!hasSucceeded) span.fail(status === undefined ? "no response" : String(status));
    return posted;
  });
}

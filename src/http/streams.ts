import type { Ctx } from "../ctx.ts";
import { byteStream } from "../lib/byte-stream.ts";
import { problem } from "../lib/problem.ts";
import { createSemaphores, type PlaceLimits } from "../lib/semaphores.ts";
import { loggableError } from "./log-error.ts";
import { requestContextOf } from "./request-context.ts";

type Source = AsyncGenerator<string | Uint8Array>;

/** `what` is what the log calls an answer that breaks off. */
type Kind = { what: string; type: string; headers?: Record<string, string> };

/** `source` begins once there is room for it. */
export type Streamed = Kind & { source: () => Source };

export type Streams = (request: Request, streamed: Streamed) => Promise<Response>;

/** A text that is no longer is answered as a whole. */
const WHOLE_CHARACTERS = 1024 * 1024;

/**
 * Answers of any length, made as fast as they are taken. When the client leaves, the work ends. Beyond the limits of one store
 * or of all stores together, 429. What breaks on the way breaks the answer off, so that nobody takes it for a whole one.
 */
export function createStreamResponder(ctx: Ctx, limits: PlaceLimits): Streams {
  const enter = createSemaphores(limits);
  return async (request, { source, ...kind }) => {
    const leave = enter(requestContextOf(request).caller?.storeId ?? "");
    if (!leave) {
      const detail = "Too many long answers are being sent at once; try again when one has ended.";
      throw problem(429, detail, { headers: { "Retry-After": "1" } });
    }
    return streamOf(ctx, request, kind, untilEnd(source(), leave));
  };
}

/** An answer that is seldom long: as a whole when it is short, else as a stream. */
export async function textResponse(
  ctx: Ctx,
  request: Request,
  kind: Kind,
  source: AsyncGenerator<string>,
): Promise<Response> {
  let text = "";
  while (text.length <= WHOLE_CHARACTERS && !request.signal.aborted) {
    const { done, value } = await source.next();
    if (done) return new Response(text, { headers: { "Content-Type": kind.type, ...kind.headers } });
    text += value;
  }
  return streamOf(ctx, request, kind, continued(text, source));
}

async function streamOf(
  ctx: Ctx,
  request: Request,
  { what, type, headers }: Kind,
  source: Source,
): Promise<Response> {
  const trace = requestContextOf(request);
  const storeId = trace.caller?.storeId ?? "";
  const onBreak = (error: unknown) =>
    ctx.log.error({ requestId: trace.requestId, ...loggableError(error) }, `${what} broke off`);
  const content = await byteStream(source, onBreak, (work) =>
    ctx.largeRequestLimiter.within(storeId, () => ctx.connectionLimiter.within(storeId, work)),
  );
  trace.isStreamed = true;
  // One who left before the answer began doesn't cancel it.
  if (request.signal.aborted) await content.cancel();
  return new Response(content, { headers: { "Content-Type": type, ...headers } });
}

async function* untilEnd(source: Source, leave: () => void): Source {
  try {
    yield* source;
  } finally {
    leave();
  }
}

async function* continued(begun: string, source: AsyncGenerator<string>): AsyncGenerator<string> {
  yield begun;
  yield* source;
}

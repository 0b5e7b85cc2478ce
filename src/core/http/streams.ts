import { afterEach } from "../../lib/after-each.ts";
import { byteStream } from "../../lib/byte-stream.ts";
import { createLimiter, type Limits } from "../../lib/limiter.ts";
import { problem } from "../../lib/problem.ts";
import type { Ctx } from "../ctx.ts";
import { requestContextOf } from "./request-context.ts";

type Source = AsyncGenerator<string | Uint8Array>;

/** `name` names the response in the log. */
type Kind = { name: string; type: string; headers?: Record<string, string> };

/** `source` starts once the limits allow it. */
export type StreamedResponse = Kind & { source: () => Source };

export type StreamResponder = (request: Request, response: StreamedResponse) => Promise<Response>;

/** A longer text is streamed. */
const MAX_BUFFERED_CHARACTERS = 1024 * 1024;
const FREE_MEMORY_AFTER_CHARACTERS = 16 * 1024 * 1024;

/**
 * Returns a function that streams responses of any length, as fast as the client reads. The source ends when
 * the client disconnects. It throws 429 above the limits of a store or of all stores. An error in the source aborts the
 * connection, so that a client can't mistake a partial response for a complete one.
 */
export function createStreamResponder(ctx: Ctx, limits: Limits): StreamResponder {
  const limiter = createLimiter(limits);
  return async (request, { source, ...kind }) => {
    const release = limiter.tryTake(requestContextOf(request).caller?.storeId ?? "");
    if (!release) {
      const detail = "Too many responses are being streamed at once; try again when one has ended.";
      throw problem("too_many_at_once", detail, { headers: { "Retry-After": "1" } });
    }
    return streamOf(ctx, request, kind, withRelease(source(), release));
  };
}

/** Returns a text as a response: buffered when it is short, else streamed. */
export async function textResponse(
  ctx: Ctx,
  request: Request,
  kind: Kind,
  source: AsyncGenerator<string>,
): Promise<Response> {
  let text = "";
  while (text.length <= MAX_BUFFERED_CHARACTERS && !request.signal.aborted) {
    const { done, value } = await source.next();
    if (done) return new Response(text, { headers: { "Content-Type": kind.type, ...kind.headers } });
    text += value;
  }
  return streamOf(ctx, request, kind, prepend(text, source));
}

async function streamOf(
  ctx: Ctx,
  request: Request,
  { name, type, headers }: Kind,
  source: Source,
): Promise<Response> {
  const context = requestContextOf(request);
  const storeId = context.caller?.storeId ?? "";
  const onBreak = (error: unknown) =>
    ctx.log.error({ requestId: context.requestId, err: error }, `${name} broke off`);
  const content = await byteStream(counted(ctx, freeingMemory(ctx, source)), onBreak, (work) =>
    ctx.largeRequestLimiter.within(storeId, () => ctx.connectionLimiter.within(storeId, work)),
  );
  context.isStreamed = true;
  const init = { headers: { "Content-Type": type, ...headers } };
  if (!request.signal.aborted) return new Response(content, init);
  // A client that has already disconnected doesn't cancel the stream, and a cancelled one can't be a body.
  await content.cancel();
  return new Response(null, init);
}

async function* counted({ metrics }: Ctx, source: Source): Source {
  const ended = metrics.streamStarted();
  try {
    yield* source;
  } finally {
    ended();
  }
}

/** Frees memory after each so many characters, which would else stay until the response has ended. */
async function* freeingMemory(ctx: Ctx, source: Source): Source {
  const count = afterEach(FREE_MEMORY_AFTER_CHARACTERS, ctx.freeMemory);
  for await (const piece of source) {
    yield piece;
    count(piece.length);
  }
}

async function* withRelease(source: Source, release: () => void): Source {
  try {
    yield* source;
  } finally {
    release();
  }
}

async function* prepend(first: string, source: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* source;
}

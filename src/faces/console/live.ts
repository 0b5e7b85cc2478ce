import type { Ctx } from "../../core/ctx.ts";
import { requestContextOf } from "../../core/http/request-context.ts";
import { isOpenIn } from "../../features/people/find-session.ts";
import { byteStream } from "../../lib/byte-stream.ts";
import { createLimiter } from "../../lib/limiter.ts";
import { problem } from "../../lib/problem.ts";
import { pause } from "../../lib/promises.ts";

/** A connection that is idle longer may be closed by a proxy. */
const PING_MS = 15_000;
/** At most one announcement in this time. */
const COLLECT_MS = 1_000;
const LIMITS = { perOwner: 30, total: 2_000 };

export type Live = (request: Request, sessionId: string, storeId: string) => Promise<Response>;

/**
 * Returns the stream of server-sent events that a tab of the console keeps open: `change` when something of the
 * store has changed, `ended` when the session has. It says nothing of what has changed. It throws 429 for too many
 * tabs.
 */
export function createLive(ctx: Ctx): Live {
  const limiter = createLimiter(LIMITS);
  return async (request, sessionId, storeId) => {
    const release = limiter.tryTake(sessionId);
    if (!release) throw problem("too_many_at_once", "Too many tabs are open.");
    const closed = new AbortController();
    const signal = AbortSignal.any([request.signal, closed.signal]);
    const source = events(ctx, { sessionId, storeId, signal }, release);
    const onBreak = (err: unknown) => ctx.log.warn({ err }, "a stream of the console broke off");
    const content = endedBy(closed, await byteStream(source, onBreak));
    requestContextOf(request).isStreamed = true;
    const headers = {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    };
    if (!request.signal.aborted) return new Response(content, { headers });
    await content.cancel();
    return new Response(null, { headers });
  };
}

/** Wakes the source when the reader leaves: it may wait for a change until then. */
function endedBy(closed: AbortController, content: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = content.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        closed.abort();
        await reader.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

type Watched = { sessionId: string; storeId: string; signal: AbortSignal };

async function* events(
  ctx: Ctx,
  { sessionId, storeId, signal }: Watched,
  release: () => void,
): AsyncGenerator<string> {
  const watch = ctx.changeSignal.watch(storeId);
  try {
    yield "retry: 3000\n\n";
    while (!signal.aborted && !ctx.changeSignal.isStopped()) {
      const since = performance.now();
      await watch.next(Number.MAX_SAFE_INTEGER, PING_MS, signal);
      if (signal.aborted || ctx.changeSignal.isStopped()) return;
      const isChange = performance.now() - since < PING_MS;
      // Asked before each event, so that a session which was revoked learns nothing more.
      if (!(await isOpenIn(ctx, sessionId, storeId))) return yield "event: ended\ndata:\n\n";
      // The browser connects again, to the cell that the store has moved to.
      if (ctx.cell && !(await ctx.cell.has(storeId))) return;
      yield isChange ? "event: change\ndata:\n\n" : ": still here\n\n";
      if (isChange) await pause(COLLECT_MS);
    }
  } finally {
    watch.close();
    release();
  }
}

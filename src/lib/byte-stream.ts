import { awaitedLater } from "./promises.ts";

/**
 * Returns a stream of a source's strings or bytes. It pulls from the source only when the reader does, and
 * ends the source when the reader cancels. It awaits the first chunk, and throws if that fails, so that the
 * request can still fail. A later error calls `onBreak` and aborts the stream. Later chunks are read inside
 * `inPlace`, which acquires a slot for each read.
 */
export async function byteStream(
  source: AsyncGenerator<string | Uint8Array>,
  onBreak: (error: unknown) => void,
  inPlace: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next = Promise.resolve(await source.next());
  let isCancelled = false;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await next;
          if (isCancelled) return;
          if (done) return controller.close();
          controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
          next = awaitedLater(inPlace(() => source.next()));
        } catch (error) {
          onBreak(error);
          throw error;
        }
      },
      async cancel() {
        isCancelled = true;
        await source.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Texts or bytes as a stream that asks for the next only when its reader does, and ends the source when the reader leaves. The
 * first is waited for, so that a source that can't begin fails before anything is answered; one that breaks later breaks the
 * stream, after `onBreak`. What is asked for later, when the request has given back its place, is read in one got by `inPlace`.
 */
export async function byteStream(
  source: AsyncGenerator<string | Uint8Array>,
  onBreak: (error: unknown) => void,
  inPlace: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next = Promise.resolve(await source.next());
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await next;
          if (done) return controller.close();
          controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
          next = inPlace(() => source.next());
          // Waited for by the next pull; until then its failure is nobody's.
          next.catch(() => undefined);
        } catch (error) {
          onBreak(error);
          throw error;
        }
      },
      async cancel() {
        await source.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

import type pg from "pg";

/** Work that notices the loss by itself may end in its own way. */
const GRACE_MS = 5_000;

/**
 * Returns what `work` returns. Throws some seconds after one of the clients has lost its connection: a COPY to or
 * from a lost server would wait without end.
 */
export async function unlessLost<T>(clients: pg.Client[], work: () => Promise<T>): Promise<T> {
  const lost = Promise.withResolvers<never>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onEnd = () => {
    timer ??= setTimeout(() => lost.reject(new Error("The connection to a database was lost.")), GRACE_MS);
  };
  for (const client of clients) client.once("end", onEnd);
  try {
    return await Promise.race([work(), lost.promise]);
  } finally {
    clearTimeout(timer);
    for (const client of clients) client.off("end", onEnd);
  }
}

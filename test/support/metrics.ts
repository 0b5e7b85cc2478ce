/** For how long the service shows the same metrics to every client. */
const MAX_AGE_MS = 1_000;

/** Returns the metrics as they are now: what `read` has returned before may be shown again for a second. */
export async function freshMetrics(read: () => Promise<Response>): Promise<string> {
  await Bun.sleep(MAX_AGE_MS + 20);
  return (await read()).text();
}

import type { Directory } from "../../platform/cells/directory.ts";
import { type Move, renewLease } from "./move-record.ts";

const RENEW_MS = 1_000;

/** Renews a move's lease while `work` runs, and returns what that returns. Throws when another process has taken it over. */
export async function withLease<T>(directory: Directory, move: Move, work: () => Promise<T>): Promise<T> {
  const lost = Promise.withResolvers<never>();
  const renew = () =>
    renewLease(directory, move).then(
      (isHeld) => {
        if (!isHeld) lost.reject(new Error(`Another process has taken over the move of ${move.storeId}.`));
      },
      // While the directory is away no other process can take the move over either.
      () => undefined,
    );
  const timer = setInterval(renew, RENEW_MS);
  try {
    return await Promise.race([work(), lost.promise]);
  } finally {
    clearInterval(timer);
  }
}

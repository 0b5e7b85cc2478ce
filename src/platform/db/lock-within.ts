import type pg from "pg";
import { pause } from "../../lib/promises.ts";

/** How a session takes an advisory lock that it keeps until it ends; several may hold a shared one. */
type AdvisoryLock = { id: number; isShared?: boolean; waitMs: number };

/** How long it waits after the first request, and at most. */
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 250;

/**
 * Takes an advisory lock for the session; returns false when another session still holds it after `waitMs`.
 * It asks repeatedly: a session that waits inside a statement holds back the snapshot that a concurrent build
 * of an index waits for, and the holder of the lock may be that build.
 */
export async function lockWithin(
  client: Pick<pg.ClientBase, "query">,
  { id, isShared = false, waitMs }: AdvisoryLock,
): Promise<boolean> {
  const statement = `select pg_try_advisory_lock${isShared ? "_shared" : ""}($1) as locked`;
  const end = performance.now() + waitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const { rows } = await client.query<{ locked: boolean }>(statement, [id]);
    if (rows[0]?.locked) return true;
    if (performance.now() >= end) return false;
    await pause(pauseMs);
  }
}

import { oneAtATime } from "../../lib/batcher.ts";
import { pause } from "../../lib/promises.ts";
import type { Db } from "../../platform/db/connect.ts";
import type { Notifier } from "../../platform/db/notifier.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import type { ChangeSignal, ChangeWatch } from "../ctx.ts";

type Watcher = { after: number; hasChanged: boolean; wake: () => void };

/** Announcements of this long are sent together. */
const COLLECT_MS = 20;
/** How long other processes announce a store after a notification that a reader watches it. */
const INTEREST_MS = 30_000;
/** How often a process says so at most, less often than interest ends. */
const RENEW_MS = 5_000;
const MAX_RENEWED = 10_000;
/** How notifications begin: a store has changes, or a reader. */
const CHANGED = "changed ";
const WATCHED = "watched ";
/** How often stores with readers are checked, in case an announcement was lost with its process. */
const CHECK_MS = 1_000;

/**
 * Wakes readers when changes are committed, in this process at once and in others by a notification, which is
 * sent only for stores that another process watches. One statement per second finds the changes of processes
 * that ended before they announced them.
 */
export function createChangeSignal(
  db: Db,
  onError: (error: unknown) => void,
  openNotifier: (handlers: { onPayload(storeId: string): void; onListening(): void }) => Notifier,
): ChangeSignal & { close(): Promise<void> } {
  const watchers = new Map<string, Set<Watcher>>();
  const outgoing = new Set<string>();
  const sending = oneAtATime(send);
  const checking = oneAtATime(check);
  let isStopped = false;
  let isClosed = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The stores that other processes watch, and until when that is assumed. */
  const interest = new Map<string, number>();
  /** When this process last notified the others that it watches a store. */
  const renewed = new Map<string, number>();
  /** Since it listens; only later it knows what others watch. */
  let listeningSince = Number.POSITIVE_INFINITY;
  const notifier = openNotifier({
    onPayload: (payload) => {
      const storeId = payload.slice(CHANGED.length);
      if (payload.startsWith(CHANGED)) wakeStore(storeId);
      else interest.set(storeId, performance.now() + INTEREST_MS);
    },
    onListening: () => {
      listeningSince = performance.now();
      wakeAll();
    },
  });

  /** Whether another process may have a reader of the store. */
  function isWatchedElsewhere(storeId: string): boolean {
    const now = performance.now();
    if (!(now - listeningSince > INTEREST_MS)) return true;
    const until = interest.get(storeId);
    if (until === undefined) return false;
    if (until < now) interest.delete(storeId);
    return until >= now;
  }

  function notify(payload: string) {
    outgoing.add(payload);
    void sending.now();
  }

  function showInterest(storeId: string) {
    const now = performance.now();
    if (now - (renewed.get(storeId) ?? Number.NEGATIVE_INFINITY) < RENEW_MS) return;
    renewed.set(storeId, now);
    notify(WATCHED + storeId);
  }

  function wakeStore(storeId: string) {
    for (const watcher of watchers.get(storeId) ?? []) watcher.wake();
  }

  function wakeAll() {
    for (const storeId of watchers.keys()) wakeStore(storeId);
  }

  async function send() {
    if (outgoing.size === 0 || isClosed) return;
    const payloads = [...outgoing];
    outgoing.clear();
    await notifier.notify(payloads);
    await pause(COLLECT_MS);
  }

  async function check() {
    const storeIds = [...watchers.keys()];
    const read = storeIds.map((id) => Math.min(...[...(watchers.get(id) ?? [])].map(({ after }) => after)));
    try {
      for (const { storeId } of await changed(db, storeIds, read)) wakeStore(storeId);
    } catch (error) {
      // The next check finds the changes.
      onError(error);
    }
  }

  return {
    announce: (storeIds) => {
      notifier.listen();
      for (const storeId of storeIds) {
        wakeStore(storeId);
        if (isWatchedElsewhere(storeId)) notify(CHANGED + storeId);
      }
    },
    wake: (storeId) => (storeId === undefined ? wakeAll() : wakeStore(storeId)),
    watch: (storeId): ChangeWatch => {
      notifier.listen();
      showInterest(storeId);
      timer ??= setInterval(checking.now, CHECK_MS);
      const watcher: Watcher = { after: Number.MAX_SAFE_INTEGER, hasChanged: false, wake: () => {} };
      watcher.wake = () => (watcher.hasChanged = true);
      const group = watchers.get(storeId) ?? new Set();
      watchers.set(storeId, group.add(watcher));
      return {
        next: async (after, timeoutMs, signal) => {
          watcher.after = after;
          if (!watcher.hasChanged && !isStopped && !signal.aborted) await wait(watcher, timeoutMs, signal);
          watcher.hasChanged = false;
        },
        close: () => {
          group.delete(watcher);
          if (group.size === 0) watchers.delete(storeId);
          if (group.size === 0 && renewed.size > MAX_RENEWED) renewed.clear();
          if (watchers.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
    watching: () => [...watchers.values()].reduce((sum, { size }) => sum + size, 0),
    isStopped: () => isStopped,
    stop: () => {
      isStopped = true;
      wakeAll();
    },
    close: async () => {
      isStopped = true;
      isClosed = true;
      clearInterval(timer);
      wakeAll();
      await notifier.close();
    },
  };
}

/** Waits until the watcher is woken, the time is up, or the signal aborts. */
function wait(watcher: Watcher, timeoutMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      watcher.wake = () => (watcher.hasChanged = true);
      resolve();
    };
    const timer = setTimeout(end, timeoutMs);
    signal.addEventListener("abort", end);
    watcher.wake = end;
  });
}

/** Finds the stores with changes after those that their readers have read. */
const changed = preparedByKey<{ storeId: string }>(
  "changed_stores",
  `select watched.id as "storeId" from unnest($1::text[], $2::bigint[]) as watched(id, read)
   where exists (select from unnumbered_changes where store_id = watched.id)
     or exists (select from change_feeds where store_id = watched.id and last > watched.read)`,
);

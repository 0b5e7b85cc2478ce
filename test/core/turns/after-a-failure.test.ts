import { describe, expect, test } from "bun:test";
import { createSharedBatcher } from "../../../src/core/turns/shared-batcher.ts";
import { createKeyedMutex } from "../../../src/core/turns/store-limiter.ts";
import { createStoreLoop } from "../../../src/core/turns/store-loop.ts";
import { createBatcher, createKeyedBatcher, oneAtATime } from "../../../src/lib/batcher.ts";
import { cachedFor } from "../../../src/lib/cached-for.ts";
import { keepTrying } from "../../../src/lib/keep-trying.ts";
import { createSampler } from "../../../src/platform/metrics/sampler.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

type Work = () => Promise<void>;

/** Ways to repeat work. Each returns how to run it once more, which rejects or resolves when the run has ended. */
const WAYS: Record<string, (work: Work) => () => Promise<unknown>> = {
  "runs one at a time": (work) => oneAtATime(work).now,
  "a value that is kept for a time": (work) => cachedFor(0, work),
  "a sampler": (work) => {
    const failures: unknown[] = [];
    const sample = createSampler(work, {
      maxAgeMs: 0,
      maxWaitMs: 1_000,
      onError: (error) => void failures.push(error),
    });
    return async () => {
      await sample();
      if (failures.length > 0) throw failures.pop();
    };
  },
  "a sampler whose failures can't be reported": (work) =>
    createSampler(work, {
      maxAgeMs: 0,
      maxWaitMs: 1_000,
      onError: (error) => {
        throw error;
      },
    }),
  "a batcher": (work) => {
    const call = createBatcher(async (items: string[]) => work().then(() => items));
    return () => call("a");
  },
  "a batcher by key": (work) => {
    const call = createKeyedBatcher(
      (item: string) => item,
      (items) => work().then(() => items),
    );
    return () => call("a");
  },
  "a shared batcher": (work) => {
    const call = createSharedBatcher(
      (item: string) => item,
      (shares) => work().then(() => shares.map(({ items }) => items)),
      { maxSize: 10, maxRunning: 1 },
    );
    return () => call("a");
  },
  "a mutex": (work) => {
    const mutex = createKeyedMutex();
    return () => mutex.within("a", work);
  },
  "a loop over stores": (work) => {
    const slice = () => work().then(() => false);
    const loop = createStoreLoop(service.ctx, { slice, stores: async () => [], failed: "failed" });
    return () => {
      loop.wake(["a"]);
      return loop.idle();
    };
  },
};

describe("what repeats work does it again after a run that failed", () => {
  const failures: Record<string, Work> = {
    "at once": () => {
      throw new Error("failed");
    },
    later: () => Bun.sleep(1).then(() => Promise.reject(new Error("failed"))),
  };
  const cases = Object.keys(WAYS).flatMap((way) => Object.keys(failures).map((when) => ({ way, when })));
  test.each(cases)("$way, $when", async ({ way, when }) => {
    let runs = 0;
    const run = WAYS[way]?.(() => {
      runs++;
      return (runs % 2 === 1 ? failures[when]?.() : undefined) ?? Promise.resolve();
    });
    for (const outcome of ["rejected", "fulfilled", "rejected", "fulfilled"]) {
      const [ended] = await Promise.allSettled([inTime(run)]);
      expect([runs, ended.status, String(ended.status === "rejected" && ended.reason)]).toEqual([
        runs,
        outcome,
        outcome === "rejected" ? "Error: failed" : "false",
      ]);
    }
    expect(runs).toBe(4);
  });
});

test("an attempt is repeated after the time of its pause when what would end it early fails", async () => {
  let attempts = 0;
  const errors: unknown[] = [];
  await keepTrying(
    async () => {
      if (++attempts < 3) throw new Error("failed");
    },
    {
      isStopped: () => false,
      onError: (error) => errors.push(error),
      wake: () => Promise.reject(new Error("no news")),
    },
  );
  expect([attempts, errors.map(String)]).toEqual([3, ["Error: failed", "Error: failed"]]);
});

async function inTime(run: (() => Promise<unknown>) | undefined): Promise<void> {
  const late = Bun.sleep(30_000).then(() => {
    throw new Error("it never ran");
  });
  await Promise.race([run?.(), late]);
}

import { describe, expect, test } from "bun:test";
import { createPermits, HTTP_LIMITS, type Permit } from "../../../src/core/delivery/permits.ts";
import { createRoundRobin } from "../../../src/core/delivery/waiting-streams.ts";

const any = () => true;

/** Creates permits with a manual clock. */
function withManualClock() {
  let time = 0;
  const limiter = createPermits(HTTP_LIMITS, () => time);
  const pass = (ms: number) => {
    time += ms;
    limiter.age();
  };
  /**
   * Starts as many attempts of a webhook as the limits allow. Each store has one webhook, by default with its
   * own host.
   */
  const fill = (storeId: string, host = `${storeId}.example`): Permit[] => {
    const all: Permit[] = [];
    for (;;) {
      const permit = limiter.take({ storeId, webhookId: "w", host });
      if (!permit) return all;
      permit.begin();
      all.push(permit);
    }
  };
  const finish = (all: Permit[], hasResponded = true) => {
    for (const permit of all) {
      permit.end(hasResponded);
      permit.release();
    }
  };
  /**
   * Runs attempts of this duration until the host's limit has grown to its maximum; returns those still
   * running.
   */
  const raiseToMaximum = (storeId: string, ms: number, host?: string): Permit[] => {
    let running = fill(storeId, host);
    for (let round = 0; round < 12; round++) {
      pass(ms);
      const over = running;
      running = [];
      for (const permit of over) {
        finish([permit]);
        running.push(...fill(storeId, host));
      }
    }
    return running;
  };
  /** Measures one attempt of a webhook with this duration. */
  const measure = (storeId: string, ms: number) => {
    const [one, ...rest] = fill(storeId);
    for (const permit of rest) permit.release();
    pass(ms);
    if (one) finish([one]);
  };
  return { limiter, pass, fill, finish, raiseToMaximum, measure };
}

describe("permits", () => {
  test("a host starts with 4 attempts at a time, and each response adds one, up to 64", () => {
    const { fill, finish } = withManualClock();
    const running = fill("a");
    expect(running).toHaveLength(4);
    finish(running.splice(0, 1));
    running.push(...fill("a"));
    expect(running).toHaveLength(5);
    for (let i = 0; i < 200; i++) {
      finish(running.splice(0, 1));
      running.push(...fill("a"));
    }
    expect(running).toHaveLength(64);
  });

  test("each attempt without a response halves a host's limit, down to 4, until it responds", () => {
    const { fill, finish } = withManualClock();
    const [first, ...rest] = fill("a");
    finish(rest);
    /** Returns the limit: the attempt that runs all the time, and those that may run with it. */
    const limitAfter = (hasResponded: boolean) => {
      const [one, ...others] = fill("a");
      for (const permit of others) permit.release();
      if (one) finish([one], hasResponded);
      const more = fill("a");
      for (const permit of more) permit.release();
      return 1 + more.length;
    };
    for (let i = 0; i < 100; i++) limitAfter(true);
    expect([false, false, false, false, false, true].map(limitAfter)).toEqual([32, 16, 8, 4, 4, 5]);
    first?.release();
  });

  test("slow webhooks share 300 permits, medium ones 300 others, and quick ones have their own", () => {
    const { fill, pass, raiseToMaximum, measure } = withManualClock();
    const speeds = { slow: 9_500, medium: 1_000, quick: 20 };
    const stores = (name: string) => Array.from({ length: 200 }, (_, i) => `${name}-${i}`);
    for (const [name, ms] of Object.entries(speeds)) for (const store of stores(name)) measure(store, ms);
    const running = Object.keys(speeds).map((name) => stores(name).flatMap((store) => fill(store)).length);
    expect(running).toEqual([300, 300, 600]);
    expect(fill("another")).toHaveLength(0);
    // Attempts that hang count as slow from then on, and free their permits.
    pass(3_000);
    expect(fill("quick-0")).toHaveLength(0);
    expect(raiseToMaximum("another", 20)).toHaveLength(64);
  });

  test("webhooks that were never measured start at once, even if many stores are slow", () => {
    const { fill, pass, raiseToMaximum } = withManualClock();
    for (let i = 0; i < 100; i++) raiseToMaximum(`slow-${i}`, 9_500);
    for (let i = 0; i < 400; i++) {
      expect(fill(`new-${i}`)).toHaveLength(4);
      // All of them turn out to be slow.
      if (i % 50 === 49) pass(300);
    }
  });

  test("a store has at most 300 permits: 75 for slow attempts, 8 for webhooks that were never measured", () => {
    const { limiter, raiseToMaximum } = withManualClock();
    const take = (webhookId: string, host: string) => limiter.take({ storeId: "s", webhookId, host });
    const many = Array.from({ length: 20 }, (_, i) => take(`w${i}`, `h${i}.example`));
    expect(many.filter(Boolean)).toHaveLength(8);
    const running = (store: string, ms: number) =>
      Array.from({ length: 10 }, (_, i) => raiseToMaximum(store, ms, `${store}-${i}.example`)).flat().length;
    expect([running("slow", 9_500), running("quick", 20)]).toEqual([75, 300]);
  });

  test("a slow webhook counts as quick again after some quick attempts", () => {
    const { fill, finish, pass, raiseToMaximum } = withManualClock();
    const running = raiseToMaximum("a", 20);
    pass(5_000);
    expect(fill("a")).toHaveLength(0);
    finish(running.slice(1));
    for (let i = 0; i < 7; i++) {
      const [one, ...rest] = fill("a");
      for (const permit of rest) permit.release();
      pass(20);
      if (one) finish([one]);
    }
    expect(fill("a")).toHaveLength(64);
  });

  test("quick webhooks don't wait for slow ones at the same host", () => {
    const { fill, finish, raiseToMaximum, measure } = withManualClock();
    measure("slow", 9_500);
    measure("slower", 9_500);
    const quick = raiseToMaximum("quick", 20, "shared.example");
    finish(quick.slice(1));
    expect(["slow", "slower"].map((store) => fill(store, "shared.example").length)).toEqual([32, 0]);
    expect(fill("new", "shared.example")).toHaveLength(8);
    expect(fill("quick", "shared.example")).toHaveLength(64 - 1 - 8);
  });

  test("a permit without an attempt leaves the host's limit unchanged", () => {
    const { limiter, fill, finish } = withManualClock();
    finish(fill("a").slice(0, 1), false);
    limiter.take({ storeId: "a", webhookId: "w", host: "a.example" })?.release();
    expect(fill("a")).toHaveLength(1);
  });
});

describe("round-robin queue", () => {
  const stream = (webhookId: string, returnId: string) => ({ storeId: "s", webhookId, returnId });

  test("webhooks take turns, regardless of their numbers of streams", () => {
    const queues = createRoundRobin();
    for (let i = 0; i < 100; i++) queues.add(stream("busy", `r${i}`));
    queues.add(stream("quiet", "r"));
    const turns = [1, 2, 3].map(() => queues.next(any)?.webhookId);
    expect(turns).toEqual(["busy", "quiet", "busy"]);
  });

  test("stores take turns, regardless of their numbers of webhooks", () => {
    const queues = createRoundRobin();
    for (let i = 0; i < 50; i++) {
      for (const returnId of ["r1", "r2"]) queues.add({ storeId: "busy", webhookId: `w${i}`, returnId });
    }
    queues.add({ storeId: "quiet", webhookId: "w", returnId: "r" });
    const turns = [1, 2, 3, 4]
      .map(() => queues.next(any))
      .map((queue) => `${queue?.storeId} ${queue?.webhookId}`);
    expect(turns).toEqual(["busy w0", "quiet w", "busy w1", "quiet w"]);
  });

  test("a stream woken repeatedly is queued once; of very many streams 500 are kept in memory", () => {
    const queues = createRoundRobin();
    for (let i = 0; i < 3; i++) queues.add(stream("w", "r"));
    expect(queues.next(any)).toMatchObject({ woken: new Set(["r"]), hasMore: false });
    for (let i = 0; i < 10_000; i++) queues.add(stream("w", `r${i}`));
    const queue = queues.next(any);
    expect([queue?.woken.size, queue?.hasMore]).toEqual([500, true]);
  });

  test("queues that may not run are skipped and keep their turn", () => {
    const queues = createRoundRobin();
    queues.setHost(stream("w1", ""), "dead.example");
    for (const webhook of ["w1", "w2"]) queues.add(stream(webhook, "r"));
    const alive = ({ host }: { host: string }) => host !== "dead.example";
    expect([queues.next(alive), queues.next(alive)].map((queue) => queue?.webhookId)).toEqual(["w2", "w2"]);
    expect(queues.next(any)?.webhookId).toBe("w1");
  });
});

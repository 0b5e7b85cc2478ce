import { describe, expect, test } from "bun:test";
import { createAttemptLimiter, type Permit } from "../../src/delivery/attempt-limiter.ts";
import { createRoundRobin } from "../../src/delivery/round-robin.ts";

const any = () => true;

/** Slots at a clock that is moved by hand. */
function clocked() {
  let time = 0;
  const slots = createAttemptLimiter(() => time);
  const pass = (ms: number) => {
    time += ms;
    slots.age();
  };
  /** As many attempts of a webhook as may run; each store has one webhook, at a host of its own unless it is said. */
  const fill = (storeId: string, host = `${storeId}.example`): Permit[] => {
    const all: Permit[] = [];
    for (;;) {
      const slot = slots.take({ storeId, webhookId: "w", host });
      if (!slot) return all;
      slot.begin();
      all.push(slot);
    }
  };
  const finish = (all: Permit[], answered = true) => {
    for (const slot of all) {
      slot.end(answered);
      slot.release();
    }
  };
  /** Lets a webhook's attempts take so long, until its host has as many as it may have; returns those that run. */
  const accustom = (storeId: string, ms: number, host?: string): Permit[] => {
    let running = fill(storeId, host);
    for (let round = 0; round < 12; round++) {
      pass(ms);
      const over = running;
      running = [];
      for (const slot of over) {
        finish([slot]);
        running.push(...fill(storeId, host));
      }
    }
    return running;
  };
  /** Lets one attempt of a webhook take so long, and it is known how long its attempts take. */
  const teach = (storeId: string, ms: number) => {
    const [one, ...rest] = fill(storeId);
    for (const slot of rest) slot.release();
    pass(ms);
    if (one) finish([one]);
  };
  return { slots, pass, fill, finish, accustom, teach };
}

describe("slots", () => {
  test("a host begins with 4 attempts at a time, and gets one more for each answer, up to 64", () => {
    const { fill, finish } = clocked();
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

  test("a host that doesn't answer gets half as many each time, down to 4, until it answers again", () => {
    const { fill, finish } = clocked();
    const [steady, ...rest] = fill("a");
    finish(rest);
    /** How many may run: the one that runs all the time, and those that may run besides. */
    const limitAfter = (answered: boolean) => {
      const [one, ...others] = fill("a");
      for (const slot of others) slot.release();
      if (one) finish([one], answered);
      const more = fill("a");
      for (const slot of more) slot.release();
      return 1 + more.length;
    };
    for (let i = 0; i < 100; i++) limitAfter(true);
    expect([false, false, false, false, false, true].map(limitAfter)).toEqual([32, 16, 8, 4, 4, 5]);
    steady?.release();
  });

  test("webhooks whose attempts last share 300 places, those in between 300 others, and quick ones have theirs", () => {
    const { fill, pass, accustom, teach } = clocked();
    const paces = { slow: 9_500, medium: 1_000, quick: 20 };
    const stores = (name: string) => Array.from({ length: 200 }, (_, i) => `${name}-${i}`);
    for (const [name, ms] of Object.entries(paces)) for (const store of stores(name)) teach(store, ms);
    const running = Object.keys(paces).map((name) => stores(name).flatMap((store) => fill(store)).length);
    expect(running).toEqual([300, 300, 600]);
    expect(fill("another")).toHaveLength(0);
    // Those that hang count with the slow ones from then on, and the others go on.
    pass(3_000);
    expect(fill("quick-0")).toHaveLength(0);
    expect(accustom("another", 20)).toHaveLength(64);
  });

  test("however many stores are slow, those of which nothing is known yet are served at once", () => {
    const { fill, pass, accustom } = clocked();
    for (let i = 0; i < 100; i++) accustom(`slow-${i}`, 9_500);
    for (let i = 0; i < 400; i++) {
      expect(fill(`new-${i}`)).toHaveLength(4);
      // They all turn out to be slow.
      if (i % 50 === 49) pass(300);
    }
  });

  test("a store has 300 places at most, 75 of them for attempts that last, 8 for webhooks of which nothing is known", () => {
    const { slots, accustom } = clocked();
    const take = (webhookId: string, host: string) => slots.take({ storeId: "s", webhookId, host });
    const many = Array.from({ length: 20 }, (_, i) => take(`w${i}`, `h${i}.example`));
    expect(many.filter(Boolean)).toHaveLength(8);
    const running = (store: string, ms: number) =>
      Array.from({ length: 10 }, (_, i) => accustom(store, ms, `${store}-${i}.example`)).flat().length;
    expect([running("slow", 9_500), running("quick", 20)]).toEqual([75, 300]);
  });

  test("a webhook that has become slow is taken for quick again after some quick attempts", () => {
    const { fill, finish, pass, accustom } = clocked();
    const running = accustom("a", 20);
    pass(5_000);
    expect(fill("a")).toHaveLength(0);
    finish(running.slice(1));
    for (let i = 0; i < 7; i++) {
      const [one, ...rest] = fill("a");
      for (const slot of rest) slot.release();
      pass(20);
      if (one) finish([one]);
    }
    expect(fill("a")).toHaveLength(64);
  });

  test("at a host that serves many stores quick webhooks don't wait for those that are slow there", () => {
    const { fill, finish, accustom, teach } = clocked();
    teach("slow", 9_500);
    teach("slower", 9_500);
    const quick = accustom("quick", 20, "shared.example");
    finish(quick.slice(1));
    expect(["slow", "slower"].map((store) => fill(store, "shared.example").length)).toEqual([32, 0]);
    expect(fill("new", "shared.example")).toHaveLength(8);
    expect(fill("quick", "shared.example")).toHaveLength(64 - 1 - 8);
  });

  test("an attempt that never was says nothing about its host", () => {
    const { slots, fill, finish } = clocked();
    finish(fill("a").slice(0, 1), false);
    slots.take({ storeId: "a", webhookId: "w", host: "a.example" })?.release();
    expect(fill("a")).toHaveLength(1);
  });
});

describe("lanes", () => {
  const subject = (webhookId: string, returnId: string) => ({ storeId: "s", webhookId, returnId });

  test("webhooks take turns, however many subjects one has", () => {
    const lanes = createRoundRobin();
    for (let i = 0; i < 100; i++) lanes.add(subject("busy", `r${i}`));
    lanes.add(subject("quiet", "r"));
    const turns = [1, 2, 3].map(() => lanes.next(any)?.webhookId);
    expect(turns).toEqual(["busy", "quiet", "busy"]);
  });

  test("stores take turns, however many webhooks one has", () => {
    const lanes = createRoundRobin();
    for (let i = 0; i < 50; i++) {
      for (const returnId of ["r1", "r2"]) lanes.add({ storeId: "busy", webhookId: `w${i}`, returnId });
    }
    lanes.add({ storeId: "quiet", webhookId: "w", returnId: "r" });
    const turns = [1, 2, 3, 4]
      .map(() => lanes.next(any))
      .map((lane) => `${lane?.storeId} ${lane?.webhookId}`);
    expect(turns).toEqual(["busy w0", "quiet w", "busy w1", "quiet w"]);
  });

  test("a subject woken again and again waits once, and of very many it is only known that there are more", () => {
    const lanes = createRoundRobin();
    for (let i = 0; i < 3; i++) lanes.add(subject("w", "r"));
    expect(lanes.next(any)).toMatchObject({ woken: new Set(["r"]), hasMore: false });
    for (let i = 0; i < 10_000; i++) lanes.add(subject("w", `r${i}`));
    const lane = lanes.next(any);
    expect([lane?.woken.size, lane?.hasMore]).toEqual([500, true]);
  });

  test("those that may not go are passed over and keep their turn", () => {
    const lanes = createRoundRobin();
    lanes.learn(subject("w1", ""), "dead.example");
    for (const webhook of ["w1", "w2"]) lanes.add(subject(webhook, "r"));
    const alive = ({ host }: { host: string }) => host !== "dead.example";
    expect([lanes.next(alive), lanes.next(alive)].map((lane) => lane?.webhookId)).toEqual(["w2", "w2"]);
    expect(lanes.next(any)?.webhookId).toBe("w1");
  });
});

import { describe, expect, test } from "bun:test";
import { type Call, createLimiter, type Limits } from "../../src/lib/limiter.ts";

/** Returns functions that request and release slots by owner, and the owners that got one in order. */
function scripted(options: Limits) {
  const limiter = createLimiter({ waitMs: 60_000, ...options });
  const got: string[] = [];
  const held = new Map<string, (() => void)[]>();
  const ask = async (owner: string, call: Call = {}) => {
    const release = await limiter.take(owner, call);
    got.push(release ? owner : `not ${owner}`);
    if (release) held.set(owner, [...(held.get(owner) ?? []), release]);
  };
  const askAll = async (...owners: string[]) => {
    for (const owner of owners) void ask(owner);
    await Bun.sleep(1);
  };
  const release = async (owner: string) => {
    held.get(owner)?.shift()?.();
    await Bun.sleep(1);
  };
  return { got, ask, askAll, release };
}

describe("slots", () => {
  test("are limited in total and per owner", async () => {
    const { got, askAll, release } = scripted({ total: 3, perOwner: 2 });
    await askAll("a", "a", "a", "b", "b");
    expect(got).toEqual(["a", "a", "b"]);
    await release("b");
    expect(got).toEqual(["a", "a", "b", "b"]);
    await release("a");
    expect(got).toEqual(["a", "a", "b", "b", "a"]);
  });

  test("are granted round-robin: an owner with many waiting calls doesn't delay an owner with one", async () => {
    const { got, askAll, release } = scripted({ total: 2, perOwner: 2 });
    await askAll("a", "a", "a", "a", "a", "b", "c");
    for (const owner of ["a", "a", "a", "b"]) await release(owner);
    expect(got).toEqual(["a", "a", "a", "b", "c", "a"]);
  });

  test("that don't become free in time are not acquired later", async () => {
    const { got, ask, askAll, release } = scripted({ total: 1, perOwner: 1 });
    await askAll("a");
    await ask("b", { waitMs: 5 });
    await askAll("c");
    await release("a");
    expect(got).toEqual(["a", "not b", "c"]);
    await release("c");
    await askAll("d");
    expect(got.at(-1)).toBe("d");
  });

  test("of more weight than is free are awaited, and later calls don't overtake them", async () => {
    const limiter = createLimiter({ total: 10, perOwner: 8, waitMs: 60_000 });
    const got: string[] = [];
    const ask = async (owner: string, weight: number) => {
      const release = await limiter.take(owner, { weight });
      got.push(`${owner} ${weight}`);
      return release;
    };
    const first = await ask("a", 5);
    const second = ask("b", 8);
    const third = ask("c", 1);
    void ask("a", 4);
    await Bun.sleep(1);
    expect(got).toEqual(["a 5"]);
    first?.();
    for (const one of [second, third]) await one;
    expect(got).toEqual(["a 5", "b 8", "c 1"]);
    (await second)?.();
    await Bun.sleep(1);
    expect(got.at(-1)).toBe("a 4");
  });

  test("of more weight than the limit are granted alone", async () => {
    const limiter = createLimiter({ total: 10, perOwner: 8 });
    const all = await limiter.take("a", { weight: 100 });
    expect(all).toBeFunction();
    expect(await limiter.take("b", { waitMs: 5 })).toBeUndefined();
    all?.();
    expect(await limiter.take("b")).toBeFunction();
  });

  test("that time out no longer block later calls", async () => {
    const { take } = createLimiter({ total: 10, perOwner: 10 });
    await take("a", { weight: 5 });
    const [vain, behind] = [take("b", { waitMs: 30, weight: 8 }), take("c", { waitMs: 60_000 })];
    expect(await vain).toBeUndefined();
    expect(await behind).toBeFunction();
  });

  test("that are released twice count once", async () => {
    const { take } = createLimiter({ total: 1, perOwner: 1 });
    const first = await take("a");
    first?.();
    const second = await take("b");
    first?.();
    expect(second).toBeFunction();
    expect(await take("c", { waitMs: 5 })).toBeUndefined();
  });

  test("of half of what is free: the owner that has waited longest is next, and only one that holds some is skipped", async () => {
    const { got, askAll, release } = scripted({ total: 8, perOwner: "half" });
    await askAll(..."aaaaaaaa", ..."bbbb", ..."c");
    // Of eight slots a gets four, b two of the remaining four, and c one of the remaining two.
    expect(got.join("")).toBe("aaaabbc");
    await release("a");
    expect(got.join("")).toBe("aaaabbc");
    for (let i = 0; i < 3; i++) await release("a");
    expect(got.slice(7).toSorted().join("")).toBe("aab");
    for (let i = 0; i < 13; i++) for (const owner of "abc") await release(owner);
    expect(got).toHaveLength(13);
  });

  test("for one call per owner are a mutex: an owner's calls wait in order, and other owners don't wait", async () => {
    const { got, askAll, release } = scripted({ perOwner: 1 });
    await askAll("a", "a", "b", "a");
    expect(got).toEqual(["a", "b"]);
    await release("a");
    expect(got).toEqual(["a", "b", "a"]);
  });

  test("are awaited by so many calls of an owner, and by no aborted one", async () => {
    const { got, ask, askAll, release } = scripted({ total: 1, perOwner: 1, maxWaiting: 2 });
    const leaving = new AbortController();
    await askAll("a");
    const [left] = [ask("b", { signal: leaving.signal }), ask("b"), ask("b"), ask("c")];
    await ask("d", { signal: AbortSignal.abort() });
    expect(got).toEqual(["a", "not b", "not d"]);
    leaving.abort();
    await left;
    for (const owner of ["a", "b", "c"]) await release(owner);
    expect(got.slice(3)).toEqual(["not b", "b", "c"]);
  });

  test("are forgotten when nothing is held and no call waits", async () => {
    const limiter = createLimiter({ total: 1, perOwner: 1 });
    expect(limiter.isIdle()).toBe(true);
    const release = limiter.tryTake("a");
    expect(await limiter.take("b", { waitMs: 5 })).toBeUndefined();
    expect(limiter.isIdle()).toBe(false);
    release?.();
    expect(limiter.isIdle()).toBe(true);
  });
});

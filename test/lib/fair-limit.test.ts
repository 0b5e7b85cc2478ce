import { describe, expect, test } from "bun:test";
import { createFairLimit } from "../../src/lib/fair-limit.ts";

/** Returns functions that request and release slots by owner, and the owners that got one in order. */
function scripted(options: { total: number; perOwner: number }) {
  const limit = createFairLimit(options);
  const got: string[] = [];
  const held = new Map<string, (() => void)[]>();
  const ask = async (owner: string, withinMs = 60_000) => {
    const release = await limit(owner, withinMs);
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
    await ask("b", 5);
    await askAll("c");
    await release("a");
    expect(got).toEqual(["a", "not b", "c"]);
    await release("c");
    await askAll("d");
    expect(got.at(-1)).toBe("d");
  });

  test("of more weight than is free are awaited, and later calls don't overtake them", async () => {
    const limit = createFairLimit({ total: 10, perOwner: 8 });
    const got: string[] = [];
    const ask = async (owner: string, weight: number) => {
      const release = await limit(owner, 60_000, weight);
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
    const limit = createFairLimit({ total: 10, perOwner: 8 });
    const all = await limit("a", 1_000, 100);
    expect(all).toBeFunction();
    expect(await limit("b", 5, 1)).toBeUndefined();
    all?.();
    expect(await limit("b", 1_000, 1)).toBeFunction();
  });

  test("that time out no longer block later calls", async () => {
    const limit = createFairLimit({ total: 10, perOwner: 10 });
    await limit("a", 1_000, 5);
    const [vain, behind] = [limit("b", 30, 8), limit("c", 60_000, 1)];
    expect(await vain).toBeUndefined();
    expect(await behind).toBeFunction();
  });

  test("that are released twice count once", async () => {
    const limit = createFairLimit({ total: 1, perOwner: 1 });
    const first = await limit("a", 1_000);
    first?.();
    const second = await limit("b", 1_000);
    first?.();
    expect(second).toBeFunction();
    expect(await limit("c", 5)).toBeUndefined();
  });
});

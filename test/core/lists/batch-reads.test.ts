import { beforeAll, describe, expect, test } from "bun:test";
import { newReturn } from "../../support/returns.ts";
import { withStatements } from "../../support/round-trips.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const COUNT = 30;

const service = useService();
const store = useStore(service);
const neighbour = useStore(service);

/** What each read shows of the row of order `n`, or the status of an error. */
type Read = { name: string; path(n: string): string; shown(body: never): string };

let returnIds: string[];
const READS: Read[] = [
  {
    name: "orders",
    path: (n) => `/stores/:store/orders/batch-${n}`,
    shown: ({ orderId }: { orderId: string }) => orderId,
  },
  {
    name: "returns",
    path: (n) => `/returns/${returnIds[Number(n)] ?? "ret_unknown"}`,
    shown: ({ order }: { order: { externalId: string } }) => order.externalId,
  },
  {
    name: "customers by e-mail",
    path: (n) => `/stores/:store/customers?email=Batch-${n}@example.test`,
    shown: ({ email }: { email: string }) => email.split("@")[0] ?? "",
  },
];

async function fill(of: TestStore): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n++) ids.push((await newReturn(of, {}, { orderId: `batch-${n}` })).id);
  return ids;
}

beforeAll(async () => {
  returnIds = await fill(store);
  await fill(neighbour);
});

describe.each(READS)("concurrent reads of $name", ({ path, shown }) => {
  const read = async (of: TestStore, n: string) => {
    const response = await of.get(path(n));
    return response.ok ? shown((await response.json()) as never) : String(response.status);
  };
  const names = Array.from({ length: COUNT }, (_, n) => `batch-${n}`);

  test("each get their own row, and 404 for those that the store lacks", async () => {
    const wanted = Array.from({ length: COUNT }, (_, n) => [String(n), `missing-${n}`]).flat();
    const results = await Promise.all(wanted.map((n) => read(store, n)));
    expect(results.filter((_, i) => i % 2 === 0)).toEqual(names);
    expect(new Set(results.filter((_, i) => i % 2 === 1))).toEqual(new Set(["404"]));
  });

  test("share statements, and see every write that was acknowledged before", async () => {
    // The process knows the client, and has parsed the statements.
    await read(store, "0");
    await withStatements(async (statements) => {
      await Promise.all(names.map((_, n) => read(store, String(n))));
      expect(statements.length).toBeLessThan(COUNT / 2);
    });
    const others = names.map((_, n) => read(store, String(n)));
    const { id } = await newReturn(store, {}, { orderId: `batch-${returnIds.length}` });
    returnIds.push(id);
    expect(await read(store, String(returnIds.length - 1))).toBe(`batch-${returnIds.length - 1}`);
    await Promise.all(others);
  });

  test("of two stores each show the store's own rows", async () => {
    const results = await Promise.all([read(store, "missing-1"), read(neighbour, "1"), read(store, "1")]);
    expect(results[0]).toBe("404");
    expect(results[2]).toBe("batch-1");
    // A return's id is of one store.
    expect(results[1]).toBe(path("1").startsWith("/returns") ? "404" : "batch-1");
  });
});

import { afterAll, beforeAll, expect, test } from "bun:test";
import pg from "pg";
import { type DatabaseLink, linkTo } from "./database-link.ts";
import { openPair, type Pair } from "./standby.ts";

let pair: Pair;
let link: DatabaseLink;

beforeAll(async () => {
  pair = await openPair();
  link = await linkTo(pair.primary().url);
  await onLink("create table written (number int primary key)");
});
afterAll(async () => {
  await link?.close();
  await pair?.close();
});

/** Runs a statement in a session through the link. */
async function onLink<Row extends object>(text: string): Promise<Row[]> {
  const client = await session();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function session(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: link.url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  await client.connect();
  return client;
}

const numbers = async () =>
  (await onLink<{ number: number }>("select number from written order by 1")).map(({ number }) => number);

/** More writes than these are acknowledged before the primary ends. */
const ENOUGH = 20;

/** Writes numbers in several sessions until their server ends; returns those that were acknowledged. */
async function writeUntil(end: () => Promise<void>, from: number): Promise<number[]> {
  const acknowledged: number[] = [];
  const writers = Array.from({ length: 4 }, async (_, i) => {
    const client = await session();
    for (let number = from + i; ; number += 4) {
      const isDone = await client.query(`insert into written values (${number})`).then(
        () => true,
        () => false,
      );
      if (!isDone) return;
      acknowledged.push(number);
    }
  });
  await Bun.sleep(300);
  // A busy machine takes longer for a few writes.
  for (let i = 0; acknowledged.length <= ENOUGH && i < 100; i++) await Bun.sleep(50);
  await end();
  await Promise.all(writers);
  return acknowledged;
}

test("a standby refuses writes, and its commits are there before a client of the primary is told", async () => {
  await onLink("insert into written values (1)");
  link.pointAt(pair.standby().url);
  expect(await numbers()).toEqual([1]);
  await expect(onLink("insert into written values (2)")).rejects.toMatchObject({ code: "25006" });
  link.pointAt(pair.primary().url);
});

test("no acknowledged write is lost when the primary loses power and its standby is promoted, time after time", async () => {
  for (const from of [1_000, 1_000_000]) {
    const old = pair.primary();
    const acknowledged = await writeUntil(old.kill, from);
    await pair.promote();
    link.pointAt(pair.primary().url);
    expect(pair.primary().url).not.toBe(old.url);
    const found = new Set(await numbers());
    expect(acknowledged.length).toBeGreaterThan(ENOUGH);
    expect(acknowledged.filter((number) => !found.has(number))).toEqual([]);
    // Alone it goes on.
    await onLink(`insert into written values (${-from})`);
    await pair.rebuild();
    await onLink(`insert into written values (${-from - 1})`);
  }
});

test("a planned switch ends the old primary first, and loses nothing either", async () => {
  const acknowledged = await writeUntil(pair.primary().stop, 5_000_000);
  await pair.promote();
  link.pointAt(pair.primary().url);
  const found = new Set(await numbers());
  expect(acknowledged.filter((number) => !found.has(number))).toEqual([]);
  await pair.rebuild();
});

test("a commit waits while the standby is frozen", async () => {
  await pair.standby().freeze();
  const waiting = onLink("insert into written values (3)").then(() => "done");
  expect(await Promise.race([waiting, Bun.sleep(300)])).toBeUndefined();
  pair.standby().thaw();
  expect(await waiting).toBe("done");
});

test("what a primary writes while its standby is out of touch isn't acknowledged, and is lost with it", async () => {
  pair.stream.silence();
  const lost = onLink("insert into written values (5)").then(
    () => "acknowledged",
    () => "lost",
  );
  expect(await Promise.race([lost, Bun.sleep(300)])).toBeUndefined();
  await pair.primary().kill();
  pair.stream.endSessions();
  await pair.promote();
  link.pointAt(pair.primary().url);
  expect(await lost).toBe("lost");
  expect(await numbers()).not.toContain(5);
  await pair.rebuild();
});

test("a primary can be read-only for a while", async () => {
  const before = await session();
  await pair.setReadOnly(true);
  await expect(onLink("insert into written values (4)")).rejects.toMatchObject({ code: "25006" });
  await pair.setReadOnly(false);
  await onLink("insert into written values (4)");
  await before.end();
});

test("a link keeps sessions on the old server until it ends them", async () => {
  const early = await session();
  const place = async (client: pg.Client) =>
    (await client.query("select inet_server_port() as port")).rows[0]?.port;
  link.pointAt(pair.standby().url);
  const late = await session();
  expect([await place(early), await place(late)]).toEqual([pair.primary().port, pair.standby().port]);
  expect(link.counts().sessions).toBe(2);
  link.endSessions();
  await expect(early.query("select 1")).rejects.toThrow();
  link.pointAt(pair.primary().url);
  expect(await place(await session())).toBe(pair.primary().port);
});

test("a link refuses, hangs up and is silent", async () => {
  await link.cut();
  await expect(session()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await link.mend();
  link.hangUp();
  await expect(session()).rejects.toThrow();
  await link.mend();
  const open = await session();
  link.silence();
  const answer = open.query("select 1").then(() => "answered");
  expect(await Promise.race([answer, Bun.sleep(200)])).toBeUndefined();
  await link.mend();
  expect(await answer).toBe("answered");
  await open.end();
});

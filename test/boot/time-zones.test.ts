import { expect, test } from "bun:test";
import pg from "pg";
import { cloneDatabase } from "../support/database.ts";
import { leastOrder } from "../support/orders.ts";
import { startService } from "../support/service.ts";

test.each([
  ["Europe/Berlin", "ISO, DMY"],
  ["Asia/Kolkata", "German"],
  ["America/St_Johns", "SQL, MDY"],
])("a database with the time zone %s and the date style %s changes no instant", async (zone, style) => {
  const database = await cloneDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query("select current_database() as name");
  await client.query(`alter database ${rows[0].name} set timezone to '${zone}'`);
  await client.query(`alter database ${rows[0].name} set datestyle to '${style}'`);
  await client.end();

  const service = await startService({ databaseUrl: database.url });
  const store = await service.newStore();
  const instants = ["0001-01-01T00:00:00.000Z", "1890-06-15T11:00:00.500Z", "2026-07-01T10:00:00.000Z"];
  const read: unknown[] = [];
  for (const createdAt of instants) {
    await store.post("/stores/:store/orders", leastOrder(createdAt, { createdAt }));
    const answer = await store.get(`/stores/:store/orders/${createdAt}`);
    read.push(((await answer.json()) as { createdAt: unknown }).createdAt);
  }
  await service.stop();
  await database.drop();

  expect(read).toEqual(instants);
});

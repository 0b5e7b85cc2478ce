import { expect, jest, test } from "bun:test";
import { connect } from "../../../src/platform/db/connect.ts";
import { preparedByKey } from "../../../src/platform/db/prepared.ts";
import { cloneDatabase } from "../../support/database.ts";

test("of idle connections for statements by key three stay, with the plans of their statements", async () => {
  const { url, drop } = await cloneDatabase();
  const { db, pool, close } = connect(url, (error) => {
    throw error;
  });
  const { byKey } = pool;
  if (!byKey) throw new Error("there is no pool for look-ups by key");
  const sleep = preparedByKey("sleep", "select pg_sleep(0.05)");
  jest.useFakeTimers();
  try {
    await Promise.all(Array.from({ length: 6 }, () => sleep(db)));
    expect(byKey.totalCount).toBeGreaterThanOrEqual(6);
    jest.advanceTimersByTime(60_000);
  } finally {
    jest.useRealTimers();
  }
  expect(byKey.totalCount).toBe(3);
  await sleep(db);
  expect(byKey.totalCount).toBe(3);
  await close();
  await drop();
});

import { expect, test } from "bun:test";
import { pino } from "pino";
import { waitForDatabase } from "../../src/platform/db/wait-for-database.ts";
import { cloneDatabase } from "../support/database.ts";
import { linkTo } from "../support/database-link.ts";
import { startProcess } from "../support/process.ts";

const KEY = { ENCRYPTION_KEY: "a key for tests only" };

test("a start while the database is away says so and goes on when it is back", async () => {
  const database = await cloneDatabase();
  const link = await linkTo(database.url);
  await link.cut();
  let isMended = false;
  const env = { DATABASE_URL: link.url, WEBHOOK_RETRIES: "3", ...KEY };
  const service = await startProcess(env, undefined, async (output) => {
    if (isMended || !output.includes("the database can't be reached; trying for")) return;
    isMended = true;
    await link.mend();
  });
  expect(service.output()).toContain(
    "WEBHOOK_RETRIES is not a setting; did you mean WEBHOOK_RETRY_SCHEDULE?",
  );
  const ready = await fetch(`${service.origin}/readyz`);
  expect(await ready.json()).toMatchObject({ ready: true, version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  service.signal("SIGTERM");
  await service.exited;
  await link.cut();
  await database.drop();
});

test("it ends after its time, and at once for what time doesn't cure", async () => {
  const log = pino({ level: "silent" });
  const none = "postgres://aftersale@127.0.0.1:9/aftersale";
  await expect(waitForDatabase(none, log, 1)).rejects.toThrow("The database can't be reached for 0 seconds");
  const database = await cloneDatabase();
  const unknown = database.url.replace(/[^/]+$/, "none_of_this_name");
  await expect(waitForDatabase(unknown, log)).rejects.toThrow("does not exist");
  await database.drop();
});

import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "../../../src/platform/db/connect.ts";
import { connect } from "../../../src/platform/db/connect.ts";
import { preparedByKey } from "../../../src/platform/db/prepared.ts";
import { event, postBulk, taken } from "../../support/events.ts";
import { useService } from "../../support/use-service.ts";

const LIMITS = `concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
  current_setting('idle_in_transaction_session_timeout'), current_setting('tcp_keepalives_idle'),
  current_setting('tcp_user_timeout'))`;
const OF_REQUESTS = "15s 7s 5s 10 15000";

const limitsByKey = preparedByKey<{ limits: string }>("limits_for_test", `select ${LIMITS} as limits`);

const service = useService();

async function limitsOf(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ limits: string }>(sql`select ${sql.raw(LIMITS)} as limits`);
  return rows[0]?.limits;
}

test("requests have timeouts for statements, lock waits and idle transactions, and their connections use keepalive", async () => {
  const { db } = service.ctx;
  expect(await limitsOf(db)).toBe(OF_REQUESTS);
  expect(await db.transaction((tx) => limitsOf(tx))).toBe(OF_REQUESTS);
  expect(await limitsByKey(db)).toEqual([{ limits: OF_REQUESTS }]);
});

test("long statements have longer timeouts, and the same one for idle transactions", async () => {
  expect(await limitsOf(service.ctx.longDb)).toBe("5min 1min 5s 10 15000");
});

test("monitoring has shorter timeouts than a health check", async () => {
  const { monitorDb, close } = connect(service.ctx.config.databaseUrl ?? "", () => {});
  expect(await limitsOf(monitorDb)).toBe("2s 1s 5s 10 15000");
  await close();
});

test("statements of the job queue have timeouts", async () => {
  const { db } = service.ctx;
  const store = await service.newStore();
  await db.execute(sql`create table seen (limits text)`);
  await db.execute(sql`
    create function see_limits() returns trigger language plpgsql as $$
    begin
      insert into seen select ${sql.raw(LIMITS)};
      return null;
    end $$`);
  await db.execute(
    sql`create trigger see_limits after update on pgboss.job for each row execute function see_limits()`,
  );
  expect(await postBulk(store, [event()])).toEqual(taken);
  await service.drain();
  const { rows } = await db.execute(sql`select distinct limits from seen`);
  expect(rows).toEqual([{ limits: "1min 30s 5s 10 15000" }]);
});

test("options in the database URL are kept, except those that the service requires", async () => {
  const address = new URL(service.ctx.config.databaseUrl ?? "");
  address.searchParams.set("options", "-c statement_timeout=33s -c work_mem=8MB -c TimeZone=Asia/Tokyo");
  const { db, close } = connect(address.href, () => {});
  const { rows } = await db.execute(
    sql`select ${sql.raw(LIMITS)} as limits, current_setting('work_mem') as memory, current_setting('TimeZone') as zone`,
  );
  expect(rows).toEqual([{ limits: "33s 7s 5s 10 15000", memory: "8MB", zone: "UTC" }]);
  await close();
});

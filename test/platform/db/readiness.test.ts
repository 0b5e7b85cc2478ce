import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { DEFAULT_CONNECTIONS, poolSizes } from "../../../src/lib/pool-sizes.ts";
import { VERSION } from "../../../src/lib/version.ts";
import { createHealthCheck } from "../../../src/platform/db/health-check.ts";
import { type DatabaseLink, linkTo } from "../../support/database-link.ts";
import { inHeldTransaction } from "../../support/lock-waits.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
let name: string;
beforeAll(async () => {
  name = new URL(service.ctx.config.databaseUrl ?? "").pathname.slice(1);
});

/** Executes a statement in a writable transaction, even if the database is read-only by default. */
const execute = (text: string) =>
  service.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set transaction read write`);
    await tx.execute(sql.raw(text));
  });

async function readiness() {
  const answer = await service.fetch("/readyz");
  return [answer.status, await answer.json()];
}

const READY = [
  200,
  {
    ...{ status: "ready", database: true, writable: true, encryptionKey: true },
    ...{ ready: true, stopping: false, version: VERSION },
  },
];
const NOT_WRITABLE = [503, { ...(READY[1] as object), status: "not ready", writable: false }];

/** Waits longer than a healthy result is cached. */
const forgotten = () => Bun.sleep(600);

test("a read-only database is not ready, and is ready as soon as it is writable", async () => {
  expect(await readiness()).toEqual(READY);
  await forgotten();
  await execute(`alter database ${name} set default_transaction_read_only = on`);
  await execute(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aftersale health check' and datname = current_database()",
  );
  while ((await readiness())[0] === 200) await Bun.sleep(50);
  expect(await readiness()).toEqual(NOT_WRITABLE);
  await execute(`alter database ${name} reset default_transaction_read_only`);
  expect(await readiness()).toEqual(READY);
});

test("a database with a full disk is not ready, and is ready as soon as there is space", async () => {
  await execute(`
    create function fill_disk() returns event_trigger language plpgsql as $$
    begin raise exception 'planted' using errcode = '53100'; end $$`);
  await execute(
    "create event trigger fill_disk on ddl_command_end when tag in ('CREATE TABLE') execute function fill_disk()",
  );
  await execute(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aftersale health check' and datname = current_database()",
  );
  await forgotten();
  while ((await readiness())[0] === 200) await Bun.sleep(50);
  expect(await readiness()).toEqual(NOT_WRITABLE);
  await execute("drop event trigger fill_disk");
  expect(await readiness()).toEqual(READY);
});

test("a disk that fills up between checks is noticed", async () => {
  await execute("create table disk (is_full boolean)");
  await execute(`
    create function write_page() returns trigger language plpgsql as $$
    begin
      if exists (select from public.disk) then raise exception 'planted' using errcode = '53100'; end if;
      return new;
    end $$`);
  await execute(`
    create function watch_pages() returns event_trigger language plpgsql as $$
    begin
      if to_regclass('pg_temp.aftersale_health_check') is null then return; end if;
      create trigger page before insert on pg_temp.aftersale_health_check for each row execute function public.write_page();
    end $$`);
  await execute(
    "create event trigger watch_pages on ddl_command_end when tag in ('CREATE TABLE') execute function watch_pages()",
  );
  const healthCheck = createHealthCheck(service.ctx.config.databaseUrl ?? "");
  expect(await healthCheck.check()).toEqual({ reachable: true, responsive: true, writable: true });
  await execute("insert into disk values (true)");
  await forgotten();
  expect(await healthCheck.check()).toEqual({ reachable: true, responsive: true, writable: false });
  await execute("drop event trigger watch_pages");
  await healthCheck.close();
});

test("a database user without temporary tables is ready", async () => {
  const role = `${name}_role`;
  await execute(`create role ${role} login password 'secret'`);
  await execute(`revoke temporary on database ${name} from public`);
  const url = new URL(service.ctx.config.databaseUrl ?? "");
  url.username = role;
  url.password = "secret";
  const healthCheck = createHealthCheck(url.href);
  expect(await healthCheck.check()).toEqual({ reachable: true, responsive: true, writable: true });
  await healthCheck.close();
  await execute(`drop role ${role}`);
});

test("/readyz and /metrics don't wait for the connections of requests", async () => {
  const holding = Promise.withResolvers<void>();
  const held = Array.from({ length: poolSizes(DEFAULT_CONNECTIONS).main }, () =>
    Promise.withResolvers<void>(),
  );
  const holders = held.map(({ resolve }) =>
    inHeldTransaction(service.ctx.db, async (tx) => {
      await tx.execute(sql`select 1`);
      resolve();
      await holding.promise;
    }),
  );
  await Promise.all(held.map(({ promise }) => promise));
  await forgotten();
  expect(await readiness()).toEqual(READY);
  const metrics = await (await service.fetch("/metrics")).text();
  expect(metrics).toMatch(/^aftersale_jobs_waiting\{queue="events.record"\} /m);
  holding.resolve();
  await Promise.all(holders);
});

test("an unreachable database is not ready, and concurrent calls share one health check", async () => {
  const link: DatabaseLink = await linkTo(service.ctx.config.databaseUrl ?? "");
  const healthCheck = createHealthCheck(link.url);
  expect(await healthCheck.check()).toEqual({ reachable: true, responsive: true, writable: true });
  await link.cut();
  await forgotten();
  const [first, ...others] = Array.from({ length: 100 }, () => healthCheck.check());
  expect(await first).toEqual({ reachable: false, responsive: false, writable: false });
  expect(new Set([first, ...others]).size).toBe(1);
  await link.mend();
  expect(await healthCheck.check()).toEqual({ reachable: true, responsive: true, writable: true });
  await healthCheck.close();
  await link.cut();
});

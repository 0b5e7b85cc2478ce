import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { fullLevel, fullPatch } from "../../support/bodies.ts";
import { createProcessCli } from "../../support/cli.ts";
import { entry } from "../../support/entries.ts";
import { event } from "../../support/events.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { environmentOf, useService, useStore } from "../../support/use-service.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PRELOAD = decodeURIComponent(
  new URL("../../lab/torture/history/clock-offset.ts", import.meta.url).pathname,
);
/** How far a process's idea of the database's time may be off, and how long a request takes on a busy machine. */
const TOLERANCE_MS = 100;

const service = useService();
const store = useStore(service);

type Json = Record<string, unknown>;

describe.each([
  ["fast", HOUR_MS],
  ["slow", -HOUR_MS],
])("a process whose clock is an hour %s", (name, offsetMs) => {
  let wrong: ServiceProcess;
  beforeAll(async () => {
    const command = [process.execPath, "--preload", PRELOAD, await entry("main")];
    wrong = await startProcess({ ...environmentOf(service), CLOCK_OFFSET_MS: String(offsetMs) }, command);
    service.beforeStop(async () => {
      wrong.signal("SIGTERM");
      await wrong.exited;
    });
  });

  async function call(method: string, path: string, body?: object, owner: TestStore = store): Promise<Json> {
    const response = await fetch(
      `${wrong.origin}${path.startsWith("/api") ? "" : "/v2.2"}${path.replace(":store", owner.id)}`,
      {
        method,
        headers: { Authorization: `Bearer ${owner.secret}`, "Content-Type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      },
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${text}`);
    return text ? JSON.parse(text) : {};
  }

  /** Runs a request and expects that the times which it stored lie between its beginning and its end. */
  async function expectTimes(request: () => Promise<unknown[]>): Promise<void> {
    const before = Date.now() - TOLERANCE_MS;
    for (const time of await request()) {
      expect(Date.parse(`${time}`)).toBeWithin(before, Date.now() + TOLERANCE_MS);
    }
  }

  test("returns, their history, notes and changes have the database's time", async () => {
    await call("POST", "/stores/:store/orders", order(name));
    let id = "";
    await expectTimes(async () => {
      const made = (await call("POST", "/stores/:store/returns", returnOf(name))).return as Json;
      id = `${made.id}`;
      return [made.createdAt, made.updatedAt];
    });
    await expectTimes(async () => {
      await call("PUT", `/returns/${id}/status`, { status: "in_transit" });
      const [, { at }] = (await call("GET", `/returns/${id}/history`)).history as [Json, Json];
      return [at, ((await call("GET", `/returns/${id}`)).return as Json).updatedAt];
    });
    await expectTimes(async () => {
      const items = ((await call("GET", `/returns/${id}`)).return as { items: { id: string }[] }).items;
      const patched = await call("PATCH", `/returns/${id}`, fullPatch(items[0]?.id ?? ""));
      return [(patched.return as Json).updatedAt];
    });
  });

  test("fulfillments, events, profiles, segments and stock have the database's time", async () => {
    const own = await service.newStore();
    const send = (method: string, path: string, body?: object) => call(method, path, body, own);
    await send("POST", "/stores/:store/orders", order(name));
    await expectTimes(async () => {
      const body = { lineItems: [{ id: "line-1", quantity: 1 }] };
      const { fulfillment } = await send("POST", `/stores/:store/orders/${name}/fulfillments`, body);
      return [(fulfillment as Json).createdAt];
    });
    await expectTimes(async () => {
      await send("POST", "/stores/:store/events", event({ customer: { email: `${name}@clock.test` } }));
      const profile = await send("GET", `/stores/:store/customers?email=${name}@clock.test`);
      const { rows } = await own.ctx.db.execute<Json>(
        `select to_char(event_timestamp, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as event, to_char(received_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as received from events where store_id = '${own.id}'`,
      );
      return [profile.createdAt, profile.updatedAt, rows[0]?.event, rows[0]?.received];
    });
    await expectTimes(async () => {
      const { segment } = await send("PUT", `/stores/:store/segments/${name}`, {
        where: { customer: "id", is: "a" },
      });
      return [(segment as Json).createdAt, (segment as Json).updatedAt];
    });
    const cli = createProcessCli(environmentOf(service));
    const { locationId } = await cli.json("location create", "--store", own.id, "--name", "Main");
    await expectTimes(async () => {
      const body = { inventory_levels: [fullLevel(`${locationId}`)] };
      const [level] = (await send("PUT", "/stores/:store/inventory-levels", body)).inventory_levels as [Json];
      return [level.created_at, level.updated_at];
    });
  });

  test("the warehouse's list shows the last day, and every return that changes while it is read", async () => {
    const own = await service.newStore();
    const ids: string[] = [];
    for (const hours of [0.01, 23.5, 24.5]) {
      const { id } = await newReturn(own);
      ids.push(id);
      await own.ctx.db.execute(sql`
        update returns set created_at = now() - ${hours} * interval '1 hour', updated_at = now() - ${hours} * interval '1 hour'
        where store_id = ${own.id} and id = ${id}`);
    }
    const read = (query: string) => call("GET", `/api/v1/warehouse/return/list?${query}`, undefined, own);
    const serviceIds = (listed: unknown) =>
      (listed as { service_id: string }[]).map((each) => each.service_id);
    expect(serviceIds(await read(""))).toEqual(ids.slice(0, 2));

    const [from, to] = [-2 * DAY_MS, 600_000].map((ms) => new Date(Date.now() + ms).toISOString());
    let query = `filter=updated_at&from=${from}&to=${to}&paginate=true&pageSize=1`;
    const found = new Set<string>();
    for (let page = 0; page < 10; page++) {
      const { returns, nextPageUrl } = await read(query);
      for (const id of serviceIds(returns)) found.add(id);
      if (page === 0) await moveTo(own, ids[2] ?? "", "in_transit");
      if (!nextPageUrl) break;
      query = new URL(`${nextPageUrl}`).search.slice(1);
    }
    expect([...found].sort()).toEqual(ids.toSorted());
  });
});

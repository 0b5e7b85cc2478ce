import { expect, test } from "bun:test";
import { order } from "../support/fixtures.ts";
import { startProxy } from "../support/fleet.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { environmentOf, useService, useStore } from "../support/use-service.ts";

const service = useService({ isSingle: true });
const store = useStore(service);
const CLIENTS = 8;
/** Some requests are always on their way; without it the clients took most of the processor's time. */
const PAUSE_MS = 10;

// A proxy without this order loses a request now and then: when a process closes its port, the system resets the
// connections that the process hasn't accepted yet.
test("processes that a proxy passes over before they end are replaced without a lost request", async () => {
  const start = () => startProcess({ ...environmentOf(service), ROLE: "api" });
  const processes = await Promise.all([start(), start(), start()]);
  const ports = processes.map(({ port }) => port);
  const proxy = await startProxy(ports);
  // Each request has a connection of its own, as from a proxy that keeps none to its servers.
  const send = async (path: string, body?: object) => {
    const response = await fetch(`http://localhost:${proxy.port}/v2.2/stores/${store.id}/orders${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: {
        Authorization: `Bearer ${store.secret}`,
        "Content-Type": "application/json",
        Connection: "close",
      },
    });
    await response.text();
    return response.status;
  };

  const run = crypto.randomUUID();
  let isOver = false;
  const ids: string[] = [];
  const failures: string[] = [];
  const client = async (name: number) => {
    for (let i = 0; !isOver; i++) {
      const id = `${run}-${name}-${i}`;
      ids.push(id);
      for (const [path, body] of [["", order(id)], [`/${id}`]] as const) {
        const result = await send(path, body).catch(String);
        if (result !== 200) failures.push(`${body ? "POST" : "GET"} ${id}: ${result}`);
      }
      await Bun.sleep(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, name) => client(name));
  const codes: number[] = [];
  for (const [i, old] of processes.entries()) {
    await Bun.sleep(300);
    ports.splice(ports.indexOf(old.port), 1);
    codes.push(await end(old));
    const successor = await start();
    processes[i] = successor;
    ports.push(successor.port);
  }
  await Bun.sleep(300);
  isOver = true;
  await Promise.all(clients);

  expect(failures).toEqual([]);
  expect(codes).toEqual([0, 0, 0]);
  expect(ids.length).toBeGreaterThan(CLIENTS);
  for (const id of ids) expect(await send(`/${id}`)).toBe(200);
  proxy.server.close();
  await Promise.all(processes.map(end));
});

function end(process: ServiceProcess): Promise<number> {
  process.signal("SIGTERM");
  return process.exited;
}

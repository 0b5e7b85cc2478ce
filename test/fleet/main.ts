import { prepareEnvironment } from "../bench/environment.ts";
import { endWithUs } from "../support/ends-with-us.ts";
import { startProxy } from "../support/fleet.ts";

/**
 * Runs tests against 3 processes for requests and 2 for background work, on one database and behind a proxy:
 * `bun test/fleet/main.ts test/orders …`. Services with settings of their own run in the process of the tests, as always.
 * Tests that look into the service, set its clock or script its outgoing requests fail with the message that they need
 * more than HTTP; any other failure counts.
 */
const API_PROCESSES = 3;
const WORKER_PROCESSES = 2;
/** What the tests expect of a service. */
const SETTINGS = { PUBLIC_URL: "http://localhost", EVENT_RATE_LIMIT: "100" };
const TIMEOUT_MS = "30000";

const environment = await prepareEnvironment();
let code = 1;
try {
  const first = await environment.server({ ...SETTINGS, ROLE: "api" });
  const start = (count: number, role: string) =>
    Promise.all(Array.from({ length: count }, () => environment.server({ ...SETTINGS, ROLE: role })));
  const others = await start(API_PROCESSES - 1, "api");
  const workers = await start(WORKER_PROCESSES, "worker");
  const proxy = await startProxy([first, ...others].map(({ port }) => port));
  const { url: databaseUrl, encryptionKey } = environment;
  const fleet = { origin: `http://localhost:${proxy.port}`, databaseUrl, encryptionKey };
  const child = Bun.spawn([process.execPath, "test", "--timeout", TIMEOUT_MS, ...process.argv.slice(2)], {
    env: { ...process.env, TEST_FLEET: JSON.stringify(fleet) },
    stdout: "inherit",
    stderr: "inherit",
  });
  endWithUs(child);
  code = await child.exited;
  proxy.server.close();
  for (const server of [first, ...others, ...workers]) await server.stop();
} finally {
  await environment.clear();
}
process.exit(code);

import { join } from "node:path";
import { endWithUs, temporaryFolder } from "../../support/ends-with-us.ts";
import { startProxy } from "../../support/fleet.ts";
import { prepareEnvironment } from "../bench/environment.ts";
import { type Results, readResults } from "./read-results.ts";

/**
 * Runs tests against 3 processes for requests and 2 for background work, on one database and behind a proxy:
 * `bun test/lab/fleet/main.ts test/features/orders …`. Services with settings of their own run in the process of the tests, as always.
 * Tests that look into the service, set its clock or script its outgoing requests fail with the message that they need
 * more than HTTP, and are counted apart; with any other failure the exit status is 1.
 */
const API_PROCESSES = 3;
const WORKER_PROCESSES = 2;
/** What the tests expect of a service; with their key, further services that they start on its database can read it. */
const SETTINGS = {
  PUBLIC_URL: "http://localhost",
  EVENT_RATE_LIMIT: "100",
  ENCRYPTION_KEY: "a key for tests only",
};
const TIMEOUT_MS = "30000";
/** Bun sends 256 requests at a time by default; some tests have more of them in progress. */
const CLIENT = { BUN_CONFIG_MAX_HTTP_REQUESTS: "2000" };

const environment = await prepareEnvironment();
let code = 1;
try {
  const first = await environment.server({ ...SETTINGS, ROLE: "api" });
  const start = (count: number, role: string) =>
    Promise.all(Array.from({ length: count }, () => environment.server({ ...SETTINGS, ROLE: role })));
  const others = await start(API_PROCESSES - 1, "api");
  const workers = await start(WORKER_PROCESSES, "worker");
  const proxy = await startProxy([first, ...others].map(({ port }) => port));
  const fleet = {
    origin: `http://localhost:${proxy.port}`,
    databaseUrl: environment.url,
    encryptionKey: SETTINGS.ENCRYPTION_KEY,
  };
  const { results, errors } = await runTests({ ...CLIENT, TEST_FLEET: JSON.stringify(fleet) });
  code = results && results.failed.length + errors === 0 ? 0 : 1;
  console.log(describe(results, errors));
  proxy.server.close();
  for (const server of [first, ...others, ...workers]) await server.stop();
} finally {
  await environment.clear();
}
process.exit(code);

/** Runs `bun test`; `errors` are those outside of tests, which the report doesn't have. */
async function runTests(env: Record<string, string>): Promise<{ results?: Results; errors: number }> {
  const folder = await temporaryFolder("aftersale-fleet-");
  const file = join(folder.path, "report.xml");
  const report = ["--reporter=junit", `--reporter-outfile=${file}`];
  const command = [process.execPath, "test", "--timeout", TIMEOUT_MS, ...report, ...process.argv.slice(2)];
  const child = Bun.spawn(command, { env: { ...process.env, ...env }, stdout: "inherit", stderr: "pipe" });
  endWithUs(child);
  const decoder = new TextDecoder();
  let output = "";
  for await (const chunk of child.stderr) {
    process.stderr.write(chunk);
    output += decoder.decode(chunk, { stream: true });
  }
  await child.exited;
  const errors = Number(/^ *(\d+) errors?$/m.exec(output)?.[1] ?? 0);
  const exists = await Bun.file(file).exists();
  const results = exists ? readResults(await Bun.file(file).text()) : undefined;
  await folder.remove();
  return { ...(results && { results }), errors };
}

function describe(results: Results | undefined, errors: number): string {
  if (!results) return "\nThe tests have not run.";
  const { passed, notByHttp, notRun, failed } = results;
  const lines = [`\n${passed} passed, ${notByHttp} need more than HTTP, ${failed.length} failed`];
  if (notRun.length > 0) lines.push(`not run, because hooks need more than HTTP: ${notRun.join(", ")}`);
  if (errors > 0) lines.push(`errors outside of tests: ${errors}`);
  return [...lines, ...failed.map((name) => `failed: ${name}`)].join("\n");
}

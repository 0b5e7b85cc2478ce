import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { prepareCluster } from "../../../src/platform/db/embedded/cluster.ts";
import { freePort } from "../../../src/platform/db/embedded/free-port.ts";
import { chownTo } from "../../../src/platform/db/embedded/postgres-user.ts";
import { waitForDatabase } from "../../../src/platform/db/wait-for-database.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { createPostgresServer, type PostgresServer } from "../../support/postgres-server.ts";
import { runInside, startInside } from "../../support/service-inside.ts";

const hasOpenssl = Bun.which("openssl") !== null;
if (!hasOpenssl) console.warn("openssl isn't installed: connections with TLS are not tested");

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

let root: TemporaryFolder;
let server: PostgresServer;
let authority: string;
let otherAuthority: string;

/** Postgres with a certificate for `127.0.0.1` alone, which `authority` has signed. */
beforeAll(async () => {
  if (!hasOpenssl) return;
  root = await temporaryFolder("aftersale-tls-");
  const cluster = await prepareCluster(join(root.path, "one"), { fsync: "off", ssl: "on" });
  authority = await makeAuthority("authority");
  otherAuthority = await makeAuthority("other");
  const own = join(cluster.folder, "server");
  const request = join(root.path, "request");
  await openssl("req", ...KEY, "-subj", "/CN=db", "-keyout", `${own}.key`, "-out", request);
  const names = join(root.path, "names");
  await Bun.write(names, "subjectAltName=IP:127.0.0.1");
  const signer = ["-CA", authority, "-CAkey", authority.replace(/crt$/, "key"), "-CAcreateserial"];
  await openssl("x509", "-req", "-in", request, ...signer, "-extfile", names, "-out", `${own}.crt`);
  await chmod(`${own}.key`, 0o600);
  await chownTo(cluster.folder, cluster.user);
  server = createPostgresServer(cluster, await freePort(cluster.folder));
  await server.start();
  await server.query("create database aftersale");
});

afterAll(async () => {
  await server?.kill();
  await root?.remove();
});

async function makeAuthority(name: string): Promise<string> {
  const path = join(root.path, name);
  await openssl(
    "req",
    "-x509",
    ...KEY,
    "-subj",
    `/CN=${name}`,
    "-keyout",
    `${path}.key`,
    "-out",
    `${path}.crt`,
  );
  return `${path}.crt`;
}

async function openssl(...args: string[]): Promise<void> {
  const child = Bun.spawn(["openssl", ...args], { stdout: "ignore", stderr: "pipe" });
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text());
}

/** What an address says of TLS, with the host, and whether it connects: the table of docs/operate/tls.md. */
const table = (): [parameters: string, host: string, error: RegExp | undefined][] => [
  ["", "127.0.0.1", undefined],
  ["sslmode=disable", "127.0.0.1", undefined],
  ["sslmode=no-verify", "127.0.0.1", undefined],
  ["sslmode=require", "127.0.0.1", /verify the first certificate/],
  [`sslmode=verify-full&sslrootcert=${authority}`, "127.0.0.1", undefined],
  [`sslmode=verify-full&sslrootcert=${authority}`, "localhost", /not match|altnames/i],
  [`sslmode=verify-full&sslrootcert=${otherAuthority}`, "127.0.0.1", /verify the first certificate/],
  [`sslmode=verify-full&sslrootcert=${root.path}/none.crt`, "127.0.0.1", /none\.crt/],
];

test.skipIf(!hasOpenssl)("an address says whether the database's certificate is checked", async () => {
  const found: unknown[] = [];
  for (const [parameters, host] of table()) found.push(await errorOf(addressWith(parameters, host)));
  expect(found).toEqual(table().map(([, , error]) => (error ? expect.stringMatching(error) : undefined)));
});

test.skipIf(!hasOpenssl)(
  "every session of the service uses the encryption that its address asks for",
  async () => {
    const DATABASE_URL = addressWith(`sslmode=verify-full&sslrootcert=${authority}`);
    const service = await startInside({ DATABASE_URL, ENCRYPTION_KEY: "sixteen or more letters" });
    const sessions = await server.query<{ ssl: boolean; names: string[] }>(`
    select ssl, array_agg(distinct application_name) as names from pg_stat_ssl join pg_stat_activity using (pid)
    where datname = 'aftersale' group by 1`);
    service.signal("SIGTERM");
    await service.exited;
    expect(sessions).toEqual([{ ssl: true, names: expect.arrayContaining(["aftersale"]) }]);
  },
);

test.skipIf(!hasOpenssl)(
  "a start doesn't wait for a certificate that isn't there, or isn't trusted",
  async () => {
    for (const file of [`${root.path}/none.crt`, otherAuthority]) {
      const begun = performance.now();
      const DATABASE_URL = addressWith(`sslmode=verify-full&sslrootcert=${file}`);
      const { code, output } = await runInside({ DATABASE_URL, ENCRYPTION_KEY: "sixteen or more letters" });
      expect([code, output]).toEqual([1, expect.stringMatching(/none\.crt|certificate/)]);
      expect(performance.now() - begun).toBeLessThan(30_000);
    }
  },
);

function addressWith(parameters: string, host = "127.0.0.1"): string {
  const address = new URL(server.url);
  address.hostname = host;
  address.search = parameters;
  return address.href;
}

/** The message of the error with which a connection fails; undefined when it succeeds. */
async function errorOf(url: string): Promise<string | undefined> {
  return waitForDatabase(url, pino({ level: "silent" }), 0).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

import { join } from "node:path";
import { temporaryFolder } from "../../support/ends-with-us.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { startProcess } from "../../support/process.ts";
import { prepareEnvironment } from "../bench/environment.ts";

const MARKER = join(import.meta.dir, "mark-files.ts");
/** The entry and the start bring requests to the app. */
const OUTSIDE_THE_APP = /^src\/(?:main|boot\/)/;
/** A file counts that runs in each of these turns: others are of work that happens to be done meanwhile. */
const TURNS = 8;
/** On a slow machine a turn takes longer than the pauses of such work: then more turns, until some were free of it. */
const MOST_TURNS = 60;
const PATIENCE_MS = 20_000;
/** What a worker does last for a delivery, after its response. */
const RECORDED_BY = ["src/core/delivery/record-health.ts", "src/core/jobs/done-jobs.ts"];
const SETTLED_MS = 10;

type Service = { origin: string; marks(): Promise<string[]> };
type World = {
  api: Service;
  worker: Service;
  store: { id: string; secret: string };
  receiver: { url: URL; next(): Promise<void> };
};

/**
 * Returns the files of `src` of which a function runs for one request of a kind, or for one delivery, in a service that
 * has had such before. A kind is looked at again until at most as many files are left as `most` says.
 */
export async function countFiles(
  most: Record<string, number>,
  at?: string,
): Promise<Record<string, string[]>> {
  const environment = await prepareEnvironment("_paths", at === undefined ? {} : { at });
  const folder = await temporaryFolder("aftersale-paths-");
  const receiver = startReceiver();
  const start = async (role: string) => {
    const socket = join(folder.path, role);
    const settings = { DATABASE_URL: environment.url, ENCRYPTION_KEY: environment.encryptionKey, DEMO: "0" };
    const own = { ROLE: role, MARKS: socket, WEBHOOK_ALLOWED_HOSTS: receiver.url.host };
    const command = [process.execPath, "--preload", MARKER, "src/main.ts"];
    const service = await startProcess({ ...settings, ...own }, command);
    return { ...service, marks: () => marksAt(socket) };
  };
  const [api, worker, store] = await Promise.all([start("api"), start("worker"), environment.newStore()]);
  try {
    return await countIn({ api, worker, store, receiver }, most);
  } finally {
    for (const service of [api, worker]) {
      service.signal("SIGTERM");
      await service.exited;
    }
    await receiver.stop();
    await environment.clear();
    await folder.remove();
  }
}

async function countIn(
  { api, worker, store, receiver }: World,
  most: Record<string, number>,
): Promise<Record<string, string[]>> {
  const send = async (method: string, path: string, body?: object): Promise<string> => {
    const response = await fetch(api.origin + path, {
      method,
      headers: { Authorization: `Bearer ${store.secret}`, "X-Authorization": store.secret },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text;
  };
  const ofStore = `/v2.2/stores/${store.id}`;
  let made = 0;
  const createOrder = async (): Promise<string> => {
    const orderId = `order-${made++}`;
    await send("POST", `${ofStore}/orders`, order(orderId));
    return orderId;
  };
  const createReturn = async (orderId: string): Promise<string> => {
    const created = await send("POST", `${ofStore}/returns`, returnOf(orderId));
    return (JSON.parse(created) as { return: { id: string } }).return.id;
  };
  const newReturn = async () => createReturn(await createOrder());
  const numberOfNew = async () => {
    const details = await send("GET", `${WAREHOUSE}/details?service_return_id=${await newReturn()}`);
    return (JSON.parse(details) as { id: number }).id;
  };
  const process = (number: number) => send("POST", `${WAREHOUSE}/${number}/process`);
  const readStatus = (id: string) => send("GET", `/v2.2/returns/${id}/status`);
  const changeStatus = (id: string) => send("PUT", `/v2.2/returns/${id}/status`, { status: "flagged" });
  /** What the worker has run until the attempt of the next delivery was recorded. */
  const delivered = async (): Promise<string[]> => {
    await receiver.next();
    return recorded(worker);
  };

  const requests: Record<string, () => Promise<string[]>> = {
    "GET /returns/{id}/status": turnOf(api, newReturn, readStatus),
    "POST /orders": turnOf(api, async () => {}, createOrder),
    "POST /returns": turnOf(api, createOrder, createReturn),
    "PUT /returns/{id}/status": turnOf(api, newReturn, changeStatus),
    "POST /warehouse/return/{id}/process": turnOf(api, numberOfNew, process),
  };
  const counted: Record<string, string[]> = {};
  for (const [kind, turn] of Object.entries(requests)) counted[kind] = await count(turn, most[kind]);

  const webhook = { topic: "return", callback: { url: receiver.url.href } };
  await send("POST", `${ofStore}/webhooks`, { webhook });
  const delivery = async () => {
    const id = await newReturn();
    await delivered();
    await worker.marks();
    await changeStatus(id);
    return delivered();
  };
  return { ...counted, "a delivery": await count(delivery, most["a delivery"]) };
}

const WAREHOUSE = "/api/v1/warehouse/return";

/** Returns a turn: it marks what runs for `work`; `before` makes what the turn needs. */
function turnOf<Needed>(
  { marks }: Service,
  before: () => Promise<Needed>,
  work: (needed: Needed) => Promise<unknown>,
): () => Promise<string[]> {
  return async () => {
    const needed = await before();
    await marks();
    await work(needed);
    return marks();
  };
}

/** The files that ran in each turn, after one that made everything warm. */
async function count(turn: () => Promise<string[]>, most = 0): Promise<string[]> {
  await turn();
  let files = (await turn()).filter((file) => !OUTSIDE_THE_APP.test(file));
  for (let turns = 1; turns < TURNS || (files.length > most && turns < MOST_TURNS); turns++) {
    const ran = await turn();
    files = files.filter((file) => ran.includes(file));
  }
  return files;
}

/** What has run until an attempt was recorded. */
async function recorded({ marks }: Service): Promise<string[]> {
  const files = new Set<string>();
  for (const until = Date.now() + PATIENCE_MS; !RECORDED_BY.every((file) => files.has(file)); ) {
    if (Date.now() > until) throw new Error(`The attempt was not recorded by ${RECORDED_BY.join(", ")}`);
    await Bun.sleep(SETTLED_MS);
    for (const file of await marks()) files.add(file);
  }
  return [...files];
}

async function marksAt(socket: string): Promise<string[]> {
  const response = await fetch("http://localhost/", { unix: socket });
  return (await response.json()) as string[];
}

/** Starts a receiver of webhooks; `next` waits for one that was not waited for. */
function startReceiver() {
  let received = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      received++;
      return new Response();
    },
  });
  const next = async () => {
    for (const until = Date.now() + PATIENCE_MS; received === 0; await Bun.sleep(1)) {
      if (Date.now() > until) throw new Error("nothing was delivered");
    }
    received--;
  };
  return { url: server.url, next, stop: () => server.stop(true) };
}

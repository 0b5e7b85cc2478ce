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
const PATIENCE_MS = 20_000;
/** A worker records an attempt after its response. */
const RECORDED_MS = 150;

type Service = { origin: string; marks(): Promise<string[]> };
type World = {
  api: Service;
  worker: Service;
  store: { id: string; secret: string };
  receiver: { url: URL; next(): Promise<void> };
};

/**
 * Returns the files of `src` of which a function runs for one request of a kind, or for one delivery, in a service that
 * has had such before.
 */
export async function countFiles(at?: string): Promise<Record<string, string[]>> {
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
    return await countIn({ api, worker, store, receiver });
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

async function countIn({ api, worker, store, receiver }: World): Promise<Record<string, string[]>> {
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
  const delivered = async <T>(work: () => Promise<T>): Promise<T> => {
    const received = receiver.next();
    const result = await work();
    await received;
    await Bun.sleep(RECORDED_MS);
    return result;
  };

  const files = {
    "GET /returns/{id}/status": await count(api, newReturn, readStatus),
    "POST /orders": await count(api, async () => {}, createOrder),
    "POST /returns": await count(api, createOrder, createReturn),
    "PUT /returns/{id}/status": await count(api, newReturn, changeStatus),
    "POST /warehouse/return/{id}/process": await count(api, numberOfNew, process),
  };
  const webhook = { topic: "return", callback: { url: receiver.url.href } };
  await send("POST", `${ofStore}/webhooks`, { webhook });
  const deliver = (id: string) => delivered(() => changeStatus(id));
  return { ...files, "a delivery": await count(worker, () => delivered(newReturn), deliver) };
}

const WAREHOUSE = "/api/v1/warehouse/return";

/** Counts what runs for `work`; `before` makes what each turn needs. */
async function count<Needed>(
  { marks }: Service,
  before: () => Promise<Needed>,
  work: (needed: Needed) => Promise<unknown>,
): Promise<string[]> {
  await work(await before());
  const turns: string[][] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const needed = await before();
    await marks();
    await work(needed);
    turns.push(await marks());
  }
  const [first = [], ...others] = turns;
  return first.filter((file) => !OUTSIDE_THE_APP.test(file) && others.every((turn) => turn.includes(file)));
}

async function marksAt(socket: string): Promise<string[]> {
  const response = await fetch("http://localhost/", { unix: socket });
  return (await response.json()) as string[];
}

/** Starts a receiver of webhooks; `next` waits for the next one. */
function startReceiver() {
  let receive = () => {};
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      receive();
      return new Response();
    },
  });
  const next = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("nothing was delivered")), PATIENCE_MS);
      receive = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return { url: server.url, next, stop: () => server.stop(true) };
}

import { openEmbedded } from "../../../../src/platform/db/embedded/open-embedded.ts";
import { order, returnOf } from "../../../support/fixtures.ts";
import { dataFolder, startProcess } from "../../../support/process.ts";
import { operate } from "../operate.ts";
import type { Scenario } from "../scenario.ts";
import { acceptInvitation } from "./console.ts";
import { throwRaw } from "./raw.ts";
import type { Shop } from "./request.ts";

export const raw: Scenario = {
  options: "[--requests 50000]",
  about: `sends broken requests of the API and hostile ones of the console's pages on raw sockets to a service on a new
folder. Ends with 1 if a request gets a 5xx, memory or open files keep growing, the event loop is blocked, a refused
request had an effect, or the service doesn't respond afterwards.`,
  run: async ({ seed, say, number }) => {
    const folder = await dataFolder();
    const settings = { DATA_DIR: folder.path, EVENT_RATE_LIMIT: "0", LOG_LEVEL: "warn", DEMO: "0" };
    const { pid, origin, output, signal, exited } = await startProcess(settings);
    const embedded = await openEmbedded({ dataDir: folder.path, mode: "cli" });
    try {
      const { storeId } = await operate(settings, "store", "create", "--name", "Torture");
      const client = ["client", "create", "--store", String(storeId), "--name", "Torturer"];
      const { secret } = await operate(settings, ...client);
      const invitation = ["person", "invite", "--store", String(storeId), "--email", "owner@example.test"];
      const { url } = await operate(settings, ...invitation, "--role", "owner");
      const port = Number(new URL(origin).port);
      const thrown = await throwRaw({
        ...{ seed, say, requests: number("requests", 50_000) },
        service: { pid, port, output, databaseUrl: embedded.url },
        session: await acceptInvitation(origin, String(url)),
        shop: await withReturn(origin, { id: String(storeId), secret: String(secret) }),
      });
      const { differences, requests, connections, statuses, grownMb, grownFiles, blockedMs } = thrown;
      const lines = [
        `${requests} requests on ${connections} connections: ${JSON.stringify(statuses)}`,
        `after the warm-up memory grew by ${grownMb} MB and open files by ${grownFiles}; a request of health waited ${blockedMs} ms at most`,
      ];
      return { differences, lines };
    } finally {
      await embedded.close();
      signal("SIGTERM");
      await exited;
      await folder.remove();
    }
  },
};

/** Creates an order and a return, and returns the store with the return's id. */
export async function withReturn(origin: string, { id, secret }: Omit<Shop, "returnId">): Promise<Shop> {
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${origin}/v2.2/stores/${id}${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { return?: { id: string } };
  };
  await post("/orders", order("known"));
  const { return: opened } = await post("/returns", returnOf("known"));
  if (!opened) throw new Error("The return was refused.");
  return { id, secret, returnId: opened.id };
}

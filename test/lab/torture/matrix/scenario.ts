import type { Document } from "../../../contract/document.ts";
import { startFleet } from "../history/fleet.ts";
import type { Scenario } from "../scenario.ts";
import { runMatrix } from "./matrix.ts";
import { openTarget } from "./open-target.ts";

export const matrix: Scenario = {
  options: "",
  about: `sends every operation of the OpenAPI document with no, every malformed, a revoked, another store's and a
scopeless credential to its own objects, another store's and unknown ones. Ends with 1 if a response breaks the document
or the rules for credentials, if it distinguishes another store's object from an unknown one, or if a refused request
had an effect.`,
  run: async () => {
    const receiver = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("thanks") });
    const host = `127.0.0.1:${receiver.port}`;
    const fleet = await startFleet({
      ...{ apis: 1, workers: 1, cells: 1 },
      settings: { EVENT_RATE_LIMIT: "0", WEBHOOK_ALLOWED_HOSTS: host },
    });
    try {
      const { target, close } = await openTarget(fleet, `http://${host}/`);
      const description = await target.fetch("/docs/json", {});
      const found = await runMatrix(target, (await description.json()) as Document);
      await close();
      const lines = [`${found.requests} requests to ${found.operations} operations`];
      return { differences: found.differences, lines };
    } finally {
      await fleet.close();
      receiver.stop(true);
    }
  },
};

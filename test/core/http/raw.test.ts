import { expect, test } from "bun:test";
import { invite } from "../../../src/features/people/invite.ts";
import { acceptInvitation } from "../../lab/torture/raw/console.ts";
import { throwRaw } from "../../lab/torture/raw/raw.ts";
import { withReturn } from "../../lab/torture/raw/scenario.ts";
import { ofPeople } from "../../support/console.ts";
import { useProcess, useService } from "../../support/use-service.ts";

/** A short run of `bun run torture raw`. */
const REQUESTS = 2_000;
const SEED = 20;

const service = useService();
const server = useProcess(service, { EVENT_RATE_LIMIT: "0", LOG_LEVEL: "warn", ROLE: "api" });

test("malformed requests of the API and hostile ones of the console never cause a 5xx, and have no effect when they are rejected", async () => {
  // A second attempt answers for its own errors alone.
  const logged = server.output().length;
  const store = await service.newStore();
  const email = "owner@example.test";
  const invitation = { email, role: "owner", invitedBy: "The operator", provesAddress: true } as const;
  const { url } = await invite(ofPeople(service.ctx), store.id, invitation);
  const { differences, requests, statuses } = await throwRaw({
    ...{ seed: SEED, requests: REQUESTS, say: () => {} },
    service: {
      ...{ pid: server.pid, port: server.port, output: () => server.output().slice(logged) },
      databaseUrl: store.ctx.config.databaseUrl ?? "",
    },
    session: await acceptInvitation(server.origin, url),
    shop: await withReturn(server.origin, store),
  });
  expect(differences).toEqual([]);
  // The requests had various faults, and some were valid.
  expect(requests).toBeGreaterThanOrEqual(REQUESTS);
  for (const status of [200, 303, 400, 401, 403, 404, 405, 413, 431])
    expect(statuses[status] ?? 0).toBeGreaterThan(0);
}, 400_000);

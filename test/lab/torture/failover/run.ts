import type { Call } from "../history/call.ts";
import { startClients } from "../history/client.ts";
import { type Examined, examine } from "../history/examine.ts";
import { originsOf, startProcesses } from "../history/fleet.ts";
import { openShops } from "../history/open-shops.ts";
import { startReceiver } from "../history/receiver.ts";
import { createRecorder } from "../history/recorder.ts";
import { describe } from "../history/violation.ts";
import { seeded } from "../random.ts";
import { createProber } from "./probe.ts";
import { lateIn, type Measured, recoveryTables } from "./recovery.ts";
import { openStage } from "./stage.ts";
import { createSwitcher } from "./switches.ts";

export type FailoverOptions = {
  seed: number;
  /** How long the clients act. */
  ms: number;
  clients: number;
  stores: number;
  apis: number;
  workers: number;
  /** The longest time for which the database is away. */
  longestMs: number;
  /** Makes the switches whose names contain this; all by default. */
  only?: string | undefined;
  /** The longest time between two switches. */
  restMs: number;
  /** How long after the end of a switch requests may fail. */
  withinMs: number;
  /** The largest error of a process's clock. */
  skewMs: number;
  drainWithinMs: number;
  say(line: string): void;
};

export type FailoverRun = Examined & {
  switches: Measured[];
  calls: Call[];
  /** What was lost or wrong, and what came too late. */
  differences: string[];
  tables: string[];
};

const SETTINGS = {
  ...{ WEBHOOK_TIMEOUT: "1s", WEBHOOK_RETRY_SCHEDULE: "0s,50ms,100ms,200ms,400ms" },
  EVENT_RATE_LIMIT: "0",
};
const PROBER = "prober";

/** Runs random clients while their database moves, is cut off and comes back, and checks what they were answered. */
export async function tortureFailover(options: FailoverOptions): Promise<FailoverRun> {
  const { seed, apis, workers, skewMs, clients, stores, longestMs, only = "", say } = options;
  const random = seeded(seed);
  const began = performance.now();
  const now = () => performance.now() - began;
  const receiver = await startReceiver(seed, now);
  const stage = await openStage({ ...SETTINGS, WEBHOOK_ALLOWED_HOSTS: receiver.host });
  const { pair, databases, urls } = stage;
  try {
    const offsetMs = () => random.between(-skewMs, skewMs);
    const fleet = await startProcesses(databases, { apis, workers, offsetMs, urls });
    try {
      const names = Array.from({ length: clients }, (_, i) => `client-${i + 1}`);
      const [first] = originsOf(fleet);
      const shops = await openShops({
        ...{ settings: databases.env, origin: first?.origin ?? "", count: stores },
        ...{ clients: [...names, PROBER], receiver: receiver.url },
      });
      const targets = () => originsOf(fleet);
      const recorder = createRecorder({ targets, signs: shops.map(({ sign }) => `${sign}-`), now });
      const [shop] = shops;
      if (!shop) throw new Error("there is no store to probe");
      const prober = createProber({ shop, name: PROBER, random: seeded(seed + 2), targets, now });
      const next = createSwitcher(stage, { random: seeded(seed + 1), now, longestMs, only });
      const switches: Measured[] = [];
      const acting = startClients({ shops, recorder, names, receiver: receiver.url, seed });

      const switchOver = async () => {
        for (const end = now() + options.ms; now() < end; ) {
          await Bun.sleep(random.between(options.restMs / 2, options.restMs));
          const old = pair.primary();
          const done = await next();
          const recoveries = await prober.probe(done.until);
          switches.push({ ...done, recoveries });
          const times = recoveries.map(
            ({ process, ms }) => `${process} ${ms === undefined ? "never" : Math.round(ms)}`,
          );
          say(
            `${Math.round(done.until / 1_000)} s: ${done.kind}, ${Math.round(done.until - done.from)} ms; served again after ms: ${times.join(", ")}`,
          );
          if (pair.primary() !== old) await pair.rebuild();
        }
        await Bun.sleep(options.restMs);
      };
      try {
        await Promise.race([switchOver(), acting.finished]);
      } finally {
        await acting.stop();
      }
      say(`all is well again; ${recorder.calls.length} calls`);
      const calls = [...recorder.calls, ...prober.calls];
      const examined = await examine(fleet, { calls, shops, receiver, crashes: [] }, options);
      const arrivals = [...receiver.streams.values()].flatMap((stream) => stream.arrivals);
      return {
        ...{ ...examined, switches, calls, tables: recoveryTables(switches, arrivals) },
        differences: [...describe(examined.violations), ...lateIn(switches, calls, options.withinMs)],
      };
    } finally {
      await fleet.stop();
    }
  } finally {
    await databases.close();
    receiver.close();
  }
}

import { type Moves, startMoves } from "../cells/moves.ts";
import { seeded } from "../random.ts";
import { startClients } from "./client.ts";
import { startFaultInjector, type Tally } from "./fault-injector.ts";
import type { Fleet } from "./fleet.ts";
import type { Postgres } from "./postgres.ts";
import type { Recorder } from "./recorder.ts";
import type { HistoryOptions } from "./run.ts";
import type { Shop } from "./shop.ts";

type ActOptions = Pick<HistoryOptions, "seed" | "ms" | "faultEveryMs" | "longestMs" | "say"> & {
  names: string[];
  receiver: string;
  /** What the operator does meanwhile; `heal` ends the faults. */
  operate(heal: () => Promise<void>): Promise<void>;
  sparesPostgres(): boolean;
};

/** Half of the movers are killed while faults are injected. */
const KILLED_SHARE = 0.5;

/** Lets the clients act, while faults are injected and stores are moved. */
export async function act(
  fleet: Fleet<Postgres>,
  recorder: Recorder,
  shops: Shop[],
  options: ActOptions,
): Promise<{ tally: Tally; moves: Moves["tally"] }> {
  const { seed, ms, names, receiver, operate, sparesPostgres, faultEveryMs, longestMs } = options;
  const progress = () => {
    const { calls } = recorder;
    const unknown = calls.filter(({ outcome }) => outcome === "unknown").length;
    const { kills = 0, freezes = 0 } = injector?.tally ?? {};
    return `${calls.length} calls, ${unknown} of unknown outcome, ${kills} kills, ${freezes} freezes`;
  };
  const say = (line: string) =>
    options.say(`${Math.round(recorder.now() / 1_000)} s: ${line}; ${progress()}`);
  const clients = startClients({ shops, recorder, names, receiver, seed });
  const injector =
    faultEveryMs === undefined
      ? undefined
      : startFaultInjector(fleet, {
          ...{ random: seeded(seed + 1), everyMs: faultEveryMs, longestMs, sparesPostgres, say },
        });
  const storeIds = shops.map(({ storeId }) => storeId);
  const killedShare = injector ? KILLED_SHARE : 0;
  const moves = startMoves(fleet.databases, storeIds, { random: seeded(seed + 2), killedShare, say });
  try {
    const operated = operate(async () => injector?.heal());
    // Also when a client fails first.
    operated.catch(() => undefined);
    await Promise.race([Bun.sleep(ms), clients.finished]);
    await Promise.race([operated, clients.finished]);
  } finally {
    await injector?.heal();
    await moves.stop();
    await clients.stop();
  }
  options.say(`all is well again; ${progress()}`);
  const tally = injector?.tally ?? { kills: 0, freezes: 0, restarts: 0, cuts: 0 };
  return { tally, moves: moves.tally };
}

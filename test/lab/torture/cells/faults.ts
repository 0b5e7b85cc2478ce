import type { Databases } from "../databases.ts";
import type { Postgres } from "../history/postgres.ts";
import type { Slot } from "../history/slot.ts";
import type { Random } from "../random.ts";
import type { TorturedCellMoves } from "./run.ts";

const FROZEN_MS = 2_000;

/** Kills or freezes a process, or kills the Postgres of a cell, within four seconds; returns a note of what it did. */
export async function injectFault(
  { servers, names }: Databases<Postgres>,
  slots: Slot[],
  random: Random,
  faults: TorturedCellMoves["faults"],
  publish: () => void,
): Promise<string> {
  await Bun.sleep(random.between(0, 4_000));
  const kinds = ["process", "freeze", "postgres"] as const;
  const kind = kinds[random.between(0, 2)] ?? "process";
  faults[kind]++;
  const slot = slots[random.between(0, slots.length - 1)];
  const place = random.between(0, servers.length - 1);
  if (kind === "postgres") {
    await servers[place]?.end("SIGKILL");
    return `, ${names[place]} killed`;
  }
  if (kind === "freeze") {
    slot?.freeze();
    await Bun.sleep(FROZEN_MS);
    slot?.thaw();
    return `, ${slot?.name} frozen`;
  }
  await slot?.kill();
  publish();
  await slot?.start();
  publish();
  return `, ${slot?.name} killed`;
}

import type { Postgres } from "./history/postgres.ts";
import type { Slot } from "./history/slot.ts";
import type { Random } from "./random.ts";

/** How many kills there were. */
export type Kills = { process: number; postgres: number };

/** Each so many kills one is of Postgres. */
const POSTGRES_EACH = 2;

type Killing = {
  slots: Slot[];
  postgres: Postgres;
  random: Random;
  count: number;
  kills: Kills;
  say(line: string): void;
};

/** Kills processes and Postgres in turns, spread evenly over the progress, which goes from 0 to 1. */
export async function killAll(
  { slots, postgres, random, count, kills, say }: Killing,
  progress: () => number,
) {
  for (let n = 1; n <= count; n++) {
    while (progress() < n / (count + 1)) await Bun.sleep(5);
    if (n % POSTGRES_EACH === 0) {
      kills.postgres++;
      await postgres.end("SIGKILL");
      await postgres.answers();
    } else {
      kills.process++;
      const slot = slots[random.between(0, slots.length - 1)];
      await slot?.kill();
      await slot?.start();
    }
    say(`${kills.process} processes and ${kills.postgres} times Postgres killed`);
  }
}

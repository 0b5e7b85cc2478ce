import type { Databases } from "../databases.ts";
import type { Random } from "../random.ts";
import { moveOnce } from "./mover.ts";

export type Moves = {
  /** The moves that were completed or undone, and the movers that were killed. */
  tally: { moves: number; undone: number; killed: number };
  /** Resolves when the last moves have ended. Throws when a move could not be ended. */
  stop(): Promise<void>;
};

export type MovesOptions = {
  random: Random;
  /** The share of moves whose first mover is killed. */
  killedShare: number;
  say(line: string): void;
};

const LONGEST_PAUSE_MS = 2_000;

/** Moves each store to random other databases, several at the same time. With a single database nothing moves. */
export function startMoves(databases: Databases, storeIds: string[], options: MovesOptions): Moves {
  const { random, killedShare, say } = options;
  const tally: Moves["tally"] = { moves: 0, undone: 0, killed: 0 };
  let running = databases.names.length > 1;

  async function moveAround(storeId: string): Promise<void> {
    while (running) {
      const to = await anotherCell(databases, storeId, random);
      const isKilled = random.chance(killedShare);
      const { wasKilled, isMoved } = await moveOnce(databases, { storeId, to }, random, isKilled);
      if (isMoved) tally.moves++;
      else tally.undone++;
      if (wasKilled) tally.killed++;
      say(`${storeId} ${isMoved ? `moved to ${to}` : "stayed"}${wasKilled ? ", mover killed" : ""}`);
      await Bun.sleep(random.between(0, LONGEST_PAUSE_MS));
    }
  }

  const moving = Promise.all(storeIds.map(moveAround));
  // `stop` throws the error of a failed move.
  moving.catch(() => undefined);
  return {
    tally,
    stop: async () => {
      running = false;
      await moving;
    },
  };
}

/** Returns the counts of moves in one line. */
export function movesIn({ moves, undone, killed }: Moves["tally"]): string {
  return `${moves} moves of stores, ${undone} undone, ${killed} movers killed`;
}

/** Returns a cell in which a store does not live now. */
export async function anotherCell(
  { names, cellOf }: Databases,
  storeId: string,
  random: Random,
): Promise<string> {
  const from = await cellOf(storeId);
  const others = names.filter((name) => name !== from);
  return others[random.between(0, others.length - 1)] ?? "";
}

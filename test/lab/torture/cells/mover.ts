import { endWithUs } from "../../../support/ends-with-us.ts";
import { entry, ROOT } from "../../../support/entries.ts";
import type { Databases } from "../databases.ts";
import type { Random } from "../random.ts";

export type Order = { storeId: string; to: string };

/** A move takes about this long, so that a kill after a random part of it hits any step. */
const MOVE_MS = 6_000;
/** A store of some hundred MB on a busy machine takes minutes. */
const DONE_WITHIN_MS = 300_000;
const PAUSE_MS = 200;

type Ended = { code: number | null; output: string };

/** Runs `store move` as a process of its own, which is killed with SIGKILL after `killAfterMs`, or when it hangs. */
async function run(
  env: Record<string, string>,
  { storeId, to }: Order,
  { undo = false, killAfterMs = DONE_WITHIN_MS }: { undo?: boolean; killAfterMs?: number } = {},
): Promise<Ended> {
  const { PATH = "", HOME = "" } = process.env;
  const target = undo ? ["--undo"] : ["--to", to];
  const child = Bun.spawn(
    [process.execPath, await entry("cli"), "store", "move", "--store", storeId, ...target],
    {
      cwd: ROOT,
      env: { PATH, HOME, ...env },
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  endWithUs(child);
  const timer = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
  const output = (await Promise.all(texts)).join("\n");
  await child.exited;
  clearTimeout(timer);
  return { code: child.exitCode, output };
}

/**
 * Moves a store, by chance with a first mover that is killed at a random moment, whose move is then completed or
 * undone. Calls again until it is done, as an operator would while a cell is away. Returns whether a mover was killed
 * and the store was moved; throws when the move is not done in time.
 */
export async function moveOnce(
  { env, cellOf }: Pick<Databases, "env" | "cellOf">,
  order: Order,
  random: Random,
  isKilled: boolean,
): Promise<{ wasKilled: boolean; isMoved: boolean }> {
  let wasKilled = false;
  if (isKilled) {
    const { code } = await run(env, order, { killAfterMs: random.between(300, MOVE_MS) });
    if (code === 0) return { wasKilled, isMoved: true };
    wasKilled = true;
  }
  let undo = wasKilled && random.chance(0.3);
  for (const end = performance.now() + DONE_WITHIN_MS; ; await Bun.sleep(PAUSE_MS)) {
    const { code, output } = await run(env, order, { undo });
    if (code === 0) return { wasKilled, isMoved: !undo };
    // The killed mover had not begun, or had completed the move; or the service has ended it, back or forward.
    if (undo && output.includes("is not being moved"))
      return { wasKilled, isMoved: (await cellOf(order.storeId)) === order.to };
    if (!undo && output.includes("already.")) return { wasKilled, isMoved: true };
    // Behind the hand-over there is no way back.
    if (output.includes("complete the move")) undo = false;
    if (performance.now() > end) throw new Error(`the move of ${order.storeId} doesn't end: ${output}`);
  }
}

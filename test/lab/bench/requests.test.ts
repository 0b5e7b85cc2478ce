import { afterAll, beforeAll, expect, test } from "bun:test";
import { cloneDatabase } from "../../support/database.ts";
import { type Environment, prepareEnvironment } from "./environment.ts";
import { findPgbench } from "./pgbench.ts";
import { compareRequest } from "./request-figures.ts";
import { prepareWorld, type World } from "./request-world.ts";

const PACE = { turns: 3, seconds: 0.5, connections: [32] };
/** Of what `bun run bench requests` wants: other tests share the machine. */
const SHARE = 0.5;

const program = pgbenchOrUndefined();
let environment: Environment;
let world: World;

beforeAll(async () => {
  if (!program) return;
  const { url } = await cloneDatabase();
  environment = await prepareEnvironment("_smoke", { at: url });
  world = await prepareWorld(environment, 500);
});

afterAll(async () => {
  await world?.server.stop();
  await environment?.clear();
});

for (const name of ["create-return", "status"]) {
  test.skipIf(!program)(`requests are at least half as fast as wanted: ${name}`, async () => {
    const measure = async () => {
      const [figure] = await compareRequest(world, name, { program: program ?? "", ...PACE });
      return figure ?? { ratio: 0, limit: 1 };
    };
    const first = await measure();
    // A disturbed machine can spoil one measurement.
    const { ratio, limit } = first.ratio < first.limit * SHARE ? await measure() : first;
    expect(ratio).toBeGreaterThan(limit * SHARE);
  });
}

function pgbenchOrUndefined(): string | undefined {
  try {
    return findPgbench();
  } catch {
    return undefined;
  }
}

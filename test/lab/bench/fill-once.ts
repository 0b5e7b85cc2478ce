import type { Environment } from "./environment.ts";

/**
 * Runs steps that fill a database, each in one transaction and only once per database, so that a later run
 * continues with what is there. A step's name says what it fills. Returns whether one was run.
 */
export async function fillOnce(
  { sql }: Environment,
  steps: Record<string, () => Promise<void>>,
): Promise<boolean> {
  await sql.query("create table if not exists bench_filled (step text primary key)");
  let isFilled = false;
  for (const [step, fill] of Object.entries(steps)) {
    const { rowCount } = await sql.query("select from bench_filled where step = $1", [step]);
    if (rowCount) continue;
    process.stderr.write(`filling ${step} …\n`);
    const startedAt = performance.now();
    await sql.query("begin");
    await fill();
    await sql.query("insert into bench_filled values ($1)", [step]);
    await sql.query("commit");
    isFilled = true;
    process.stderr.write(`  ${((performance.now() - startedAt) / 1_000).toFixed(0)} s\n`);
  }
  return isFilled;
}

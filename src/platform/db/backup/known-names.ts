import { VERSION } from "../../../lib/version.ts";
import { type Migration, readMigrations } from "../migration-files.ts";
import type { Header, SequenceState } from "./dump.ts";
import { sequencesOf, tablesOf } from "./dumped-tables.ts";

/**
 * Returns the migrations of a dump. Throws when this version doesn't know them, and for a table or a sequence that
 * neither they nor the job queue create: names of a file are compared with ours before they stand in SQL.
 */
export async function requireKnown(header: Header, sequences: SequenceState[] = []): Promise<Migration[]> {
  const { migrations, version, queueVersion } = header;
  const known = await readMigrations();
  if (migrations[0] && migrations[0].hash !== known[0]?.hash) {
    throw new Error("It was written by an unreleased version, from before 0.1.0, which can't be restored.");
  }
  if (!migrations.every(({ hash }, i) => known[i]?.hash === hash)) {
    throw new Error(
      `It was written by version ${version}, whose tables this version (${VERSION}) doesn't know: use that version.`,
    );
  }
  const run = known.slice(0, migrations.length);
  requireAll("table", header.tables, tablesOf(run, queueVersion !== null));
  requireAll("sequence", sequences, sequencesOf(run));
  return run;
}

function requireAll(kind: string, named: readonly { name: string }[], known: readonly string[]): void {
  const found = new Set<string>();
  for (const { name } of named) {
    if (!known.includes(name)) throw new Error(`It has a ${kind} that its version doesn't have: ${name}.`);
    if (found.has(name)) throw new Error(`It has the ${kind} ${name} twice.`);
    found.add(name);
  }
}

import { textTable } from "../../../../src/lib/text-table.ts";
import type { Scenario } from "../scenario.ts";
import { measureAll } from "./run.ts";

const WITHIN_MS = 2_000;

/** The scenario of `bun run torture failover-table`. */
export const failoverTable: Scenario = {
  options: "[--processes 1,4] [--only WORDS] [--commit COMMIT]",
  about: `measures what processes do while their database is stopped, their address leads to a standby for 2, 8 and 30
seconds, or its name is not found, and how soon they write again. --only measures the situations whose names contain
these words, --commit the code of that commit, from git's history. Ends with 1 if a figure is over its limit or an acknowledged write is lost.`,
  run: async ({ say, names, text }) => {
    const processes = names("processes", ["1", "4"]).map(Number);
    const { rows, differences } = await measureAll({
      ...{ commit: text("commit"), only: text("only"), processes, isShort: false, withinMs: WITHIN_MS, say },
    });
    return {
      differences,
      lines: [
        textTable(
          Object.keys(rows[0] ?? {}),
          rows.map((row) => Object.values(row)),
        ),
      ],
    };
  },
};

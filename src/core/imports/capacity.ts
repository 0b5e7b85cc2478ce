import type { Capacity } from "../jobs/require-capacity.ts";
import type { ImportFiles } from "./kind.ts";

const MAX_UNFINISHED = 5;

/** Returns how many unfinished imports of a kind a store may have. */
export function capacityOf({ tables }: Pick<ImportFiles<unknown>, "tables">): Capacity {
  return {
    table: tables.files,
    max: MAX_UNFINISHED,
    detail: `${MAX_UNFINISHED} imports of the store are in progress; try again when one is done.`,
  };
}

import type { ErasureRule } from "../../core/persons/erasure.ts";
import { PERSONAL } from "./personal-columns.ts";

/**
 * The rules for every column that may have something of a person, in the order in which they run: what belongs to the
 * person first, then what mentions the person.
 */
export const ERASURE_RULES: readonly ErasureRule[] = [
  ...new Set([
    ...PERSONAL.flatMap(({ own = [] }) => own),
    ...PERSONAL.flatMap(({ mentions = [] }) => mentions),
  ]),
];

import type { ErasureRule } from "../../core/persons/erasure.ts";
import type { ExportedPart } from "./export-customer.ts";

/** Columns that can hold something of a person, by the names of their tables and their own. */
export type PersonalColumns = {
  tables: string;
  columns: string;
  /** What becomes of what they have of an erased person. */
  becomes: string;
  /** What erases it after the request: in the person's own rows, and in those of others that name the person. */
  own?: readonly ErasureRule[];
  mentions?: readonly ErasureRule[];
  /** The parts of a customer's export that have it; columns that follow from others, or only lead to them, have none. */
  exported?: readonly ExportedPart[];
};

/** Names of tables, names of their columns or `all`, and what they hold. */
export type ImpersonalColumns = readonly [tables: string, columns: string, holds: string];

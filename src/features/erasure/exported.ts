import type { Ctx } from "../../core/ctx.ts";
import type { Person } from "../../core/persons/redact.ts";

/** The customer of an export, and the ids of those that were merged into it. */
export type Exported = {
  ctx: Ctx;
  storeId: string;
  origin: string;
  customerId: string;
  mergedIds: string[];
  person: Person;
};

/** The JSON of the elements of an array, each in one or more pieces. */
export type Section = AsyncGenerator<readonly string[] | AsyncIterable<string>>;

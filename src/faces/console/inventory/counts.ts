import type { LevelChange } from "../../../features/inventory/history-schema.ts";
import type { PerReader } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

/** The counts of a level. */
export type Counts = LevelChange["to"];

/** What a level counts, and what exactly each number is of. */
export const COUNTS: readonly { name: keyof Counts; title: PerReader; counts: PerReader }[] = [
  {
    ...{ name: "quantity", title: say("On hand") },
    counts: say("Units of this product that are at this location"),
  },
  { name: "committed", title: say("Committed"), counts: say("Units on hand that are promised to orders") },
  { name: "reserved", title: say("Reserved"), counts: say("Units on hand that are held back") },
  {
    ...{ name: "buildable", title: say("Buildable") },
    counts: say("Further units that can be assembled from parts"),
  },
];

/** What is left of them to be sold. */
export const AVAILABLE = {
  title: say("Available"),
  counts: say("Units on hand that are neither committed nor reserved; below zero when too many were sold"),
};

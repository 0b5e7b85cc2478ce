import { importsDeletion } from "../../../core/imports/retention.ts";
import { STOCK_IMPORTS } from "./stock-imports.ts";

/** Deletes old imports with their lines. */
export const importsRetention = importsDeletion(STOCK_IMPORTS);

import { importsDeletion } from "../../../core/imports/retention.ts";
import { ORDER_IMPORTS } from "./order-imports.ts";

/** Deletes old imports with what is left of their orders. */
export const orderImportsRetention = importsDeletion(ORDER_IMPORTS);

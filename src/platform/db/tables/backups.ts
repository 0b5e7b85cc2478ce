import { pgTable } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** The newest backup that was completed: the moment whose data it has. A restored database has that of an earlier one. */
export const backups = pgTable("backups", { moment: instant().primaryKey() });

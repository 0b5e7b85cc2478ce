import { createImportJobs } from "../../../core/imports/import-job.ts";
import { STOCK_IMPORTS } from "./stock-imports.ts";

const jobs = createImportJobs(STOCK_IMPORTS);

/** Imports a file of stock. */
export const importJob = jobs.job;
/** Its dead letter queue. */
export const failImportJob = jobs.failJob;

import { createImportJobs } from "../../../core/imports/import-job.ts";
import { ORDER_IMPORTS } from "./order-imports.ts";

const jobs = createImportJobs(ORDER_IMPORTS);

/** Imports a file of orders. */
export const importOrdersJob = jobs.job;
/** Its dead letter queue. */
export const failImportOrdersJob = jobs.failJob;

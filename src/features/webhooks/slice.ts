import { FAIR_WORK } from "../../core/jobs/fair.ts";

/**
 * Job options for work on a whole store: each job does a slice and sends the next one. Retried without end.
 */
export const SLICE_OPTIONS = {
  queue: {
    notify: true,
    retryLimit: 1_000_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 120,
    // Another process continues the slice of a killed one after this time, before the job expires.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3_600,
  },
  work: FAIR_WORK,
};

/**
 * Job options for wake-ups: a job only hands over what has work, so that a lost or a surplus one does no harm, and
 * many are handled together.
 */
export const WAKE_UP_OPTIONS = {
  queue: {
    notify: true,
    retryLimit: 10,
    retryDelay: 1,
    // Another process continues the job of a killed one after this time, before the job expires.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 60,
  },
  work: {
    batchSize: 500,
    burstWhenBatchFull: true,
    // Sweeps find the work of a lost notification sooner.
    notifyPollingIntervalSeconds: 30,
    pollingIntervalSeconds: 0.5,
  },
};

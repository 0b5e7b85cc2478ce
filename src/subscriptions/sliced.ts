/** How work is queued that goes through a whole store: slice by slice, each a job that sends the next; never given up. */
export const SLICED = {
  queue: {
    notify: true,
    retryLimit: 1_000_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 120,
    // The slice of a killed process goes to another one after this, not only when it expires.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3_600,
  },
  work: { notifyPollingIntervalSeconds: 5, pollingIntervalSeconds: 0.5 },
};

/** Formats a time as `2026-03-02 14:05:09`, in UTC. */
export function phpDateTime(instant: Date): string {
  return toTheSecond(instant).replace("T", " ");
}

/** Formats a time as `2026-03-02T14:05:09+00:00`. */
export function zonedDateTime(instant: Date): string {
  return `${toTheSecond(instant)}+00:00`;
}

function toTheSecond(instant: Date): string {
  return instant.toISOString().slice(0, "2026-03-02T14:05:09".length);
}

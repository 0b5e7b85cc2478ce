import { DAY_MS, HOUR_MS } from "../../lib/duration.ts";

/** A session ends after this time without a request. */
export const IDLE_MS = 12 * HOUR_MS;
/** A session ends this long after the sign-in. */
export const ABSOLUTE_MS = 7 * DAY_MS;
/** A session gets a new token after this time. */
export const ROTATE_MS = HOUR_MS;
/** The token before the last rotation is valid this much longer, for requests that were on their way. */
export const OVERLAP_MS = 60_000;
/** How exactly a session knows when it was last used. */
export const SEEN_MS = 60_000;

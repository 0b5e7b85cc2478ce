import { DAY_MS } from "../../lib/duration.ts";

/** How long an invitation and a sign-in link are valid. */
export const LINK_MS = 7 * DAY_MS;

/** Returns the URL of a one-time sign-in link. */
export function signInUrl(origin: string, token: string): string {
  return `${origin}/console/enter?token=${token}`;
}

/** Returns the URL of an invitation. */
export function invitationUrl(origin: string, token: string): string {
  return `${origin}/console/invitation?token=${token}`;
}

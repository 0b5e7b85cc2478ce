import type { FeedPosition } from "./find-changes.ts";

/** Returns the position that the parameter `after` names; it is `latest` or digits. */
export function positionOf(after: string | undefined): FeedPosition {
  if (after === undefined) return "beginning";
  return after === "latest" ? after : { after: Number(after) };
}

import type { Position } from "./find-changes.ts";

/** Returns the position that the parameter `after` names; it is `latest` or digits. */
export function positionOf(after: string | undefined): Position {
  if (after === undefined) return "beginning";
  return after === "latest" ? after : { after: Number(after) };
}

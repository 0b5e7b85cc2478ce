import { BASE } from "../../../core/http/base.ts";

/** Returns the key by which requests that change a return run one after the other: its path. */
export function returnLockKey(returnId: string): string {
  return `${BASE}/returns/${returnId}`;
}

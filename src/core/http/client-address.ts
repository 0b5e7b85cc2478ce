import type { Config } from "../../platform/config/config.ts";
import { peerOf } from "./peer.ts";

/** Returns the address of the client: of a trusted proxy's request the last one that it has added. */
export function clientAddress(
  { trustProxy }: Pick<Config, "trustProxy">,
  request: Request,
): string | undefined {
  const forwarded = trustProxy ? request.headers.get("x-forwarded-for") : null;
  const last = forwarded?.split(",").at(-1)?.trim();
  return last || peerOf(request)?.();
}

import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Ctx } from "../ctx.ts";
import { peerOf } from "./request-context.ts";

/** Requests in a row that one sender passes on before it is taken to be a proxy. */
const ENOUGH = 20;

type Seen = { peer: string; requests: number; first: string; hasSeveral: boolean; isNoticed: boolean };

const seenOf = memoizeByObject<Config, Seen>(() => ({
  ...{ peer: "", requests: 0, first: "", hasSeveral: false, isNoticed: false },
}));

/**
 * Notices a proxy whose `X-Forwarded-For` isn't believed: all requests come from one address and name several clients. It
 * is logged once, because all people then share what is counted for one address.
 */
export function noticeProxy({ config, log }: Pick<Ctx, "config" | "log">, request: Request): void {
  const peer = config.trustProxy ? undefined : peerOf(request)?.();
  const seen = seenOf(config);
  if (peer === undefined || seen.isNoticed) return;
  const client = request.headers.get("x-forwarded-for");
  if (peer !== seen.peer || client === null) {
    Object.assign(seen, { peer, requests: 0, first: client ?? "", hasSeveral: false });
  }
  if (client === null) return;
  seen.requests++;
  seen.hasSeveral ||= client !== seen.first;
  if (seen.requests < ENOUGH || !seen.hasSeveral) return;
  seen.isNoticed = true;
  log.warn(
    { peer },
    "requests come through a proxy, whose X-Forwarded-For isn't believed: set TRUST_PROXY=1",
  );
}

/** Whether such a proxy was noticed. */
export function isProxyIgnored({ config }: Pick<Ctx, "config">): boolean {
  return seenOf(config).isNoticed;
}

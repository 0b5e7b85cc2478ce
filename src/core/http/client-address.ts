import type { Config } from "../../platform/config/config.ts";

/** Returns the address of a request's sender, if the runtime knows it. */
export type Peer = () => string | undefined;

const PEER = Symbol("aftersale.peer");

type WithPeer = Request & { [PEER]?: Peer };

/** Remembers how to read the address of a request's sender. */
export function setPeer(request: WithPeer, peer: Peer | undefined): void {
  if (peer) request[PEER] = peer;
}

/** Returns what `setPeer` has remembered for the request. */
export function peerOf(request: WithPeer): Peer | undefined {
  return request[PEER];
}

/** Returns the address of the client: of a trusted proxy's request the last one that it has added. */
export function clientAddress(
  { trustProxy }: Pick<Config, "trustProxy">,
  request: Request,
): string | undefined {
  const forwarded = trustProxy ? request.headers.get("x-forwarded-for") : null;
  const last = forwarded?.split(",").at(-1)?.trim();
  return last ? withoutPort(last) : peerOf(request)?.();
}

/** Some proxies write the port of the connection, which is another one each time. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}

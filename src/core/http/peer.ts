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

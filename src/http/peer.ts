/** Returns the address that a request comes from, if the runtime knows it. */
export type Peer = () => string | undefined;

const PEER = Symbol("aftersale.peer");

type WithPeer = Request & { [PEER]?: Peer };

/** Keeps what the runtime knows of the sender of a request. */
export function setPeer(request: WithPeer, peer: Peer | undefined): void {
  if (peer) request[PEER] = peer;
}

export function peerOf(request: WithPeer): Peer | undefined {
  return request[PEER];
}

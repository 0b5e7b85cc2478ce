/** Returns the address that a request comes from, if the runtime knows it. */
export type Peer = () => string | undefined;

const peers = new WeakMap<Request, Peer>();

/** Keeps what the runtime knows of the sender of a request. */
export function setPeer(request: Request, peer: Peer | undefined): void {
  if (peer) peers.set(request, peer);
}

export function peerOf(request: Request): Peer | undefined {
  return peers.get(request);
}

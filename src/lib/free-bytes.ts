/** Frees large bytes that nothing uses any more: now, instead of with the next garbage collection. */
export function freeBytes(bytes: Uint8Array<ArrayBuffer>): void {
  bytes.buffer.transfer(0);
}

/** Returns a promise that is awaited later: until then its rejection doesn't count as unhandled. */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

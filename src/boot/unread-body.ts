/** As much, and as long, as most clients need to send the rest of a body that was rejected. */
const MAX_BYTES = 64 * 1024 * 1024;
const WITHIN_MS = 5_000;

/**
 * Reads and drops what is left of a request's body, if the client wants the connection closed after the
 * response: closing it with unread bytes resets it, and a client that is still sending loses the response (RFC
 * 9112, section 9.6). On other connections the runtime does so. Ends after 64 MB or five seconds; never throws.
 */
export async function dropUnreadBody(request: Request): Promise<void> {
  if (!isLast(request) || !request.body || request.body.locked) return;
  const reader = request.body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), WITHIN_MS);
  try {
    for (let size = 0; size < MAX_BYTES; ) {
      const chunk = await reader.read();
      if (chunk.done) return;
      size += chunk.value.byteLength;
    }
  } catch {
    // The client has left.
  } finally {
    clearTimeout(timer);
  }
}

function isLast({ headers }: Request): boolean {
  return /(?:^|,)\s*close\s*(?:,|$)/i.test(headers.get("connection") ?? "");
}

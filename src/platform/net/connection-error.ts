/** Returns in words why a request got no response. */
export function connectionError({ code, message }: NodeJS.ErrnoException): string {
  const descriptions: Record<string, string> = {
    ECONNREFUSED: "connection refused",
    ECONNRESET: "connection reset",
    EPIPE: "connection reset",
    ENOTFOUND: "the name can't be resolved",
    EHOSTUNREACH: "host unreachable",
    ENETUNREACH: "network unreachable",
  };
  return descriptions[code ?? ""] ?? message;
}

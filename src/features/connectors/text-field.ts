/** Returns a field of what a shop sends as text, which may be a number there; undefined for any other value. */
export function textField(value: unknown, name: string): string | undefined {
  const field = ((value ?? {}) as Record<string, unknown>)[name];
  return typeof field === "string" || typeof field === "number" ? String(field) : undefined;
}

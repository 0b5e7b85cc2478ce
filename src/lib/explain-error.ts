import { cutText } from "./text.ts";

const MAX_CHARACTERS = 2_000;

/**
 * Returns what a thrown value says, for people: its message, or where that is empty those of its causes, its code or
 * its name. It is never empty.
 */
export function explainError(error: unknown): string {
  return cutText(textOf(error, new Set()) || "an error without a message", MAX_CHARACTERS);
}

function textOf(error: unknown, seen: Set<unknown>): string {
  if (typeof error === "string") return error.trim();
  if (typeof error !== "object" || error === null) return error === undefined ? "" : String(error);
  if (seen.has(error)) return "";
  seen.add(error);
  const { message, errors, cause, code, name } = error as Record<string, unknown>;
  if (typeof message === "string" && message.trim()) return message.trim();
  const inner = Array.isArray(errors) ? errors.map((each) => textOf(each, seen)) : [];
  const texts = [...new Set(inner.filter(Boolean))].join("; ");
  return texts || textOf(cause, seen) || shown(code) || asJson(error) || shown(name);
}

function shown(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function asJson(error: object): string {
  if (error instanceof Error) return "";
  try {
    const text = JSON.stringify(error);
    return text === "{}" ? "" : text;
  } catch {
    // It refers to itself.
    return "";
  }
}

import { t } from "elysia";
import { invalid } from "../lib/problem.ts";
import { WholeText } from "../lib/shape.ts";

const DEFAULT_SIZE = 20;
const NEXT = "X-Page-Next";

/** The request headers of every list of the main API. */
export const PageHeaders = t.Object({
  "x-page-continue": t.Optional(t.String({ description: `The page marker out of the ${NEXT} header.` })),
  "x-page-size": t.Optional(WholeText({ minimum: 1, maximum: 500, default: DEFAULT_SIZE })),
});

export type Page = { size: number; marker: string[] | undefined };

type Headers = { "x-page-continue"?: string; "x-page-size"?: number };

/** What a client asks for: how many rows, and behind which key (of `parts` texts) they begin. */
export function pageOf(headers: Headers, parts: number): Page {
  const text = headers["x-page-continue"];
  return {
    size: headers["x-page-size"] ?? DEFAULT_SIZE,
    marker: text === undefined ? undefined : readMarker(text, parts),
  };
}

/** Of `size + 1` rows the page, and the header that leads to the next when there is more. */
export function cut<Row>(
  rows: Row[],
  size: number,
  keyOf: (row: Row) => string[],
): { rows: Row[]; headers: Record<string, string> } {
  const last = rows[size - 1];
  if (rows.length <= size || last === undefined) return { rows, headers: {} };
  return { rows: rows.slice(0, size), headers: { [NEXT]: writeMarker(keyOf(last)) } };
}

function writeMarker(key: string[]): string {
  return new TextEncoder().encode(JSON.stringify(key)).toBase64({ alphabet: "base64url", omitPadding: true });
}

function readMarker(text: string, parts: number): string[] {
  try {
    const key: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(text, { alphabet: "base64url" })),
    );
    if (Array.isArray(key) && key.length === parts && key.every(isStorable)) return key;
  } catch {
    // Anything that was not written by us ends in the same refusal.
  }
  throw invalid({ detail: `X-Page-Continue must be a marker out of ${NEXT}.`, header: "X-Page-Continue" });
}

function isStorable(part: unknown): part is string {
  return typeof part === "string" && !part.includes("\u0000");
}

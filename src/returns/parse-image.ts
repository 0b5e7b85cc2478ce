import { invalid } from "../lib/problem.ts";
import { imageTypeOf } from "./image-type.ts";

export type ParsedImage = { mediaType: string; content: Uint8Array };

/** Returns the image of a request. Throws 400 unless it is base64 of a PNG, JPEG, GIF or WebP by its bytes. */
export function parseImage(base64: string, pointer: string): ParsedImage {
  const content = decode(base64);
  if (!content) throw invalid({ detail: "The image must be base64.", pointer });
  const mediaType = imageTypeOf(content);
  if (!mediaType) throw invalid({ detail: "The image must be a PNG, JPEG, GIF or WebP.", pointer });
  return { mediaType, content };
}

function decode(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return undefined;
  }
}

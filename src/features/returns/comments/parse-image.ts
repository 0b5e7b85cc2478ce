import { invalid } from "../../../lib/problem.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { imageTypeOf } from "./image-type.ts";

export type ParsedImage = { mediaType: string; content: Uint8Array<ArrayBuffer> };

/** So much is decoded in one step, in less than half a millisecond. */
const CHARACTERS_PER_STEP = 512 * 1024;

/**
 * Returns the image of a request; a large one is decoded with other work in between. Throws 400 unless it is base64
 * of a PNG, JPEG, GIF or WebP by its bytes.
 */
export async function parseImage(base64: string, pointer: string): Promise<ParsedImage> {
  const content = await decode(base64).catch((error) => {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid({ detail: "The image must be base64.", pointer });
  });
  const mediaType = imageTypeOf(content);
  if (!mediaType) throw invalid({ detail: "The image must be a PNG, JPEG, GIF or WebP.", pointer });
  return { mediaType, content };
}

/** Throws a SyntaxError for a text that isn't base64. */
async function decode(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const pace = createYielder();
  const content = new Uint8Array(Math.ceil((base64.length / 4) * 3));
  const padding = base64.indexOf("=");
  const lastStep = (padding < 0 ? base64.length : padding) - CHARACTERS_PER_STEP;
  let at = 0;
  let size = 0;
  while (at < lastStep) {
    const step = base64.slice(at, at + CHARACTERS_PER_STEP);
    const { read, written } = content.subarray(size).setFromBase64(step, {
      lastChunkHandling: "stop-before-partial",
    });
    // Four characters that much whitespace divides: the rest is decoded at once.
    if (read === 0) break;
    at += read;
    size += written;
    await pace();
  }
  return content.subarray(0, size + content.subarray(size).setFromBase64(base64.slice(at)).written);
}

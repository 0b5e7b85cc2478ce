import { problem } from "../lib/problem.ts";
import { receiveWhole } from "./body.ts";
import { malformed } from "./gunzip.ts";

const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/**
 * Returns a form of at most `limit` bytes. Throws 413 when it is larger, 415 for another media type, 400 when it can't
 * be read.
 */
export async function readForm(request: Request, limit: number): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!FORM_TYPE.test(type)) throw problem("unsupported_media_type", "The body must be a form.");
  const bytes = await receiveWhole(request, limit);
  try {
    return await new Response(bytes as BodyInit, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw malformed("The form can't be read.");
  }
}

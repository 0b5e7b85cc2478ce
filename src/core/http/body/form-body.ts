import { problem } from "../../../lib/problem.ts";
import { receiveWhole } from "./body.ts";
import { malformed } from "./gunzip.ts";

const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/** Parsing takes longer than the fields' number grows: 400,000 held the event loop for seconds. */
const MAX_FIELDS = 5_000;

/**
 * Returns a form of at most `limit` bytes. Throws 413 when it is larger or has too many fields, 415 for another media type, 400 when it can't
 * be read.
 */
export async function readForm(request: Request, limit: number): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!FORM_TYPE.test(type)) throw problem("unsupported_media_type", "The body must be a form.");
  const bytes = await receiveWhole(request, limit);
  requireFewFields(bytes, type);
  try {
    return await new Response(bytes as BodyInit, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw malformed("The form can't be read.");
  }
}

/** Throws 413 for a form with more than 5,000 fields, 400 for one of several parts without a boundary between them. */
function requireFewFields(bytes: Uint8Array, type: string): void {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;,"]+))/i.exec(type) ?? [];
  const isMultipart = /^multipart/i.test(type);
  const boundary = quoted ?? bare;
  if (isMultipart && boundary === undefined) throw malformed("The form has no boundary.");
  const separator = Buffer.from(isMultipart ? `--${boundary}` : "&", "latin1");
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let fields = 0;
  for (let at = form.indexOf(separator); at >= 0; at = form.indexOf(separator, at + separator.length)) {
    if (++fields > MAX_FIELDS)
      throw problem("body_too_large", `A form may have at most ${MAX_FIELDS} fields.`);
  }
}

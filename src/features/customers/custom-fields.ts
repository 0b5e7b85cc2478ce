import type { Fault } from "../../lib/problem.ts";
import type { CustomFields } from "../../platform/db/tables/customers.ts";

/** Limits per profile, however many requests the fields came with. */
export const MAX_CUSTOM_FIELDS = 400;
const MAX_CUSTOM_FIELDS_BYTES = 256 * 1024;

/** The sizes of a profile's custom fields, by name. */
export type FieldSizes = { bytes: Map<string, number>; total: number };

/** Returns the size in bytes of each field. */
export function fieldBytesOf(fields: CustomFields): Record<string, number> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, sizeOf(name, value)]));
}

/** Returns the sizes of the custom fields of a profile. */
export function sizesOf(fieldBytes: Record<string, number> | null): FieldSizes {
  const bytes = new Map(Object.entries(fieldBytes ?? {}));
  return { bytes, total: bytes.values().reduce((sum, each) => sum + each, 0) };
}

/**
 * Adds a patch to the sizes. Returns a fault, and adds nothing, when the profile would exceed its limits. A
 * profile that exceeds them already may be changed as long as it doesn't grow.
 */
export function addFields(sizes: FieldSizes, patch: CustomFields): Fault | undefined {
  const entries = Object.entries(patch).map(([name, value]) => [name, sizeOf(name, value)] as const);
  let { total } = sizes;
  let count = sizes.bytes.size;
  for (const [name, size] of entries) {
    const previous = sizes.bytes.get(name);
    total += size - (previous ?? 0);
    if (previous === undefined) count++;
  }
  if (count > MAX_CUSTOM_FIELDS && count > sizes.bytes.size) {
    return fault(`A customer may have at most ${MAX_CUSTOM_FIELDS} customFields.`);
  }
  if (total > MAX_CUSTOM_FIELDS_BYTES && total > sizes.total) {
    return fault(`The customFields of a customer may have at most ${MAX_CUSTOM_FIELDS_BYTES / 1024} KB.`);
  }
  for (const [name, size] of entries) sizes.bytes.set(name, size);
  sizes.total = total;
  return undefined;
}

const utf8 = new TextEncoder();

/** The size in bytes: the name in UTF-8 and the value as JSON. */
function sizeOf(name: string, value: CustomFields[string]): number {
  return utf8.encode(name).length + utf8.encode(JSON.stringify(value)).length;
}

function fault(detail: string): Fault {
  return { detail, pointer: "/customer/customFields" };
}

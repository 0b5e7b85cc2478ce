import fc from "fast-check";
import type { Schema } from "../contract/document.ts";

type Schemas = Record<string, Schema>;

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  "date-time": fc
    .tuple(
      fc.date({
        min: new Date("1970-01-02T00:00:00Z"),
        max: new Date("2199-12-30T00:00:00Z"),
        noInvalidDate: true,
      }),
      fc.constantFrom("Z", "+00:00", "-05:00", "+09:30"),
    )
    .map(([date, zone]) => date.toISOString().replace("Z", zone)),
  email: fc.stringMatching(/^[a-z0-9]{1,12}@[a-z]{1,12}\.test$/),
  decimal: fc.stringMatching(/^-?[0-9]{1,12}(\.[0-9]{1,4})?$/),
  e164: fc.stringMatching(/^\+[1-9][0-9]{7,13}$/),
  currency: fc.constantFrom("EUR", "USD", "JPY", "KWD", "CLF", "XAF"),
  percent: fc.stringMatching(/^[0-9]{1,2}(\.[0-9]{1,4})?$/),
  country: fc.constantFrom("DE", "US", "JP", "BR"),
  "time-zone": fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"),
  date: fc
    .date({ min: new Date("1970-01-02"), max: new Date("2199-12-30"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  uuid: fc.uuid(),
  uri: fc.webUrl(),
};

const TEXT = { unit: "grapheme" } as const;

/** Returns values that are valid for a schema of the description. */
export function valuesOf(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return valuesOf(schemas[name] ?? {}, schemas);
  }
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map((one) => valuesOf(one, schemas)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, schemas)));
  }
  switch (schema.type) {
    case "string":
      return texts(schema);
    case "integer":
      return fc.integer(rangeOf(schema, { min: -0x80000000, max: 0x7fffffff }));
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return lists(schema, schemas);
    case "object":
      return objects(schema, schemas);
    default:
      return anything();
  }
}

/** Returns any JSON value whose strings Postgres can store. */
function anything(): fc.Arbitrary<unknown> {
  return fc.jsonValue({ maxDepth: 2, stringUnit: "grapheme" });
}

function texts({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const formatted = typeof format === "string" ? FORMATS[format] : undefined;
  const shape = typeof pattern === "string" ? new RegExp(pattern) : undefined;
  if (formatted) return shape ? formatted.filter((text) => shape.test(text)) : formatted;
  const least = Number(minLength ?? 0);
  const longest = Number(maxLength ?? Number.POSITIVE_INFINITY);
  const fits = (text: string) => text.length >= least && text.length <= longest;
  if (shape) return fc.stringMatching(shape).filter(fits);
  const most = Math.min(Number(maxLength ?? 40), least + 40);
  return fc
    .string({ ...TEXT, minLength: least, maxLength: most })
    .filter((text) => fits(text) && text.length <= most);
}

function rangeOf(schema: Schema, { min, max }: { min: number; max: number }) {
  return {
    min: Math.max(min, Number(schema.minimum ?? min)),
    max: Math.min(max, Number(schema.maximum ?? max)),
  };
}

function numbers(schema: Schema): fc.Arbitrary<number> {
  const range = rangeOf(schema, { min: -1e15, max: 1e15 });
  const cents = fc.integer({ min: Math.max(range.min, -1_000_000), max: Math.min(range.max, 1_000_000) });
  return fc.oneof(cents, fc.double({ ...range, noNaN: true, noDefaultInfinity: true }));
}

function lists(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown[]> {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const least = Number(minItems ?? 0);
  const sizes = { minLength: least, maxLength: Math.min(Number(maxItems ?? 4), least + 3) };
  const values = valuesOf((items ?? {}) as Schema, schemas);
  return uniqueItems
    ? fc.uniqueArray(values, { ...sizes, selector: JSON.stringify })
    : fc.array(values, sizes);
}

function objects(schema: Schema, schemas: Schemas): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties, patternProperties, propertyNames } = schema;
  const model = Object.fromEntries(
    Object.entries(properties as Schemas).map(([name, one]) => [name, valuesOf(one, schemas)]),
  );
  const least = Number(schema.minProperties ?? 0);
  const known = fc.record(model, { requiredKeys: required as string[] });
  const extra = Object.values((patternProperties as Schemas) ?? {})[0] ?? additionalProperties;
  if (extra === undefined || extra === false) {
    return known.filter((members) => Object.keys(members).length >= least);
  }
  const values = extra === true ? anything() : valuesOf(extra as Schema, schemas);
  const names = texts({ minLength: 1, maxLength: 12, ...(propertyNames as Schema) });
  const others = names.filter((name) => !(name in model));
  return fc
    .tuple(fc.dictionary(others, values, { minKeys: least, maxKeys: least + 3 }), known)
    .map(([more, members]) => ({ ...more, ...members }));
}

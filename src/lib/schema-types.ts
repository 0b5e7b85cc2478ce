import { Kind, type TSchema, Type } from "@sinclair/typebox";
import { MAX_DECIMAL_CHARACTERS } from "./decimal-text.ts";
import { isLargerThan, isLongerThan } from "./text.ts";

/** An optional property that may also be null. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The keyword for the description of a field whose schema has a name, which is described elsewhere. */
export const OF_FIELD = "x-of-field";

/**
 * Returns a schema as a field of an object: with what the field means, and an example of it. Dates, e-mail
 * addresses, booleans and values of a list need no example, and neither does an object whose fields have theirs.
 */
export function field<T extends TSchema>(schema: T, description: string, ...examples: unknown[]): T {
  const texts = { description, ...(examples.length > 0 && { examples }) };
  return { ...schema, ...(schema.title ? { [OF_FIELD]: texts } : texts) };
}

/**
 * A string enum, as a plain JSON Schema `enum`. A kind of its own, because TypeBox's strings ignore `enum`.
 */
export const OneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ [Kind]: "OneOf", type: "string", enum: [...values], ...options });

/** A string enum of which every value has a meaning that the description states. */
export const MeaningOf = <const T extends Record<string, string>>(meanings: T) =>
  OneOf(Object.keys(meanings) as (keyof T & string)[], {
    "x-enum-descriptions": Object.values(meanings),
  });

export function isOneOf(schema: { enum: unknown[] }, value: unknown): boolean {
  return schema.enum.includes(value);
}

type Bounds = { minimum: number; maximum: number };

/**
 * An integer in a header or the query. The string itself is checked, bounds included: the framework checks
 * its own numbers after their conversion, and its errors then don't name the parameter.
 */
export const IntegerString = (options: Bounds & { default?: number; description?: string }) =>
  Type.Unsafe<number>(
    Type.Transform(Type.Unsafe<string>({ [Kind]: "IntegerString", type: "integer", ...options }))
      .Decode(Number)
      .Encode(String),
  );

/** Also accepts a number: the framework inserts defaults as numbers. */
export function isIntegerString(schema: Bounds, value: unknown): boolean {
  if (typeof value !== "number" && !(typeof value === "string" && /^-?\d{1,15}$/.test(value))) return false;
  return Number(value) >= schema.minimum && Number(value) <= schema.maximum;
}

/** The length is bounded because fractions of a second may have any number of digits. */
export const DateTime = (options: object = {}) =>
  Type.String({ format: "date-time", maxLength: 64, ...options });

/** A string of a format, in which a character is one UTF-16 unit. */
export const OfFormat = (format: string, maxLength: number, options: object = {}) =>
  Type.String({ format, maxLength, ...options });

export const Email = (options: object = {}) => Type.String({ format: "email", maxLength: 320, ...options });

/** A phone number in the form of E.164. */
export const Phone = () => Type.String({ format: "e164", maxLength: 16, description: "E.164" });

/** Any finite double. */
export const AnyNumber = (options: object = {}) =>
  Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE, ...options });

/** The default maximum length of a string. */
export const MAX_TEXT_CHARACTERS = 10_000;

/** The keyword for the maximum size of a string in bytes of UTF-8, for which JSON Schema has none. */
export const MAX_BYTES = "x-max-bytes";

type TextOptions = {
  minLength?: number;
  maxLength?: number;
  [MAX_BYTES]?: number;
  pattern?: string;
  description?: string;
  examples?: string[];
};

/**
 * A string of bounded length. A kind of its own, because TypeBox's strings count UTF-16 units, while JSON
 * Schema counts code points.
 */
export const Text = (options: TextOptions = {}) =>
  Type.Unsafe<string>({ [Kind]: "Text", type: "string", maxLength: MAX_TEXT_CHARACTERS, ...options });

/** The patterns of strings with a character that is not blank: of any lines, and of one. */
export const NOT_BLANK = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$";
const LINE_NOT_BLANK = "^[^\\r\\n]*[^\\s][^\\r\\n]*$";

/** A string of at most `maxLength` characters, of which at least one is not blank. */
export const NonBlankText = (
  maxLength: number,
  { rule = "", ...more }: { rule?: string; examples?: string[] } = {},
) =>
  Text({
    minLength: 1,
    maxLength,
    pattern: NOT_BLANK,
    description: `1 to ${maxLength} characters that are not all blank${rule}.`,
    ...more,
  });

/** A string of one line of at most `maxLength` characters, of which at least one is not blank. */
export const NonBlankLine = (maxLength: number) => Text({ minLength: 1, maxLength, pattern: LINE_NOT_BLANK });

/** The pattern of a string that has any characters but NUL. */
export const NOT_NUL = "^[^\\u0000]+$";

type TextBounds = { minLength?: number; maxLength?: number; [MAX_BYTES]?: number; pattern?: string };

export function isText(
  { minLength = 0, maxLength = Infinity, [MAX_BYTES]: maxBytes = Infinity, pattern }: TextBounds,
  value: unknown,
): boolean {
  return (
    typeof value === "string" &&
    !isLongerThan(value, maxLength) &&
    !isLargerThan(value, maxBytes) &&
    (minLength === 0 || isLongerThan(value, minLength - 1)) &&
    (pattern === undefined || regExpOf(pattern).test(value))
  );
}

const regExps = new Map<string, RegExp>();

/** A cache without a limit: the patterns come from schemas. */
function regExpOf(pattern: string): RegExp {
  const regExp = regExps.get(pattern) ?? new RegExp(pattern, "u");
  regExps.set(pattern, regExp);
  return regExp;
}

/** A string that can be a key: not empty, and short enough for an index. */
export const Key = (options: TextOptions = {}) => Text({ minLength: 1, maxLength: 255, ...options });

/** A decimal amount as a JSON number, up to the largest safe integer. */
export const Amount = (options: object = {}) =>
  Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options });

/** A quantity of an order's line. */
export const Count = (options: object = {}) => Type.Integer({ minimum: 1, maximum: 1_000_000, ...options });

/** The code of a currency that ISO 4217 lists or has listed. */
export const Currency = (description: string) =>
  Type.String({ format: "currency", pattern: "^[A-Z]{3}$", description, examples: ["EUR"] });

const Decimal = (pattern: string) =>
  Type.String({ format: "decimal", pattern, maxLength: MAX_DECIMAL_CHARACTERS });

/** A decimal string that isn't negative. */
export const DecimalText = () => Decimal("^\\d+(\\.\\d+)?$");

/** Money in a request. */
export const MoneyInput = Type.Object(
  {
    amount: field(
      Decimal("^-?\\d+(\\.\\d+)?$"),
      "The amount as a decimal string, with the digits of its currency.",
      "0.00",
    ),
    currency: Currency("ISO 4217, three uppercase letters."),
  },
  { title: "Money input" },
);

/** The keywords, patterns and formats that limit requests only. */
const BOUNDS = new Set(["maxLength", MAX_BYTES, "maxItems", "maximum", "maxProperties"]);
const BOUND_PATTERNS = new Set<unknown>([NOT_BLANK, LINE_NOT_BLANK]);
const BOUND_FORMATS = new Set<unknown>(["decimal", "percent", "currency", "country", "time-zone"]);

/**
 * Returns the response schema of what a request of this schema has stored: without bounds, because rows may
 * be older than the bounds, and with titles that don't end in `input`.
 */
export function asResponse<T extends TSchema>(input: T): T {
  return withoutBounds(input) as T;
}

function withoutBounds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBounds);
  if (typeof value !== "object" || value === null) return value;
  const schema = value as Record<string | symbol, unknown>;
  const keys = Reflect.ownKeys(schema).filter(
    (key) =>
      !(typeof key === "string" && BOUNDS.has(key)) &&
      !(key === "format" && BOUND_FORMATS.has(schema[key])) &&
      !(key === "pattern" && BOUND_PATTERNS.has(schema[key])),
  );
  return Object.fromEntries(
    keys.map((key) => {
      const property = schema[key];
      return [
        key,
        key === "title" && typeof property === "string"
          ? property.replace(/ input$/, "")
          : withoutBounds(property),
      ];
    }),
  );
}

/** Money on the wire. */
export const Money = asResponse(MoneyInput);

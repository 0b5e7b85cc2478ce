import { Kind, type TSchema, Type } from "@sinclair/typebox";
import { MAX_DECIMAL_CHARACTERS } from "./decimal-text.ts";
import { isLongerThan } from "./text-length.ts";

/** A member that may be absent, and null as well. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One of some texts, as a plain JSON-schema enum: a kind of its own, because TypeBox's strings overlook `enum`. */
export const OneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ [Kind]: "OneOf", type: "string", enum: [...values], ...options });

export function isOneOf(schema: { enum: unknown[] }, value: unknown): boolean {
  return schema.enum.includes(value);
}

type Bounds = { minimum: number; maximum: number };

/**
 * A whole number that comes as text, in a header or the query. The text itself is checked, bounds included: the
 * framework's own numbers are checked after their conversion, when it has forgotten which member they were.
 */
export const IntegerString = (options: Bounds & { default?: number; description?: string }) =>
  Type.Unsafe<number>(
    Type.Transform(Type.Unsafe<string>({ [Kind]: "IntegerString", type: "integer", ...options }))
      .Decode(Number)
      .Encode(String),
  );

/** A number is what the framework puts in for a default. */
export function isIntegerString(schema: Bounds, value: unknown): boolean {
  if (typeof value !== "number" && !(typeof value === "string" && /^-?\d{1,15}$/.test(value))) return false;
  return Number(value) >= schema.minimum && Number(value) <= schema.maximum;
}

/** Fractions of a second have no end of their own. */
export const DateTime = (options: object = {}) =>
  Type.String({ format: "date-time", maxLength: 64, ...options });

export const Email = (options: object = {}) => Type.String({ format: "email", maxLength: 320, ...options });

/** A phone number in the form of E.164. */
export const Phone = () => Type.String({ format: "e164", maxLength: 16, description: "E.164" });

/** Any number that a double holds. */
export const AnyNumber = (options: object = {}) =>
  Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE, ...options });

/** How long a string may be unless its schema says otherwise. */
export const MAX_TEXT_LENGTH = 10_000;

type TextOptions = {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  description?: string;
  examples?: string[];
};

/**
 * A string of bounded length. A kind of its own, because TypeBox's strings count UTF-16 units: JSON Schema, and so the
 * description that clients read, counts code points.
 */
export const Text = (options: TextOptions = {}) =>
  Type.Unsafe<string>({ [Kind]: "Text", type: "string", maxLength: MAX_TEXT_LENGTH, ...options });

type TextBounds = { minLength?: number; maxLength?: number; pattern?: string };

export function isText(
  { minLength = 0, maxLength = Infinity, pattern }: TextBounds,
  value: unknown,
): boolean {
  return (
    typeof value === "string" &&
    !isLongerThan(value, maxLength) &&
    (minLength === 0 || isLongerThan(value, minLength - 1)) &&
    (pattern === undefined || regExpOf(pattern).test(value))
  );
}

const regExps = new Map<string, RegExp>();

/** Schemas are few, and their patterns with them. */
function regExpOf(pattern: string): RegExp {
  const known = regExps.get(pattern) ?? new RegExp(pattern, "u");
  regExps.set(pattern, known);
  return known;
}

/** Text that can be a key: not empty, and short enough for an index. */
export const Key = (options: TextOptions = {}) => Text({ minLength: 1, maxLength: 255, ...options });

/** A decimal amount as a JSON number, up to where JSON numbers count exactly. */
export const Amount = (options: object = {}) =>
  Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options });

/** How many units of an order's line. */
export const Count = (options: object = {}) => Type.Integer({ minimum: 1, maximum: 1_000_000, ...options });

/** Money in a request. */
export const MoneyInput = Type.Object(
  {
    amount: Type.String({
      format: "decimal",
      pattern: "^-?\\d+(\\.\\d+)?$",
      maxLength: MAX_DECIMAL_CHARACTERS,
      examples: ["29.99"],
    }),
    currency: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217, three capital letters." }),
  },
  { title: "Money input" },
);

/** The keywords that bound what a request may hold. */
const BOUNDS = new Set(["maxLength", "maxItems", "maximum", "maxProperties"]);

/**
 * The schema of an answer that shows what a request of this schema has stored: without the bounds, since what was stored
 * before they were set is shown as well, and with titles that don't say `input`.
 */
export function asResponse<T extends TSchema>(given: T): T {
  return shown(given) as T;
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  const members = value as Record<string | symbol, unknown>;
  const kept = Reflect.ownKeys(members).filter(
    (key) =>
      !(typeof key === "string" && BOUNDS.has(key)) && !(key === "format" && members[key] === "decimal"),
  );
  return Object.fromEntries(
    kept.map((key) => {
      const member = members[key];
      return [
        key,
        key === "title" && typeof member === "string" ? member.replace(/ input$/, "") : shown(member),
      ];
    }),
  );
}

/** Money on the wire. */
export const Money = asResponse(MoneyInput);

export const Problem = Type.Object(
  {
    type: Type.String({ default: "about:blank" }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String(),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          detail: Type.String(),
          pointer: Type.Optional(Type.String()),
          parameter: Type.Optional(Type.String()),
          header: Type.Optional(Type.String()),
        }),
      ),
    ),
  },
  { title: "Problem details" },
);

import { Kind, type Static, type TSchema, Type } from "@sinclair/typebox";

const CHECKED_AS = Symbol("aftersale.checkedAs");

/**
 * A body that is checked against `schema` and reaches the verb unmodified, with its unknown fields. The
 * framework, which rebuilds bodies from their schema, would lose a field named `__proto__`.
 */
export function unstripped<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, [Kind]: "Any", [CHECKED_AS]: schema });
}

/**
 * A body that is documented as `schema` and checked by the verb, which has more rules or rejects single
 * elements. The type is an array because the framework would rebuild the body if the type were "object".
 */
export function checkedByVerb(schema: TSchema) {
  return Type.Unsafe<unknown>({ ...schema, [Kind]: "Any", type: [schema.type] });
}

/** Returns the schema that the guard checks a body against. */
export function checkedAs(schema: TSchema): TSchema {
  return (schema as { [CHECKED_AS]?: TSchema })[CHECKED_AS] ?? schema;
}

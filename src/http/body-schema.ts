import { Kind, type Static, type TSchema, Type } from "@sinclair/typebox";

const CHECKED_AS = Symbol("aftersale.checkedAs");

/**
 * A body that is checked against `schema` and reaches the verb as it came, unknown members included: the framework, which
 * rebuilds bodies from their schema, would lose members called `__proto__`.
 */
export function unstripped<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, [Kind]: "Any", [CHECKED_AS]: schema });
}

/**
 * A body that is described as `schema` and checked by the verb, which knows more rules or refuses element by element. The
 * framework rebuilds what has the type "object", unchecked as it is, and leaves alone what has the same type in a list.
 */
export function checkedByVerb(schema: TSchema) {
  return Type.Unsafe<unknown>({ ...schema, [Kind]: "Any", type: [schema.type] });
}

/** The schema that a body has to pass at the door. */
export function checkedAs(schema: TSchema): TSchema {
  return (schema as { [CHECKED_AS]?: TSchema })[CHECKED_AS] ?? schema;
}

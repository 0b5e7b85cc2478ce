import { Kind, Type } from "@sinclair/typebox";

/**
 * A query parameter with one of the values, which may be repeated: a string or, when it is repeated, an
 * array. It is described as an array, whose form in a query is the repeated parameter.
 */
export const Repeated = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number] | T[number][]>({
    [Kind]: "Repeated",
    type: "array",
    items: { type: "string", enum: [...values] },
    maxItems: MAX_REPEATED,
    ...options,
  });

const MAX_REPEATED = 20;

export function isRepeated(
  schema: { items: { enum: unknown[] }; maxItems: number },
  value: unknown,
): boolean {
  const values = [value].flat();
  return values.length <= schema.maxItems && values.every((each) => schema.items.enum.includes(each));
}

import { t } from "elysia";
import { DateTime, NOT_NUL, Text } from "../../lib/schema-types.ts";

/** A filter that is compared with a string. NUL is invalid, as in every stored string. */
export const TextFilter = (description: string, options: { maxLength?: number } = {}) =>
  t.Optional(Text({ minLength: 1, pattern: NOT_NUL, description, ...options }));

/** A filter that is compared with a string that can be a key. */
export const KeyFilter = (description: string) => TextFilter(description, { maxLength: 255 });

/** The inclusive beginning and the exclusive end of a time range. */
export const fromTime = () => t.Optional(DateTime({ description: "Inclusive." }));
export const untilTime = () => t.Optional(DateTime({ description: "Exclusive." }));

/**
 * Sentences in English, and what they are in German, French and Spanish. `{names}` stand for values; of two forms, with
 * ` | ` between them, the first is that of one, by the value `count`. What stands after a `#` tells apart what only
 * English calls the same, and isn't shown.
 */
export type Translations = Record<string, readonly [de: string, fr: string, es: string]>;

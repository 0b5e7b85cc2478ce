import { cutText } from "./text.ts";

/**
 * Returns the beginning of a JSON value as indented JSON: all of it, or at least `characters` of it. What follows is
 * neither read nor written, however large the value is.
 */
export function jsonExcerpt(value: unknown, characters: number): string {
  let text = "";
  const isFull = () => text.length >= characters;

  function write(value: unknown, indent: string): void {
    if (typeof value === "string") text += JSON.stringify(cutText(value, characters));
    else if (typeof value !== "object" || value === null) text += JSON.stringify(value);
    else if (Array.isArray(value)) writeAll(value.length, "[]", indent, (i, at) => write(value[i], at));
    else writeFields(value as Record<string, unknown>, indent);
  }

  function writeFields(object: Record<string, unknown>, indent: string): void {
    const names = Object.keys(object);
    writeAll(names.length, "{}", indent, (i, at) => {
      const name = names[i] ?? "";
      text += `${JSON.stringify(cutText(name, characters))}: `;
      write(object[name], at);
    });
  }

  function writeAll(count: number, brackets: string, indent: string, one: (i: number, at: string) => void) {
    const at = `${indent}  `;
    text += brackets[0];
    for (let i = 0; i < count && !isFull(); i++) {
      text += `${i === 0 ? "" : ","}\n${at}`;
      one(i, at);
    }
    text += count === 0 ? brackets[1] : `\n${indent}${brackets[1]}`;
  }

  write(value, "");
  return text;
}

import type { Load } from "./load.ts";

/** Requests of one operation. Texts may have the placeholders `{store}`, `{run}`, `{number}` and `{value}`. */
export type Template = {
  method: string;
  path: string;
  /** Each request takes the next value in turn. */
  values?: string[];
  /** The bodies of the first, second, … turn through the values, and again from the first. */
  bodies?: string[];
  headers?: Record<string, string>;
};

type Fields = { store: string; run: string; number: string; value: string };

/** Returns a function that writes the request with a number. Everything must be ASCII. */
export function writerOf(
  { method, path, values = [""], bodies = [], headers = {} }: Template,
  { stores, run }: Pick<Load, "stores" | "run">,
): (load: Load, number: number) => string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const pathOf = compile(path);
  const bodiesOf = bodies.map(compile);
  return (_, number) => {
    const { id: store, secret } = stores[number % stores.length] ?? { id: "", secret: "" };
    const value = values[number % values.length] ?? "";
    const fields = { store, run, number: String(number), value };
    const head = `${method} ${pathOf(fields)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${secret}\r\n${lines.join("")}`;
    if (bodiesOf.length === 0) return `${head}\r\n`;
    const body = bodiesOf[Math.floor(number / values.length) % bodiesOf.length]?.(fields) ?? "";
    return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
}

/** Parses a text once, because the load generator shares the machine with what it measures. */
function compile(text: string): (fields: Fields) => string {
  const parts = text.split(/\{(store|run|number|value)\}/);
  return (fields) => parts.map((part, i) => (i % 2 === 0 ? part : fields[part as keyof Fields])).join("");
}

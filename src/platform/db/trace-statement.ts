import type { Tracing } from "../tracing/tracing.ts";

type Callback = (error: unknown, result: unknown) => void;

/** Their duration says nothing about the database: `begin` is not awaited. */
const UNTRACED = /^(?:begin|rollback)\b/i;

/** Sends a statement to the driver, within a span if the current request or job is traced. */
export function traceStatement(
  recorder: Tracing,
  args: unknown[],
  send: (args: unknown[]) => Promise<unknown> | undefined,
): Promise<unknown> | undefined {
  const { name, text } = describe(args[0]);
  const end = UNTRACED.test(text) ? undefined : recorder.statement(name, text);
  if (!end) return send(args);
  const callback = args.at(-1);
  if (typeof callback === "function") {
    const ending: Callback = (error, result) => {
      end(error);
      (callback as Callback)(error, result);
    };
    return send([...args.slice(0, -1), ending]);
  }
  const sent = send(args);
  sent?.then(() => end(), end);
  return sent;
}

function describe(statement: unknown): { name: string; text: string } {
  if (typeof statement === "string") return { name: verbOf(statement), text: statement };
  const { name, text = "" } = (statement ?? {}) as { name?: string; text?: string };
  return { name: name ?? verbOf(text), text };
}

function verbOf(text: string): string {
  return /\w+/.exec(text)?.[0]?.toUpperCase() ?? "SQL";
}

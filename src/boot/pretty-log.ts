import type { DestinationStream } from "pino";

const LEVELS: Record<number, string> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "\x1b[33mwarn\x1b[0m",
  50: "\x1b[31merror\x1b[0m",
  60: "\x1b[31mfatal\x1b[0m",
};
/** On every line, or in another place of it. */
const LEFT_OUT = new Set(["level", "time", "msg", "version", "err"]);

/** Returns a destination that writes log lines for people: time, level, message, members, and an error's stack. */
export function prettyLog(print: (text: string) => void): DestinationStream {
  return { write: (line) => print(prettyLine(line)) };
}

function prettyLine(json: string): string {
  const line = JSON.parse(json) as { level: number; time: number; msg?: string; err?: { stack?: string } };
  const time = new Date(line.time).toISOString().slice(11, 23);
  const members = Object.entries(line)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(
      ([name, value]) =>
        ` \x1b[2m${name}=\x1b[0m${typeof value === "string" ? printable(value) : JSON.stringify(value)}`,
    );
  const stack = line.err?.stack ? `\n${line.err.stack.split("\n").map(printable).join("\n")}` : "";
  const level = LEVELS[line.level] ?? line.level;
  return `\x1b[2m${time}\x1b[0m ${level} ${printable(line.msg ?? "")}${members.join("")}${stack}\n`;
}

/** Removes control characters: a terminal would obey what a client has sent. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return text.replaceAll(/[\0-\x1f\x7f-\x9f]/g, "\ufffd");
}

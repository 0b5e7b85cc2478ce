import type { DemoStore } from "../demo/store.ts";
import { BASE } from "../http/base.ts";
import { originAt } from "../lib/host.ts";

const CLI = "bun run cli";

export type Started = {
  port: number;
  /** What it listens on beside the port; every address unless given. */
  host?: string;
  /** Where others reach it, if that is configured. */
  publicUrl?: string | undefined;
  readyAfterMs: number;
  /** Whether there is a store with sample data; `demo` is that store on the start that made it. */
  hasDemo: boolean;
  demo: DemoStore | undefined;
};

/** What the start tells whoever started it: where the service is, and how to call it. */
export function banner({ port, host = "0.0.0.0", publicUrl, ...started }: Started): string {
  const { readyAfterMs, hasDemo, demo } = started;
  const origin = originAt(host, port);
  const rows = [
    ["API", `${origin}${BASE}`],
    ["Compatible API", origin],
    ["Docs", `${origin}/docs`],
    ...(publicUrl ? [["Public address", publicUrl]] : []),
    [],
    ...(demo ? made(demo, origin) : hasDemo ? kept() : empty()),
  ];
  const lines = rows.map(([label = "", text = ""]) => `  ${label.padEnd(16)}${text}`.trimEnd());
  return `\n  Aftersale is ready, after ${Math.round(readyAfterMs)} ms.\n\n${lines.join("\n")}\n\n`;
}

function made({ storeId, secret, returnId }: DemoStore, origin: string): string[][] {
  return [
    ["Store", `${storeId}, with sample data`],
    ["Secret", `${secret}  (shown this once)`],
    [],
    ["Try it"],
    [],
    [`curl -s -H "Authorization: Bearer ${secret}" ${origin}${BASE}/returns/${returnId}`],
  ];
}

function kept(): string[][] {
  return [
    ["Store", "demo, with sample data"],
    ["A new secret", `${CLI} client create --store demo --name me`],
  ];
}

function empty(): string[][] {
  return [
    ["A store", `${CLI} store create --name NAME`],
    ["Its secret", `${CLI} client create --store ID --name me`],
  ];
}

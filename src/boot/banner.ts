import { BASE } from "../core/http/base.ts";
import type { ShopperOrder } from "../features/demo/shopper-order.ts";
import type { DemoStore } from "../features/demo/store.ts";
import { CLI, CLI_BY_NPX } from "../lib/cli-name.ts";
import { originAt } from "../lib/host.ts";

export type Started = {
  port: number;
  /** The host that the service listens on; every address by default. */
  host?: string;
  /** The configured public origin, if any. */
  publicUrl?: string | undefined;
  readyAfterMs: number;
  /** Whether there is a demo store; `demo` is set on the start that created it. */
  hasDemo: boolean;
  demo: DemoStore | undefined;
  /** Signs in to the demo store's console, once. */
  consoleLink?: string | undefined;
  /** An order of the demo store to try the shopper's page with. */
  shopperOrder?: ShopperOrder | undefined;
};

/** Returns the text that the start prints: the addresses of the service, and how to call it. */
export function banner({ port, host = "0.0.0.0", publicUrl, ...started }: Started): string {
  const { readyAfterMs, hasDemo, demo, consoleLink, shopperOrder } = started;
  const origin = originAt(host, port);
  const tryIt = shopperOrder && ` (try order ${shopperOrder.number} with ${shopperOrder.email})`;
  const shopperPage = ["Shopper page", `${origin}/r/demo${tryIt ?? ""}`];
  const rows = [
    ["API", `${origin}${BASE}`],
    ["Compatible API", origin],
    ["Docs", `${origin}/docs`],
    ["Console", consoleLink ? `${consoleLink}  (signs in once)` : `${publicUrl ?? origin}/console`],
    ...(publicUrl ? [["Public address", publicUrl]] : []),
    ["Commands", `${CLI} --help (without bun on the PATH: ${CLI_BY_NPX} --help)`],
    [],
    ...(demo ? createdDemo(demo, origin, shopperPage) : hasDemo ? existingDemo(shopperPage) : noStore()),
  ];
  const lines = rows.map(([label = "", text = ""]) => `  ${label.padEnd(16)}${text}`.trimEnd());
  return `\n  Aftersale is ready, after ${Math.round(readyAfterMs)} ms.\n\n${lines.join("\n")}\n\n`;
}

function createdDemo(
  { storeId, secret, returnId }: DemoStore,
  origin: string,
  shopperPage: string[],
): string[][] {
  return [
    ["Store", `${storeId}, with sample data`],
    shopperPage,
    ["Secret", `${secret}  (shown only once)`],
    [],
    ["Try it"],
    [],
    [`curl -s -H "Authorization: Bearer ${secret}" ${origin}${BASE}/returns/${returnId}`],
  ];
}

function existingDemo(shopperPage: string[]): string[][] {
  return [
    ["Store", "demo, with sample data"],
    shopperPage,
    ["A new secret", `${CLI} client create --store demo --name me`],
  ];
}

function noStore(): string[][] {
  return [
    ["A store", `${CLI} store create --name NAME`],
    ["Its secret", `${CLI} client create --store ID --name me`],
    ["Its owner", `${CLI} person invite --store ID --email YOU --role owner`],
  ];
}

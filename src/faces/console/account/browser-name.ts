import type { Label } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

const BROWSERS = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrom(?:e|ium)\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;
const MAX_SHOWN = 60;

/** Returns what people call the browser of a `User-Agent`; the beginning of the header for an unknown one. */
export function browserName(userAgent: string): Label {
  const nameIn = (known: readonly (readonly [RegExp, string])[]) =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (!browser) return userAgent.slice(0, MAX_SHOWN) || say("Unknown browser");
  return system ? say("{browser} on {system}", { browser, system }) : browser;
}

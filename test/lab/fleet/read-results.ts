import { NEEDS_MORE_THAN_HTTP } from "../../support/fleet.ts";

export type Results = {
  passed: number;
  /** Tests that need more than HTTP. */
  notByHttp: number;
  /** The files with a hook that needs more than HTTP. Their tests don't run, so they are in no count. */
  notRun: string[];
  /** Every other failure: file and name of the test. */
  failed: string[];
};

/** The name that bun gives to the failure of a hook. */
const HOOK = "(unnamed)";

/**
 * Returns what a JUnit report of `bun test` says of a run against the fleet. In a file with a hook that needs more than
 * HTTP, further hooks that fail do so because that one hasn't run.
 */
export function readResults(report: string): Results {
  const cases = report
    .matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)
    .map(([, attributes = "", content = ""]) => ({
      name: attribute(attributes, "name"),
      file: attribute(attributes, "file"),
      isSkipped: content.includes("<skipped"),
      isFailed: content.includes("<failure"),
      isByHttp: !content.includes(NEEDS_MORE_THAN_HTTP),
    }))
    .filter(({ isSkipped }) => !isSkipped)
    .toArray();
  const failures = cases.filter(({ isFailed }) => isFailed);
  const hooks = failures.filter(({ name, isByHttp }) => name === HOOK && !isByHttp);
  const notRun = new Set(hooks.map(({ file }) => file));
  const tests = failures.filter(({ name, file }) => name !== HOOK || !notRun.has(file));
  return {
    passed: cases.length - failures.length,
    notByHttp: tests.filter(({ isByHttp }) => !isByHttp).length,
    notRun: [...notRun],
    failed: tests.filter(({ isByHttp }) => isByHttp).map(({ file, name }) => `${file}: ${name}`),
  };
}

/** Returns an attribute of an element; bun escapes `<`, `>`, `&` and quotes. */
function attribute(attributes: string, name: string): string {
  const value = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
  const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return value.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity) => characters[entity] ?? "");
}

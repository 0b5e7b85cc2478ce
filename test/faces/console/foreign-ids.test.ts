import { beforeAll, expect, test } from "bun:test";
import { PAGES } from "../../../src/faces/console/pages.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { filledDemo } from "../../support/console-store.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ hasIdleQueues: true });
// Kinds of shops are the same for all stores.
const WITH_ID = PAGES.filter(({ path }) => path.includes("/:") && !path.endsWith("/:kind"));
const NO_PAGE = "The address names no page of this list. Open the list from its beginning.";
const NOT_GIVEN = "The address or the form has a value that this page has not given it.";
/** Of each page with an id in its path, an address in the other store. */
const theirs = new Map<string, string>();
let demo: Awaited<ReturnType<typeof filledDemo>>;
let owner: TestBrowser;

beforeAll(async () => {
  demo = await filledDemo(service, service.ctx);
  const base = `/console/stores/${demo.store.id}`;
  const waiting = [""];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const page = await (await demo.owner.get(`:store${path}`)).text();
    for (const [, href = ""] of page.matchAll(/(?:href|src)="([^"?#]+)/g)) {
      if (!href.startsWith(base) || href.endsWith("/live")) continue;
      const found = href.slice(base.length);
      const kind = kindOf(found);
      if (kind && !theirs.has(kind)) theirs.set(kind, found);
      else if (kind || seen.has(found)) continue;
      seen.add(found);
      waiting.push(found);
    }
  }
  owner = await newPerson(service, await service.newStore(), "owner");
});

function kindOf(path: string): string | undefined {
  if (PAGES.some((page) => page.path === path)) return undefined;
  return WITH_ID.find((page) => new RegExp(`^${page.path.replace(/:\w+/g, "[^/]+")}$`).test(path))?.path;
}

/** A page without the ids of its address. */
async function shown(response: Response, address: string): Promise<string> {
  const ids = address.split("/").filter((part) => part.length > 3);
  const text = await response.text();
  return `${response.status} ${ids.reduce((rest, id) => rest.replaceAll(id, ""), text)}`;
}

test("an object of another store is as unknown as one that doesn't exist, on each page and for each of its forms", async () => {
  const missing = WITH_ID.map(({ path }) => path).filter((path) => !theirs.has(path));
  expect(missing).toEqual([]);
  for (const { path, acts = {} } of WITH_ID) {
    const foreign = theirs.get(path) ?? "";
    const ids = foreign.split("/").filter((_, i) => path.split("/")[i]?.startsWith(":"));
    const unknown = ids.reduce((address, id) => address.replace(id, `${id.slice(0, -4)}zzzz`), foreign);
    for (const act of [undefined, ...Object.keys(acts)]) {
      const send = async (address: string) => {
        const fields = act && { _act: act };
        const response = await (fields
          ? owner.post(`:store${address}`, fields)
          : owner.get(`:store${address}`));
        return shown(response, address);
      };
      const [first, second] = [await send(foreign), await send(unknown)];
      // A form may find a fault in what was typed before it looks for the object.
      expect(`${path} ${act} ${first}`).toMatch(act ? / 40[04] / : / 404 /);
      expect(first).toBe(second);
    }
  }
});

test("a page that isn't of the list is refused in the console's own words, by each list", async () => {
  const ofAnotherList = Buffer.from(JSON.stringify(["elsewhere", "2026-01-01T00:00:00Z"])).toString(
    "base64url",
  );
  const values = { none: NO_PAGE, [ofAnotherList]: NO_PAGE, ["a".repeat(3_000)]: NO_PAGE, é: NOT_GIVEN };
  const refused = new Map<string, string[]>();
  for (const { path } of PAGES) {
    for (const after of Object.keys(values)) {
      const query = `?customers&after=${encodeURIComponent(after)}`;
      const response = await demo.owner.get(
        `:store${theirs.get(path) ?? (path === "/" ? "" : path)}${query}`,
      );
      const [, lead] = /<p class="lead">([^<]*)/.exec(await response.text()) ?? [];
      if (response.status === 400) refused.set(path, [...(refused.get(path) ?? []), lead ?? ""]);
    }
  }
  expect(refused.size).toBeGreaterThan(15);
  const leads = Object.values(values);
  expect([...refused]).toEqual([...refused.keys()].map((path) => [path, leads]));
});

import type { Fixtures } from "./fixtures.ts";
import type { Shop, Target } from "./target.ts";

type Seen = { status: number; text: string };

/**
 * Returns what differs from these rules: the link of a return shows that return alone, by GET and POST; a link of another
 * store, an earlier one, one that was revoked, changed or cut, and none are one 404; none of them changes a row.
 */
export async function faultsOfShopperLinks(
  target: Target,
  { shop, own, other, foreign }: Shops,
): Promise<string[]> {
  const faults: string[] = [];
  const send = async (path: string, method: string): Promise<Seen> => {
    const body = method === "POST" ? new URLSearchParams({ act: "cancel" }) : undefined;
    const response = await target.fetch(path, { method, redirect: "manual", ...(body && { body }) });
    return { status: response.status, text: await response.text() };
  };
  const at = (storeId: string, token: string) => `/r/${storeId}/return?link=${encodeURIComponent(token)}`;
  const earlier = await renew(target, shop, own);
  const revoked = await renew(target, other, foreign);
  await target.fetch(linkOf(foreign), { method: "DELETE", headers: bearer(other) });
  const current = await renew(target, shop, own);
  const shown = await send(at(shop.id, current), "GET");
  if (shown.status !== 200) faults.push(`${shown.status} for a link`);
  if (!shown.text.includes(own.returnId ?? "") || shown.text.includes(foreign.returnId ?? "-"))
    faults.push("a link shows another return than its own");
  const unknown = { GET: await send(at(shop.id, ""), "GET"), POST: await send(at(shop.id, ""), "POST") };
  if (unknown.GET.status !== 404 || unknown.POST.status !== 404) faults.push("an unknown link is no 404");
  const before = await rowsOf(target, [shop, other]);
  const refused: [string, string, string][] = [
    ["an earlier link", shop.id, earlier],
    ["a revoked link", other.id, revoked],
    ["a link of another store", other.id, current],
    ["a link of a store that isn't there", "nowhere", current],
    ["a changed link", shop.id, current.replace(/.$/, (last) => (last === "0" ? "1" : "0"))],
    ["a cut link", shop.id, current.slice(0, -1)],
    ["a longer link", shop.id, `${current}0`],
    ["a link in upper case", shop.id, current.toUpperCase()],
    ["the return's id", shop.id, own.returnId ?? ""],
    ["a null character", shop.id, `${current.slice(0, -1)}\0`],
  ];
  for (const [name, storeId, token] of refused) {
    for (const method of ["GET", "POST"] as const) {
      const seen = await send(at(storeId, token), method);
      if (!Bun.deepEquals(seen, unknown[method])) faults.push(`${name} by ${method}: ${seen.status}`);
    }
  }
  if (!Bun.deepEquals(await rowsOf(target, [shop, other]), before))
    faults.push("a wrong link has changed something");
  return faults.map((fault) => `shopper links: ${fault}`);
}

type Shops = { shop: Shop; own: Fixtures; other: Shop; foreign: Fixtures };

const bearer = ({ secret }: Shop) => ({ Authorization: `Bearer ${secret}` });
const linkOf = ({ returnId }: Fixtures) => `/v2.2/returns/${returnId}/shopper-link`;

async function renew(target: Target, shop: Shop, fixtures: Fixtures): Promise<string> {
  const response = await target.fetch(linkOf(fixtures), { method: "POST", headers: bearer(shop) });
  const { url } = (await response.json()) as { url: string };
  return new URL(url).searchParams.get("link") ?? "";
}

async function rowsOf(target: Target, shops: Shop[]): Promise<string[][]> {
  return Promise.all(shops.map(({ id }) => target.rowsOf(id)));
}

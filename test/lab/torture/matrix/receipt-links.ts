import type { Fixtures } from "./fixtures.ts";
import type { Shop, Target } from "./target.ts";

type Shops = { shop: Shop; own: Fixtures; other: Shop; foreign: Fixtures };
type Shown = { withdrawal: { receiptUrl: string; number: number; statement: string } };

/**
 * Returns what differs from these rules: the link of a receipt shows that receipt alone; a changed one and one of another
 * store are the 404 of any that never was; once the person is erased it is 410, and shows nothing of the statement.
 */
export async function faultsOfReceiptLinks(
  target: Target,
  { shop, own, other, foreign }: Shops,
): Promise<string[]> {
  const faults: string[] = [];
  const get = async (storeId: string, token: string) => {
    const response = await target.fetch(`/r/${storeId}/receipts/${encodeURIComponent(token)}`, {});
    return { status: response.status, text: await response.text() };
  };
  const [mine, theirs] = [await read(target, shop, own), await read(target, other, foreign)];
  const token = tokenOf(mine);
  const shown = await get(shop.id, token);
  if (shown.status !== 200 || !shown.text.includes(own.email ?? "-"))
    faults.push(`${shown.status} for a receipt`);
  if (shown.text.includes(foreign.email ?? "")) faults.push("a receipt shows another one");
  const unknown = await get(shop.id, "x");
  if (unknown.status !== 404) faults.push(`${unknown.status} for a receipt that never was`);
  const wrong: [string, string, string][] = [
    ["of another store", other.id, token],
    ["of a store that isn't there", "nowhere", token],
    ["changed", shop.id, token.replace(/.$/, (last) => (last === "0" ? "1" : "0"))],
    ["cut", shop.id, token.slice(0, -1)],
    ["longer", shop.id, `${token}0`],
    ["in upper case", shop.id, token.toUpperCase()],
    ["with a null character", shop.id, `${token.slice(0, -1)}\0`],
    ["by the withdrawal's id", shop.id, own.withdrawalId ?? ""],
  ];
  const refuseAll = async (when: string) => {
    for (const [which, storeId, text] of wrong) {
      const seen = await get(storeId, text);
      if (!Bun.deepEquals(seen, unknown)) faults.push(`one ${which}${when}: ${seen.status}`);
    }
  };
  await refuseAll("");
  const path = `/v2.2/stores/${shop.id}/withdrawals/${own.withdrawalId}/erase`;
  await target.fetch(path, { method: "POST", headers: bearer(shop) });
  const erased = await get(shop.id, token);
  if (erased.status !== 410 || erased.text.includes(own.email ?? "")) faults.push(`erased: ${erased.status}`);
  await refuseAll(" once it is erased");
  if ((await get(other.id, tokenOf(theirs))).status !== 200)
    faults.push("another store's receipt is gone too");
  return faults.map((fault) => `receipts: ${fault}`);
}

const bearer = ({ secret }: Shop) => ({ Authorization: `Bearer ${secret}` });

async function read(target: Target, shop: Shop, { withdrawalId }: Fixtures): Promise<Shown> {
  const path = `/v2.2/stores/${shop.id}/withdrawals/${withdrawalId}`;
  return (await target.fetch(path, { headers: bearer(shop) })).json() as Promise<Shown>;
}

function tokenOf({ withdrawal: { receiptUrl } }: Shown): string {
  return new URL(receiptUrl).pathname.split("/").at(-1) ?? "";
}

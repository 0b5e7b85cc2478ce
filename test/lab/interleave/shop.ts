import type { CallShop } from "../../../src/platform/net/call-shop.ts";
import { type MedusaLedger, openLedger } from "../../support/shops/medusa-ledger.ts";
import type { Lab } from "./lab.ts";

/** The shops that stores are connected to, by the stores' ids. */
export type Shops = { ledgers: Map<string, MedusaLedger>; callShop: CallShop };

export const SHOP_HOST = "medusa.example";

export function createShops(): Shops {
  const ledgers = new Map<string, MedusaLedger>();
  const callShop: CallShop = async ({ url, method, body, owner }) => {
    const { pathname, search } = new URL(url);
    const asked = { method, url: pathname + search, body: new TextDecoder().decode(body) };
    const answer = await ledgers.get(owner)?.handle(asked);
    if (!answer) return { error: "the shop is unreachable" };
    const { status } = answer;
    return { status, responseBody: JSON.stringify(answer.body), retryAfter: undefined, headers: {} };
  };
  return { ledgers, callShop };
}

/** Returns the shop of a store, a new one where it has none. */
export function ledgerOf({ shops: { ledgers } }: Pick<Lab, "shops">, storeId: string): MedusaLedger {
  const ledger = ledgers.get(storeId) ?? openLedger({ moodOf: () => "ok", lateMs: 0 });
  ledgers.set(storeId, ledger);
  return ledger;
}

/** Returns what a store's shop has done for it, as lines that are compared, and what is wrong with that. */
export async function effectsOf(
  { shops: { ledgers }, monitor }: Pick<Lab, "shops" | "monitor">,
  storeId: string,
): Promise<{ lines: string[]; wrong: string[] }> {
  const ledger = ledgers.get(storeId);
  if (!ledger) return { lines: [], wrong: [] };
  const paid = ledger.refunds.flatMap(({ payoutId }) => payoutId ?? []);
  const keys = [...ledger.stock.map(({ id }) => id), ...paid];
  const twice = keys.filter((key, i) => keys.indexOf(key) !== i);
  const units = ledger.stock.reduce((sum, each) => sum + each.units, 0);
  const { rows } = await monitor.query<{ units: number; paid: string[]; waiting: number }>({
    name: "effects",
    text: `select coalesce((select sum(shop_units) from return_stock_changes
        where store_id = $1 and shop_status = 'done'), 0)::int as units,
      array(select id from payouts where store_id = $1 and status = 'paid') as paid,
      (select count(*) from return_stock_changes where store_id = $1 and shop_status in ('waiting', 'unknown')
        and exists (select from connectors where store_id = $1 and is_enabled))::int as waiting`,
    values: [storeId],
  });
  const [said = { units: 0, paid: [], waiting: 0 }] = rows;
  return {
    lines: [
      `the shop has ${units} more units`,
      ...ledger.refunds.map(({ orderId, cents }) => `the shop has refunded ${cents} of ${orderId}`).sort(),
    ],
    wrong: [
      ...twice.map((key) => `the shop has done ${key} twice`),
      ...(units === said.units ? [] : [`the shop has ${units} more units, and ${said.units} were sent`]),
      ...paid
        .filter((id) => !said.paid.includes(id))
        .map((id) => `the shop has paid ${id}, which no payout says`),
      ...(said.waiting === 0 ? [] : [`${said.waiting} changes of stock were left unsent`]),
    ],
  };
}

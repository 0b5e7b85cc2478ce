import type { Return } from "../../../../src/features/returns/schema.ts";
import { wrongSum } from "../../../support/payouts.ts";
import { openPostgres } from "../history/postgres.ts";
import { createLog } from "../history/service-process.ts";
import { createSlot, type Slot } from "../history/slot.ts";
import { inParallel } from "../in-parallel.ts";
import { type Kills, killAll } from "../kill-all.ts";
import { operate } from "../operate.ts";
import { seeded } from "../random.ts";
import { askAgain } from "./ask-again.ts";
import { heldFaults, heldOf, isSaid, ledgerFaults, type StockLine, stockFaults } from "./judge.ts";
import { merchantOf, type NewOrder } from "./merchant.ts";
import { openPayee } from "./payee.ts";
import { openShop, type Shop } from "./shop.ts";

export type PayoutTortureOptions = {
  returns: number;
  kills: number;
  seed: number;
  /** Who pays: the store's integration, or the shop that the orders came from. */
  by?: "integration" | "connector";
  say(line: string): void;
};

export type TorturedPayouts = {
  differences: string[];
  payouts: number;
  /** Those that are rightly held in the end: with them the order's refunds would be more than what was paid for it. */
  held: number;
  /** How many changes of its stock the shop was asked for. */
  restocks: number;
  /** How often the sums of a return were read and compared while it ran. */
  checks: number;
  keys: number;
  requests: number;
  kills: Kills;
  /** What the payee has answered, by kind. */
  tally: Record<string, number>;
};

const PROCESSES = 3;
const ENDS_WITHIN_MS = 600_000;
const SETTINGS = {
  CONNECTOR_POLL_INTERVAL: "1s",
  PAYOUT_TIMEOUT: "400ms",
  PAYOUT_RETRY_SCHEDULE: ["0s", ...Array<string>(60).fill("100ms")].join(),
};

/**
 * Completes returns through three processes, reopens and adjusts some, while the processes and Postgres are killed and the
 * payee loses answers. Sums are read meanwhile. In the end each key must have taken effect once, and what was paid must be
 * what the payouts say.
 */
export async function torturePayouts({
  returns,
  kills: count,
  seed,
  by = "integration",
  say,
}: PayoutTortureOptions): Promise<TorturedPayouts> {
  const random = seeded(seed);
  const postgres = await openPostgres();
  const origins = (): string[] => slots.flatMap((slot) => slot.origin() ?? []);
  const payee = await openPayee(seeded(seed + 1));
  const shop = by === "connector" ? await openShop(seeded(seed + 1), origins) : undefined;
  const settings = {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: "a key for torture only",
    DEMO: "0",
    LOG_LEVEL: "error",
  };
  const [log, crashes] = [createLog(), [] as string[]];
  const slots: Slot[] = Array.from({ length: PROCESSES }, (_, i) =>
    createSlot({
      ...{ name: `process-${i + 1}`, role: "api", link: undefined, log, crashes, offsetMs: () => 0 },
      env: { ...settings, ...SETTINGS, ROLE: "all", ...(shop && { WEBHOOK_ALLOWED_HOSTS: shop.host }) },
    }),
  );
  const kills = { process: 0, postgres: 0 };
  const paidFor = new Map<string, number>();
  const ids: string[] = [];
  let [done, checks, isOver] = [0, 0, false];
  const faults: string[] = [];
  try {
    await slots[0]?.start();
    const store = String((await operate(settings, "store", "create", "--name", "Payouts")).storeId);
    const { secret } = await operate(settings, "client", "create", "--store", store, "--name", "Torturer");
    await Promise.all(slots.slice(1).map((slot) => slot.start()));
    const place = shop && ((order: NewOrder) => shop.place(store, order));
    const merchant = merchantOf({ storeId: store, secret: String(secret), origins, place }, random);
    if (shop) await merchant.connect("medusa", { url: shop.url, credentials: shop.credentials });
    else await configurePayee(settings, store, payee.url);
    if (shop) await operate(settings, "location", "create", "--store", store, "--name", "Main");

    async function check(id: string | undefined): Promise<Return | undefined> {
      if (id === undefined) return undefined;
      const shown = await merchant.read(id);
      checks++;
      const wrong = wrongSum(shown);
      if (wrong) faults.push(`${id} ${shown.status}: ${JSON.stringify(wrong)}`);
      return shown;
    }
    const chooser = seeded(seed + 2);
    const checking = (async () => {
      while (!isOver) {
        await check(ids[chooser.between(0, Math.max(0, ids.length - 1))]);
        await Bun.sleep(5);
      }
    })();
    const killing = killAll({ slots, postgres, random, count, kills, say }, () => done / returns);
    await inParallel(returns, async (n) => {
      await merchant.handle(n, (id, cents) => {
        paidFor.set(id, cents);
        ids.push(id);
      });
      done++;
    });
    await killing;
    say("all returns are complete");
    const shown = await untilPaid(ids, { check, refund: merchant.refund, hasNoCredit: shop !== undefined });
    const stocked = shop ? await untilStocked(shown, { shop, linesOf: merchant.stockLines }) : [];
    isOver = true;
    await checking;
    const ledger = shop?.entries() ?? payee.ledger;
    const entries = [...ledger.values()];
    return {
      differences: [
        ...[...crashes, ...faults, ...stockFaults(stocked), ...heldFaults(shown, paidFor)],
        ...ledgerFaults(ledger, shop ? shown.map(refundsOf) : shown),
      ],
      restocks: stocked.reduce((sum, { lines }) => sum + lines.length, 0),
      payouts: shown.reduce((sum, each) => sum + each.payouts.length, 0),
      held: heldOf(shown).length,
      ...{ checks, kills, tally: shop?.ledger.tally ?? payee.tally, keys: entries.length },
      requests: entries.reduce((sum, { times }) => sum + times, 0),
    };
  } finally {
    isOver = true;
    await Promise.allSettled(slots.map((slot) => slot.stop()));
    await postgres.close();
    payee.close();
    shop?.close();
  }
}

/** Store credit was paid elsewhere: a refund of the shop that names it is one too many. */
function refundsOf(shown: Return): Return {
  return { ...shown, payouts: shown.payouts.filter(({ type }) => type === "refund") };
}

function configurePayee(settings: Record<string, string>, store: string, url: string) {
  const named = ["--kind", "refunds", "--provider", "bank", "--url", url];
  return operate(settings, "integration", "create", "--store", store, ...named);
}

type Ending = {
  check(id: string): Promise<Return | undefined>;
  refund(id: string, body: object): Promise<boolean>;
  hasNoCredit: boolean;
};

/** Tries again what was refused or held until every payout is paid, or can't be. Returns the returns as they are then. */
async function untilPaid(ids: string[], { check, refund, hasNoCredit }: Ending): Promise<Return[]> {
  const end = performance.now() + ENDS_WITHIN_MS;
  return inParallel(ids.length, async (n) => {
    const id = ids[n] ?? "";
    for (;;) {
      const shown = await check(id);
      if (!shown) throw new Error(`the return ${id} is gone`);
      const open = shown.payouts.filter(({ status }) => status !== "paid");
      if (open.length === 0 || performance.now() > end) return shown;
      const isAsked = await askAgain(open, { hasNoCredit, refund: (body) => refund(id, body) });
      if (!isAsked && open.every(({ held }) => held)) return shown;
      await Bun.sleep(20);
    }
  });
}

type Stocking = { shop: Shop; linesOf(id: string): Promise<StockLine[]> };

/** Waits until the shop has done or refused each change of its stock. Returns those of each return, and what the shop has. */
async function untilStocked(returns: Return[], { shop, linesOf }: Stocking) {
  const end = performance.now() + ENDS_WITHIN_MS;
  return inParallel(returns.length, async (n) => {
    const { id = "", externalOrderIds: [orderId = ""] = [] } = returns[n] ?? {};
    for (;;) {
      const lines = await linesOf(id);
      if (isSaid(lines) || performance.now() > end) return { id, lines, inShop: shop.stockOf(orderId) };
      await Bun.sleep(20);
    }
  });
}

import { query } from "../../support/query.ts";
import { openPostgres, type Postgres } from "../torture/history/postgres.ts";
import { createLog } from "../torture/history/service-process.ts";
import { createSlot, type Slot } from "../torture/history/slot.ts";
import { operate } from "../torture/operate.ts";
import { type Random, seeded } from "../torture/random.ts";
import { callOf } from "./call-of.ts";
import { freePort } from "./free-port.ts";
import { type HookProxy, openHookProxy } from "./hook-proxy.ts";
import { installMedusa } from "./install.ts";
import { compareOrders, openEdits, refundDifferences, type Sides } from "./judge.ts";
import { compareStock } from "./judge-stock.ts";
import { type MedusaProcess, prepareMedusa } from "./medusa-process.ts";
import { merchantOf } from "./returning.ts";
import { STOCK, seedShop } from "./seed.ts";
import { AT_A_TIME, shopping } from "./shopping.ts";
import { firstSights, type Sights } from "./sights.ts";
import { staffOf } from "./staff.ts";
import { installSubscriber } from "./subscriber.ts";

export type MedusaOptions = {
  orders: number;
  returns: number;
  kills: number;
  seed: number;
  say(line: string): void;
};

export type MedusaRun = {
  differences: string[];
  orders: number;
  returns: number;
  /** Orders that the shop deleted again without a word. */
  takenBack: number;
  /** Parcels of no order that a kill has left in the shop. */
  strays: number;
  /** What the shop refused its staff for good. */
  refused: number;
  payouts: number;
  changes: number;
  /** Why the shop refused changes of its stock. */
  unchanged: string[];
  kills: Record<Target, number>;
  hooks: HookProxy["tally"];
  sights: Sights;
};

const TARGETS = ["the service", "Medusa", "the service's Postgres", "Medusa's Postgres"] as const;
type Target = (typeof TARGETS)[number];

const PROCESSES = 2;
const SECRET = "the secret of the lab's webhooks";
const SETTINGS = {
  CONNECTOR_POLL_INTERVAL: "2s",
  PAYOUT_TIMEOUT: "30s",
  PAYOUT_RETRY_SCHEDULE: ["0s", ...Array<string>(40).fill("2s")].join(),
  EVENT_RATE_LIMIT: "0",
};

/**
 * Runs a real Medusa beside the service, each on a Postgres of its own. Orders are bought, edited, cancelled and sent there,
 * and returned here, while both sides and their databases are killed and webhooks are lost, doubled and late. In the end
 * both databases are compared.
 */
export async function tortureMedusa({
  orders,
  returns,
  kills,
  seed,
  say,
}: MedusaOptions): Promise<MedusaRun> {
  const random = seeded(seed);
  const folder = await installMedusa(say);
  await installSubscriber(folder);
  const [servicePostgres, shopPostgres] = [await openPostgres(), await openPostgres()];
  const port = await freePort();
  const env = {
    ...{
      DATABASE_URL: servicePostgres.url,
      ENCRYPTION_KEY: "a key for torture only",
      DEMO: "0",
      LOG_LEVEL: "error",
    },
    ...{ ...SETTINGS, WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${port}`, ROLE: "all" },
  };
  const [log, crashes] = [createLog(), [] as string[]];
  const slots = Array.from({ length: PROCESSES }, (_, i) =>
    createSlot({
      ...{ name: `process-${i + 1}`, role: "api", link: undefined, log, crashes, env },
      offsetMs: () => 0,
    }),
  );
  const origins = () => slots.flatMap((slot) => slot.origin() ?? []);
  const proxy = await openHookProxy(seeded(seed + 1), origins);
  let medusa: MedusaProcess | undefined;
  const sights = firstSights(servicePostgres.url);
  try {
    await slots[0]?.start();
    const storeId = String((await operate(env, "store", "create", "--name", "Medusa")).storeId);
    const { secret } = await operate(env, "client", "create", "--store", storeId, "--name", "Lab");
    await operate(env, "location", "create", "--store", storeId, "--name", "Warehouse", "--default");
    await Promise.all(slots.slice(1).map((slot) => slot.start()));
    medusa = await prepareMedusa({
      ...{ folder, port, databaseUrl: shopPostgres.url },
      env: {
        AFTERSALE_WEBHOOK_URL: proxy.url(`/hooks/medusa/${encodeURIComponent(storeId)}`),
        AFTERSALE_WEBHOOK_SECRET: SECRET,
      },
    });
    await medusa.start();
    const { origin } = medusa;
    const shop = await seedShop(() => origin);
    const merchant = merchantOf({ storeId, secret: String(secret), origins }, random);
    await merchant.send("PUT", `/stores/${storeId}/connectors/medusa`, {
      ...{ url: origin, enabled: true, credentials: { apiKey: shop.apiKey, webhookSecret: SECRET } },
    });
    say("the shop is connected");
    const progress = shopping({ shop, merchant, random, sights, orders, returns, say });
    const targets = { slots, medusa, servicePostgres, shopPostgres };
    const counts = Object.fromEntries(TARGETS.map((target) => [target, 0])) as MedusaRun["kills"];
    const killing = killAll(targets, { random, sights, count: kills, counts, say }, progress.share);
    const { placed, returnIds, refused } = await progress.finished;
    await killing;
    await staffOf(shop).endEdits(() => openEdits(shopPostgres.url));
    say("everything was done, and is awaited here");
    const sides: Sides = {
      ...{ serviceUrl: servicePostgres.url, shopUrl: shopPostgres.url, storeId },
      call: callOf(origin, shop.apiKey),
    };
    const compare = async () => {
      const shown = await Promise.all(returnIds.map((id) => merchant.read(id)));
      const payouts = shown.flatMap(({ payouts: all }) => all);
      const { differences, takenBack } = await compareOrders(sides, placed);
      const stock = await compareStock(sides, { initial: STOCK, failed: progress.failedPackings });
      return {
        ...{ payouts: payouts.length, takenBack: takenBack.length, strays: stock.strays },
        unchanged: stock.refused,
        differences: [...differences, ...(await refundDifferences(sides, payouts)), ...stock.differences],
      };
    };
    const { differences, payouts, takenBack, strays, unchanged } = await untilEqual(compare, say);
    const [row] = await query<{ count: number }>(
      servicePostgres.url,
      "select count(*)::int as count from return_stock_changes where shop_change_id is not null",
    );
    return {
      differences: [
        ...crashes,
        ...proxy.refused.map((status) => `a webhook got ${status}`),
        ...(refused.length > AT_A_TIME * (counts.Medusa + counts["Medusa's Postgres"]) ? refused : []),
        ...differences,
      ],
      ...{
        orders,
        takenBack,
        strays,
        unchanged,
        payouts,
        returns: returnIds.length,
        refused: refused.length,
        changes: row?.count ?? 0,
      },
      ...{ kills: counts, hooks: proxy.tally, sights: sights.result() },
    };
  } finally {
    sights.stop();
    await Promise.allSettled(slots.map((slot) => slot.stop()));
    await medusa?.stop();
    await Promise.allSettled([servicePostgres.close(), shopPostgres.close()]);
    proxy.close();
  }
}

const ENDS_WITHIN_MS = 300_000;

type Compared = {
  payouts: number;
  takenBack: number;
  strays: number;
  unchanged: string[];
  differences: string[];
};

async function untilEqual(compare: () => Promise<Compared>, say: (line: string) => void): Promise<Compared> {
  const end = performance.now() + ENDS_WITHIN_MS;
  for (;;) {
    const compared = await compare();
    if (compared.differences.length === 0 || performance.now() > end) return compared;
    say(`${compared.differences.length} differences yet: ${compared.differences[0]}`);
    await Bun.sleep(3_000);
  }
}

type Targets = { slots: Slot[]; medusa: MedusaProcess; servicePostgres: Postgres; shopPostgres: Postgres };
type Killing = {
  random: Random;
  sights: ReturnType<typeof firstSights>;
  count: number;
  counts: MedusaRun["kills"];
  say(line: string): void;
};

/** Kills each in turn, spread evenly over the progress, which goes from 0 to 1. */
async function killAll(
  { slots, medusa, servicePostgres, shopPostgres }: Targets,
  { random, sights, count, counts, say }: Killing,
  progress: () => number,
): Promise<void> {
  for (let n = 1; n <= count; n++) {
    while (progress() < n / (count + 1)) await Bun.sleep(50);
    const target = TARGETS[n % TARGETS.length] ?? "the service";
    counts[target]++;
    say(`kill ${n}: ${target}`);
    await sights.outage(() => kill(target));
  }

  async function kill(target: Target): Promise<void> {
    if (target === "Medusa") {
      await medusa.kill();
      await medusa.start();
    } else if (target === "the service") {
      const slot = slots[random.between(0, slots.length - 1)];
      await slot?.kill();
      await slot?.start();
    } else {
      const postgres = target === "Medusa's Postgres" ? shopPostgres : servicePostgres;
      await postgres.end("SIGKILL");
      await postgres.answers();
    }
  }
}

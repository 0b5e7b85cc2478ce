import { openPostgres } from "../history/postgres.ts";
import { createLog } from "../history/service-process.ts";
import { createSlot } from "../history/slot.ts";
import { inParallel } from "../in-parallel.ts";
import { type Kills, killAll } from "../kill-all.ts";
import { operate } from "../operate.ts";
import { type Random, seeded, shuffled } from "../random.ts";
import { retry } from "../retry.ts";
import { consumersOf, type Sent, type Target, WAYS, type Way } from "./consumers.ts";
import {
  gapsIn,
  mailFaults,
  pageFaults,
  readRows,
  readUnits,
  rowFaults,
  settledMails,
  unitFaults,
} from "./judge.ts";
import { type MailHost, openMailHost } from "./mail-host.ts";
import { newOrder, newStatement, STORE_NAME } from "./statements.ts";

export type WithdrawalTortureOptions = {
  withdrawals: number;
  kills: number;
  seed: number;
  say(line: string): void;
};

export type TorturedWithdrawals = {
  differences: string[];
  confirmed: number;
  /** Statements that were sent once and whose answer was lost, and how many of them were recorded nevertheless. */
  unanswered: number;
  rows: number;
  units: number;
  kills: Kills;
  mails: MailHost["tally"] & { arrived: number };
  /** From the confirmation to the first arrival of its mail: half of them within this time, and the slowest. */
  medianMs: number;
  slowestMs: number;
};

const PROCESSES = 3;
const KEY = "a key for torture only";
const ORDERS_SHARE = 0.3;
const SETTINGS = {
  ...{ MAIL_FROM: "Torture <torture@shop.example>", MAIL_TIMEOUT: "2s" },
  MAIL_RETRY_SCHEDULE: "0s,50ms,100ms,200ms,400ms,1s,2s,2s,2s,2s,2s,2s,2s,2s",
};

/**
 * Sends statements through three processes, some repeatedly, while the processes and Postgres are killed and the mail
 * server loses answers. Then each confirmed one must have one row, one receipt and one mail, word for word, and no unit
 * may be in two returns.
 */
export async function tortureWithdrawals(options: WithdrawalTortureOptions): Promise<TorturedWithdrawals> {
  const { withdrawals, kills: killCount, seed, say } = options;
  const random = seeded(seed);
  const postgres = await openPostgres();
  const mails = await openMailHost(seeded(seed + 1));
  const settings = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: KEY, DEMO: "0", LOG_LEVEL: "warn" };
  const [log, crashes] = [createLog(), [] as string[]];
  const slots = Array.from({ length: PROCESSES }, (_, i) =>
    createSlot({
      ...{ name: `process-${i + 1}`, role: "api", link: undefined, log, crashes, offsetMs: () => 0 },
      env: { ...settings, ...SETTINGS, ROLE: "all", SMTP_URL: mails.url },
    }),
  );
  const kills = { process: 0, postgres: 0 };
  const origins = () => slots.flatMap((slot) => slot.origin() ?? []);
  try {
    await slots[0]?.start();
    const [target] = await Promise.all([
      openStore(settings, origins),
      ...slots.slice(1).map((slot) => slot.start()),
    ]);
    const orders = Math.ceil(withdrawals * ORDERS_SHARE);
    await inParallel(orders, (n) => post(target, "/orders", newOrder(n)));
    say(`${orders} orders created`);

    const statements = Array.from({ length: withdrawals }, (_, n) => newStatement(n, orders, random));
    const ways = waysOf(withdrawals, random);
    const send = consumersOf(target, random);
    let done = 0;
    const killing = killAll(
      { slots, postgres, random, count: killCount, kills, say },
      () => done / withdrawals,
    );
    const sent = await inParallel(withdrawals, async (n) => {
      const [statement, way] = [statements[n], ways[n]];
      if (!statement || !way) throw new Error(`there is no statement ${n}`);
      const result = await send(statement, way);
      done++;
      return result;
    });
    await killing;
    say("all statements were answered");

    const unsent = await settledMails(postgres.url);
    const [rows, units] = await Promise.all([readRows(postgres.url), readUnits(postgres.url)]);
    const differences = [
      ...crashes,
      ...rowFaults(sent, rows),
      ...gapsIn(rows.map(({ number }) => number)),
      ...unitFaults(sent, units),
      ...unsent,
      ...mailFaults(sent, rows, mails),
      ...(await pageFaults(sent, origins)),
    ];
    const confirmed = sent.filter(({ receipts }) => receipts.length > 0);
    return {
      ...{ differences, kills, confirmed: confirmed.length, unanswered: sent.length - confirmed.length },
      ...{ rows: rows.length, units: units.length },
      mails: { ...mails.tally, arrived: mails.arrived.length },
      ...delaysOf(confirmed, mails),
    };
  } finally {
    await Promise.allSettled(slots.map((slot) => slot.stop()));
    await postgres.close();
    await mails.close();
  }
}

async function openStore(settings: Record<string, string>, origins: Target["origins"]): Promise<Target> {
  const { storeId } = await operate(settings, "store", "create", "--name", STORE_NAME);
  const client = ["client", "create", "--store", String(storeId), "--name", "Torturer"];
  const { secret } = await operate(settings, ...client);
  const target = { storeId: String(storeId), secret: String(secret), origins };
  // No mails about the returns, which would go to the orders' customers.
  await post(target, "", { withdrawal: { enabled: true }, mail: { kinds: ["withdrawal_receipt"] } }, "PATCH");
  return target;
}

async function post({ storeId, secret, origins }: Target, path: string, body: object, method = "POST") {
  await retry(async () => {
    const response = await fetch(`${origins()[0]}/v2.2/stores/${storeId}${path}`, {
      method,
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${await response.text()}`);
  });
}

/** Returns in which way each statement is sent: every way has its share, in a random order. */
function waysOf(count: number, random: Random): Way[] {
  const shares = (Object.keys(WAYS) as Way[]).flatMap((way) => Array<Way>(WAYS[way]).fill(way));
  const all = Array.from(
    { length: count },
    (_, n) => shares[Math.floor((n * shares.length) / count)] ?? "once",
  );
  return shuffled(all, random);
}

/** A mail may arrive before the response does. */
function delaysOf(confirmed: Sent[], { arrived }: MailHost) {
  const first = new Map(arrived.toReversed().map(({ to, at }) => [to, at]));
  const delays = confirmed
    .map(({ statement, confirmedAt }) => (first.get(statement.body.email) ?? Infinity) - confirmedAt)
    .map((delay) => Math.max(0, delay))
    .toSorted((a, b) => a - b);
  return { medianMs: delays[Math.floor(delays.length / 2)] ?? 0, slowestMs: delays.at(-1) ?? 0 };
}

import { inParallel } from "../in-parallel.ts";
import { query } from "../query.ts";
import { retry } from "../retry.ts";
import type { Receipt, Sent } from "./consumers.ts";
import { type MailHost, plainText } from "./mail-host.ts";
import { orderName, type Statement, UNITS } from "./statements.ts";

const SETTLED_WITHIN_MS = 300_000;

export type Row = { id: string; number: number; statement: string; email: string; token: string };
export type Returned = { order: string; line: string; unit: number; times: number };

/** Returns a line for each number that is missing or given twice. */
export function gapsIn(numbers: number[]): string[] {
  return numbers
    .toSorted((a, b) => a - b)
    .flatMap((number, i, all) => {
      const expected = i === 0 ? 1 : (all[i - 1] ?? 0) + 1;
      return number === expected ? [] : [`the number ${number} follows where ${expected} was expected`];
    });
}

/** Returns a line for each statement that was sent and has no row or several, and each row that was never sent. */
export function rowFaults(sent: Sent[], rows: Row[]): string[] {
  const byEmail = Map.groupBy(rows, ({ email }) => email);
  const known = new Set(sent.map(({ statement }) => statement.body.email));
  const invented = rows.filter(({ email }) => !known.has(email));
  return [
    ...invented.map(({ id, email }) => `${id} of ${email} was never sent`),
    ...sent.flatMap(({ statement, receipts }) => {
      const own = byEmail.get(statement.body.email) ?? [];
      const say = (what: string) => [`statement ${statement.n}: ${what}`];
      if (own.length > 1) return say(`${own.length} rows`);
      const [row] = own;
      if (!row) return receipts.length > 0 ? say("confirmed, and lost") : [];
      if (row.statement !== statement.text) return say(`stored as ${JSON.stringify(row.statement)}`);
      return receipts.flatMap((receipt) => receiptFaults(statement, receipt, row, receipts[0]).flatMap(say));
    }),
  ];
}

function receiptFaults(
  { text }: Statement,
  receipt: Receipt,
  row: Row,
  first: Receipt | undefined,
): string[] {
  return [
    ...(receipt.id === row.id && receipt.number === row.number && pathOf(receipt).endsWith(`/${row.token}`)
      ? []
      : ["a receipt of another row"]),
    ...(receipt.statement === text ? [] : [`confirmed as ${JSON.stringify(receipt.statement)}`]),
    ...(receipt.at === first?.at && pathOf(receipt) === pathOf(first) ? [] : ["two receipts"]),
  ];
}

/** A process names its own port where no public URL is set. */
function pathOf({ receiptUrl }: Receipt): string {
  return new URL(receiptUrl).pathname;
}

/** Returns a line for each confirmed statement whose receipt can't be read by its link, to the letter. */
export async function pageFaults(sent: Sent[], origins: () => string[]): Promise<string[]> {
  const faults = await inParallel(sent.length, async (n) => {
    const { statement, receipts } = sent[n] ?? {};
    const [receipt] = receipts ?? [];
    if (!statement || !receipt) return [];
    const page = await retry(async () => {
      const response = await fetch(`${origins()[0]}${pathOf(receipt)}`);
      if (response.status >= 500) throw new Error(`the receipt's page was answered ${response.status}`);
      return response.status === 200 ? await response.text() : `${response.status}`;
    });
    const shown = /<p class="statement"[^>]*>([^<]*)<\/p>/.exec(page)?.[1];
    if (shown !== undefined && unescaped(shown) === statement.text) return [];
    return [`statement ${statement.n}: its page says ${JSON.stringify(shown ?? page.slice(0, 100))}`];
  });
  return faults.flat();
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (written, name: string) => ENTITIES[name] ?? written);
}

/** Returns a line for each row whose mail didn't arrive, has two ids, or doesn't quote the statement to the letter. */
export function mailFaults(sent: Sent[], rows: Row[], { arrived }: Pick<MailHost, "arrived">): string[] {
  const mails = Map.groupBy(arrived, ({ to }) => to);
  const statements = new Map(sent.map(({ statement }) => [statement.body.email, statement]));
  const known = new Set(rows.map(({ email }) => email));
  const unknown = [...mails.keys()].filter((to) => !known.has(to));
  return [
    ...unknown.map((to) => `${to} got a mail without a withdrawal`),
    ...rows.flatMap(({ id, token, email }) => {
      const own = mails.get(email) ?? [];
      const ids = new Set(own.map(({ headers }) => headers["message-id"]));
      if (ids.size !== 1 || ids.has(undefined)) return [`${id}: its mail has ${ids.size} ids`];
      const text = statements.get(email)?.text;
      return own.flatMap((mail) => {
        const paragraphs = `\n\n${plainText(mail)}\n\n`;
        const isWhole = text !== undefined && paragraphs.includes(`\n\n${text}\n\n`);
        return isWhole && paragraphs.includes(`/receipts/${token}\n`)
          ? []
          : [`${id}: its mail says ${paragraphs}`];
      });
    }),
  ];
}

/** Returns a line for each unit that was returned twice, or was withdrawn with its whole order and not returned. */
export function unitFaults(sent: Sent[], returned: Returned[]): string[] {
  const units = new Set(returned.map(({ order, line, unit }) => `${order} ${line} ${unit}`));
  const whole = new Set(
    sent.flatMap(({ statement: { isWhole, orderIndex }, receipts }) =>
      isWhole && orderIndex !== undefined && receipts.length > 0 ? [orderName(orderIndex)] : [],
    ),
  );
  const wanted = [...whole].flatMap((order) =>
    Object.entries(UNITS).flatMap(([line, count]) =>
      Array.from({ length: count }, (_, unit) => `${order} ${line} ${unit}`),
    ),
  );
  return [
    ...returned
      .filter(({ times }) => times > 1)
      .map(({ order, line, unit, times }) => `unit ${unit} of ${line} of ${order} is in ${times} returns`),
    ...wanted.filter((unit) => !units.has(unit)).map((unit) => `${unit} is in no return`),
  ];
}

export function readRows(url: string): Promise<Row[]> {
  return query<Row>(
    url,
    `select id, number, statement, email, receipt_token as token from withdrawals order by number`,
  );
}

/** Returns how often each unit of an order is in a return. */
export function readUnits(url: string): Promise<Returned[]> {
  return query<Returned>(
    url,
    `select orders.external_id as order, line_item_id as line, unit, count(*)::int as times
     from return_items as item
     join orders on orders.store_id = item.store_id and orders.id = item.order_id
     cross join json_array_elements(units) as range
     cross join generate_series((range->>0)::int, (range->>1)::int - 1) as unit
     group by 1, 2, 3`,
  );
}

/** Waits until no mail waits; returns a line for each that has failed, and each withdrawal with none or several. */
export async function settledMails(url: string): Promise<string[]> {
  for (const until = performance.now() + SETTLED_WITHIN_MS; ; await Bun.sleep(100)) {
    const [row] = await query<{ left: number }>(
      url,
      "select count(*)::int as left from mails where state = 'waiting'",
    );
    if (row?.left === 0) break;
    if (performance.now() > until) return [`${row?.left} mails wait`];
  }
  const rows = await query<{ id: string; mails: number; sent: number }>(
    url,
    `select withdrawals.id, count(mails.id)::int as mails, count(*) filter (where state = 'sent')::int as sent
     from withdrawals left join mails on mails.store_id = withdrawals.store_id and withdrawal_id = withdrawals.id
     group by 1 having count(mails.id) <> 1 or count(*) filter (where state = 'sent') <> 1`,
  );
  return rows.map(({ id, mails, sent }) => `${id} has ${mails} mails, ${sent} of them sent`);
}

import pg from "pg";
import { LIMITS, limited } from "./limits.ts";

export type Vitals = {
  /** Whether it says anything at all, be it that it can't be used now. */
  speaks: boolean;
  /** Whether it answers statements. */
  answers: boolean;
  /** Whether it takes what is written: it is no standby, and its disk has room. */
  writable: boolean;
};

export type Pulse = {
  /** How the database is now, or was well half a second ago at most. Resolves within two seconds, whatever the database does, and never rejects. */
  take(): Promise<Vitals>;
  close(): Promise<void>;
};

const WITHIN_MS = 1_500;
/** A process that stood still reads what came meanwhile before it says that nothing came. */
const GRACE_MS = 100;
const KEPT_MS = 500;

const SILENT: Vitals = { speaks: false, answers: false, writable: false };

/** Each write takes a page of the disk and gives it back at the end: a full one is noticed. */
const MAKE_PAGE = "create temporary table aftersale_pulse (page text) on commit delete rows";
const WRITE = "insert into pg_temp.aftersale_pulse values (''); ";
const READ = "select current_setting('transaction_read_only') = 'off' as writable";

/** Looks after the database on a connection of its own, so that no other work can hold it up; one look at a time. */
export function createPulse(url: string): Pulse {
  let latest: { taken: Promise<Vitals>; until: number } | undefined;
  let client: pg.Client | undefined;
  /** Undefined until a connection has tried. */
  let mayWritePages: boolean | undefined;

  function take(): Promise<Vitals> {
    if (latest && performance.now() < latest.until) return latest.taken;
    const look = { taken: lookInTime(), until: Number.POSITIVE_INFINITY };
    latest = look;
    void look.taken.then(({ writable }) => (look.until = writable ? performance.now() + KEPT_MS : 0));
    return look.taken;
  }

  async function lookInTime(): Promise<Vitals> {
    const late = Promise.withResolvers<Vitals>();
    const timers = [setTimeout(() => timers.push(setTimeout(late.resolve, GRACE_MS, SILENT)), WITHIN_MS)];
    const vitals = await Promise.race([look().catch(vitalsIn), late.promise]);
    for (const timer of timers) clearTimeout(timer);
    // What a session was told of writing at its start it keeps.
    if (!vitals.writable) drop();
    return vitals;
  }

  async function look(): Promise<Vitals> {
    client ??= await connected();
    if (mayWritePages === undefined) {
      await client.query(MAKE_PAGE).then(
        () => (mayWritePages = true),
        // Who may not make temporary tables is told of standbys alone.
        (error: pg.DatabaseError) => {
          if (error.code !== "42501") throw error;
          mayWritePages = false;
        },
      );
    }
    const results: unknown = await client.query(mayWritePages ? WRITE + READ : READ);
    const last = [results].flat().at(-1) as pg.QueryResult<{ writable: boolean }>;
    return { speaks: true, answers: true, writable: last.rows[0]?.writable === true };
  }

  async function connected(): Promise<pg.Client> {
    const made = new pg.Client({
      ...limited(url, LIMITS),
      application_name: "aftersale pulse",
      connectionTimeoutMillis: WITHIN_MS,
    });
    // What breaks it is noticed by the next look.
    made.on("error", () => {
      if (client === made) drop();
    });
    mayWritePages = undefined;
    await made.connect();
    return made;
  }

  function drop() {
    const dropped = client;
    client = undefined;
    void dropped?.end();
  }

  return {
    take,
    close: async () => {
      await latest?.taken;
      drop();
    },
  };
}

/** A statement that failed was answered; a session that ended, or never began, was refused. */
function vitalsIn(error: unknown): Vitals {
  const severity = error instanceof Error && "severity" in error ? error.severity : undefined;
  if (severity === undefined) return SILENT;
  return { speaks: true, answers: severity === "ERROR", writable: false };
}

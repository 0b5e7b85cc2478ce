import { isStoreAway, isUnavailable } from "../../../src/platform/db/errors.ts";
import { fill, PAYEE } from "./fill.ts";
import { brokenRules, forgottenWork, lostEvents } from "./judge.ts";
import { ACTORS, drain, type Lab, openLab, sweep, takeOver } from "./lab.ts";
import { runSchedule, type Stage, type Trace } from "./run.ts";
import type { Step } from "./schedule.ts";
import { effectsOf } from "./shop.ts";
import { createPhotographer, differencesOf, type Photographer, peopleOf, type Snapshot } from "./snapshot.ts";
import { type Answer, copyStore, makeTemplate, removeStore, shopOf, type Template } from "./store.ts";
import { VERBS } from "./verbs.ts";

export type Theatre = { lab: Lab; template: Template; photograph: Photographer };

/** What became of a schedule: what verbs answered, and the store once all queued work is done. */
export type Outcome = { answers: string[]; snapshot: Snapshot; broken: string[] };
/** `feed`: the answer that gave the last changes their numbers. */
export type Tried = { trace: Trace; outcome: Outcome; feed: Answer };

export async function openTheatre(databaseUrl: string): Promise<Theatre> {
  const lab = await openLab(databaseUrl);
  const template = await makeTemplate(lab, async (shop) => {
    const known = await fill(lab, shop);
    await drain(lab);
    return known;
  });
  return { lab, template, photograph: await createPhotographer(lab, template) };
}

let copies = 0;

/** `shortened`: the verb of this place does the first so many of its parts only; nothing, with none. */
export type Trying = { shortened?: { place: number; parts: number }; isLocal?: Stage["isLocal"] };

/** What a machine that is too busy does to connections; no verb does. */
const TOO_BUSY = /not queryable|Connection terminated|unresponsive|timeout expired/;
const ATTEMPTS = 3;
const PATIENCE_TICKS = 300;
/** A password is hashed in a fifth of a second of one core. */
const LONG_PATIENCE_TICKS = 3_000;
const REFUSED = new Set([401, 403, 404]);
const STORE_AWAY = /is not in this cell/;

/** Runs verbs by a schedule on a copy of the template, one process each, then all queued work, and judges the end. */
export async function tryVerbs(
  theatre: Theatre,
  names: string[],
  schedule: Step[],
  trying: Trying = {},
): Promise<Tried> {
  const isLossless = schedule.every(({ act }) => act === "run");
  for (let attempt = 1; ; attempt++) {
    const tried = await tryOnce(theatre, names, schedule, trying);
    if (!isDisturbed(tried, isLossless) || attempt === ATTEMPTS) return tried;
  }
}

/** What a verb whose session was lost is answered is no disturbance. */
function isDisturbed({ trace, outcome, feed }: Tried, isLossless: boolean): boolean {
  const answers = [...(isLossless ? trace.results.values() : []), feed];
  return outcome.broken.some((rule) => TOO_BUSY.test(rule)) || answers.some(hasFailed);
}

function hasFailed(result: unknown): boolean {
  if (isUnavailable(result)) return true;
  const { status, body } = (result ?? {}) as Partial<Answer>;
  return status === 503 && /"(database_unavailable|store_busy)"/.test(JSON.stringify(body));
}

async function tryOnce(
  { lab, template, photograph }: Theatre,
  names: string[],
  schedule: Step[],
  { shortened, isLocal = () => false }: Trying,
): Promise<Tried> {
  const copy = await copyStore(lab, template, `lab_${String(copies++).padStart(8, "0")}`);
  const quiet = shopOf(lab.quiet, copy);
  lab.world.seen.length = 0;
  lab.mailServer.seen.length = 0;
  for (const name of inTableOrder(names)) await verbOf(name).prepare?.(quiet, lab);
  const works = names.map((name, i) => {
    const actor = ACTORS[i] ?? "";
    const process = lab.processes.get(actor);
    if (!process) throw new Error(`at most ${ACTORS.length} verbs run together`);
    return {
      name: actor,
      run: async () => {
        const parts = i === shortened?.place ? shortened.parts : undefined;
        return parts === 0 ? undefined : verbOf(name).run(shopOf(process, copy), actor, parts);
      },
    };
  });
  // Also of those that have no part in this schedule: they may have had one in the last.
  for (const { errors } of [...lab.processes.values(), lab.quiet]) errors.length = 0;
  const stage = {
    monitor: lab.monitor,
    storeId: copy.id,
    effectOf: lab.tablesOf,
    connects: lab.connects,
    patienceTicks: names.some((name) => verbOf(name).hashes) ? LONG_PATIENCE_TICKS : PATIENCE_TICKS,
    change: lab.change,
    isLocal,
  };
  // Its work is none that a job of this schedule was queued for.
  const isOfJob = names.some((name) => verbOf(name).isJob);
  const left = isOfJob ? [] : await forgottenWork(lab, copy.id);
  const trace = await runSchedule(stage, works, schedule);
  const isLossless = schedule.every(({ act }) => act === "run");
  const isUnexpected = (error: string) => !names.includes("hand-over") || !STORE_AWAY.test(error);
  const forgotten = isOfJob ? [] : (await forgottenWork(lab, copy.id)).filter((work) => !left.includes(work));
  for (const [i, name] of names.entries()) {
    const actor = ACTORS[i] ?? "";
    const isLost = schedule.some((step) => step.actor === actor && step.act !== "run");
    const result = trace.results.get(actor);
    // Clients try again, and a queue's job that was lost is done again; one that left out a paused store is, next time.
    const isDoneAgain = isLost || (names.includes("hand-over") && result === undefined);
    const { isJob, isRepeated } = verbOf(name);
    if (isToRepeat(names, result) || (isDoneAgain && isJob) || (isLost && isRepeated))
      trace.results.set(
        actor,
        await verbOf(name)
          .run(quiet, actor)
          .catch((error: unknown) => error),
      );
  }
  const failures: string[] = [];
  if (!isLossless || shortened) failures.push(...(await takeOver(lab, copy.id)));
  // Work for many stores leaves out one that is paused, and a sweep finds it.
  else if (names.includes("hand-over")) failures.push(...(await sweep(lab, copy.id)));
  failures.push(...(await drain(lab)), ...lab.quiet.errors.map((error) => `afterwards: ${error}`));
  // Reading the feed gives the last changes their numbers.
  const feed = await quiet.send("GET", "/stores/:store/changes");
  const [rows, people, rules, effects] = await Promise.all([
    photograph(copy.id),
    peopleOf(lab, copy.known),
    brokenRules(lab, copy.id),
    effectsOf(lab, copy.id),
  ]);
  const mails = lab.mailServer.seen.map(({ to, headers }) =>
    `a mail to ${to}: ${headers.subject}`.replaceAll(copy.id, template.id),
  );
  const asked = lab.world.seen.filter(({ url }) => url === PAYEE).map(() => "a payee was asked");
  // What was sent by a process whose lease was over may be sent again.
  const isOnce = !names.includes("leases-lapse");
  const lines = [...rows, ...people, ...effects.lines, ...(isOnce ? [...mails.sort(), ...asked] : [])];
  const recalls = recallsOf(names);
  const snapshot = lines.filter((line) => !recalls.some((recalled) => recalled.test(line)));
  const isEnding = names.some((name) => verbOf(name).endsStore);
  const isEnded = isEnding && (await isDeleted(lab, copy.id));
  const answers = works.map(({ name }) => answerText(trace.results.get(name), isEnding));
  const logged = isLossless ? [...lab.processes.values()].flatMap(({ errors }) => errors) : [];
  const broken = [
    ...rules,
    ...(isEnded ? [...leftRows(rows)] : effects.wrong),
    ...forgotten,
    ...(await lostEvents(lab, copy.id, storedBy(names, trace.results))),
    ...(isLossless && isOnce && !isEnded ? await repeated(lab, copy.id) : []),
    ...[...failures, ...logged.filter(isUnexpected)].map((error) => `an error was logged: ${error}`),
    ...answers.flatMap((answer, i) =>
      /^(500|error)/.test(answer) && isLossless ? [`${names[i]} answered ${answer}`] : [],
    ),
  ];
  await removeStore(lab, copy.id);
  lab.shops.ledgers.delete(copy.id);
  return { trace, outcome: { answers, snapshot, broken }, feed };
}

/** What a verb prepares may need what others prepare, or leave nothing to prepare for them. */
function inTableOrder(names: string[]): string[] {
  const order = Object.keys(VERBS);
  return [...new Set(names)].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Returns what may be on its way by a job when another verb takes it back. */
function recallsOf(names: string[]): RegExp[] {
  return names.flatMap((name) => {
    const others = names.filter((other) => other !== name);
    return others.some((other) => verbOf(other).isJob) ? (verbOf(name).recalls ?? []) : [];
  });
}

async function isDeleted({ monitor }: Lab, storeId: string): Promise<boolean> {
  const { rows } = await monitor.query("select from stores where store_id = $1 and removed_at is null", [
    storeId,
  ]);
  return rows.length === 0;
}

/** Returns that rows of a deleted store are left, with the first of them. */
function leftRows(rows: Snapshot): string[] {
  return rows.slice(0, 1).map((row) => `a row of a deleted store is left: ${row.slice(0, 200)}`);
}

/** Returns what receivers got twice, and what the payee has paid otherwise than payouts say. */
async function repeated({ world, monitor }: Lab, storeId: string): Promise<string[]> {
  const seen = world.seen.splice(0);
  const ids = seen.flatMap(({ headers }) => headers["webhook-id"] ?? []);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `the receiver got ${id} twice`);
  const keys = new Set(seen.flatMap(({ headers }) => headers["idempotency-key"] ?? []));
  const { rows } = await monitor.query<{ key: string }>(
    "select key from payouts where store_id = $1 and status = 'paid' and sent_at is not null",
    [storeId],
  );
  const unsaid = [...keys].filter((key) => !rows.some((row) => row.key === key));
  return [...twice, ...unsaid.map((key) => `the payee has paid ${key}, which no payout says`)];
}

/** Returns the unique ids of what must be there: what the verbs were accepted for, unless one erases it. */
function storedBy(names: string[], results: Map<string, unknown>): string[] {
  if (names.some((name) => verbOf(name).erases || verbOf(name).endsStore)) return [];
  return names.flatMap((name, i) => {
    const actor = ACTORS[i] ?? "";
    const { status = 0 } = (results.get(actor) ?? {}) as Partial<Answer>;
    return status >= 200 && status < 300 ? (verbOf(name).stores?.(actor) ?? []) : [];
  });
}

export function verbOf(name: string) {
  const verb = VERBS[name];
  if (!verb) throw new Error(`there is no verb ${name}; there are ${Object.keys(VERBS).join(", ")}`);
  return verb;
}

/** Whether a client would try again: the store was being handed over, or the first request of a key still ran. */
function isToRepeat(names: string[], result: unknown): boolean {
  const isHandedOver = names.includes("hand-over");
  if (result instanceof Error) return isHandedOver && isStoreAway(result);
  const { status, body } = (result ?? {}) as Partial<Answer>;
  return (
    (isHandedOver && status === 503) || JSON.stringify(body)?.includes("idempotency_key_in_use") === true
  );
}

/** `isEnding`: the store is deleted meanwhile, and what has found that first refuses. */
function answerText(result: unknown, isEnding: boolean): string {
  if (result === undefined) return "done";
  if (result instanceof Error) return `error ${result.message}`;
  const { status } = result as Answer;
  return isEnding && REFUSED.has(status) ? "refused" : String(status);
}

/**
 * Returns what is wrong with an outcome: rules that it breaks, and when it is none of those that the verbs have one after the
 * other, the differences from the nearest.
 */
export function faultsOf({ answers, snapshot, broken }: Outcome, serial: Outcome[]): string[] {
  const differences = serial.map((one) => [
    ...(one.answers.join() === answers.join()
      ? []
      : [`answers ${answers.join()} instead of ${one.answers.join()}`]),
    ...differencesOf(snapshot, one.snapshot),
  ]);
  const nearest = differences.sort((one, other) => one.length - other.length)[0] ?? [];
  return [
    ...broken,
    ...(nearest.length > 0 ? [`equal to no serial order: ${nearest.join("\n      ")}`] : []),
  ];
}

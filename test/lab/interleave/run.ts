import type pg from "pg";
import { type Effect, NOTHING, union, wordsOf } from "./footprint.ts";
import {
  type Actor,
  actAs,
  type Change,
  createActor,
  loseSession,
  release,
  type Session,
  type Statement,
} from "./gate.ts";
import type { Act, Step } from "./schedule.ts";

/** What a schedule acts on: the monitor sees who waits for whom. */
export type Stage = {
  monitor: pg.Client;
  storeId: string;
  effectOf(text: string): Pick<Effect, "reads" | "inserts" | "changes">;
  change: Change;
  /** After so many without a statement an actor computes or sleeps, and others go on. */
  patienceTicks: number;
  /** Whether a connection is being made. */
  connects(): boolean;
  /** Whether nothing that the others do can meet it: it goes at once, and is no step. */
  isLocal(actor: string, effect: Effect): boolean;
};

export type Work = { name: string; run(): Promise<unknown> };

/** A step that was made: its statement, and who else could have made one. */
export type Made = { step: Step; text: string; effect: Effect; enabled: string[]; waits: boolean };

/** `isExact`: each step of the schedule could be made. */
export type Trace = { made: Made[]; results: Map<string, unknown>; isExact: boolean };

const TICK_MS = 1;
/** The server is asked who waits after so many ticks without an answer. */
const ASKING_TICKS = 2;
/** What waits until other transactions end is a step each time it asks: else it would ask for as long as it may. */
const ASKS_FOR_OTHERS = /\bpg_locks\b/;
const TURNS = 3;
const MAX_SAME = 6;
/** A schedule that takes longer hangs: locks and statements have shorter limits. */
const MAX_MS = 20_000;

/**
 * Runs works at the same time, one statement at a time, as a schedule says. A step whose actor waits or has nothing to send is
 * left out; behind the schedule's end each goes on to its own end.
 */
export async function runSchedule(stage: Stage, works: Work[], schedule: readonly Step[]): Promise<Trace> {
  const bell = createBell();
  const actors = works.map(({ name }) => createActor(name, stage.change, bell.ring));
  const results = new Map<string, unknown>();
  const running = works.map(async ({ name, run }, i) => {
    const actor = actors[i] as Actor;
    const result = await actAs(actor, run).catch((error: unknown) => error);
    results.set(name, result);
    actor.isOver = true;
    bell.ring();
  });
  const made: Made[] = [];
  const scene: Scene = { ...stage, bell, actors, footprints: new Map() };
  const until = performance.now() + MAX_MS;
  let isExact = true;
  let next = 0;
  try {
    for (;;) {
      await untilHeld(scene, actors);
      if (actors.filter((actor) => sendLocal(scene, actor)).length > 0) continue;
      const enabled = actors.filter((actor) => sessionToGo(actor));
      if (enabled.length === 0) {
        if (actors.every((actor) => actor.isOver)) break;
        if (performance.now() > until) throw new Error(`no statement for ${MAX_MS} ms: ${stateOf(actors)}`);
        await Bun.sleep(2);
        continue;
      }
      const planned = schedule[next];
      const actor = planned ? enabled.find(({ name }) => name === planned.actor) : following(made, enabled);
      next++;
      const session = actor && sessionToGo(actor);
      if (!session) {
        isExact = false;
        continue;
      }
      made.push(await make(scene, { actor, session, act: planned?.act ?? "run" }, enabled));
    }
    return { made, results, isExact };
  } finally {
    for (const actor of actors) release(actor);
    await Promise.all(running);
  }
}

/** The last one goes on, unless it asks the same again and again: others may be what it waits for. */
function following(made: Made[], enabled: Actor[]): Actor | undefined {
  const last = made.at(-1);
  const others = enabled.filter(({ name }) => name !== last?.step.actor);
  return (
    (asksAgain(made) ? others[0] : undefined) ??
    enabled.find(({ name }) => name === last?.step.actor) ??
    enabled[0]
  );
}

/** By one statement, by one and its commit, or by a transaction of two that is rolled back. */
function asksAgain(made: Made[]): boolean {
  return [1, 2, 3].some((length) => {
    const asked = made.slice(-MAX_SAME * length);
    const isSame = ({ step, text }: Made, i: number) =>
      step.actor === asked[0]?.step.actor && text === asked[i % length]?.text;
    return asked.length === MAX_SAME * length && asked.every(isSame);
  });
}

function sessionToGo({ sessions }: Actor): Session | undefined {
  return sessions.find(({ held, sent }) => held.length > 0 && (!sent || sent.isDone));
}

/** Whether it is between two statements. */
function computes(actor: Actor): boolean {
  return !actor.isOver && !sessionToGo(actor) && actor.sessions.every(({ sent }) => !sent || sent.isDone);
}

type Bell = { ring(): void; rings(withinMs: number): Promise<boolean> };
/** `footprints` are those of each connection's transaction so far. */
type Scene = Stage & { bell: Bell; actors: Actor[]; footprints: Map<Session, Effect[]> };

/** `rings` resolves when it was rung since the last call, or else after a time, with false. */
function createBell(): Bell {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      isRung = true;
      wake?.();
    },
    rings: async (withinMs) => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const was = isRung;
      isRung = false;
      return was;
    },
  };
}

type Chosen = { actor: Actor; session: Session; act: Act };

async function make(scene: Scene, { actor, session, act }: Chosen, enabled: Actor[]): Promise<Made> {
  const statement = session.held.shift() as Statement;
  const effect = effectOf(scene, session, statement, act);
  const names = enabled.map(({ name }) => name);
  note(scene, session, effect);
  if (act === "end") await endSession(scene, session);
  session.losesAnswer = act === "lose";
  session.sent = statement;
  statement.send();
  await untilHeld(scene, [actor]);
  if (session.isLost) for (const held of session.held.splice(0)) held.send();
  return {
    step: { actor: actor.name, act },
    ...{ text: statement.text, effect, enabled: names, waits: !statement.isDone },
  };
}

/** Sends what comes first and is local, in one packet where it was sent so. Returns whether there was any. */
function sendLocal(scene: Scene, actor: Actor): boolean {
  const session = sessionToGo(actor);
  const before = session?.sent;
  for (let statement = session?.held[0]; session && statement; statement = session.held[0]) {
    const effect = effectOf(scene, session, statement, "run");
    if (!scene.isLocal(actor.name, effect) || ASKS_FOR_OTHERS.test(statement.text)) break;
    session.held.shift();
    note(scene, session, effect);
    session.sent = statement;
    statement.send();
  }
  return session?.sent !== before;
}

/** Returns what a statement does; the last of its transaction makes all visible, and releases the locks of all. */
function effectOf(
  { storeId, ...scene }: Scene,
  session: Session,
  { text, values }: Statement,
  act: Act,
): Effect {
  const before = scene.footprints.get(session) ?? [];
  const words = wordsOf(values, storeId);
  const known = scene.effectOf(text);
  // Whether others have the tables that it names open depends on each statement by which they open them.
  const changes = ASKS_FOR_OTHERS.test(text) ? words : known.changes;
  const own: Effect = { ...NOTHING, ...known, changes, words, ends: undefined };
  if (/^(commit|rollback)/i.test(text) || act !== "run") return { ...own, ends: union([...before, own]) };
  return before.length === 0 && text !== "begin" ? { ...own, ends: own } : own;
}

function note({ footprints, actors }: Scene, session: Session, effect: Effect): void {
  session.waits = false;
  // What waits for its locks goes on.
  if (effect.ends) for (const { sessions } of actors) for (const one of sessions) one.waits = false;
  footprints.set(session, effect.ends ? [] : [...(footprints.get(session) ?? []), effect]);
}

/** Ends a session as a server does that stops: its transaction is rolled back, and its locks are released. */
async function endSession({ monitor }: Stage, session: Session): Promise<void> {
  const pid = session.client.pid();
  await monitor.query("select pg_terminate_backend($1, 2000)", [pid]);
  loseSession(session);
}

/** Waits until each actor is over, has something to send, waits for another one's lock, or computes for long. */
async function untilHeld(stage: Scene, actors: Actor[]): Promise<void> {
  for (let ticks = 0; ; ) {
    // What was answered may send more in the same turn.
    for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
    const inFlight = actors.flatMap(({ sessions }) => sessions.filter(({ sent }) => sent && !sent.isDone));
    const isComputing = actors.some(computes) && (ticks < stage.patienceTicks || stage.connects());
    const unknown = inFlight.filter(({ waits }) => !waits);
    const isAsked = ticks % ASKING_TICKS === ASKING_TICKS - 1;
    if (!isComputing && (unknown.length === 0 || (isAsked && (await allWait(stage, unknown))))) return;
    ticks = (await stage.bell.rings(TICK_MS)) ? 0 : ticks + 1;
  }
}

/** Whether each of these statements waits for another session. */
async function allWait({ monitor }: Stage, sessions: Session[]): Promise<boolean> {
  const pids = sessions.map(({ client }) => client.pid());
  const { rows } = await monitor.query(
    "select from unnest($1::int[]) as pid where cardinality(pg_blocking_pids(pid)) > 0",
    [pids],
  );
  const all = rows.length === sessions.length && sessions.every(({ sent }) => sent && !sent.isDone);
  if (all) for (const session of sessions) session.waits = true;
  return all;
}

function stateOf(actors: Actor[]): string {
  return actors
    .map(({ name, isOver, sessions }) => {
      const sent = sessions.flatMap(({ sent }) => (sent && !sent.isDone ? [sent.text.slice(0, 80)] : []));
      return `${name} ${isOver ? "is over" : sent.length > 0 ? `runs ${sent}` : "sleeps"}`;
    })
    .join(", ");
}

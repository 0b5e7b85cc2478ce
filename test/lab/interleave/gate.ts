import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { ServiceClient } from "../../../src/platform/db/service-client.ts";

/** A statement that the gate holds, or has let go. */
export type Statement = {
  text: string;
  values: readonly unknown[];
  /** Hands it to the driver, in the form that a planted fault gives it. */
  send(): void;
  isDone: boolean;
};

/** One connection of an actor: its statements go in their order. */
export type Session = {
  client: ServiceClient;
  held: Statement[];
  sent: Statement | undefined;
  /** Whether it was seen to wait for another session, and none has released a lock since. */
  waits: boolean;
  /** Whether its session has ended: what follows fails without the gate. */
  isLost: boolean;
  /** Whether the answer to the statement that goes next is lost. */
  losesAnswer: boolean;
};

/**
 * How a planted fault changes a statement; undefined leaves it. A text of "" leaves it out; `isSplit` commits what its
 * transaction has done before it.
 */
export type Change = (text: string) => { text?: string; isSplit?: boolean } | undefined;

/**
 * What acts at the same time as others: a verb, with what its process has sent. `notify` is called when a statement comes, or
 * is answered.
 */
export type Actor = {
  name: string;
  sessions: Session[];
  isOver: boolean;
  isFree: boolean;
  change: Change;
  notify(): void;
};

type Query = (this: ServiceClient, ...args: unknown[]) => unknown;
type Answered = (error: Error | undefined, result?: unknown) => void;
type Prototype = { query?: Query };

const acting = new AsyncLocalStorage<Actor>();
/** What waits for a lock waits until its holder ends: a limit of time would make the outcome the machine's. */
const LOCK_TIMEOUT = /set_config\('lock_timeout', ((?:[^(),]|\((?:[^()]|\([^()]*\))*\))*), true\)/;
/** Logs of what is over, which timers write, and what only hurries readers. */
const UNHELD =
  /^\s*(?:insert into "?(?:requests|done_jobs)"?|update api_clients set last_used_at|listen |select pg_notify)/;

export function createActor(name: string, change: Change, notify: () => void): Actor {
  return { name, sessions: [], isOver: false, isFree: false, change, notify };
}

/** Runs `work`; the gate holds each statement that it sends. */
export function actAs<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  return acting.run(actor, work);
}

/**
 * Holds the statements of actors where the driver takes them over: below pools, transactions and pipelining, so that those
 * of jobs, `begin` and `commit` are held too, and each goes alone. Returns how to open the gate; the last one opens it.
 */
export function closeGate(): () => void {
  keepers++;
  if (keepers === 1) replaceQuery();
  return () => {
    keepers--;
    if (keepers === 0) delete (ServiceClient.prototype as unknown as Prototype).query;
  };
}

let keepers = 0;

function replaceQuery(): void {
  const prototype = ServiceClient.prototype as unknown as Prototype;
  const query = Reflect.get(ServiceClient.prototype, "query") as Query;
  prototype.query = function (this: ServiceClient, ...args: unknown[]) {
    const actor = acting.getStore();
    const { text, isSubmittable } = shapeOf(args[0]);
    if (!actor || actor.isFree || isSubmittable || UNHELD.test(text)) return query.apply(this, args);
    const session = sessionOf(actor, this);
    if (session.isLost) return query.apply(this, args);
    return hold(actor, session, args, (given) => query.apply(this, given));
  };
}

function hold(actor: Actor, session: Session, args: unknown[], query: (args: unknown[]) => unknown) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const callback = typeof args.at(-1) === "function" ? (args.at(-1) as Answered) : undefined;
  const given = callback ? args.slice(0, -1) : args;
  const { text, values } = shapeOf(given[0], given[1]);
  const patient = text.replace(
    LOCK_TIMEOUT,
    "set_config('lock_timeout', concat(left(($1)::text, 0), '0'), true)",
  );
  const changed = actor.change(patient);
  const other = changed?.text ?? (patient === text ? undefined : patient);
  const answer: Answered = (error, result) => {
    statement.isDone = true;
    actor.notify();
    const failure = session.losesAnswer ? loseSession(session) : error;
    if (callback) callback(failure, result);
    else if (failure) reject(failure);
    else resolve(result);
  };
  const statement: Statement = {
    ...{ text, values, isDone: false },
    send: () => {
      (query(other === undefined ? given : rewritten(given, other)) as Promise<unknown>).then(
        (result) => answer(undefined, result),
        (error) => answer(error),
      );
    },
  };
  if (changed?.isSplit)
    for (const end of ["commit", "begin"]) session.held.push(between(actor, session, end, query));
  session.held.push(statement);
  actor.notify();
  return callback ? undefined : promise;
}

/** A statement that a planted fault adds; of a session that has ended it fails as the next one does. */
function between(
  actor: Actor,
  session: Session,
  text: string,
  query: (args: unknown[]) => unknown,
): Statement {
  const statement: Statement = {
    ...{ text, values: [], isDone: false },
    send: () => {
      const done = () => {
        statement.isDone = true;
        if (session.losesAnswer) loseSession(session);
        actor.notify();
      };
      (query([text]) as Promise<unknown>).then(done, done);
    },
  };
  return statement;
}

/** Breaks a connection as a cable does, and returns the error that its user gets. */
export function loseSession(session: Session): Error {
  session.isLost = true;
  session.losesAnswer = false;
  const { connection } = session.client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
  return new Error("Connection terminated unexpectedly");
}

/** Lets everything go that is still held. */
export function release(actor: Actor): void {
  actor.isFree = true;
  for (const session of actor.sessions) for (const statement of session.held.splice(0)) statement.send();
}

function sessionOf(actor: Actor, client: ServiceClient): Session {
  const known = actor.sessions.find((session) => session.client === client);
  if (known) return known;
  const session = { client, held: [], sent: undefined, waits: false, isLost: false, losesAnswer: false };
  actor.sessions.push(session);
  return session;
}

function shapeOf(query: unknown, list?: unknown) {
  if (typeof query === "string") return { text: query, values: asList(list), isSubmittable: false };
  const { text = "", values, submit } = query as pg.QueryConfig & { submit?: unknown };
  return { text, values: asList(values ?? list), isSubmittable: typeof submit === "function" };
}

function asList(values: unknown): unknown[] {
  return Array.isArray(values) ? values : [];
}

/** A changed statement has a name of its own: a connection knows another one by the name. */
function rewritten([query, list, ...rest]: unknown[], changed: string): unknown[] {
  const text = changed === "" ? "select where false" : changed;
  const values = /\$\d/.test(text) ? undefined : [];
  if (typeof query === "string") return [text, values ?? list, ...rest];
  const { name, ...config } = query as pg.QueryConfig;
  const given = {
    ...config,
    ...(name && { name: `${name.slice(0, 40)}_${Bun.hash(text).toString(36)}` }),
    text,
    ...(values && { values }),
  };
  return [given, ...(values ? [] : [list]), ...rest];
}

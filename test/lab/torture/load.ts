import type { Ledger, Outcome, SentEvent } from "./ledger.ts";
import { type Random, seeded } from "./random.ts";
import type { ServiceUnderTest } from "./service-under-test.ts";

export type Load = {
  /** Sends one event until it is answered 202; throws if that takes a minute. */
  probe(): Promise<void>;
  /** Stops the writers after each has finished its current step. */
  stop(): Promise<void>;
  /** Stops the writers without further retries. */
  abandon(): Promise<void>;
};

type Writer = (random: Random, name: string) => Promise<void>;

const LARGEST_BULK = 40;
const LONGEST_PAUSE_MS = 30;
const RETRY_PAUSE_MS = 20;
const SHARED_CUSTOMERS = 50;
const PATIENCE_MS = 60_000;

/** Starts concurrent writers of every kind; they keep sending while the service is down. */
export function startLoad(target: ServiceUnderTest, ledger: Ledger, seed: number): Load {
  let running = true;
  let retrying = true;
  const writers: Writer[] = [
    ...Array<Writer>(3).fill(once(1)),
    ...Array<Writer>(3).fill(once(LARGEST_BULK)),
    ...Array<Writer>(2).fill(repeating(1)),
    ...Array<Writer>(2).fill(repeating(LARGEST_BULK)),
    ...Array<Writer>(4).fill(patching),
  ];
  const all = writers.map((writer, i) => writer(seeded(seed * 1_000 + i), `w${i}`));

  /** Sends events without a `uniqueId`, each once, whatever its outcome. */
  function once(largest: number): Writer {
    return async (random, name) => {
      for (let number = 1; running; number++) {
        await send(eventsOf(random, `${name}-${number}`, random.between(1, largest), false));
        await pause(random);
      }
    };
  }

  /** Sends events with a `uniqueId` until they are answered 202, and sometimes once more. */
  function repeating(largest: number): Writer {
    return async (random, name) => {
      let before: SentEvent[] = [];
      for (let number = 1; running; number++) {
        const events = eventsOf(random, `${name}-${number}`, random.between(1, largest), true);
        await sendUntilAnswered(events);
        if (before.length > 0 && random.chance(0.2)) await send(before);
        before = events;
        await pause(random);
      }
    };
  }

  /**
   * Patches a customer that no other writer changes, singly and in bulk. Retries the last patch until it
   * succeeds.
   */
  async function patching(random: Random, name: string): Promise<void> {
    let number = 1;
    const patch = (): SentEvent => ({
      mark: `${name}-${number}`,
      customer: name,
      isUnique: false,
      fields: { step: number, [`step${number % 3}`]: number },
    });
    for (; running; number++) {
      await send([patch()], random.chance(0.5));
      await pause(random);
    }
    while (retrying && (await send([patch()], random.chance(0.5))) !== "answered") number++;
  }

  async function sendUntilAnswered(
    events: SentEvent[],
    patienceMs = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const end = performance.now() + patienceMs;
    while (retrying && (await send(events)) !== "answered") {
      if (performance.now() > end) throw new Error(`No event was taken for ${patienceMs} ms`);
    }
  }

  async function send(events: SentEvent[], inBulk = events.length > 1): Promise<Outcome> {
    const outcome = await post(target, events, inBulk, ledger.faults);
    ledger.record(events, outcome);
    if (outcome !== "answered") await Bun.sleep(RETRY_PAUSE_MS);
    return outcome;
  }

  async function stop() {
    running = false;
    await Promise.all(all);
  }

  let probes = 0;
  return {
    probe: () =>
      sendUntilAnswered([{ mark: `probe-${++probes}`, customer: "probe", isUnique: true }], PATIENCE_MS),
    stop,
    abandon: () => {
      retrying = false;
      return stop();
    },
  };
}

function eventsOf(random: Random, name: string, count: number, isUnique: boolean): SentEvent[] {
  return Array.from({ length: count }, (_, i) => ({
    mark: `${name}-${i}`,
    customer: `c${random.between(1, SHARED_CUSTOMERS)}`,
    isUnique,
  }));
}

async function post(
  target: ServiceUnderTest,
  events: SentEvent[],
  inBulk: boolean,
  faults: string[],
): Promise<Outcome> {
  const bodies = events.map(toBody);
  try {
    const answer = await fetch(
      `${target.origin()}/v2.2/stores/${target.storeId}/events${inBulk ? "/bulk" : ""}`,
      {
        method: "POST",
        headers: { Authorization: `Bearer ${target.secret}`, "Content-Type": "application/json" },
        body: JSON.stringify(inBulk ? { events: bodies } : bodies[0]),
      },
    );
    const text = await answer.text();
    if (answer.status === 202) return "answered";
    if (answer.status !== 503) faults.push(`${events[0]?.mark} was answered ${answer.status} ${text}`);
    return "refused";
  } catch {
    // The connection broke or was refused: the outcome is unknown.
    return "broken";
  }
}

function toBody({ mark, customer, isUnique, fields }: SentEvent) {
  return {
    eventName: "Tortured",
    customer: { id: customer, ...(fields && { customFields: fields }) },
    ...(isUnique && { uniqueId: mark }),
    data: { mark, $extra: { nothing: null, zero: 0 } },
  };
}

function pause(random: Random): Promise<void> {
  return Bun.sleep(random.between(0, LONGEST_PAUSE_MS));
}

import { describe, expect, test } from "bun:test";
import { createLanes } from "../src/webhooks/deliver-lanes.ts";
import { createSlots } from "../src/webhooks/deliver-slots.ts";

const any = () => true;
const taken = (slots: ReturnType<typeof createSlots>, host: string) => {
  let count = 0;
  while (slots.take(host)) count++;
  return count;
};

describe("slots", () => {
  test("a host begins with 4 attempts at a time, and gets one more for each answer, up to 64", () => {
    const slots = createSlots();
    expect(taken(slots, "a")).toBe(4);
    for (let i = 0; i < 200; i++) {
      slots.release("a", true);
      slots.take("a");
    }
    expect(4 + taken(slots, "a")).toBe(64);
  });

  test("a host that doesn't answer gets half as many each time, down to 4, until it answers again", () => {
    const slots = createSlots();
    slots.take("a");
    /** How many may run: the one that runs all the time, and those that may run besides. */
    const limitAfter = (answered: boolean) => {
      slots.take("a");
      slots.release("a", answered);
      const more = taken(slots, "a");
      for (let i = 0; i < more; i++) slots.release("a");
      return 1 + more;
    };
    for (let i = 0; i < 100; i++) limitAfter(true);
    expect([false, false, false, false, false, true].map(limitAfter)).toEqual([32, 16, 8, 4, 4, 5]);
  });

  test("hosts that don't answer share 250 of the 1,000 attempts that may run: the others keep theirs", () => {
    const slots = createSlots();
    const dead = Array.from({ length: 300 }, (_, i) => `dead-${i}`);
    for (const host of dead) {
      slots.take(host);
      slots.release(host, false);
    }
    expect(dead.map((host) => taken(slots, host)).reduce((a, b) => a + b)).toBe(250);
    const alive = Array.from({ length: 400 }, (_, i) => `alive-${i}`);
    expect(alive.map((host) => taken(slots, host)).reduce((a, b) => a + b)).toBe(750);
    expect(slots.isFull()).toBe(true);
  });

  test("an attempt that never was says nothing about its host", () => {
    const slots = createSlots();
    slots.take("a");
    slots.release("a", false);
    slots.take("a");
    slots.release("a");
    expect(taken(slots, "a")).toBe(4);
  });
});

describe("lanes", () => {
  const subject = (webhookId: string, returnId: string) => ({ storeId: "s", webhookId, returnId });

  test("webhooks take turns, however many subjects one has", () => {
    const lanes = createLanes();
    for (let i = 0; i < 100; i++) lanes.add(subject("busy", `r${i}`));
    lanes.add(subject("quiet", "r"));
    const turns = [1, 2, 3].map(() => lanes.next(any)?.webhookId);
    expect(turns).toEqual(["busy", "quiet", "busy"]);
  });

  test("a subject woken again and again waits once, and of very many it is only known that there are more", () => {
    const lanes = createLanes();
    for (let i = 0; i < 3; i++) lanes.add(subject("w", "r"));
    expect(lanes.next(any)).toMatchObject({ woken: new Set(["r"]), hasMore: false });
    for (let i = 0; i < 10_000; i++) lanes.add(subject("w", `r${i}`));
    const lane = lanes.next(any);
    expect([lane?.woken.size, lane?.hasMore]).toEqual([500, true]);
  });

  test("those that may not go are passed over and keep their turn", () => {
    const lanes = createLanes();
    lanes.learn(subject("w1", ""), "dead.example");
    for (const webhook of ["w1", "w2"]) lanes.add(subject(webhook, "r"));
    const alive = ({ host }: { host: string }) => host !== "dead.example";
    expect([lanes.next(alive), lanes.next(alive)].map((lane) => lane?.webhookId)).toEqual(["w2", "w2"]);
    expect(lanes.next(any)?.webhookId).toBe("w1");
  });
});

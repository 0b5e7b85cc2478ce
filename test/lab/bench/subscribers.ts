import { endWithUs } from "../../support/ends-with-us.ts";

export type Subscribers = {
  /** The URLs of subscribers that answer 200. */
  alive: string[];
  /** The URLs of subscribers that never respond. */
  dead: string[];
  /** The value for WEBHOOK_ALLOWED_HOSTS. */
  hosts: string;
  count(): Promise<number>;
  /** Returns the events since the last call, by `webhook-id`, with their times in milliseconds since 1970. */
  seen(): Promise<Map<string, number>>;
  stop(): Promise<void>;
};

const PROGRAM = decodeURIComponent(new URL("receiver.ts", import.meta.url).pathname);

export async function startSubscribers(alive: number, dead = 0): Promise<Subscribers> {
  const child = Bun.spawn([process.execPath, PROGRAM, String(alive), String(dead)], {
    stdout: "pipe",
    stderr: "inherit",
  });
  endWithUs(child);
  const { value } = await child.stdout.getReader().read();
  const ports: { alive: number[]; dead: number[] } = JSON.parse(new TextDecoder().decode(value));
  const host = (port: number) => `127.0.0.1:${port}`;
  const ask = async (path: string) => {
    const answer = await fetch(`http://${host(ports.alive[0] ?? 0)}${path}`);
    return (await answer.json()) as { count: number; seen: [string, number][] };
  };
  return {
    alive: ports.alive.map((port) => `http://${host(port)}/`),
    dead: ports.dead.map((port) => `http://${host(port)}/`),
    hosts: [...ports.alive, ...ports.dead].map(host).join(),
    count: async () => (await ask("/")).count,
    seen: async () => new Map((await ask("/seen")).seen),
    stop: async () => {
      child.kill();
      await child.exited;
    },
  };
}

import { endWithUs } from "../support/ends-with-us.ts";

export type Subscribers = {
  /** Addresses of those who answer, and of those who never do. */
  alive: string[];
  dead: string[];
  /** For WEBHOOK_ALLOWED_HOSTS. */
  hosts: string;
  count(): Promise<number>;
  /** What came since the last time, by `webhook-id`, with the milliseconds since 1970 at which it did. */
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

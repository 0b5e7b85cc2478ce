import { moodOf, serveOnLoopback, textOf } from "../torture/loopback-server.ts";
import type { Random } from "../torture/random.ts";

/** What becomes of a webhook on its way. */
type Mood = "passed" | "lost" | "doubled" | "late";

const MOODS: Record<Mood, number> = { passed: 60, lost: 15, doubled: 15, late: 10 };
const LATE_MS = 2_000;

/** Between the shop's subscriber and the service: it loses, doubles and delays webhooks. */
export type HookProxy = {
  url(path: string): string;
  tally: Record<Mood, number>;
  refused: number[];
  close(): void;
};

export async function openHookProxy(random: Random, origins: () => string[]): Promise<HookProxy> {
  const tally = Object.fromEntries(Object.keys(MOODS).map((mood) => [mood, 0])) as HookProxy["tally"];
  const refused: number[] = [];
  const { host, close } = await serveOnLoopback(async (request, response) => {
    const body = await textOf(request);
    const mood = moodOf<Mood>(random, MOODS);
    tally[mood]++;
    if (mood === "late") await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    for (let times = mood === "lost" ? 0 : mood === "doubled" ? 2 : 1; times > 0; times--) {
      const all = origins();
      const origin = all[random.between(0, all.length - 1)];
      if (!origin) continue;
      const signature = String(request.headers["x-aftersale-signature"]);
      await fetch(`${origin}${request.url}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Aftersale-Signature": signature },
        body,
        signal: AbortSignal.timeout(20_000),
      }).then(
        ({ status }) => status >= 400 && status < 500 && refused.push(status),
        () => {},
      );
    }
    response.writeHead(200).end();
  });
  return { url: (path) => `http://${host}${path}`, tally, refused, close };
}

/**
 * Subscribers in a process of their own, each on a port of its own, that answer 200 at once, and others that take a request
 * and never answer. It returns what it received, with the times of receipt, on request.
 */
const [alive = "1", dead = "0"] = process.argv.slice(2);
const seen: [id: string, at: number][] = [];
let count = 0;

const listen = (fetch: (request: Request) => Promise<Response>) =>
  Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 60, fetch }).port;

async function receive(request: Request): Promise<Response> {
  if (request.method === "GET") {
    return Response.json({ count, seen: request.url.endsWith("/seen") ? seen.splice(0) : [] });
  }
  const at = performance.timeOrigin + performance.now();
  await request.arrayBuffer();
  count++;
  seen.push([request.headers.get("webhook-id") ?? "", at]);
  return new Response();
}

const ports = {
  alive: Array.from({ length: Number(alive) }, () => listen(receive)),
  dead: Array.from({ length: Number(dead) }, () => listen(() => new Promise(() => {}))),
};
process.stdout.write(`${JSON.stringify(ports)}\n`);

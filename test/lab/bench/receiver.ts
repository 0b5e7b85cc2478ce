/**
 * A process of subscribers, each on its own port: `alive` ones answer 200 at once, `dead` ones accept
 * requests and never respond. A GET returns the number of received events; of `/seen`, also their ids and
 * times of receipt.
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

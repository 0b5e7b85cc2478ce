// Waits until the service is ready; the exit status is 1 after a minute. Run it with Node, Deno or Bun:
//   AFTERSALE_URL=http://localhost:3000 node wait-until-ready.mjs
const { AFTERSALE_URL = "http://localhost:3000", TIMEOUT_S = "60" } = process.env;
const end = Date.now() + 1_000 * Number(TIMEOUT_S);

async function readiness() {
  try {
    const response = await fetch(`${AFTERSALE_URL}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return response.ok ? "ready" : `not ready: ${await response.text()}`;
  } catch (error) {
    return `not reachable: ${error.message}`;
  }
}

let state = await readiness();
while (state !== "ready" && Date.now() < end) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  state = await readiness();
}
console.log(`${AFTERSALE_URL} is ${state}`);
process.exitCode = state === "ready" ? 0 : 1;

// Gives the members of a segment a longer window, on top of the policy that there is. Run it with Node, Deno or Bun:
//   AFTERSALE_URL=http://localhost:3000 STORE=demo SECRET=… node change-the-policy.mjs
const { AFTERSALE_URL = "http://localhost:3000", STORE = "demo", SECRET, SEGMENT = "members" } = process.env;

async function call(method, body, headers = {}) {
  const response = await fetch(`${AFTERSALE_URL}/v2.2/stores/${STORE}/policy`, {
    method,
    headers: { Authorization: `Bearer ${SECRET}`, "Content-Type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const FIRST = { timeZone: "Europe/Berlin", window: { days: 30, from: "delivered" } };
const MEMBERS = { when: { segment: SEGMENT }, then: { window: { days: 90, from: "delivered" } } };

for (let attempt = 1; attempt <= 5; attempt++) {
  const read = await call("GET");
  if (read.status !== 200 && read.status !== 404) throw new Error(read.body.detail);
  const { version, policy } = read.status === 404 ? { version: 0, policy: FIRST } : read.body;
  const others = (policy.rules ?? []).filter(({ when }) => when?.segment !== SEGMENT);
  // The first rule that matches decides, so this one stands before the others.
  const changed = { ...policy, rules: [MEMBERS, ...others] };
  const saved = await call("PUT", changed, { "If-Match": String(version) });
  if (saved.status === 200) {
    console.log(`Saved as version ${saved.body.version}: ${changed.rules.length} rules`);
    break;
  }
  // Others have saved since: read again.
  if (saved.status === 409 && attempt < 5) continue;
  throw new Error((saved.body.errors ?? [saved.body]).map(({ detail }) => detail).join("\n"));
}

// Shows what a secret may do. Run it with Node, Deno or Bun:
//   AFTERSALE_URL=http://localhost:3000 STORE=demo SECRET=… node check-a-secret.mjs
const { AFTERSALE_URL = "http://localhost:3000", STORE = "demo", SECRET } = process.env;

async function tryToRead(path, secret) {
  const headers = { Authorization: `Bearer ${secret}` };
  const response = await fetch(`${AFTERSALE_URL}/v2.2${path}`, { headers });
  const { code = "", detail = "" } = response.ok ? {} : await response.json();
  console.log(response.status, path, code, detail);
}

await tryToRead(`/stores/${STORE}`, "aftersale_wrong");
await tryToRead("/stores/another/orders", SECRET);
for (const resource of ["orders", "returns", "inventory-levels", "webhooks"]) {
  await tryToRead(`/stores/${STORE}/${resource}`, SECRET);
}

import { openEmbedded } from "../../src/db/embedded/open-embedded.ts";

// A process that opens the folder given to it as a service, says the address and holds it until it is killed.
const [dataDir = ""] = process.argv.slice(2);
const { url, close } = await openEmbedded({ dataDir, mode: "server", settings: { fsync: "off" } });
process.once("SIGTERM", async () => {
  await close();
  process.exit(0);
});
console.log(url);

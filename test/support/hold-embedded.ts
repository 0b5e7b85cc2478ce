import { openEmbedded } from "../../src/platform/db/embedded/open-embedded.ts";

// Opens the given data folder as a service does, prints the database's address and keeps it open until
// SIGTERM.
const [dataDir = ""] = process.argv.slice(2);
const { url, close } = await openEmbedded({ dataDir, mode: "server", settings: { fsync: "off" } });
process.once("SIGTERM", async () => {
  await close();
  process.exit(0);
});
console.log(url);

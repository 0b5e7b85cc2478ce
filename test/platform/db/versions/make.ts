import { join } from "node:path";
import { withDatabaseDump } from "../../../../src/platform/db/backup/read-database.ts";
import { writeBackup } from "../../../../src/platform/db/backup/write-file.ts";
import { openEmbedded } from "../../../../src/platform/db/embedded/open-embedded.ts";
import { earlierVersion } from "../../../support/earlier-version.ts";
import { temporaryFolder } from "../../../support/ends-with-us.ts";
import { startVersion } from "../../../support/running-version.ts";
import { fillShop } from "../../../support/shop-of-a-version.ts";

/**
 * `bun test/platform/db/versions/make.ts COMMIT VERSION` writes VERSION.backup and VERSION.json beside this file: the
 * database of a shop as the code of that commit has written it, and the store's secret. Run once for each released
 * version, when it is released; the files never change afterwards.
 */
const [commit = "", version = ""] = process.argv.slice(2);
const folder = await earlierVersion(commit);
if (!folder || !version) throw new Error("usage: bun test/platform/db/versions/make.ts COMMIT VERSION");

const data = await temporaryFolder("aftersale-version-");
const database = await openEmbedded({ dataDir: data.path, mode: "server" });
const receiver = Bun.serve({ port: 0, fetch: () => new Response() });
const hook = `http://localhost:${receiver.port}/`;
const running = await startVersion(database.url, { folder: folder.path, hook });
const shop = await running.newShop("shop");
await fillShop(shop, hook);
await running.stop();
await receiver.stop(true);

const path = join(import.meta.dir, `${version}.backup`);
const onProgress = () => undefined;
const { rows, bytes } = await withDatabaseDump(database.url, (dump) =>
  writeBackup(dump, { path, protectedKey: undefined, onProgress }),
);
const { storeId, secret, locationId } = shop;
const about = { commit, storeId, secret, locationId };
await Bun.write(join(import.meta.dir, `${version}.json`), `${JSON.stringify(about, null, 2)}\n`);
process.stdout.write(`${path}: ${rows} rows in ${bytes} bytes\n`);
await database.close();
await Promise.all([data.remove(), folder.remove()]);
process.exit(0);

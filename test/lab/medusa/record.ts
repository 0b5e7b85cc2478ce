import { readOne } from "../../../src/features/connectors/medusa/read-orders.ts";
import { openPostgres } from "../torture/history/postgres.ts";
import { callOf } from "./call-of.ts";
import { freePort } from "./free-port.ts";
import { installMedusa } from "./install.ts";
import { prepareMedusa } from "./medusa-process.ts";
import { recipesOf } from "./recipes.ts";
import { writeRecording } from "./recording.ts";
import { seedShop } from "./seed.ts";

/** Has a real Medusa make an order by each recipe, and records what it sends of them. */
const say = (line: string) => void process.stdout.write(`${line}\n`);
const folder = await installMedusa(say);
const postgres = await openPostgres();
const medusa = await prepareMedusa({ folder, databaseUrl: postgres.url, port: await freePort(), env: {} });
try {
  await medusa.start();
  const shop = await seedShop(() => medusa.origin);
  const recorded = new Map<string, unknown>();
  for (const { name, cook } of recipesOf(shop)) {
    const { id } = await cook();
    recorded.set(name, await readOne(callOf(medusa.origin, shop.apiKey), id));
    say(name);
  }
  await writeRecording(recorded);
} finally {
  await medusa.stop();
  await postgres.close();
}

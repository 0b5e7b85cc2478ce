import { fillLines, measureReport } from "../../support/asn.ts";
import { prepareEnvironment } from "./environment.ts";
import { atMost, type Ratio } from "./report.ts";

const LINES = 1_000_000;

/**
 * Measures the ASN report of a store with 1,000,000 line items (`--stored N`): the time to its first byte and
 * the growth of the server's memory while it streams.
 */
export async function benchAsn(options: string[]): Promise<Ratio[]> {
  const at = options.indexOf("--stored");
  const lines = at < 0 ? LINES : Number(options[at + 1]);
  const environment = await prepareEnvironment();
  try {
    await (await environment.server()).stop();
    const store = await environment.newStore();
    process.stderr.write(`filling ${lines} line items …\n`);
    await fillLines(environment.sql, store.id, lines);
    const server = await environment.server();
    const address = `${server.origin}/api/v1/warehouse/reporting/asn?from=2000-01-01`;
    process.stderr.write("streaming …\n");
    const measured = await measureReport({ pid: server.pid, address, secret: store.secret });
    await server.stop();
    if (measured.rows !== lines) throw new Error(`${measured.rows} rows came, not ${lines}`);

    const { firstByteMs, grownMb, totalMs } = measured;
    const ratios = [
      atMost("first byte, ms", `${lines} rows in ${(totalMs / 1000).toFixed(1)} s`, firstByteMs, 200),
      atMost("growth of memory, MB", "resident, at its most", grownMb, 50),
    ];
    return ratios;
  } finally {
    await environment.clear();
  }
}

import { join } from "node:path";
import { endWithUs } from "../../../support/ends-with-us.ts";

export type Reader = {
  /** Kills the process and starts another, which continues from the journal. */
  replace(): Promise<void>;
  end(): Promise<void>;
};

const FOLLOW = decodeURIComponent(new URL("./follow.ts", import.meta.url).pathname);

/** Starts a reader as a separate process; the folder contains its journal and the origins. */
export function startReader(folder: string, shop: { storeId: string; secret: string }): Reader {
  let current = spawn();

  function spawn() {
    const { PATH = "", HOME = "" } = process.env;
    const child = Bun.spawn([process.execPath, FOLLOW], {
      env: {
        ...{ PATH, HOME, STORE_ID: shop.storeId, SECRET: shop.secret },
        ...{ ORIGINS: join(folder, "origins"), JOURNAL: join(folder, "journal") },
      },
      stdout: "inherit",
      stderr: "inherit",
    });
    endWithUs(child);
    return child;
  }

  async function end() {
    current.kill("SIGKILL");
    await current.exited;
  }

  return {
    replace: async () => {
      await end();
      current = spawn();
    },
    end,
  };
}

import type { Ctx } from "../../core/ctx.ts";
import { type Rotated, rotateKey } from "../../features/stores/rotate-key.ts";
import { isSameDatabase, listCells, openCell, renewAddresses } from "../../platform/cells/directory.ts";
import { recoverKey } from "../../platform/db/backup/protected-key.ts";
import { withBackupFile } from "../../platform/db/backup/read-file.ts";
import { type Command, command, standaloneCommand } from "./command.ts";
import { passphraseOf } from "./passphrase.ts";

export const KEY_COMMANDS: readonly Command[] = [
  command({
    name: "key rotate",
    summary:
      "Re-encrypt values with ENCRYPTION_KEY that are encrypted with ENCRYPTION_KEY_PREVIOUS. The service may keep running.",
    options: {},
    place: "directory",
    run: (ctx, _, { onProgress }) => rotateCells(ctx, onProgress),
    text: ({ rotated, unreadable, values }) =>
      [
        `Re-encrypted ${rotated} values. ENCRYPTION_KEY_PREVIOUS is no longer needed.`,
        ...(unreadable > 0 ? [`${unreadable} values can't be decrypted with either key, among them:`] : []),
        ...values.map(({ column, storeId, id }) => `  ${column} of ${id} in store ${storeId}`),
      ].join("\n"),
    failed: ({ unreadable }) => unreadable > 0,
  }),
  standaloneCommand({
    name: "key show",
    summary: "Print the encryption key that a backup made with --with-key holds. BACKUP_PASSPHRASE opens it.",
    argument: "FILE",
    options: {},
    run: (_, { file }, terminal) =>
      withBackupFile(file, async ({ protectedKey }) => {
        if (!protectedKey)
          throw new Error(`The backup ${file} holds no key: it was made without --with-key.`);
        return { encryptionKey: await recoverKey(protectedKey, passphraseOf(terminal)) };
      }),
    text: ({ encryptionKey }) => encryptionKey,
  }),
];

/** Also in every cell of the directory. */
async function rotateCells(ctx: Ctx, onProgress: (line: string) => void): Promise<Rotated> {
  const all = [await rotateKey(ctx, onProgress)];
  for (const { name } of await listCells(ctx)) {
    const cell = await openCell(ctx, name);
    try {
      // The directory's database may be a cell; its values are counted once.
      if (await isSameDatabase(cell.db, ctx.db)) continue;
      all.push(await rotateKey({ ...ctx, db: cell.db }, onProgress));
    } finally {
      await cell.close();
    }
  }
  await renewAddresses(ctx);
  const sum = (of: (one: Rotated) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    rotated: sum(({ rotated }) => rotated),
    unreadable: sum(({ unreadable }) => unreadable),
    values: all.flatMap(({ values }) => values),
  };
}

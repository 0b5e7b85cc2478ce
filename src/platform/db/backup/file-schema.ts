import { type Static, Type } from "@sinclair/typebox";

/** No backup of ours is near these limits: what passes one is no backup of ours. */
export const MAX_TABLES = 500;
const MAX_COLUMNS = 500;
const MAX_MIGRATIONS = 10_000;

/** As PostgreSQL limits a name to 63 bytes. */
const NAME = "[a-z_][a-z0-9_]{0,62}";

const Rows = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Secret = Type.String({ pattern: "^[ -~]{0,10000}$" });
const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Word = Type.String({ pattern: "^\\w{1,100}$" });
const TableName = Type.String({ pattern: `^(pgboss\\.)?"${NAME}"$` });
const Columns = Type.Array(Type.String({ pattern: `^${NAME}$` }), {
  ...{ minItems: 1, maxItems: MAX_COLUMNS },
  uniqueItems: true,
});

/** The first frame of a backup file. */
export const FileHeader = Type.Object({
  version: Type.String({ pattern: "^[\\w.+-]{1,50}$" }),
  createdAt: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" }),
  migrations: Type.Array(Type.Object({ name: Word, hash: Word }), {
    maxItems: MAX_MIGRATIONS,
  }),
  queueVersion: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  keyCheck: Type.Union([Secret, Type.Null()]),
  tables: Type.Array(Type.Object({ name: TableName, columns: Columns, rows: Rows }), {
    maxItems: MAX_TABLES,
  }),
  protectedKey: Type.Optional(Type.Object({ salt: Secret, iv: Secret, tag: Secret, encrypted: Secret })),
});
export type FileHeader = Static<typeof FileHeader>;

/** The frame before the rows of a table. */
export const FileTable = Type.Object({ name: TableName, columns: Columns });
export type FileTable = Static<typeof FileTable>;

/** The frame after the rows of a table. */
export const FileSummary = Type.Object({ rows: Rows, sha256: Sha256 });
export type FileSummary = Static<typeof FileSummary>;

/** The last frame before the end mark. */
export const FileTrailer = Type.Object({
  tables: Type.Record(Type.String(), FileSummary),
  sequences: Type.Array(
    Type.Object({
      name: Type.String({ pattern: `^${NAME}$` }),
      last: Type.String({ pattern: "^\\d{1,19}$" }),
      isCalled: Type.Boolean(),
    }),
    { maxItems: MAX_TABLES },
  ),
});
export type FileTrailer = Static<typeof FileTrailer>;

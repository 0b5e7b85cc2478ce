import { sql } from "drizzle-orm";
import type { ProblemCode } from "../../lib/problem-codes.ts";
import type { Retained } from "../../platform/config/retention-settings.ts";
import type { RowJson } from "../../platform/db/row-json.ts";
import type { JobKind } from "../../platform/db/tables/done-jobs.ts";
import type { ImportStatus, LineError } from "../../platform/db/tables/import-columns.ts";
import type { Ctx } from "../ctx.ts";
import type { Caller } from "../http/request-context.ts";
import type { StoreJobData } from "../jobs/fair.ts";

/** Who has started an import: an API client, a person or a command. */
export type Starter = Pick<Caller, "storeId" | "by" | "byId" | "requestId">;

export type ImportKey = StoreJobData & { importId: string };

/** A file that is imported; `Count` are its counts beside `broken`. */
export type ImportRow<Count extends string = never> = {
  storeId: string;
  id: string;
  status: ImportStatus;
  parts: number;
  partsDone: number;
  linesTotal: number;
  linesDone: number;
  broken: number;
  by: string;
  startedById: string | null;
  requestId: string;
  createdAt: Date;
  finishedAt: Date | null;
} & Record<Count, number>;

/** The files of a kind: their unique name, their tables, and how a row is read. */
export type ImportFiles<Row> = {
  name: string;
  tables: { files: string; parts: string };
  row: RowJson<Row>;
  retained: Retained;
  /** The code of a problem with an unknown file. */
  unknown: ProblemCode;
};

/** What has become of lines: the counts, and how many of them were left out, with their errors. */
export type StoredLines<Count extends string> = {
  counts: Record<Count, number>;
  broken: number;
  errors: LineError[];
};

/** The lines of a file, and what its row has beside the progress. */
export type OpenedFile<Line> = { lines: AsyncGenerator<Line>; columns?: Record<string, string> };

/** What is imported: how files are read, and how what they hold is stored. */
export type ImportKind<
  Line,
  Count extends string,
  Row extends ImportRow<Count>,
  Options = undefined,
> = ImportFiles<Row> & {
  /** The name of its job. */
  job: string;
  doneAs: JobKind;
  counts: readonly Count[];
  maxLines: number;
  /** What one transaction imports: so many lines, or fewer, whose JSON has so many characters. */
  part: { lines: number; characters: number };
  /** Opens a file. Throws 400 for what isn't one, at once or while its lines are read. */
  open(ctx: Ctx, starter: Starter, file: string, options: Options): Promise<OpenedFile<Line>>;
  /** Stores lines in the caller's transaction. They are checked again: those that wait may be an earlier version's. */
  store(tx: Ctx, starter: Starter, lines: Line[]): Promise<StoredLines<Count>>;
  /** Whether storing failed because the store got one of the lines from someone else meanwhile: it is done again at once. */
  isConflict?(error: unknown): boolean;
  /** Runs after the transaction of each part. */
  stored?(ctx: Ctx, progress: { before: Row; counts: Record<Count, number>; isDone: boolean }): Promise<void>;
};

/** SQL for the tables of a kind. */
export function tablesOf({ tables }: Pick<ImportFiles<unknown>, "tables">) {
  return { files: sql.identifier(tables.files), parts: sql.identifier(tables.parts) };
}

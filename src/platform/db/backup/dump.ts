/** The rows of a database at one moment, read from the database or from a file. */
export type Dump = {
  header: Header;
  /** In the order in which they can be loaded. Each is read to its end before the next. */
  tables(): AsyncIterable<DumpedTable>;
  /** Called after the tables. */
  sequences(): Promise<SequenceState[]>;
};

export type Header = {
  /** The version of the service. */
  version: string;
  createdAt: string;
  /** The migrations that the database had run, in order. */
  migrations: { name: string; hash: string }[];
  /** The version of the job queue's tables; null when the database has none. */
  queueVersion: number | null;
  /** A value that only the database's encryption key decrypts; null when nothing was encrypted. */
  keyCheck: string | null;
  tables: TableHeader[];
};

/** `name` as it stands in SQL; `rows` is an estimate. */
export type TableHeader = { name: string; columns: string[]; rows: number };

/** `content` is in the text format of COPY; `summary` is known once it was read. */
export type DumpedTable = {
  name: string;
  columns: string[];
  content: AsyncIterable<Uint8Array>;
  summary(): TableSummary;
};

/** `sha256` is of the content. */
export type TableSummary = { rows: number; sha256: string };

export type SequenceState = { name: string; last: string; isCalled: boolean };

/** Called often while a dump is written or loaded: `done` of `total` rows, and what happens now. */
export type OnProgress = (progress: { done: number; total: number; doing: string }) => void;

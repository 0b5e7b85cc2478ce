import { type Static, Type } from "@sinclair/typebox";

const Id = Type.String({ pattern: "^[^\\x00-\\x1f]{1,1000}$" });
const Moment = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?(Z|\\+00:00)$",
});

/** The first line: when the rest was so, and since when it has every erasure. */
export const JournalHeader = Type.Object({
  journal: Type.Literal(1),
  at: Moment,
  erasuresSince: Type.Union([Moment, Type.Null()]),
});
export type JournalHeader = Static<typeof JournalHeader>;

/**
 * The clients whose secrets work, with the moment at which each ends, and the people who may enter a store, with their
 * roles.
 */
export const JournalStore = Type.Object({
  store: Id,
  createdAt: Moment,
  isDeleted: Type.Boolean(),
  clients: Type.Array(Type.Tuple([Id, Type.Union([Moment, Type.Null()])]), { maxItems: 100_000 }),
  people: Type.Array(Id, { maxItems: 100_000 }),
  roles: Type.Array(Type.Tuple([Id, Type.String()]), { maxItems: 100_000 }),
});
export type JournalStore = Static<typeof JournalStore>;

/** A person, and the passkeys that sign the person in. */
export const JournalPerson = Type.Object({ person: Id, passkeys: Type.Array(Id, { maxItems: 1_000 }) });
export type JournalPerson = Static<typeof JournalPerson>;

/** A customer who was erased, by the id that the change feed shows. */
export const JournalErasure = Type.Object({ erased: Id, store: Id, at: Moment });
export type JournalErasure = Static<typeof JournalErasure>;

/** The last line: how many there are, with itself. */
export const JournalEnd = Type.Object({ lines: Type.Integer({ minimum: 2 }) });
export type JournalEnd = Static<typeof JournalEnd>;

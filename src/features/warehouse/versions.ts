/**
 * A version of Loop's API, which clients name in the path. Here is what differs between the versions; everything
 * else is the same in all of them.
 */
export type Version = {
  path: string;
  /** The longest range of the ASN report. */
  maxAsnDays: number;
  /** What the category of a condition is, in requests and responses. */
  categories: "words" | "objects";
  /** The operations that the description has under this version too, because their requests differ. */
  described: string[];
};

const JULY_2026: Version = {
  path: "/api/2026-07",
  maxAsnDays: Number.POSITIVE_INFINITY,
  categories: "words",
  described: [],
};
const OCTOBER_2026: Version = {
  path: "/api/2026-10",
  maxAsnDays: 120,
  categories: "objects",
  described: ["dispositioning/grade"],
};

/** The first is the one that the description has. `v1` and `latest` are other names of dated versions. */
export const VERSIONS: readonly Version[] = [
  { ...JULY_2026, path: "/api/v1" },
  JULY_2026,
  OCTOBER_2026,
  { ...OCTOBER_2026, path: "/api/latest", described: [] },
];

/** The paths that the description leaves out. */
export const UNDESCRIBED: RegExp[] = VERSIONS.slice(1).map(({ path, described }) => {
  const except = described.map((operation) => `(?!${operation}$)`).join("");
  return new RegExp(`^${path}/${except}`);
});

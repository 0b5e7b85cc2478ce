import { expect, test } from "bun:test";
import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { failureReason } from "../../../src/core/jobs/failure-reason.ts";

const SECRET = "ann@example.test";

function databaseError(code: string): Error {
  const error = new pg.DatabaseError(`duplicate key value ${SECRET}`, 1, "error");
  return Object.assign(error, { code, detail: SECRET });
}

test.each([
  [databaseError("53100"), "Database error 53100: its disk is full."],
  [databaseError("23505"), "Database error 23505."],
  [
    new DrizzleQueryError("select", [SECRET], databaseError("55P03")),
    "Database error 55P03: a row was locked for too long.",
  ],
  [
    Object.assign(new Error(SECRET), { code: "ECONNREFUSED" }),
    "No connection to the database (ECONNREFUSED).",
  ],
  [Object.assign(new Error(SECRET), { code: SECRET }), "An error of the service; its log has the cause."],
  [new Error(SECRET), "An error of the service; its log has the cause."],
  [SECRET, "An error of the service; its log has the cause."],
  [undefined, "An error of the service; its log has the cause."],
])("a reason names what kind of error %# is, and none of its values", (error, reason) => {
  expect(failureReason(error)).toBe(reason);
});

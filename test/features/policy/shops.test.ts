import { describe, expect, test } from "bun:test";
import { registerFormats } from "../../../src/core/http/errors/formats.ts";
import { decide } from "../../../src/features/policy/decide.ts";
import { faults } from "../../../src/features/policy/faults.ts";
import { orderFacts } from "./facts.ts";
import { SHOPS } from "./shops.ts";

registerFormats();

describe.each(Object.entries(SHOPS))("%s", (_, { policy, cases }) => {
  test("has no fault", () => {
    expect(faults(policy)).toEqual([]);
  });

  test.each(cases)("%s", (_, { order = {}, line = {} }, expected) => {
    const [decision] = decide({ version: 1, policy }, orderFacts(order, line));
    expect(decision).toMatchObject(expected);
  });

  test("a decision that is kept with its facts comes out the same again", () => {
    for (const [, { order = {}, line = {} }] of cases) {
      const facts = orderFacts(order, line);
      const first = JSON.stringify(decide({ version: 1, policy }, facts));
      const [keptPolicy, keptFacts] = [structuredClone(policy), JSON.parse(JSON.stringify(facts))];
      expect(JSON.stringify(decide({ version: 1, policy: keptPolicy }, keptFacts))).toBe(first);
    }
  });
});

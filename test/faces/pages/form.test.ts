import { expect, test } from "bun:test";
import { formOf } from "../../../src/faces/pages/form.ts";
import { chosenIn, namesOf } from "../../../src/faces/shopper/chosen.ts";
import type { LineReason, OrderLine } from "../../../src/faces/shopper/order-lines.ts";
import { textsIn } from "../../../src/faces/shopper/texts/texts.ts";

const MAX_BYTES = 1_000_000;

function formWith(fields: [name: string, value: string][]) {
  const body = new URLSearchParams(fields);
  return formOf(new Request("http://localhost/", { method: "POST", body }), MAX_BYTES);
}

test("a form's field has its first value, trimmed, and all of its values in their order", async () => {
  const form = await formWith([
    ["a", " 1 "],
    ["b", "2"],
    ["a", "3"],
    ["_act", "save"],
  ]);
  expect([form.get("a"), form.raw("a"), form.all("a"), form.act]).toEqual(["1", " 1 ", [" 1 ", "3"], "save"]);
  expect([form.get("c"), form.all("c"), form.file("a")]).toEqual(["", [], undefined]);
});

test("a form of as many fields as it may have is read soon, of an order of 10,000 lines", async () => {
  const because = { rule: null, version: null, fact: null, change: null, text: null };
  const said = { eligible: true, outcomes: ["refund"], label: "merchant", keepItem: false, because } as const;
  const reasons = Array.from({ length: 100 }, (_, i) => ({ code: `r${i}`, text: "", needs: [], said }));
  const lines = Array.from(
    { length: 10_000 },
    (_, i) =>
      ({ lineItemId: `line-${i}`, returnable: 1, reasons: reasons as unknown as LineReason[] }) as OrderLine,
  );
  const chosen = lines.slice(0, 1_600);
  const form = await formWith(
    chosen.flatMap((line): [string, string][] => {
      const { units, reason, comment } = namesOf(line);
      return [
        [units, "1"],
        [reason, "r99"],
        [comment, "small"],
      ];
    }),
  );
  const before = process.cpuUsage();
  const found = chosenIn(form, lines, textsIn("en"));
  const { user } = process.cpuUsage(before);
  expect(found.chosen.map(({ reason, comment }) => [reason.code, comment])).toEqual(
    chosen.map(() => ["r99", "small"]),
  );
  // It takes some tens of milliseconds; field by field for each reason it took five seconds.
  expect(user / 1_000).toBeLessThan(1_500);
});

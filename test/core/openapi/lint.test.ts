import { beforeAll, expect, test } from "bun:test";
import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { useService } from "../../support/use-service.ts";

const service = useService();
let source: string;
beforeAll(async () => {
  source = await (await service.fetch("/docs/json")).text();
});

test("Redocly's recommended rules find no error and no warning in the description", async () => {
  expect(await findings(source)).toEqual([]);
});

test("swagger-parser accepts the description, and rejects a missing or unsupported version", async () => {
  await SwaggerParser.validate(JSON.parse(source));
  const without = { ...JSON.parse(source), info: { title: "Aftersale" } };
  await expect(SwaggerParser.validate(without)).rejects.toThrow("version");
  await expect(SwaggerParser.validate({ ...JSON.parse(source), openapi: "3.9.0" })).rejects.toThrow("3.9.0");
});

test("the linter detects an example that doesn't match its schema", async () => {
  const document = JSON.parse(source);
  const { requestBody } = document.paths["/v2.2/stores/{storeId}/orders"].post;
  requestBody.content["application/json"].example.lineItems[0].quantity = "two";
  expect(await findings(JSON.stringify(document))).toEqual([
    expect.stringContaining("no-invalid-media-type-examples"),
  ]);
});

async function findings(text: string): Promise<string[]> {
  const config = await createConfig({
    extends: ["recommended"],
  });
  const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  return problems.map(({ severity, ruleId, message, location }) => {
    const places = location.map(({ pointer }) => pointer).join(", ");
    return `${severity} ${ruleId}: ${message} ${places}`;
  });
}

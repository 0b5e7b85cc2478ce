import { beforeAll, expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import type { Schema } from "../../../src/core/openapi/components.ts";
import { type Document, operationsOf, readDocument } from "../../contract/document.ts";
import {
  ADDITIONS,
  CREATED_RETURN_BODY,
  CUSTOM_EVENT,
  CUSTOMER,
  FULFILLMENT,
  INVENTORY_ITEM,
  INVENTORY_LEVEL,
  ORDER,
  RETURN,
  RETURN_ORDER,
  STOREFRONT_EVENT,
  WEBHOOK,
} from "../../support/specified-fields.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
let document: Document;
beforeAll(async () => {
  document = await readDocument(createApp(service.ctx, { ready: true, stopping: false }));
});

const within = (place: string, names: string[]) => names.map((name) => `${place}.${name}`);
// The provider's name is a part of this one.
const described = RETURN.filter((name) => name !== "shopifyOrderIds");
const shown = [...described, "shipments[].status"];
const snapshot = [...within("return", shown), ...within("order", RETURN_ORDER)];
const order = [...ORDER, ...within("fulfillments[]", [...FULFILLMENT, "estimatedDeliveryDate"])];
const callback = ["webhook.callback.url", "webhook.callback.auth.bearer.token", "webhook.externalId"];

test.each<[string, string, string[]]>([
  ["findCustomer", "200", CUSTOMER],
  ["readCustomer", "200", CUSTOMER],
  ["ingestEvent", "request", CUSTOM_EVENT],
  ["createOrder", "request", ORDER],
  ["createOrder", "200", ["orderId", "externalOrderId"]],
  ["createOrder", "400", ["error"]],
  ["readOrder", "200", order],
  ["listOrders", "200", within("orders[]", order)],
  ["createReturn", "request", [...within("data", CREATED_RETURN_BODY), "options.createExternalRMAs"]],
  ["createReturn", "201", within("return", shown)],
  [
    "createReturn",
    "201",
    within("externalRMAResponses[]", ["integrationProvider", "success", "errorCode", "errorMessage"]),
  ],
  ["amendReturn", "request", [...ADDITIONS, "shipments[].status"]],
  ["amendReturn", "200", within("return", shown)],
  ["readReturn", "200", snapshot],
  ["listReturns", "200", [...within("returns[]", shown), ...within("orders[]", RETURN_ORDER)]],
  ["readReturnStatus", "200", ["status"]],
  ["commentReturn", "request", ["comment.message", "comment.image"]],
  ["commentReturn", "201", ["comment.message", "comment.image"]],
  ["recordStorefrontEvent", "request", STOREFRONT_EVENT],
  ["readInventoryLevel", "200", within("inventory_level", INVENTORY_LEVEL)],
  ["listInventoryLevels", "200", within("inventory_levels[]", INVENTORY_LEVEL)],
  ["readInventoryItem", "200", within("inventory_item", INVENTORY_ITEM)],
  ["listInventoryItems", "200", within("inventory_items[]", INVENTORY_ITEM)],
  ["replaceWebhook", "request", callback],
  ["listWebhooks", "200", within("webhooks[]", WEBHOOK)],
  ["readWebhook", "200", within("webhook", WEBHOOK)],
  ["readReturn", "404", ["type", "title", "detail", "instance"]],
  ["readChanges", "200", within("changes[].data", [...snapshot, ...CUSTOMER, ...order])],
  ["readChanges", "200", within("changes[].data", [...INVENTORY_LEVEL, ...INVENTORY_ITEM])],
])("the description of %s (%s) has every field of the specification", (operationId, part, places) => {
  const operation = operationsOf(document).find((each) => each.operationId === operationId);
  const body = part === "request" ? operation?.requestBody : operation?.responses[part];
  expect(undescribed(schemasOf(body?.content ?? {}), places)).toEqual([]);
});

test("the description of the webhook has every field of a return and its order", () => {
  const { requestBody } = document.webhooks.return?.post ?? {};
  expect(undescribed(schemasOf(requestBody?.content ?? {}), snapshot)).toEqual([]);
});

test("a field that no schema has is found to be missing", () => {
  const schema = { properties: { a: { anyOf: [{ type: "null" }, { items: { properties: { b: {} } } }] } } };
  expect(undescribed([schema], ["a[].b", "a[].c", "d"])).toEqual(["a[].c", "d"]);
});

function schemasOf(content: Record<string, { schema?: Schema }>): Schema[] {
  return Object.values(content).flatMap(({ schema }) => (schema ? [schema] : []));
}

function undescribed(schemas: Schema[], places: string[]): string[] {
  return places.filter((place) => !hasPlace(schemas, place.split(".")));
}

function hasPlace(schemas: Schema[], [step, ...rest]: string[]): boolean {
  if (step === undefined) return schemas.length > 0;
  const members: Schema[] = schemas.flatMap(choices).flatMap(({ properties }) => {
    const member = (properties as Record<string, Schema> | undefined)?.[step.replace("[]", "")];
    return member ? [member] : [];
  });
  const next: Schema[] = step.endsWith("[]")
    ? members.flatMap(choices).flatMap(({ items }) => (items ? [items as Schema] : []))
    : members;
  return hasPlace(next, rest);
}

/** Returns the schemas that a schema is one of or all of, with references resolved. */
function choices(schema: Schema): Schema[] {
  if (typeof schema.$ref === "string") {
    const target = document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    return target ? choices(target) : [];
  }
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((keyword) => (schema[keyword] ?? []) as Schema[]);
  return [schema, ...parts.flatMap(choices)];
}

import type { ConnectorKind } from "../../platform/db/tables/connectors.ts";
import type { Connector } from "./connector.ts";
import { medusa } from "./medusa/connector.ts";
import { shopify } from "./shopify/connector.ts";
import { woocommerce } from "./woocommerce/connector.ts";

/** Every kind of shop that the service knows. A further one is a folder beside these, and a line here. */
export const CONNECTORS: readonly Connector[] = [medusa, shopify, woocommerce];

export const CONNECTOR_KINDS: readonly ConnectorKind[] = CONNECTORS.map(({ kind }) => kind);

/** Returns the connector of a kind; undefined for an unknown one. */
export function connectorOf(kind: string): Connector | undefined {
  return CONNECTORS.find((connector) => connector.kind === kind);
}

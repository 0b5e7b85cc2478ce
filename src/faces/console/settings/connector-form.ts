import type { Connector } from "../../../features/connectors/connector.ts";
import type { ConnectorBody, ShownConnector } from "../../../features/connectors/schema.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { button, linkButton } from "../components/button.ts";
import { type Field, form } from "../components/form.ts";
import type { Visit } from "../page.ts";
import { CONNECTORS_PATH } from "./connectors.ts";

type Options = { kind: Connector; connector: ShownConnector | undefined; state: FormState };

/** Returns the form of a connector. Stored credentials aren't in it. */
export function connectorForm(visit: Visit, { kind, connector, state }: Options): Markup {
  const fields: Field[] = [
    {
      ...{ type: "url", name: "url", label: "Address of the shop", value: connector?.url ?? undefined },
      help: "Reachable from here, by https. Leave it empty where the credentials name the shop.",
      control: { maxlength: 2_048, autocomplete: "off", placeholder: "https://shop.example.com" },
    },
    ...credentialFields(kind, connector !== undefined),
    {
      ...{ type: "checkbox", name: "enabled", label: "Take orders from the shop" },
      value: connector?.enabled === false ? "" : "on",
    },
  ];
  const cancel = linkButton("Cancel", visit.base + CONNECTORS_PATH);
  return form(visit, {
    ...{ act: "save", state, fields },
    buttons: html`${button(connector ? "Save" : "Connect", { look: "primary" })}${cancel}`,
  });
}

function credentialFields({ credentials }: Connector, isStored: boolean): Field[] {
  const stored = isStored ? " Empty, the stored one stays; for another address all are needed again." : "";
  return Object.entries(credentials.properties).map(([name, { description = "" }]) => ({
    ...{ type: "password", name: fieldOf(name), label: labelOf(name), required: !isStored },
    pointer: `/credentials/${name}`,
    help: description + stored,
    control: { maxlength: 1_000, autocomplete: "new-password", spellcheck: "false" },
  }));
}

/** Returns what a form has, as the API takes it. Without any credential the stored ones stay. */
export function connectorIn(input: Form, { credentials }: Connector): ConnectorBody {
  const given = Object.keys(credentials.properties).flatMap((name) => {
    const value = input.get(fieldOf(name));
    return value === "" ? [] : [[name, value]];
  });
  return {
    url: input.get("url") || null,
    enabled: input.get("enabled") === "on",
    ...(given.length > 0 && { credentials: Object.fromEntries(given) }),
  };
}

function fieldOf(name: string): string {
  return `credential-${name}`;
}

/** `accessToken` is called Access token. */
function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

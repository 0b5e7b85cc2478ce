import type { Connector } from "../../../features/connectors/connector.ts";
import type { ConnectorBody, ShownConnector } from "../../../features/connectors/schema.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { html, type Label, labelText, type Markup, type PerReader } from "../../pages/html.ts";
import { button, linkButton } from "../components/button.ts";
import { type Field, form } from "../components/form.ts";
import { sentenceText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { CONNECTORS_PATH } from "./connectors.ts";

/** What credentials of all kinds of shops are called. */
const LABELS: Record<string, Label> = {
  accessToken: say("Access token"),
  apiKey: say("Secret key"),
  clientSecret: say("Client secret"),
  consumerKey: say("Consumer key"),
  consumerSecret: say("Consumer secret"),
  shop: say("Shop"),
  webhookSecret: say("Webhook secret"),
};

type Options = { kind: Connector; connector: ShownConnector | undefined; state: FormState };

/** Returns the form of a connector. Stored credentials aren't in it. */
export function connectorForm(visit: Visit, { kind, connector, state }: Options): Markup {
  const fields: Field[] = [
    {
      ...{ type: "url", name: "url", label: say("Address of the shop"), value: connector?.url ?? undefined },
      ...(namesShop(kind)
        ? {
            help: say(
              "Empty, the one that {shop} gives the shop; else another one, reachable from here by https.",
              { shop: kind.title },
            ),
          }
        : { required: true, help: say("Reachable from here, by https.") }),
      control: { maxlength: 2_048, autocomplete: "off", placeholder: "https://shop.example.com" },
    },
    ...credentialFields(kind, connector !== undefined),
    {
      ...{ type: "checkbox", name: "enabled", label: say("Take orders from the shop") },
      value: connector?.enabled === false ? "" : "on",
    },
  ];
  const cancel = linkButton(say("Cancel"), visit.base + CONNECTORS_PATH);
  return form(visit, {
    ...{ act: "save", state, fields },
    buttons: html`${button(say(connector ? "Save" : "Connect"), { look: "primary" })}${cancel}`,
  });
}

/** Whether the credentials say which shop it is, and so its address. */
function namesShop({ credentials }: Connector): boolean {
  return Object.hasOwn(credentials.properties, "shop");
}

/** Returns a description without the marks of Markdown. */
function plainText(description: string): PerReader {
  return (reader) => labelText(sentenceText(description), reader).replaceAll(/[`*]/g, "");
}

function credentialFields({ credentials }: Connector, isStored: boolean): Field[] {
  const stored = isStored && say("Empty, the stored one stays; for another address all are needed again.");
  return Object.entries(credentials.properties).map(([name, { description = "" }]) => ({
    ...{ type: "password", name: fieldOf(name), label: LABELS[name] ?? name, required: !isStored },
    pointer: `/credentials/${name}`,
    help: html`${plainText(description)}${stored && html` ${stored}`}`,
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

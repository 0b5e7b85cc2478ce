import { beforeAll, describe, expect, test } from "bun:test";
import { SCOPES } from "../../../src/core/scopes.ts";
import { type Cli, createCli, refused } from "../../support/cli.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { anId } from "../../support/returns.ts";
import { environmentOf, useService } from "../../support/use-service.ts";

const service = useService();
let cli: Cli;
beforeAll(() => {
  cli = createCli(environmentOf(service), { asProcess: / (?:create|revoke)$/ });
});

describe("the create commands", () => {
  test("a store has the given id, currency and first status, and its secret works in the API", async () => {
    const settings = ["--currency", "EUR", "--first-status", "pre_shipment"];
    expect(await cli.json("store create --id euro --name", "Euro Shop", ...settings)).toEqual({
      storeId: "euro",
    });

    const client = await cli.json("client create --store euro --name", "The shop");
    expect(client).toEqual({
      clientId: anId("cli"),
      secret: expect.stringMatching(/^aftersale_[0-9a-z]{55}$/),
    });
    const { secret } = client;
    expect((await call(secret, "/stores/euro/orders", order("1", { currencyCode: null }))).status).toBe(200);
    const opened = await call(secret, "/stores/euro/returns", returnOf("1"));
    expect(await opened.json()).toMatchObject({
      return: { status: "pre_shipment", totals: { refund: { amount: { amount: "7.50", currency: "EUR" } } } },
    });
  });

  test("a store has a generated id, US dollars and the first status open by default", async () => {
    const { storeId } = await cli.json("store create --name Shop");
    expect(storeId).toEqual(anId("sto"));
    const { secret } = await cli.json(`client create --store ${storeId} --name me`);
    await call(secret, `/stores/${storeId}/orders`, order("1", { currencyCode: null }));
    expect(await (await call(secret, `/stores/${storeId}/returns`, returnOf("1"))).json()).toMatchObject({
      return: { status: "open", totals: { refund: { amount: { currency: "USD" } } } },
    });
  });

  test("a store's settings are changed, and its history says by which command", async () => {
    const { storeId } = await cli.json("store create --name Shop --time-zone Europe/Paris");
    const update = `store update --store ${storeId}`;
    const changed = await cli.json(`${update} --time-zone Asia/Tokyo --currency JPY`);
    expect(changed).toMatchObject({
      name: "Shop",
      currency: "JPY",
      timeZone: "Asia/Tokyo",
      firstStatus: "open",
    });
    const change = (setting: string, from: string, to: string) => ({
      ...{ setting, from, to, by: "store update", byId: null, at: expect.any(String) },
    });
    const changes = [change("currency", "USD", "JPY"), change("timeZone", "Europe/Paris", "Asia/Tokyo")];
    expect(changed.history).toEqual(changes);
    const refusedZone = "The time zone must be one of the IANA database, such as Europe/Berlin, not Mars.";
    expect(await cli.run(`${update} --time-zone Mars`)).toEqual(refused(refusedZone));
    expect(await cli.run(`store create --name Shop --time-zone Mars`)).toEqual(refused(refusedZone));
    expect((await cli.run(`${update} --first-status closed`)).code).toBe(1);
  });

  test("a client has the given scopes, and revoking ends its secret at once", async () => {
    const store = await service.newStore();
    const made = await cli.json(
      `client create --store ${store.id} --name reader --scopes`,
      "orders_read, returns_read",
    );
    const read = () => call(made.secret, `/stores/${store.id}/orders/none`);
    expect((await read()).status).toBe(404);
    expect((await call(made.secret, `/stores/${store.id}/orders`, order("1"))).status).toBe(403);

    const revoke = `client revoke --store ${store.id} --client ${made.clientId}`;
    expect(await cli.json(revoke)).toEqual({ revoked: true });
    expect((await read()).status).toBe(401);
    expect(await cli.run(revoke)).toEqual(
      refused(`The store ${store.id} has no active API client ${made.clientId}.`),
    );
  });

  test("the list of clients contains everything except secrets", async () => {
    const { storeId } = await cli.json("store create --name Shop");
    const first = await cli.json(`client create --store ${storeId} --name first`);
    const second = await cli.json(`client create --store ${storeId} --name second --scopes orders_read`);
    await cli.json(`client revoke --store ${storeId} --client ${second.clientId}`);

    const [listed, text] = await Promise.all([
      cli.json(`client list --store ${storeId}`),
      cli.run(`client list --store ${storeId}`),
    ]);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(listed).toEqual({
      clients: [
        {
          clientId: first.clientId,
          name: "first",
          scopes: [...SCOPES],
          origins: [],
          createdAt: instant,
          expiresAt: null,
          lastUsedAt: null,
          replaces: null,
          revokedAt: null,
        },
        {
          clientId: second.clientId,
          name: "second",
          scopes: ["orders_read"],
          origins: [],
          createdAt: instant,
          expiresAt: null,
          lastUsedAt: null,
          replaces: null,
          revokedAt: instant,
        },
      ],
    });
    expect(text.out.split("\n").map((line) => line.split(/ +/)[0])).toEqual([
      "CLIENT",
      String(first.clientId),
      String(second.clientId),
      "",
    ]);
    for (const { secret } of [first, second]) {
      const [, hidden = ""] = String(secret).split("_");
      for (const part of [hidden, hidden.slice(0, 16), hidden.slice(16, 48)]) {
        expect(JSON.stringify(listed) + text.out).not.toContain(part);
      }
    }
  });

  test("a location receives returns: the first one, until another is made the default", async () => {
    const store = await service.newStore();
    const address = ["--line1", "1 Dock Rd", "--line2", "Gate 2", "--city", "Columbus", "--state", "OH"];
    const rest = ["--postal-code", "43228", "--country", "US", "--phone", "+16145550100"];
    const first = await cli.json(
      `location create --store ${store.id} --name`,
      "Main house",
      ...address,
      ...rest,
    );
    expect(first).toEqual({ locationId: anId("loc") });
    await cli.json(`location create --store ${store.id} --name second --city Second`);
    await cli.json(`location create --store ${store.id} --name third --city Third --default`);

    await store.post("/stores/:store/orders", order("pinned", { locationId: first.locationId }));
    await store.post("/stores/:store/orders", order("free"));
    const destination = async (orderId: string) =>
      ((await (await store.post("/stores/:store/returns", returnOf(orderId))).json()) as { return: unknown })
        .return;
    expect(await destination("pinned")).toMatchObject({
      destination: {
        mailingAddress: {
          line1: "1 Dock Rd",
          line2: "Gate 2",
          city: "Columbus",
          state: "OH",
          postalCode: "43228",
          country: "US",
        },
        phoneNumber: "+16145550100",
      },
    });
    expect(await destination("free")).toMatchObject({ destination: { mailingAddress: { city: "Third" } } });
  });

  test("an integration is requested for an external authorization, with its token", async () => {
    const store = await service.newStore();
    const url = "https://rma.example.test/returns";
    const made = await cli.json(
      `integration create --store ${store.id} --provider acme --url ${url} --token sesame`,
    );
    expect(made).toEqual({ integrationId: anId("int") });

    service.world.on(url, () => new Response(null, { status: 201 }));
    await store.post("/stores/:store/orders", order("1"));
    const wanted = { ...returnOf("1"), options: { createExternalRMAs: true } };
    expect(await (await store.post("/stores/:store/returns", wanted)).json()).toMatchObject({
      externalRMAResponses: [{ integrationProvider: "acme", success: true }],
    });
    expect(service.world.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer sesame"]);
  });

  test("a webhook receives the store's returns, with its token", async () => {
    const store = await service.newStore();
    const url = "https://hooks.example.com/returns";
    const made = await cli.json(`webhook create --store ${store.id} --url ${url} --token sesame`);
    expect(made).toEqual({ webhookId: anId("whk"), signingSecret: expect.stringMatching(/^whsec_.{44}$/) });
    expect(await (await store.get("/stores/:store/webhooks")).json()).toMatchObject({
      webhooks: [
        { id: made.webhookId, topic: "return", callback: { url, auth: { bearer: { token: "sesame" } } } },
      ],
    });
  });
});

test("without --json each command prints a sentence", async () => {
  const words = async (line: string) => {
    const { code, out, err } = await cli.run(line);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return out;
  };
  expect(await words("store create --id wordy --name Shop")).toBe("Created the store wordy.\n");
  const made = await words("client create --store wordy --name me");
  const [, clientId] =
    /^Created the API client (cli_\w+)\. Its secret, shown only once:\naftersale_\w+\n$/.exec(made) ?? [];
  expect(
    await Promise.all([
      words(`client revoke --store wordy --client ${clientId}`),
      words("location create --store wordy --name house"),
      words("integration create --store wordy --provider acme --url https://acme.example.test"),
      words("webhook create --store wordy --url https://hooks.example.com/ --token t"),
    ]),
  ).toEqual([
    "Revoked. Its secret is no longer valid.\n",
    expect.stringMatching(/^Created the location loc_\w+\.\n$/),
    expect.stringMatching(/^Created the integration int_\w+\.\n$/),
    expect.stringMatching(
      /^Created the webhook whk_\w+\. Its signing secret, shown only once:\nwhsec_\S+\n$/,
    ),
  ]);
});

function call(secret: unknown, path: string, body?: object): Promise<Response> {
  return service.fetch(`/v2.2${path}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
}

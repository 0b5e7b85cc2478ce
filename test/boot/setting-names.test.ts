import { expect, test } from "bun:test";
import { SETTING_NAMES, unknownSettings } from "../../src/platform/config/setting-names.ts";

test("a variable that looks like a setting and is none is named with the nearest one", () => {
  const unknown = {
    WEBHOOK_RETRIES: "WEBHOOK_RETRY_SCHEDULE",
    WEBHOOKS_TIMEOUT: "WEBHOOK_TIMEOUT",
    RETENTION_EVENT: "RETENTION_EVENTS",
    DATABSE_URL: "DATABASE_URL",
    database_url: "DATABASE_URL",
    LOGLEVEL: "LOG_LEVEL",
    ENCRYPTION_KEY_OLD: "ENCRYPTION_KEY_PREVIOUS",
    PUBLIC_URI: "PUBLIC_URL",
  };
  const said = unknownSettings(Object.fromEntries(Object.keys(unknown).map((name) => [name, "1"])));
  expect(said).toEqual(
    Object.entries(unknown).map(([name, known]) => `${name} is not a setting; did you mean ${known}?`),
  );
});

test("other programs' variables are not named, nor are settings", () => {
  const others = [
    "HOME",
    "HOSTNAME",
    "PATH",
    "USER",
    "POST",
    "ROLES",
    "DATABASE_HOST",
    "NODE_OPTIONS",
    "LANG",
    "TERM",
  ];
  const env = Object.fromEntries([...others, ...SETTING_NAMES].map((name) => [name, "1"]));
  expect(unknownSettings(env)).toEqual([]);
});

test("NODE_ENV has one value with a meaning, and one that resembles it is named", () => {
  expect(unknownSettings({ NODE_ENV: "prod" })).toEqual([
    "NODE_ENV=prod has no effect; did you mean NODE_ENV=production?",
  ]);
  for (const mode of ["production", "development", "test", ""]) {
    expect(unknownSettings({ NODE_ENV: mode })).toEqual([]);
  }
});

test("the settings are those that the code reads and docs/configuration.md describes", async () => {
  const page = await Bun.file("docs/configuration.md").text();
  const described = Array.from(page.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm), ([, names = ""]) =>
    names.split(", ").map((name) => name.replaceAll("`", "")),
  ).flat();
  expect(described.toSorted()).toEqual(SETTING_NAMES.toSorted());
  const read = Array.from(
    (await Bun.file("src/platform/config/config.ts").text()).matchAll(/env\.([A-Z_]+)|\(env, "([A-Z_]+)"/g),
    ([, direct, named]) => direct ?? named ?? "",
  );
  expect(read.length).toBeGreaterThan(10);
  for (const name of read) expect(SETTING_NAMES).toContain(name);
});

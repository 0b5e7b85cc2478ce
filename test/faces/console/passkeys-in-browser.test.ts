import { describe, expect, test } from "bun:test";
import { lacksChromium, seriousFindings } from "../../support/chromium.ts";
import { newPerson } from "../../support/console.ts";
import { type ConsoleBrowser, useConsole } from "../../support/console-browser.ts";
import { useService, useStore } from "../../support/use-service.ts";

const PASSWORD = "correct horse battery";
const isSkipped = lacksChromium(import.meta.path, "passkeys are");
const PICTURES = process.env.CONSOLE_PICTURES;

describe.skipIf(isSkipped)("in a browser with an authenticator", () => {
  const service = useService({ hasIdleQueues: true });
  const store = useStore(service);
  const browser = isSkipped ? ({} as ConsoleBrowser) : useConsole(service);

  /** Passkeys need a name of a host: an address of IP has none. */
  const origin = () => browser.origin.replace("127.0.0.1", "localhost");

  async function openWithAuthenticator(options?: Parameters<ConsoleBrowser["open"]>[1]) {
    const opened = await browser.open(undefined, options);
    const devtools = await opened.page.context().newCDPSession(opened.page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return opened;
  }

  test("a passkey is added, signs in without an address, and is removed", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const { page, faults } = await openWithAuthenticator();
    await page.goto(`${origin()}/console/sign-in?next=/console/account`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Name of the new passkey").fill("My laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey is added.").waitFor();
    await page.getByText("not used yet").waitFor();

    await page.getByLabel("Name of the new passkey").fill("Again");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("This device has a passkey for your account already.").waitFor();

    await page.context().clearCookies();
    await page.goto(`${origin()}/console/sign-in?next=/console/account`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("My laptop").waitFor();
    expect(await page.getByText("not used yet").count()).toBe(0);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.waitForFunction(() => document.getAnimations().length === 0);
        expect(await seriousFindings(page)).toEqual([]);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wider).toBeLessThanOrEqual(0);
        if (PICTURES)
          await page.screenshot({ path: `${PICTURES}/account-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
    await page.getByRole("button", { name: "Remove" }).click();
    await page.waitForURL(/sign-in/);
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/sign-in.png`, fullPage: true });
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("This passkey can't sign in here.").waitFor();
    // Requests to this name of the host are no others; the last response is a 401.
    const others = faults().filter((each) => !each.startsWith(origin()) && !each.includes("401"));
    expect(others).toEqual([]);
  }, 120_000);

  test("the form for one is not shown by a browser that has none", async () => {
    const { page } = await browser.open();
    await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
    await page.goto(`${origin()}/console/sign-in`);
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Sign in with a passkey" }).isVisible()).toBe(false);
  }, 60_000);
});

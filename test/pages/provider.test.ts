/*
 * Signing in with an outside provider, in a real browser without scripts: a small provider of our own on another site (localhost, while the service is
 * at 127.0.0.1), so that the rules for cookies between sites hold.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { anEmail, aPerson, password } from "#test/support/makers/people";
import { openProvider, useProvider } from "#test/support/provider/provider";
import { axeFindings, lacks } from "./support/accessible.ts";
import { desk, looks, origin, phone, screenshot, useBrowser, visit } from "./support/browser.ts";

useBrowser();

const { provider, close: closeProvider } = await openProvider("localhost");
beforeEach(() => {
  useProvider(provider, { GRIDLESS_ORIGIN: origin() });
  return () => void vi.unstubAllEnvs();
});
afterAll(() => closeProvider());

const others = [provider.url];
const heading = (page: Page) => page.locator("h1").textContent();

async function goThere(page: Page, way: "Agree" | "Cancel") {
  await page.getByRole("link", { name: "Sign in with Example Login" }).click();
  await page.getByRole("link", { name: way }).click();
}

test("a new person is signed in, and goes on to where they were going", async () => {
  const { page, context, wrong, close } = await visit(phone, others);
  const email = anEmail();
  provider.person = { sub: randomUUID(), email, email_verified: true, name: "Ada & Co" };
  await page.goto(`${origin()}/account`);
  expect(await heading(page)).toBe("Sign in");
  await goThere(page, "Agree");
  await page.waitForURL(`${origin()}/account`);
  expect(await page.locator("main").textContent()).toContain(email);
  expect(await page.locator("main").textContent()).toContain("Signing in needs Example Login alone.");
  expect(await lacks(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "provider-account", true);
  const session = (await context.cookies()).find(({ name }) => name === "auth_session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(wrong).toEqual([]);
  await close();
});

test("a person who says no there can try again, or sign in with a password", async () => {
  const { page, wrong, close } = await visit(desk, others);
  await page.goto(`${origin()}/auth/sign-in?next=%2Faccount`);
  await goThere(page, "Cancel");
  expect(await heading(page)).toBe("You were not signed in");
  expect(await lacks(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "provider-denied");
  expect(wrong.filter((each) => !each.startsWith("403") && !each.includes("403 (Forbidden)"))).toEqual([]);
  await goThere(page, "Agree");
  await page.waitForURL(`${origin()}/account`);
  await close();
});

test("an account that exists is linked with its password, and unlinked on its page", async () => {
  const { page, wrong, close } = await visit(desk, others);
  const { email } = await aPerson();
  provider.person = { sub: randomUUID(), email, email_verified: true };
  await page.goto(`${origin()}/auth/sign-in?next=%2Faccount`);
  await goThere(page, "Agree");
  expect(await heading(page)).toBe("Is this your account?");
  expect(await lacks(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "provider-prove");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Link and sign in" }).click();
  await page.waitForURL(`${origin()}/account`);
  await page.getByRole("button", { name: "Unlink Example Login" }).click();
  expect(await page.getByRole("status").textContent()).toContain("no longer linked");
  await page.getByRole("link", { name: "Link Example Login" }).click();
  await page.getByRole("link", { name: "Agree" }).click();
  expect(await heading(page)).toBe("Is this your account?");
  expect(wrong).toEqual([]);
  await close();
});

test.each(looks)("the sign-in page with the button, %s", async (colorScheme, screen) => {
  const { page, wrong, close } = await visit({ ...screen, colorScheme }, others);
  await page.goto(`${origin()}/auth/sign-in`);
  expect(await lacks(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, `provider-sign-in-${colorScheme}-${screen.viewport.width}`);
  expect(wrong).toEqual([]);
  await close();
});

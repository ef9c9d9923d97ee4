/* Signing up, in and out, and the pages of mailed links, with keyboard or mouse in a real browser without scripts. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import * as links from "#lib/data/identity/links";
import { hashPassword } from "#lib/data/identity/passwords";
import * as users from "#lib/data/identity/users";
import { change, commit } from "#lib/store/commit";
import { someone } from "#test/support/makers/makers";
import { lacks } from "./support/accessible.ts";
import { desk, log, origin, phone, screenshot, useBrowser, visit } from "./support/browser.ts";

/** The same service under another host name, which is another origin. */
const elsewhere = () => origin().replace("127.0.0.1", "localhost");
// what /oauth/authorize returns for an application that is already authorized
const leadsOn = async () => ({ statusCode: 302, headers: { location: `${elsewhere()}/docs?code=1` } });
useBrowser({ more: [{ method: "GET", path: "/leads-on", handler: leadsOn }] });

declare const getComputedStyle: (element: unknown) => { outlineStyle: string };

const password = "correct horse 7";
const anAddress = () => `${crypto.randomUUID()}@test.local`;

/** A user with a password. */
async function aPerson() {
  const { userId, email, name } = await someone("Grace");
  const user = (await users.find(userId)) as users.UserItem;
  await commit([change(user, { passwordHash: await hashPassword(password) })]);
  return { userId, email, name };
}

async function aLink(purpose: links.Purpose, about: Parameters<typeof links.createChange>[1]) {
  const { secret, change } = links.createChange(purpose, about, new Date().toISOString());
  await commit([change]);
  return secret;
}

async function signIn(page: Page, email: string, text: string) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(text);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
/** Waits until the browser has gone on to the path. */
const arrival = (page: Page, path: string) => page.waitForURL(origin() + path);

test("signing up leads to the app; then signing out and in again", async () => {
  const { page, wrong, context, close } = await visit();
  const email = anAddress();
  await page.goto(`${origin()}/`);
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await arrival(page, "/app");
  await page.getByRole("link", { name: "Account" }).click();
  await arrival(page, "/account");
  expect(await page.locator("[aria-labelledby=you] dd").allTextContents()).toEqual(["Ada Lovelace", email]);
  expect(await context.cookies()).toMatchObject([{ name: "auth_session", httpOnly: true, sameSite: "Lax" }]);

  await page.getByRole("button", { name: "Sign out" }).click();
  await arrival(page, "/auth/sign-in");
  expect(await context.cookies()).toEqual([]);
  await page.goto(`${origin()}/account`);
  await arrival(page, "/auth/sign-in?next=%2Faccount");
  await signIn(page, email.toUpperCase(), password);
  await arrival(page, "/account");
  // going back does not show the form
  await page.goBack();
  expect(page.url()).not.toContain("/auth/sign-in?");
  expect(wrong).toEqual([]);
  await close();
});

test("a wrong password: the error is shown, the e-mail address stays, the empty password field has the focus", async () => {
  const { email } = await aPerson();
  const { page, wrong, close } = await visit(phone);
  await page.goto(`${origin()}/auth/sign-in?next=%2Faccount%2Ftoken`);
  await signIn(page, email, "not this one 1");
  expect(await page.getByRole("alert").textContent()).toBe("The e-mail address or the password is wrong");
  expect(await page.title()).toMatch(/^Error: /);
  const field = page.getByLabel("Password");
  expect(await field.inputValue()).toBe("");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.getAttribute("aria-describedby")).toBe("problem");
  expect(await page.locator(":focus").getAttribute("id")).toBe("password");
  expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
  expect(await lacks(page)).toEqual([]);
  await screenshot(page, "sign-in-wrong-phone", true);
  expect(wrong.splice(0)).toEqual([expect.stringMatching(/^400 /), expect.stringMatching(/400/)]);

  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await arrival(page, "/account/token");
  expect(wrong).toEqual([]);
  await close();
});

test("the pages work with the keyboard alone: tab and enter", async () => {
  const { email, name } = await aPerson();
  const { page, close } = await visit();
  await page.goto(`${origin()}/auth/sign-in`);
  const press = async (key: string, times = 1) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  await press("Tab", 2);
  await page.keyboard.type(email);
  await press("Tab");
  await page.keyboard.type(password);
  await press("Tab");
  const ring = page.locator("button:focus-visible");
  expect(await ring.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe("solid");
  await press("Enter");
  await arrival(page, "/app");
  await page.goto(`${origin()}/account`);
  // brand, link to the tables, button to send the link again, link to the second factor, summary of the name form
  await press("Tab", 5);
  await press("Enter");
  await press("Tab");
  expect(await page.locator(":focus").inputValue()).toBe(name);
  await press("Control+A");
  await page.keyboard.type("Rear Admiral");
  await press("Enter");
  await arrival(page, "/account?done=name");
  expect(await page.getByRole("status").textContent()).toBe("Your name was changed.");
  expect(await page.locator("dd").first().textContent()).toBe("Rear Admiral");
  await close();
});

test("a forgotten password: the link lets the user choose a new one and signs them in; it works once", async () => {
  const { userId, email } = await aPerson();
  const { page, wrong, close } = await visit();
  await page.goto(`${origin()}/auth/sign-in`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  expect(await heading(page).textContent()).toBe("Check your e-mail");

  const link = await aLink("resetPassword", { userId, email });
  await page.goto(`${origin()}/auth/choose-password?link=${link}`);
  expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
  await page.getByLabel("New password").fill("only letters");
  await page.getByRole("button").click();
  expect(await page.getByRole("alert").textContent()).toContain("New password: must have a digit");
  expect(await lacks(page)).toEqual([]);
  await page.getByLabel("New password").fill("battery staple 8");
  await page.getByRole("button").click();
  await arrival(page, "/account?done=password");
  // only for the refused form
  expect(wrong.splice(0)).toHaveLength(2);

  await page.goto(`${origin()}/auth/choose-password?link=${link}`);
  expect(await heading(page).textContent()).toBe("This link has expired");
  await page.getByRole("link", { name: "Get a new link" }).click();
  expect(await heading(page).textContent()).toBe("Forgot your password?");
  await close();
});

test("opening a verification link changes nothing; after signing in, a button verifies the address", async () => {
  const { userId, email } = await aPerson();
  const link = await aLink("verifyEmail", { userId, email });
  const { page, wrong, close } = await visit();
  await page.goto(`${origin()}/auth/verify?link=${link}`);
  expect(await heading(page).textContent()).toBe("Sign in first");
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, email, password);
  await arrival(page, `/auth/verify?link=${link}`);
  expect((await users.find(userId))?.verifiedTime).toBeUndefined();
  await page.getByRole("button", { name: "Yes, it is mine" }).click();
  expect(await page.getByRole("status").textContent()).toContain(email);
  expect((await users.find(userId))?.verifiedTime).toBeDefined();
  expect(wrong).toEqual([]);
  await close();
});

test("after signing in, the browser can go on to another origin although `form-action` would forbid it", async () => {
  const { email } = await aPerson();
  const { page, wrong, close } = await visit(desk, [elsewhere()]);
  await page.goto(`${origin()}/auth/sign-in?next=%2Fleads-on`);
  await signIn(page, email, password);
  await page.waitForURL(`${elsewhere()}/docs?code=1`);
  expect(wrong).toEqual([]);
  await close();
});

test("the log of the gateway has no mailed secret and no form value", async () => {
  const { userId, email } = await aPerson();
  const link = await aLink("resetPassword", { userId, email });
  const invite = await aLink("invitation", { email: anAddress() });
  const { page, close } = await visit();
  for (const path of [
    `/auth/choose-password?link=${link}`,
    `/auth/verify?link=${link}`,
    `/auth/sign-up?invite=${invite}`,
  ])
    await page.goto(origin() + path);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button").click();
  await arrival(page, "/app");
  const lines = log().map((each) => JSON.stringify(each));
  for (const secret of [link, invite, password, "correct"]) expect(lines.join("\n")).not.toContain(secret);
  expect(lines.length).toBeGreaterThan(4);
  await close();
});

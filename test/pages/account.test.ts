/* The account page in a real browser without scripts: tokens, applications, password. */
import { expect, test } from "vitest";
import { makeCode, stepAt } from "#lib/accounts/totp";
import { TokenReceiver } from "#lib/client/command/shared/hand-over";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { aBase, aSession, aToken, someone } from "#test/support/makers/makers";
import { aPerson, fromBase32, password } from "#test/support/makers/people";
import { lacks } from "./support/accessible.ts";
import { desk, origin, screenshot, useBrowser, visit } from "./support/browser.ts";

useBrowser();

/** A browser in which the user is signed in. */
async function visitAs(userId: Parameters<typeof aSession>[0], options = desk, others: string[] = []) {
  const visited = await visit(options, others);
  const { cookie } = await aSession(userId);
  await visited.context.addCookies([{ name: "auth_session", value: cookie, url: origin(), httpOnly: true }]);
  return visited;
}

/** The status of a GET with a token. */
async function statusWith(token: string, path = "/auth/user") {
  const { status } = await fetch(origin() + path, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

test("a token created on the page gives access to the chosen base only, until it is deleted on the page", async () => {
  const me = await someone("Ada");
  const [chosen, other] = [await aBase(me), await aBase(me)];
  const { page, wrong, close } = await visitAs(me.userId);
  await page.goto(`${origin()}/account`);
  await page.getByRole("link", { name: "Create a token" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Report <b>");
  await page.locator("[name=may][value=chosen]").check();
  await page.locator("summary", { hasText: "Bases" }).click();
  await page.getByLabel("See bases and their members").check();
  await page.locator("[name=reach][value=chosen]").check();
  await page.locator(`[name=places][value=${chosen.baseId}]`).check();
  await page.getByLabel("7 days").check();
  await page.getByRole("button", { name: "Create the token" }).click();

  const field = page.getByLabel("Token “Report <b>”");
  expect(await field.getAttribute("readonly")).toBe("");
  const token = await field.inputValue();
  expect(await page.locator("pre").textContent()).toContain(`Bearer ${token}'`);
  await screenshot(page, "token-made");
  expect(await statusWith(token)).toBe(200);
  expect(await statusWith(token, `/base/${chosen.baseId}`)).toBe(200);
  expect(await statusWith(token, `/base/${other.baseId}`)).toBe(404);
  expect(await statusWith(token, "/oauth/client")).toBe(403);

  await page.getByRole("link", { name: "I have copied it" }).click();
  const row = page
    .getByRole("region", { name: "Access tokens" })
    .getByRole("listitem")
    .filter({ hasText: "Report <b>" });
  expect(await row.locator("dd").first().textContent()).toBe("Base");
  expect(await page.content()).not.toContain(token.slice(-20));
  await row.locator("summary", { hasText: "What it may do" }).click();
  expect(await row.locator("details ul").allTextContents()).toEqual(["See bases and their members"]);
  await row.locator("summary", { hasText: "Delete" }).click();
  await row.getByRole("button", { name: "Delete Report <b>" }).click();
  expect(await page.getByRole("status").textContent()).toBe("The token was deleted.");
  expect(await row.count()).toBe(0);
  expect(await statusWith(token)).toBe(401);
  expect(wrong).toEqual([]);
  await close();
});

test("gridless login: the page asks, and leads the browser to the command, which gets a token that works", async () => {
  const me = await someone("Ada");
  const receiver = new TokenReceiver();
  const address = await receiver.open(origin(), { name: "gridless on laptop", may: "read" });
  const { port } = Object.fromEntries(new URL(address).searchParams);
  const { page, wrong, close } = await visitAs(me.userId, desk, [`http://127.0.0.1:${port}/`]);
  try {
    await page.goto(address);
    expect(await page.locator("main dd").allTextContents()).toContain(receiver.code);
    await screenshot(page, "token-for-command");
    const handing = receiver.take(AbortSignal.timeout(60_000));
    const clicking = page.getByRole("button", { name: "Create the token and hand it over" }).click();
    const { token, answer } = await handing;
    expect(await statusWith(token)).toBe(200);
    answer(200, "You are signed in.");
    await clicking;
    await page.getByText("You are signed in.").waitFor();
    expect(page.url()).not.toContain(token);
    expect(wrong).toEqual([]);
  } finally {
    receiver.close();
    await close();
  }
});

test("a refused form keeps the choices, and its error links to the field", async () => {
  const { page, close } = await visitAs((await someone()).userId);
  await page.goto(`${origin()}/account/token`);
  await page.getByLabel("Name", { exact: true }).fill("Report");
  await page.locator("[name=may][value=chosen]").check();
  await page.getByLabel("90 days").check();
  await page.getByRole("button", { name: "Create the token" }).click();
  expect(await page.getByRole("alert").textContent()).toContain("What it may do: choose at least one");
  expect(await page.locator(":focus").getAttribute("id")).toBe("scopes");
  expect(await page.locator("[name=may]:checked").getAttribute("value")).toBe("chosen");
  expect(await page.getByLabel("90 days").isChecked()).toBe(true);
  await page.getByRole("alert").getByRole("link").click();
  expect(page.url()).toMatch(/#scopes$/);
  // the choices of another radio button are hidden
  expect(await page.locator("[name=scopes]").first().isVisible()).toBe(false);
  await page.getByLabel("Read only").check();
  expect(await page.locator("#scopes").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Create the token" }).click();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Your new token");
  await close();
});

test("an authorized application is listed with its scopes; once its access is revoked, its token gets 401", async () => {
  const me = await someone();
  const application = await anApplication(await someone(), { name: "Planner", scopes: ["table|read"] });
  const token = await anAppToken(application, me.userId, ["table|read"]);
  expect(await statusWith(token)).toBe(200);
  const { page, wrong, close } = await visitAs(me.userId);
  await page.goto(`${origin()}/account`);
  const row = page
    .getByRole("region", { name: "Applications" })
    .getByRole("listitem")
    .filter({ hasText: "Planner" });
  expect(await row.getByRole("link").getAttribute("href")).toBe(application.homepage);
  await row.locator("summary", { hasText: "What it may do" }).click();
  expect(await row.locator("details ul").textContent()).toBe("See tables");
  await row.locator("summary", { hasText: "Revoke access" }).click();
  await row.getByRole("button").click();
  expect(await page.getByRole("status").textContent()).toContain("The access of the application was revoked");
  expect(await statusWith(token)).toBe(401);
  expect(wrong).toEqual([]);
  await close();
});

test("a new password ends the sessions of other browsers, but not of the one that changed it", async () => {
  const first = await visit();
  const { page } = first;
  const email = `${crypto.randomUUID()}@test.local`;
  await page.goto(`${origin()}/auth/sign-up`);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("correct horse 7");
  await page.getByRole("button").click();
  await page.waitForURL(`${origin()}/app`);
  await page.goto(`${origin()}/account`);
  const second = await visit();
  await second.context.addCookies(await first.context.cookies());
  await second.page.goto(`${origin()}/account`);
  expect(second.page.url()).toBe(`${origin()}/account`);

  await page.locator("summary", { hasText: "Change your password" }).click();
  await page.getByLabel("Current password").fill("wrong horse 7");
  await page.getByLabel("New password").fill("battery staple 8");
  await page.locator("form[action='/account/password'] button").click();
  expect(await page.getByRole("alert").textContent()).toBe("The password is wrong");
  expect(await page.locator(":focus").getAttribute("name")).toBe("password");
  await page.getByLabel("Current password").fill("correct horse 7");
  await page.getByLabel("New password").fill("battery staple 8");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(`${origin()}/account?done=password`);

  await second.page.goto(`${origin()}/account`);
  expect(second.page.url()).toBe(`${origin()}/auth/sign-in?next=%2Faccount`);
  await Promise.all([first.close(), second.close()]);
});

test("markup in names is shown as text", async () => {
  const me = await someone(`<img src=x onerror=alert(1)>"'&`);
  const application = await anApplication(await someone(), { name: "<script>alert(1)</script>" });
  await anAppToken(application, me.userId, ["table|read"]);
  await aToken(me.userId);
  const { page, wrong, close } = await visitAs(me.userId);
  await page.goto(`${origin()}/account`);
  expect(await page.locator("dd").first().textContent()).toBe(me.name);
  expect(await page.getByText("<script>alert(1)</script>", { exact: true }).count()).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
  await close();
});

test("a second factor is set up with the QR code, asked for at the next sign-in, and turned off with a code", async () => {
  const me = await aPerson({ name: "Ada" });
  const { page, wrong, close } = await visitAs(me.userId);
  await page.goto(`${origin()}/account`);
  await page.getByRole("link", { name: "Second factor" }).click();
  expect(await lacks(page)).toEqual([]);
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Set it up" }).click();
  await page.getByRole("img", { name: "QR code" }).waitFor();
  expect(await lacks(page)).toEqual([]);
  await screenshot(page, "second-factor");
  const text = (await page.locator("code").textContent()) ?? "";
  expect(text).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = fromBase32(text);
  await page.getByLabel("Code", { exact: true }).fill(makeCode(secret, stepAt(Date.now()) - 1));
  await page.getByRole("button", { name: "Turn it on" }).click();
  const codes = ((await page.locator("pre").textContent()) ?? "").split("\n");
  expect(codes.length).toBe(10);
  expect(await lacks(page)).toEqual([]);
  await page.getByRole("link", { name: "I have kept them" }).click();
  expect(await page.getByRole("status").textContent()).toContain("needs a code too");
  expect(await lacks(page)).toEqual([]);
  await page.locator("form[action='/account/sign-out'] button").click();

  await page.goto(`${origin()}/auth/sign-in?next=%2Faccount%2Fsecond-factor`);
  await page.getByLabel("E-mail").fill(me.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code", { exact: true }).fill(codes[0] ?? "");
  expect(await lacks(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${origin()}/account/second-factor`);
  await page.getByLabel("Code", { exact: true }).fill(codes[1] ?? "");
  await page.getByRole("button", { name: "Turn it off" }).click();
  expect(await page.getByRole("status").textContent()).toContain("needs no code");
  expect(wrong).toEqual([]);
  await close();
});

test("a session in another browser is ended on the page", async () => {
  const me = await someone();
  const other = await visitAs(me.userId);
  await other.page.goto(`${origin()}/account`);
  const { page, wrong, close } = await visitAs(me.userId);
  await page.goto(`${origin()}/account`);
  await screenshot(page, "account-sessions");
  await page.getByRole("button", { name: "End the session of" }).click();
  expect(await page.getByRole("status").textContent()).toBe("The session was ended.");
  await other.page.reload();
  expect(other.page.url()).toContain("/auth/sign-in");
  expect(wrong).toEqual([]);
  await Promise.all([close(), other.close()]);
});

/* Comments that did not reach the server outlive the page, in a real browser: they wait at their record, and are sent once. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as listComments } from "#functions/comment/list-comments";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as listRecords } from "#functions/record/list-records";
import { aMember, aSession, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { log, origin, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";
import { cutWrites, isWrite, keptItems, loseAnswers, watchWrites } from "../support/out-of-reach.ts";

useLiveApp();

let owner: Someone;
let made: Awaited<ReturnType<typeof aTable>>;
let params: { tableId: string; recordId: string };
let path = "";
beforeEach(async (context) => {
  if (context.task.result?.state === "skip") return;
  owner = await someone("Ada");
  const records = [{ fields: { Title: "Cléo" } }, { fields: { Title: "Vagabond" } }];
  made = await aTable({ fields: [{ type: "singleLineText", name: "Title" }], records }, owner);
  const { body } = await call(listRecords, { as: owner, params: { tableId: made.tableId } });
  params = { tableId: made.tableId, recordId: body.records[0].id };
  path = `/app/${made.baseId}/${made.tableId}?record=${params.recordId}`;
});

interface Stored {
  content: { children: { type: string; value: string }[] }[];
}
const stored = async (): Promise<string[]> =>
  (await call(listComments, { as: owner, params, query: { take: "20" } })).body.comments
    .map(({ content }: Stored) =>
      content.map(({ children }) => children.map(({ type, value }) => `${type} ${value}`)),
    )
    .map((each: string[][]) => each.flat().join("|"));

const isComment = /\/comment\/tbl/;
const cut = (context: BrowserContext) => cutWrites(context, isComment);
const writesSince = (before: number) =>
  log()
    .slice(before)
    .filter(({ method, path: at }) => isWrite(method) && at.includes("/comment/"));

async function write(page: Page, text: string): Promise<void> {
  const area = page.getByLabel("New comment");
  await area.fill(text);
  await page.getByRole("button", { name: "Send" }).last().click();
}
const unsent = (page: Page) =>
  page.getByRole("list", { name: "Comments that are not sent" }).getByRole("listitem");
const sent = (page: Page, text: string) =>
  page.locator("ol.talk:not([aria-label]) li").filter({ hasText: text });

test("it waits at its record, also after a reload, in its order and with its mention, and is sent once", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await page.getByText("No comment yet.").waitFor();
  await expect.poll(() => page.getByLabel("Mention someone").locator("option").count()).toBe(2);
  await cut(context);
  const before = log().length;
  await page.getByLabel("New comment").fill("Look,");
  await page.getByLabel("Mention someone").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Send" }).click();
  await unsent(page).filter({ hasText: "Look, @" }).waitFor();
  await page.getByText("this comment waits here").waitFor();
  expect(await page.getByLabel("New comment").inputValue()).toBe("");
  await write(page, "Second");
  await expect.poll(() => unsent(page).count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-kept-comment");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await expect.poll(async () => (await keptItems(page)).length).toBe(2);
  await page.reload();
  expect(asked).toEqual([]);
  await unsent(page).filter({ hasText: "Second" }).waitFor();
  expect([await unsent(page).count(), await stored(), writesSince(before)]).toEqual([2, [], []]);
  await context.unroute(isComment);
  await sent(page, "Second").waitFor();
  expect(await stored()).toEqual([`span Look, |mention ${owner.userId}`, "span Second"]);
  await unsent(page).first().waitFor({ state: "detached" });
  expect(writesSince(before).map(({ status }) => status)).toEqual([201, 201]);
  expect(await keptItems(page)).toEqual([]);
  await close();
});

test("a page that is gone: the next one sends it, from another place of the app; what was done before is not done again", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await page.getByText("No comment yet.").waitFor();
  // the server does it, and the page does not hear of it
  await loseAnswers(context, isComment);
  await write(page, "Once");
  await unsent(page).filter({ hasText: "Once" }).waitFor();
  await expect.poll(async () => (await keptItems(page)).length).toBe(1);
  const next = await context.newPage();
  await page.close();
  await context.unroute(isComment);
  const sent = watchWrites(context, isComment);
  await next.goto(`${origin()}/app`);
  await expect.poll(() => keptItems(next)).toEqual([]);
  expect(sent).toHaveLength(1);
  expect(await stored()).toEqual(["span Once"]);
  await close();
});

test("what is refused later stays at its record in a form with the reason, and is said; also at a record that is gone", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await page.getByText("No comment yet.").waitFor();
  await cut(context);
  await write(page, `long ${"x".repeat(120_000)}`);
  await unsent(page).first().waitFor();
  await expect.poll(async () => (await keptItems(page)).length).toBe(1);
  await page.goto(`${origin()}/account`);
  await context.unroute(isComment);
  await page.goto(`${origin()}/app`);
  await page.getByText(/A comment was not saved: .*must have at most/).waitFor();
  await page.getByRole("link", { name: "Show" }).click();
  const refused = page.getByLabel("Comment that was not saved");
  await refused.waitFor();
  await unsent(page)
    .getByText(/must have at most/)
    .waitFor();
  expect((await refused.inputValue()).slice(0, 7)).toBe("long xx");
  expect(await axeFindings(page)).toEqual([]);
  await refused.fill("shorter");
  await unsent(page).getByRole("button", { name: "Send" }).click();
  await sent(page, "shorter").waitFor();
  expect([await stored(), await keptItems(page)]).toEqual([["span shorter"], []]);
  await cut(context);
  await write(page, "Too late");
  await unsent(page).filter({ hasText: "Too late" }).waitFor();
  await call(deleteRecord, { as: owner, params });
  await context.unroute(isComment);
  await page.reload();
  await expect.poll(() => refused.inputValue()).toBe("Too late");
  await page.getByRole("button", { name: "Cancel" }).click();
  await refused.waitFor({ state: "detached" });
  expect(await keptItems(page)).toEqual([]);
  await close();
});

test("a changed comment waits too; what waits can be given up", async () => {
  const content = [{ type: "p", children: [{ type: "span", value: "Before" }] }];
  await call(createComment, { as: owner, params, body: { content } });
  const { page, context, close } = await openAppAs(owner.userId, path);
  await sent(page, "Before").waitFor();
  await cut(context);
  await sent(page, "Before").getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Edit", { exact: true }).fill("After");
  await page.getByRole("button", { name: "Save" }).click();
  await unsent(page).filter({ hasText: "After" }).waitFor();
  await write(page, "Never");
  await unsent(page).filter({ hasText: "Never" }).getByRole("button", { name: "Give up" }).click();
  await expect.poll(() => unsent(page).count()).toBe(1);
  await page.reload();
  await unsent(page).filter({ hasText: "After" }).waitFor();
  await context.unroute(isComment);
  await sent(page, "After").waitFor();
  expect(await stored()).toEqual(["span After"]);
  await close();
});

test("over a day old it asks first; another account does not send it; sign out says that it is given up", async () => {
  const other = await aMember(made.baseId, "editor");
  const { page, context, close } = await openAppAs(owner.userId, path);
  await page.getByText("No comment yet.").waitFor();
  await cut(context);
  await write(page, "By Ada");
  await unsent(page).first().waitFor();
  await expect.poll(async () => (await keptItems(page)).length).toBe(1);
  const signIn = async (userId: typeof owner.userId) =>
    context.addCookies([
      { name: "auth_session", value: (await aSession(userId)).cookie, url: origin(), httpOnly: true },
    ]);
  await signIn(other.userId);
  const before = log().length;
  await context.unroute(isComment);
  await page.reload();
  await page.getByText("No comment yet.").waitFor();
  await page.waitForTimeout(500);
  expect([writesSince(before), await unsent(page).count()]).toEqual([[], 0]);
  await signIn(owner.userId);
  await page.goto(`${origin()}/account`);
  await page.evaluate(
    `for (const key of Object.keys(localStorage)) if (key.startsWith("gridless-kept ")) localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), since: Date.now() - 25 * 60 * 60 * 1000 }))`,
  );
  await page.goto(`${origin()}/app`);
  const asked = page.getByRole("dialog", { name: "Send changes from before?" });
  await asked.getByText(/1 change of/).waitFor();
  await asked.getByRole("button", { name: "Decide later" }).click();
  await asked.waitFor({ state: "detached" });
  expect(await stored()).toEqual([]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByText("1 comment did not reach the server").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await asked.getByRole("button", { name: "Send them" }).click();
  await expect.poll(stored).toEqual(["span By Ada"]);
  await close();
});

test("a browser without room says so, and asks before the page goes", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await page.getByText("No comment yet.").waitFor();
  await page.evaluate(
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
  );
  await cut(context);
  await write(page, "No room");
  await unsent(page)
    .getByText(/has no room for them/)
    .waitFor();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await close();
});

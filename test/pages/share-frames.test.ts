/* The page of a share within a page of another origin: only where the share allows it, and without a session. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { aShare } from "#test/functions/share/support";
import { aSession } from "#test/support/makers/makers";
import { origin, useBrowser, visit } from "./support/browser.ts";

// as on AWS: on one machine the gateway keeps pages of other origins away, unless GRIDLESS_CORS_ORIGINS lists them
useBrowser({ corsOrigins: "*" });

/** A page of another origin, with the page of a share in a frame. */
let framed = "";
const host = createServer((_, answer) => {
  answer.setHeader("content-type", "text/html");
  answer.end(
    `<!doctype html><html lang="en"><title>Host</title><main><h1>Host</h1><iframe title="Form" width="400" height="600" src="${framed}"></iframe></main></html>`,
  );
});
await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
afterAll(() => host.close());
const elsewhere = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

const submit = { allow: true };

async function frameForm(shareMeta: object) {
  const form = await aShare({
    fields: [{ type: "singleLineText", name: "Name" }],
    view: { type: "form", name: "Join us" },
    shareMeta,
  });
  const visited = await visit(undefined, [elsewhere]);
  const { page } = visited;
  framed = `${origin()}/share/${form.shareId}`;
  await page.goto(`${elsewhere}/`);
  return { ...form, ...visited, frame: page.frameLocator("iframe") };
}

test.each([["*"], [elsewhere]])("a share that allows %s takes an answer in a frame", async (allowed) => {
  const { frame, list, wrong, close } = await frameForm({ submit, frameOrigins: [allowed] });
  await frame.getByLabel("Name").fill("Ada");
  await frame.getByRole("button", { name: "Send" }).click();
  await frame.getByRole("heading", { name: "Thank you" }).waitFor();
  expect((await list()).body.records).toMatchObject([{ fields: { Name: "Ada" } }]);
  expect(wrong).toEqual([]);
  await close();
});

test.each([[undefined], [["https://another.example"]]])(
  "a share that allows %s is not shown in a frame of another origin",
  async (frameOrigins) => {
    const { page, frame, wrong, close } = await frameForm({ submit, ...(frameOrigins && { frameOrigins }) });
    await expect.poll(() => wrong.join(" ")).toMatch(/frame-ancestors/);
    expect(await frame.getByLabel("Name").count()).toBe(0);
    expect(page.frames()).toHaveLength(2);
    await close();
  },
);

test("a form that asks who a person is leads out of the frame, also if they are signed in", async () => {
  const { context, page, frame, owner, close } = await frameForm({
    submit: { allow: true, requireLogin: true },
    frameOrigins: ["*"],
  });
  const { cookie } = await aSession(owner.userId);
  await context.addCookies([{ name: "auth_session", value: cookie, url: origin(), httpOnly: true }]);
  await page.reload();
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    frame.getByRole("link", { name: "Open it in a window of its own" }).click(),
  ]);
  await opened.getByLabel("Name").waitFor();
  await close();
});

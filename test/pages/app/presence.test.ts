/* Who else is at a record, in views with cards and over an open record. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings } from "../support/accessible.ts";
import { aTableWithView } from "../support/cards.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const fields = [
  { type: "singleLineText", name: "Title" },
  { type: "singleSelect", name: "State", options: { choices: [{ name: "New" }, { name: "Seen" }] } },
];
const records = ["Alien", "Dune", "Heat"].map((Title) => ({ Title, State: "New" }));

const open = (page: Page, title: string) => page.getByRole("button", { name: title, exact: true });
const tile = (page: Page, title: string) => page.locator(".tile", { has: open(page, title) });
const slow = { timeout: 20_000 };

test.each([
  ["gallery", {}],
  ["kanban", { stackFieldId: "State" }],
])(
  "%s: the card at which another person is has their colour and name",
  async (type, options) => {
    const { owner, member, baseId, tableId, viewId } = await aTableWithView({
      ...{ fields, records },
      view: { type, options },
    });
    const path = `/app/${baseId}/${tableId}/${viewId}`;
    const mine = await openAppAs(member.userId, path);
    const theirs = await openAppAs(owner.userId, path);
    for (const { page } of [mine, theirs]) await open(page, "Dune").waitFor();
    await mine.page
      .getByRole("list", { name: "Also in this view" })
      .getByRole("listitem")
      .waitFor({ state: "attached", ...slow });
    await open(theirs.page, "Dune").focus();
    const list = (title: string) => tile(mine.page, title).getByRole("list", { name: "Also at this record" });
    await list("Dune")
      .getByText(/^Ada \d+$/)
      .waitFor({ state: "attached", ...slow });
    expect(await tile(mine.page, "Dune").evaluate((each) => each.style.getPropertyValue("--who"))).toMatch(
      /^hsl\(/,
    );
    expect(await mine.page.locator(".tile.taken").count()).toBe(1);
    expect(await axeFindings(mine.page)).toEqual([]);
    // a press on another card, as when it is dragged
    await tile(theirs.page, "Heat").dispatchEvent("pointerdown", { pointerId: 1, isPrimary: true });
    await list("Heat").waitFor(slow);
    expect(await list("Dune").count()).toBe(0);
    // an open record says so too, and closed it is at the former card again
    await open(theirs.page, "Alien").click();
    await list("Alien").waitFor(slow);
    await open(mine.page, "Alien").click();
    const dialog = mine.page.getByRole("dialog");
    await dialog
      .getByRole("list", { name: "Also at this record" })
      .getByText(/^Ada \d+$/)
      .waitFor({ state: "attached", ...slow });
    expect(await axeFindings(mine.page)).toEqual([]);
    await theirs.close();
    await expect.poll(() => dialog.getByRole("listitem").filter({ hasText: /^Ada/ }).count(), slow).toBe(0);
    expect([...mine.wrong, ...theirs.wrong]).toEqual([]);
    await mine.close();
  },
  120_000,
);

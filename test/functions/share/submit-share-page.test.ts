import { expect, test } from "vitest";
import { pageIn, titleOf } from "#test/support/form";
import { aShare } from "./support.ts";

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Count" },
  { type: "date", name: "Day" },
  { type: "checkbox", name: "Sure", options: { defaultValue: true } },
  { type: "rating", name: "Stars", options: { icon: "star", color: "redBright", max: 5 } },
  { type: "singleSelect", name: "City", options: { choices: [{ name: "Rome" }, { name: "Oslo" }] } },
  { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "a, b" }, { name: "c" }] } },
  { type: "longText", name: "Notes" },
];
const form = await aShare({
  fields,
  view: (idOf) => ({
    ...{ type: "form", options: { submitLabel: "Join" } },
    columnMeta: {
      [idOf("Name")]: { order: 0, visible: true, required: true },
      [idOf("Notes")]: { order: 9, visible: true },
    },
  }),
  shareMeta: { submit: { allow: true } },
});
const { idOf, fillIn, list, page, shareId } = form;
const typed = (cells: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(cells).map(([name, value]) => [idOf(name), value]));

test("302: what was typed is in the record, and is thanked for", async () => {
  const all = await aShare({ fields, view: { type: "form" }, shareMeta: { submit: { allow: true } } });
  const own = (name: string) => all.idOf(name);
  const cells = {
    ...{ [own("Name")]: "Ada", [own("Count")]: "1,200.5", [own("Day")]: "2026-01-31", [own("Stars")]: "4" },
    ...{
      [own("City")]: "Oslo",
      [own("Tags")]: ["a, b", "c"],
      [own("Notes")]: "one\r\ntwo",
      utm_source: "mail",
    },
  };
  const { status, headers } = await all.fillIn(cells);
  expect({ status, location: headers["location"] }).toEqual({
    status: 302,
    location: `/share/${all.shareId}?done`,
  });
  const [record] = (await all.list()).body.records;
  expect(record.fields).toEqual({
    ...{ Name: "Ada", Count: 1200.5, Day: "2026-01-31T00:00:00.000Z", Stars: 4 },
    ...{ City: "Oslo", Tags: ["a, b", "c"], Notes: "one\ntwo" },
  });
  const thanks = await all.page({ query: "done" });
  expect(titleOf(thanks)).toBe("Thank you");
  expect(thanks.status).toBe(200);
});

test("400: the form again, with what was typed, and what is wrong beside its field", async () => {
  const answer = await fillIn(typed({ Notes: "<b>kept</b>" }));
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({ status: 400, title: "Shared" });
  const html = pageIn(answer);
  expect(html).toContain(`<a href="#${idOf("Name")}">Name</a>: must not be empty`);
  expect(html).toContain(`id="${idOf("Name")}-problem">Must not be empty`);
  expect(html).toContain("&lt;b&gt;kept&lt;/b&gt;</textarea>");
  expect((await list()).body.records).toEqual([]);
});

test("200: the form has what the view shows, as the view words it", async () => {
  const html = pageIn(await page());
  expect(html).toContain(`action="/share/${shareId}/form"`);
  expect(html).toContain('<button type="submit">Join</button>');
  for (const [name, isThere] of [
    ["Name", true],
    ["Notes", true],
    ["Count", false],
  ] as const)
    expect(html.includes(`for="${idOf(name)}"`), name).toBe(isThere);
});

test("400: text where a number belongs is refused, not lost", async () => {
  const { idOf, fillIn } = await aShare({
    fields,
    view: { type: "form" },
    shareMeta: { submit: { allow: true } },
  });
  const answer = await fillIn({ [idOf("Count")]: "many", [idOf("City")]: "Paris" });
  const html = pageIn(answer);
  expect(answer.status).toBe(400);
  expect(html).toContain("Must be a number");
  expect(html).toContain('value="many"');
  expect(html).toContain(`<a href="#${idOf("City")}">City</a>`);
});

test("302: back to the password, where it is another by now", async () => {
  const { fillIn, shareId, list } = await aShare({
    ...{ fields, view: { type: "form" }, shareMeta: { password: "correct horse", submit: { allow: true } } },
  });
  const { status, headers } = await fillIn({});
  expect({ status, location: headers["location"] }).toEqual({ status: 302, location: `/share/${shareId}` });
  expect((await list()).body.records).toEqual([]);
});

import { expect, test } from "vitest";
import { handler as submitSharePage } from "#functions/share/submit-share-page";
import { fromOurPage } from "#test/support/requests/call";
import { pageIn, titleOf } from "#test/support/requests/form";
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
    type: "form",
    options: { submitLabel: "Join" },
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

/** A form with all fields. */
async function aForm(fields: object[]) {
  const share = await aShare({ fields, view: { type: "form" }, shareMeta: { submit: { allow: true } } });
  const typed = (cells: Record<string, string | string[]>) =>
    Object.fromEntries(Object.entries(cells).map(([name, value]) => [share.idOf(name), value]));
  return { ...share, typed };
}
const all = await aForm(fields);

test("302: the input is in the record, and the page says thanks", async () => {
  const own = (name: string) => all.idOf(name);
  const cells = {
    [own("Name")]: "Ada",
    [own("Count")]: "1,200.5",
    [own("Day")]: "2026-01-31",
    [own("Stars")]: "4",
    [own("City")]: "Oslo",
    [own("Tags")]: ["a, b", "c"],
    [own("Notes")]: "one\r\ntwo",
    utm_source: "mail",
  };
  const { status, headers } = await all.fillIn(cells);
  expect({ status, location: headers["location"] }).toEqual({
    status: 302,
    location: `/share/${all.shareId}?done`,
  });
  const [record] = (await all.list()).body.records;
  expect(record.fields).toEqual({
    Name: "Ada",
    Count: 1200.5,
    Day: "2026-01-31T00:00:00.000Z",
    Stars: 4,
    City: "Oslo",
    Tags: ["a, b", "c"],
    Notes: "one\ntwo",
  });
  const thanks = await all.page({ query: "done" });
  expect(titleOf(thanks)).toBe("Thank you");
  expect(thanks.status).toBe(200);
});

test("400: the form again, with the input, and each issue beside its field", async () => {
  const answer = await fillIn(typed({ Notes: "<b>kept</b>" }));
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({ status: 400, title: "Shared" });
  const html = pageIn(answer);
  expect(html).toContain(`<a href="#${idOf("Name")}">Name</a>: must not be empty`);
  expect(html).toContain(`id="${idOf("Name")}-problem">Must not be empty`);
  expect(html).toContain("&lt;b&gt;kept&lt;/b&gt;</textarea>");
  expect((await list()).body.records).toEqual([]);
});

test("200: the form has the visible fields, with the names of the view", async () => {
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

test("400: text in a number field is refused, not dropped", async () => {
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

test("302: after the session has ended, back to the page, which asks to sign in and leads back", async () => {
  const { fillIn, page, shareId, list } = await aShare({
    fields,
    view: { type: "form" },
    shareMeta: { submit: { allow: true, requireLogin: true } },
  });
  const { status, headers } = await fillIn({});
  expect({ status, location: headers["location"] }).toEqual({ status: 302, location: `/share/${shareId}` });
  expect((await page()).headers["location"]).toBe(`/auth/sign-in?next=%2Fshare%2F${shareId}`);
  expect((await list()).body.records).toEqual([]);
});

test("302: back to the password page if the password was changed", async () => {
  const { fillIn, shareId, list } = await aShare({
    fields,
    view: { type: "form" },
    shareMeta: { password: "correct horse", submit: { allow: true } },
  });
  const { status, headers } = await fillIn({});
  expect({ status, location: headers["location"] }).toEqual({ status: 302, location: `/share/${shareId}` });
  expect((await list()).body.records).toEqual([]);
});

test("visitors who may not submit the form do not see it again, whatever they send", async () => {
  const secret = { fields, records: [], view: { type: "form", description: "hush" } };
  const ask = async (shareMeta: object, view: object = secret.view) => {
    const share = await aShare({ ...secret, view, shareMeta });
    const { status, headers, body } = await share.ask(submitSharePage, {
      headers: fromOurPage(),
      body: ["no form"],
    });
    expect(JSON.stringify(body)).not.toMatch(/hush|Count/);
    return { status, leadsTo: headers["location"]?.split("?")[0] };
  };
  const [locked, forMembers, closed, grid] = await Promise.all([
    ask({ password: "correct horse", submit: { allow: true } }),
    ask({ submit: { allow: true, requireLogin: true } }),
    ask({ submit: { allow: false } }),
    ask({}, { type: "grid", description: "hush" }),
  ]);
  expect(locked).toEqual({ status: 400, leadsTo: undefined });
  expect(forMembers).toEqual({ status: 302, leadsTo: "/auth/sign-in" });
  for (const each of [closed, grid]) expect(each.status).toBe(403);
});

test("400: an ambiguous or invalid number or date; issues are in the form's order", async () => {
  const answer = await all.fillIn({ ...all.typed({ Tags: "z", Count: "1,234", Day: "yesterday" }) });
  const wrong = [...pageIn(answer).matchAll(/<li><a href="#\w+">(\w+)<\/a>: (.*?)<\/li>/g)];
  expect(wrong.map(([, name, message]) => [name, message])).toEqual([
    ["Count", "&quot;1,234&quot; can be 1234 or 1.234: write the one that is meant"],
    ["Day", "must be a date, for example 2026-01-31"],
    ["Tags", "&quot;z&quot; is not the name of a choice of this field"],
  ]);
});

test("200: a time field names its time zone, in which it is read", async () => {
  const timeZone = "America/New_York";
  const formatting = { date: "YYYY-MM-DD", time: "HH:mm", timeZone };
  const { page, typed, fillIn, list } = await aForm([
    { type: "singleLineText", name: "Name" },
    { type: "date", name: "At", options: { formatting } },
  ]);
  expect(pageIn(await page())).toMatch(/At <span class="hint">\(America\/New_York\)<\/span>/);
  await fillIn(typed({ At: "2026-01-31T09:30" }));
  expect((await list()).body.records[0].fields).toEqual({ At: "2026-01-31T14:30:00.000Z" });
});

test("302: a form submitted as shown makes a record with the shown values", async () => {
  const preset = await aForm([
    { type: "singleLineText", name: "Name" },
    {
      type: "number",
      name: "Part",
      options: { formatting: { type: "percent", precision: 0 }, defaultValue: 0.07 },
    },
    {
      type: "singleSelect",
      name: "City",
      options: { choices: [{ name: "New  York" }], defaultValue: "New  York" },
    },
  ]);
  const html = pageIn(await preset.page());
  const part = /inputmode="decimal" value="(.*?)"/.exec(html)?.[1] ?? "";
  const city = /value="([^"]+)" checked><span>New/.exec(html)?.[1] ?? "";
  expect((await preset.fillIn(preset.typed({ Part: part, City: city }))).status).toBe(302);
  expect((await preset.list()).body.records[0].fields).toEqual({ Part: 0.07, City: "New  York" });
});

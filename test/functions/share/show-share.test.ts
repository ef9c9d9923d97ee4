import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { limits } from "#lib/schemas/basics/limits";
import { aShareId } from "#test/support/makers/ids";
import { aSession, someone } from "#test/support/makers/makers";
import { type Asking, call } from "#test/support/requests/call";
import { pageIn, titleOf } from "#test/support/requests/form";
import { somePeople } from "./people.ts";
import { aShare, cookieIn } from "./support.ts";

/** The texts of cells, row by row. */
const rowsIn = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => cell),
  );

test("200: a table of what the view shows, in its order; search engines and frames are kept out", async () => {
  const { page, idOf } = await somePeople();
  const answer = await page();
  const html = pageIn(answer);
  expect(answer.headers["x-robots-tag"]).toBe("noindex");
  expect(rowsIn(html)).toEqual([
    ["Name", "Size", "City"],
    ["Ada", "1.00", "Rome"],
    ["Cy", "3.00", "Rome"],
    ["Bob", "2.00", "Oslo"],
  ]);
  for (const hidden of [idOf("Age"), "Age", "4444", "usr"]) expect(html).not.toContain(hidden);
});

test("200: page after page, by the link; a cursor that is good no more is a 400, which leads to the first page", async () => {
  const { page, owner, params, shareId } = await aShare();
  const records = Array.from({ length: 60 }, (_, i) => ({ fields: { Name: `r${i}` } }));
  await call(createRecords, { as: owner, params, body: { records } });
  const first = pageIn(await page());
  const cursor = /rel="next" href="\/share\/\w+\?cursor=([\w-]+)"/.exec(first)?.[1] ?? "";
  const second = pageIn(await page({ query: { cursor } }));
  const seen = [...rowsIn(first).slice(1), ...rowsIn(second).slice(1)].map(([name]) => name);
  expect(seen).toEqual(records.map(({ fields }) => fields.Name));
  expect(second).not.toContain('rel="next"');
  const gone = await page({ query: { cursor: "nope" } });
  expect({ status: gone.status, title: titleOf(gone) }).toEqual({
    status: 400,
    title: "This table has changed",
  });
  expect(pageIn(gone)).toContain(`<a href="/share/${shareId}">First page</a>`);
});

test("200: a page has as many rows as fit into an answer, whatever stands in them", async () => {
  const columns = Array.from({ length: 60 }, (_, i) => `c${i}`);
  const cells = Object.fromEntries(columns.map((name) => [name, '"'.repeat(500)]));
  const { page } = await aShare({
    fields: columns.map((name) => ({ type: "longText", name })),
    records: Array.from({ length: 50 }, (_, i) => ({ ...cells, c0: `row ${i}` })),
  });
  const seen: string[] = [];
  for (let query: Asking["query"] = ""; ; ) {
    const html = pageIn(await page({ query }));
    expect(Buffer.byteLength(html)).toBeLessThan(limits.responseBytes);
    seen.push(...[...html.matchAll(/row \d+/g)].map(([name]) => name));
    const cursor = /rel="next" href="\/share\/\w+\?cursor=([\w-]+)"/.exec(html)?.[1];
    if (!cursor) break;
    query = { cursor };
  }
  expect(seen).toEqual(Array.from({ length: 50 }, (_, i) => `row ${i}`));
});

test("200: what stands in cells is text, never markup", async () => {
  const { page } = await aShare({ records: [{ Name: "<script>alert(1)</script>", Count: 1 }] });
  expect(pageIn(await page())).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

test("200: first of all the password is asked for; nothing else is told", async () => {
  const { page, givePassword, table, shareId } = await somePeople({ password: "correct horse" });
  const asked = await page();
  expect(titleOf(asked)).toBe("This page has a password");
  for (const hidden of [table.name, "Shared", "Ada", "Name"])
    expect(String(asked.body)).not.toContain(hidden);

  const wrong = await givePassword("not this one");
  expect({ status: wrong.status, title: titleOf(wrong) }).toEqual({
    status: 401,
    title: "This page has a password",
  });
  expect(String(wrong.body)).toContain("The password is not right");
  expect(String(wrong.body)).not.toContain("not this one");

  const right = await givePassword("correct horse");
  expect({ status: right.status, location: right.headers["location"] }).toEqual({
    status: 302,
    location: `/share/${shareId}`,
  });
  expect(titleOf(await page(cookieIn(right)))).toBe("Shared");
});

test("302: to where one signs in, if the form asks for that", async () => {
  const { page, shareId } = await aShare({
    view: { type: "form" },
    shareMeta: { submit: { allow: true, requireLogin: true } },
  });
  const { status, headers } = await page();
  const next = encodeURIComponent(`/share/${shareId}`);
  expect({ status, location: headers["location"] }).toEqual({
    status: 302,
    location: `/auth/sign-in?next=${next}`,
  });
  const signedIn = await aSession((await someone()).userId);
  expect((await page({ signedIn })).status).toBe(200);
});

test("403: neither records nor a form", async () => {
  const [grid, form] = await Promise.all([
    aShare({ records: [{ Name: "Ada" }], shareMeta: { includeRecords: false } }),
    aShare({ records: [{ Name: "Ada" }], view: { type: "form" }, shareMeta: { submit: { allow: false } } }),
  ]);
  for (const { page } of [grid, form]) {
    const answer = await page();
    expect(answer.status).toBe(403);
    expect(pageIn(answer)).not.toContain("Ada");
  }
});

test("404: no such share", async () => {
  const { page } = await aShare();
  const answer = await page({ params: { shareId: aShareId() } });
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({
    status: 404,
    title: "There is nothing here",
  });
});

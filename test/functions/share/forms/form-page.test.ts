/* What the page of a shared form asks, offers and says, and that an answer is taken once. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as updateColumns } from "#functions/view/update-view-columns";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { aSession, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pageIn } from "#test/support/requests/form";
import { aShare } from "../support.ts";

const text = (name: string, type?: string) => ({
  ...{ type: "singleLineText", name },
  ...(type && { options: { showAs: { type } } }),
});
const submit = { allow: true };

async function aForm(fields: object[], view: object = {}, shareMeta: object = { submit }) {
  const form = await aShare({ fields, view: { type: "form", ...view }, shareMeta });
  const typed = (cells: Record<string, string | string[]>) =>
    Object.fromEntries(Object.entries(cells).map(([name, value]) => [form.idOf(name), value]));
  const say = (name: string, columnMeta: object) =>
    call(updateColumns, { ...form.ofView, body: [{ fieldId: form.idOf(name), columnMeta }] });
  const cells = async () => (await form.list()).body.records.map(({ fields }: { fields: object }) => fields);
  return { ...form, share: form.say, typed, say, cells, html: async () => pageIn(await form.page()) };
}

test("each type has its input; what is required says so", async () => {
  const choices = (count: number) => ({
    choices: Array.from({ length: count }, (_, i) => ({ name: `choice ${i + 1}` })),
  });
  const form = await aForm([
    text("Name"),
    text("Mail", "email"),
    text("Site", "url"),
    text("Phone", "phone"),
    { type: "number", name: "Count" },
    { type: "singleSelect", name: "Few", options: choices(6) },
    { type: "singleSelect", name: "Many", options: choices(7) },
    { type: "rating", name: "Mood", options: { icon: "star", color: "redBright", max: 3 } },
  ]);
  await form.say("Name", { question: "Who are you?", help: "As in\nyour passport.", required: true });
  await form.say("Mood", { required: true });
  const html = await form.html();
  const input = (name: string) =>
    new RegExp(`<(\\w+)[^>]*? id="${form.idOf(name)}"[^>]*>`).exec(html)?.[0] ?? "";
  expect(["Mail", "Site", "Phone"].map((name) => /type="(\w+)"/.exec(input(name))?.[1])).toEqual([
    "email",
    "url",
    "tel",
  ]);
  expect(input("Count")).toContain('inputmode="decimal"');
  expect([input("Few"), input("Many"), input("Mood")].map((each) => each.split(" ")[0])).toEqual([
    "<fieldset",
    "<select",
    "<fieldset",
  ]);
  // what need not be answered can be taken back
  expect(html.match(/No answer/g)).toHaveLength(1);
  expect(html).toContain('Who are you? <span class="hint">(required)</span>');
  expect(html).toContain("As in\nyour passport.</p>");
  expect(input("Name")).toContain(" required");
  const refused = pageIn(await form.fillIn(form.typed({ Count: "2" })));
  expect(refused).toContain(`<a href="#${form.idOf("Name")}">Who are you?</a>: must not be empty`);
  expect(refused).toContain(`<a href="#${form.idOf("Mood")}">Mood</a>: must not be empty`);
  expect(refused).toContain('value="2"');
});

test("the same answers of one page make one record, other answers another one", async () => {
  const form = await aForm([text("Name")]);
  const onceIn = (html: string) => /name="once" value="(\w{22})"/.exec(html)?.[1] ?? "";
  const [first, second] = [onceIn(await form.html()), onceIn(await form.html())];
  expect(first).not.toBe(second);
  const ada = { ...form.typed({ Name: "Ada" }), once: first };
  const twins = await Promise.all([form.fillIn(ada), form.fillIn(ada), form.fillIn(ada)]);
  expect([...twins, await form.fillIn(ada)].map(({ status }) => status)).toEqual([302, 302, 302, 302]);
  expect(await form.cells()).toEqual([{ Name: "Ada" }]);
  await form.fillIn({ ...form.typed({ Name: "Bob" }), once: first });
  await form.fillIn({ ...form.typed({ Name: "Ada" }), once: second });
  expect(await form.cells()).toEqual([{ Name: "Ada" }, { Name: "Bob" }, { Name: "Ada" }]);
  // what was refused can be sent again by the same page
  await form.say("Name", { required: true });
  const refused = pageIn(await form.fillIn({ once: first }));
  expect(onceIn(refused)).toBe(first);
  expect((await form.fillIn({ ...form.typed({ Name: "Cy" }), once: first })).status).toBe(302);
  expect(await form.cells()).toHaveLength(4);
});

test("links and people are chosen from what the form offers, by id", async () => {
  const form = await aForm([text("Name"), { type: "user", name: "Host" }]);
  const { owner: as, tableId, baseId, spaceId } = form;
  const records = ["Rome", "Oslo", "Oslo"].map((Name) => ({ fields: { Name } }));
  const towns = await aTable({ fields: [text("Name")], records }, as, { baseId, spaceId } as never);
  const link = (name: string, relationship: string) => ({
    ...{ type: "link", name },
    options: { relationship, foreignTableId: towns.tableId, isOneWay: true },
  });
  const add = async (body: object) => {
    const { body: field } = await call(createField, { as, params: { tableId }, body });
    await call(updateColumns, {
      ...form.ofView,
      body: [{ fieldId: field.id, columnMeta: { visible: true } }],
    });
    return field.id as string;
  };
  const [home, seen] = [await add(link("Home", "manyOne")), await add(link("Seen", "manyMany"))];
  expect(await form.html()).not.toContain(as.userId);
  await form.say("Host", { visible: true });
  const html = await form.html();
  const [rome, oslo, otherOslo] = [...html.matchAll(/<option value="(rec\w+)">/g)].map(([, id]) => id ?? "");
  expect(html.match(/Oslo/g)).toHaveLength(4);
  expect(html).toContain(`<option value="${as.userId}">`);
  const sent = { ...form.typed({ Name: "Ada", Host: as.userId }), [home]: otherOslo ?? "" };
  const refused = pageIn(await form.fillIn({ ...sent, [seen]: [rome ?? "", "recUnknown"] }));
  expect(refused).toContain(`<option value="${otherOslo}" selected>`);
  expect(refused).toContain(`value="${rome}" checked`);
  expect((await form.fillIn({ ...sent, [seen]: [rome ?? "", oslo ?? ""] })).status).toBe(302);
  expect(await form.cells()).toMatchObject([
    { Home: { id: otherOslo }, Seen: [{ id: rome }, { id: oslo }], Host: { id: as.userId } },
  ]);
});

test("more records than a page lists are named by their titles", async () => {
  const form = await aForm([text("Name")]);
  const { owner: as, tableId, baseId, spaceId } = form;
  const records = Array.from({ length: 101 }, (_, i) => ({ fields: { Name: `Town ${i}` } }));
  const towns = await aTable({ fields: [text("Name")], records }, as, { baseId, spaceId } as never);
  const options = { relationship: "manyMany", foreignTableId: towns.tableId, isOneWay: true };
  const { body } = await call(createField, {
    as,
    params: { tableId },
    body: { type: "link", name: "Seen", options },
  });
  await call(updateColumns, {
    ...form.ofView,
    body: [{ fieldId: body.id, columnMeta: { visible: true } }],
  });
  expect((await form.html()).match(/<option value="Town/g)).toHaveLength(100);
  expect((await form.fillIn({ [body.id]: "Town 3, Town 100" })).status).toBe(302);
  expect((await form.cells())[0].Seen.map(({ title }: { title: string }) => title)).toEqual([
    "Town 3",
    "Town 100",
  ]);
});

test("pictures are loaded from the origins of their addresses only; thanks are those of the form", async () => {
  const options = {
    coverUrl: "https://a.example/x.png",
    logoUrl: "/logo.png",
    thanks: "See you\nthere!",
  };
  const form = await aForm([text("Name")], { options });
  const page = await form.page();
  const html = pageIn(page);
  expect(page.headers["content-security-policy"]).toContain("img-src 'self' data: https://a.example");
  expect(html).toContain('<img class="cover" src="https://a.example/x.png" alt="">');
  expect(html).toContain(`<img class="logo" src="${publicOrigin()}/logo.png" alt="">`);
  expect(pageIn(await form.page({ query: "done" }))).toContain("See you\nthere!");
});

test("a page is framed only by the origins of its share, and has no session there", async () => {
  const ancestors = ({ headers }: { headers: { [name: string]: unknown } }) => [
    /frame-ancestors (.*)$/.exec(String(headers["content-security-policy"]))?.[1],
    headers["x-frame-options"],
  ];
  const closed = await aForm([text("Name")]);
  expect(ancestors(await closed.page())).toEqual(["'none'", "DENY"]);
  const framed = { headers: { "sec-fetch-dest": "iframe" } };
  for (const [frameOrigins, told] of [
    [["*"], "*"],
    [["https://a.example", "http://localhost:8080"], "https://a.example http://localhost:8080"],
  ] as const) {
    const open = await aForm([text("Name")], {}, { submit, frameOrigins });
    for (const page of [await open.page(), await open.page({ query: "done" }), await open.page(framed)])
      expect(ancestors(page)).toEqual([told, undefined]);
    const grid = await aShare({ shareMeta: { frameOrigins } });
    expect(ancestors(await grid.page(framed))).toEqual([told, undefined]);
  }
  const secret = await aForm([text("Name")], {}, { submit, frameOrigins: ["*"], password: "correct horse" });
  const named = await aForm(
    [text("Name")],
    {},
    { submit: { ...submit, requireLogin: true }, frameOrigins: ["*"] },
  );
  const session = await aSession(named.owner.userId);
  const cookie = `auth_session=${session.cookie}`;
  expect((await named.page({ headers: { cookie } })).body).toContain('type="submit"');
  for (const each of [secret, named]) {
    const page = await each.page({ headers: { ...framed.headers, cookie } });
    expect(page.status).toBe(200);
    expect(String(page.body)).toContain("Open it in a window of its own");
  }
});

test.each([
  "https://a.example/path",
  "a.example",
  "https://a.example; script-src *",
  "'self'",
  "javascript:x",
])("%s is no origin that may frame a page", async (origin) => {
  const { share } = await aForm([text("Name")]);
  expect((await share({ submit, frameOrigins: [origin] })).status).toBe(400);
});

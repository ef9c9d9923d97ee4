import { describe, expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as submitSharedForm } from "#functions/share/submit-shared-form";
import { takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import { aSession, someone } from "#test/support/makers/makers";
import { call, fromOurPage } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { aShare } from "./support.ts";

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Count", options: { defaultValue: 7 } },
  { type: "singleSelect", name: "Status", options: { choices: [{ name: "light" }, { name: "heavy" }] } },
  { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "a" }] } },
  { type: "singleLineText", name: "Code", unique: true },
  { type: "singleLineText", name: "Inside", options: { defaultValue: "from the form" } },
  { type: "user", name: "Who" },
  { type: "attachment", name: "Files" },
  { type: "createdBy", name: "By" },
];
const shown = ["Name", "Count", "Status", "Tags", "Code", "Who", "Files", "By"];

interface Wanted {
  required?: string[];
  more?: object[];
}
const aForm = (submit: object = {}, { required = [], more = [] }: Wanted = {}) =>
  aShare({
    fields: [...fields, ...more],
    view: (idOf) => ({
      type: "form",
      columnMeta: Object.fromEntries(
        shown.map((name, order) => [
          idOf(name),
          { order, visible: true, ...(required.includes(name) && { required: true }) },
        ]),
      ),
    }),
    shareMeta: { includeRecords: false, submit: { allow: true, ...submit } },
  });

test("201: a record by an anonymous creator, with the defaults of fields that the form does not show", async () => {
  const { submit, get, list } = await aForm();
  const { status, body } = await submit({ Name: "Ada", Status: "heavy", By: "whoever" });
  const By = { id: "usrAnonymousVisitor", title: "Anonymous" };
  const cells = { Name: "Ada", Status: "heavy", Count: 7 };
  expect({ status, body }).toEqual({
    status: 201,
    body: { id: expect.stringMatching(/^rec/), name: "Ada", fields: cells },
  });
  expect((await list()).body.records).toEqual([
    expect.objectContaining({
      id: body.id,
      createdBy: By.id,
      fields: { ...cells, By, Inside: "from the form" },
    }),
  ]);
  const form = (await get()).body;
  const asked = form.fields.filter((field: { recordCreate: boolean }) => field.recordCreate);
  expect(asked.map(({ name }: { name: string }) => name)).toEqual(shown.slice(0, 7));
});

test("201: the signed-in user is recorded only if the form requires signing in", async () => {
  const [open, closed] = await Promise.all([aForm(), aForm({ requireLogin: true })]);
  const me = await someone();
  const signedIn = await aSession(me.userId);
  const makers: string[] = [];
  for (const { submit, list } of [open, closed]) {
    expect((await submit({ Name: "Ada" }, {}, { signedIn })).status).toBe(201);
    makers.push((await list()).body.records[0].fields.By.title);
  }
  expect(makers).toEqual(["Anonymous", me.name]);

  const refused = await closed.submit({ Name: "Ada" });
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 401, code: "unauthorized" });
  expect(await closed.count()).toBe(1);
});

test("201: a user who is not a member of the base is not stored in user cells", async () => {
  const form = await aForm(
    { requireLogin: true },
    { more: [{ type: "user", name: "Owner", options: { defaultValue: "me" } }] },
  );
  const [stranger, owner] = [await someone(), form.owner];
  for (const { userId } of [stranger, owner])
    await form.submit({ Name: "Ada" }, {}, { signedIn: await aSession(userId) });
  const records: { fields: { By: { id: string }; Owner?: { id: string } } }[] = (await form.list()).body
    .records;
  expect(records.map(({ fields: { By, Owner } }) => [By.id, Owner?.id])).toEqual([
    [stranger.userId, undefined],
    [owner.userId, owner.userId],
  ]);
});

test("201: typecast gives the best cell of each value; 400: it adds no choices", async () => {
  const { submit, owner, tableId } = await aForm();
  const cells = { Name: 12, Count: "1 200", Tags: "a, a" };
  const { status, body } = await submit(cells, { typecast: true });
  expect({ status, fields: body.fields }).toMatchObject({
    status: 201,
    fields: { Name: "12", Count: 1200, Tags: ["a"] },
  });
  const wrong = await submit({ ...cells, Status: "none of these", Tags: "a, b" }, { typecast: true });
  expect(refusal(wrong)).toEqual({ status: 400, paths: ["fields.Tags", "fields.Status"] });
  const { body: now } = await call(listFields, { as: owner, params: { tableId } });
  expect(JSON.stringify(now)).not.toMatch(/none of these|"b"/);
});

test("400: all issues, with their paths", async () => {
  const { submit, count } = await aForm({}, { required: ["Name", "Status"] });
  const cells = {
    Count: "many",
    Tags: ["a", "z"],
    Who: { id: "usr4mSa1Cw6nZ8tQ0Yh" },
    Files: [],
    Status: "",
  };
  expect(refusal(await submit(cells))).toEqual({
    status: 400,
    paths: ["fields.Count", "fields.Tags", "fields.Who", "fields.Status", "fields.Name"],
  });
  expect(await count()).toBe(0);
});

test("400: a value that another record has", async () => {
  const { submit, idOf } = await aForm();
  expect((await submit({ Code: "x" })).status).toBe(201);
  const again = await submit({ [idOf("Code")]: "x" }, { fieldKeyType: "id" });
  expect(refusal(again)).toEqual({ status: 400, paths: [`fields.${idOf("Code")}`] });
});

test("400: an invalid field that the form does not show is not named", async () => {
  const { submit } = await aForm({}, { more: [{ type: "singleLineText", name: "Hush", notNull: true }] });
  const answer = await submit({ Name: "Ada" });
  expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
  expect(JSON.stringify(answer.body)).not.toMatch(/Hush|fld/);
});

test("404: fields that it does not show are like unknown ones", async () => {
  const { submit, idOf } = await aForm();
  const [hidden, none] = [await submit({ Inside: "x" }), await submit({ Outside: "x" })];
  expect(refusal(hidden)).toEqual({ status: 404, paths: ["fields.Inside"] });
  expect(none.body).toEqual(JSON.parse(JSON.stringify(hidden.body).replaceAll("Inside", "Outside")));
  const byId = await submit({ [idOf("Inside")]: "x" }, { fieldKeyType: "id" });
  expect(byId.status).toBe(404);
});

describe("403", () => {
  test("a form that takes no records, and a view that is not a form", async () => {
    const [closed, grid] = await Promise.all([
      aForm({ allow: false }),
      aShare({ shareMeta: { submit: { allow: true } } }),
    ]);
    for (const { submit } of [closed, grid]) expect((await submit({ Name: "Ada" })).status).toBe(403);
  });
});

test("429: more than 50 at once", async () => {
  const { submit, count, shareId } = await aForm();
  // with some seconds to spare, for a busy machine
  const book = () => takeCall(hash(`form ${shareId}`), { rate: 1, burst: 50 }, Date.now() + 9000);
  for (let i = 0; i < 50; i++) await book();
  const { status, headers } = await submit({ Name: "Ada" });
  expect({ status, waits: Number(headers["retry-after"]) > 0 }).toEqual({ status: 429, waits: true });
  expect(await count()).toBe(0);
});

test("201, 403: Origin is needed only where a session cookie is sent", async () => {
  const { shareId, list } = await aForm();
  const send = (headers: Record<string, string>) =>
    call(submitSharedForm, { params: { shareId }, headers, body: { fields: { Name: "by a program" } } });
  for (const headers of [{}, { origin: "https://other.example" }])
    expect((await send(headers)).status).toBe(201);
  const cookie = `auth_session=${(await aSession((await someone()).userId)).cookie}`;
  expect((await send({ cookie })).status).toBe(403);
  expect((await send({ cookie, origin: "https://other.example" })).status).toBe(403);
  expect((await send({ ...fromOurPage(), cookie })).status).toBe(201);
  expect((await list()).body.records).toHaveLength(3);
});

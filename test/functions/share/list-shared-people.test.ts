import { expect, test } from "vitest";
import { handler as listSharedPeople } from "#functions/share/list-shared-people";
import { aMember, aSession, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { aShare } from "./support.ts";

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "user", name: "Who", options: { isMultiple: true } },
  { type: "user", name: "Secret" },
];

async function aTeam(shareMeta: object = {}, more: object = {}) {
  const share = await aShare({
    fields,
    shareMeta,
    view: (idOf) => ({
      columnMeta: { [idOf("Secret")]: { order: 3, hidden: true } },
      filter: { conjunction: "and", filterSet: [{ fieldId: idOf("Name"), operator: "is", value: "in" }] },
      ...more,
    }),
  });
  const [ada, bob, cy] = await Promise.all([0, 1, 2].map(() => aMember(share.baseId, "viewer")));
  if (!ada || !bob || !cy) throw new Error("there are three");
  const person = ({ userId: id }: { userId: string }) => ({ id });
  const made = await share.create([
    { Name: "in", Who: [person(ada), person(bob)] },
    { Name: "in", Who: [person(ada)], Secret: person(cy) },
    { Name: "out", Who: [person(cy)] },
  ]);
  expect(made.status).toBe(201);
  return { ...share, ada, bob, cy };
}

const { people, idOf, ada, bob, owner } = await aTeam();
const fieldId = idOf("Who");
const ids = ({ body }: { body: { userId: string }[] }) => body.map(({ userId }) => userId).sort();

test("200: the people in a visible field of the view's records, each once, without addresses", async () => {
  const answer = await people({ fieldId });
  expect(answer.status).toBe(200);
  expect(ids(answer)).toEqual([ada.userId, bob.userId].sort());
  for (const { userId, ...person } of answer.body)
    expect(person).toEqual({ userName: expect.any(String), email: "", avatar: null });
  expect(JSON.stringify(answer.body)).not.toMatch(/@/);
});

test("200: searched by name, in parts", async () => {
  const { body: all } = await people({ fieldId });
  const name: string = all[1].userName;
  expect((await people({ fieldId, search: name.toUpperCase() })).body).toContainEqual(all[1]);
  expect((await people({ fieldId, search: "no such name" })).body).toEqual([]);
  expect((await people({ fieldId, take: "1" })).body).toEqual([all[0]]);
  expect((await people({ fieldId, skip: "1" })).body).toEqual([all[1]]);
  expect((await people({ fieldId, type: "department" })).body).toEqual([]);
  expect((await people({ fieldId, search: owner.email })).body).toEqual([]);
});

test("200: none in a form that asks for nobody: its visitors do not learn who is there", async () => {
  const { people, idOf } = await aTeam({ submit: { allow: true } }, { type: "form", columnMeta: {} });
  expect((await people()).body).toEqual([]);
  expect((await people({ fieldId: idOf("Who") })).body).toEqual([]);
});

async function aFormWithPeople(shareMeta: object) {
  const share = await aShare({
    fields,
    shareMeta: { includeRecords: false, ...shareMeta },
    view: (idOf) => ({
      type: "form",
      columnMeta: {
        [idOf("Name")]: { order: 1, visible: true },
        [idOf("Who")]: { order: 2, visible: true },
      },
    }),
  });
  const [ada, bob] = [await aMember(share.baseId, "viewer"), await aMember(share.baseId, "editor")];
  return { ...share, ada, bob };
}

test("200: in a form whose column of people is visible, all who can open the base, with a field and without; visitors name them", async () => {
  const { people, idOf, owner, ada, bob, submit, fillIn, list } = await aFormWithPeople({
    submit: { allow: true },
  });
  const all = [owner, ada, bob].map(({ userId }) => userId).sort();
  const answer = await people();
  expect(ids(answer)).toEqual(all);
  expect(JSON.stringify(answer.body)).not.toMatch(/@/);
  expect(ids(await people({ fieldId: idOf("Who") }))).toEqual(all);
  for (const name of ["Secret", "Name"]) expect((await people({ fieldId: idOf(name) })).body).toEqual([]);
  const [{ userId: id, userName: title }] = answer.body;
  expect((await submit({ Name: "by id", Who: [{ id, title }] })).status).toBe(201);
  expect((await submit({ Name: "by name", Who: title }, { typecast: true })).status).toBe(201);
  expect((await fillIn({ [idOf("Name")]: "by page", [idOf("Who")]: title })).status).toBe(302);
  const { body } = await list();
  expect(body.records.map(({ fields }: { fields: object }) => fields)).toEqual(
    ["by id", "by name", "by page"].map((Name) => ({ Name, Who: [expect.objectContaining({ id, title })] })),
  );
});

test("400: a form reads no addresses, and nobody who cannot open the base: who guesses learns nothing", async () => {
  const { ada, submit } = await aFormWithPeople({ submit: { allow: true } });
  const { userId: id } = await someone();
  for (const [Who, typecast] of [
    [ada.email, true],
    [[{ id, title: "X" }], false],
    [id, true],
  ])
    expect(refusal(await submit({ Name: "x", Who }, { typecast }))).toEqual({
      status: 400,
      paths: ["fields.Who"],
    });
});

test("401: before signing in, if the form requires it; 200 afterwards", async () => {
  const share = await aFormWithPeople({ submit: { allow: true, requireLogin: true } });
  expect((await share.people()).status).toBe(401);
  const asked = { params: { shareId: share.shareId }, signedIn: await aSession(share.ada.userId) };
  expect(ids(await call(listSharedPeople, asked))).toEqual(
    [share.owner, share.ada, share.bob].map(({ userId }) => userId).sort(),
  );
});

test("200: a form that takes no records lists nobody", async () => {
  const { people } = await aFormWithPeople({});
  expect((await people()).body).toEqual([]);
});

test("403: a hidden field and an unknown one alike; 400: none, or one without people", async () => {
  const none = "fld4mSa1Cw6nZ8tQ0Yh";
  const [hidden, unknown] = [await people({ fieldId: idOf("Secret") }), await people({ fieldId: none })];
  expect(hidden.status).toBe(403);
  expect(JSON.stringify(hidden.body).replaceAll(idOf("Secret"), none)).toBe(JSON.stringify(unknown.body));
  expect(refusal(await people())).toEqual({ status: 400, paths: ["fieldId"] });
  expect(refusal(await people({ fieldId: idOf("Name") }))).toEqual({ status: 400, paths: ["fieldId"] });
});

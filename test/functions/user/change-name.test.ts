import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as changeAvatar } from "#functions/user/change-avatar";
import { handler as changeName } from "#functions/user/change-name";
import { handler as changeNotifyMeta } from "#functions/user/change-notify-meta";
import { aSession, aTable } from "#test/support/makers/makers";
import { aPerson } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("200: the new name", async () => {
  const { cookie } = await aPerson();
  const { status, body } = await call(changeName, { signedIn: { cookie }, body: { name: " Ada " } });
  expect({ status, name: body.name }).toEqual({ status: 200, name: "Ada" });
});

test("200: cells show it at once", async () => {
  const { owner, tableId } = await aTable({ fields: [{ name: "Who", type: "user" }] });
  const params = { tableId };
  const records = [{ fields: { Who: { id: owner.userId, title: "" } } }];
  await call(createRecords, { as: owner, params, body: { records } });
  await call(changeName, { signedIn: await aSession(owner.userId), body: { name: "Lovelace" } });
  const { body } = await call(listRecords, { as: owner, params });
  expect(body.records[0].fields.Who).toMatchObject({ title: "Lovelace" });
});

test("200: concurrent changes lose nothing", async () => {
  const { cookie } = await aPerson();
  const signedIn = { cookie };
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => call(changeName, { signedIn, body: { name: "Ada" } })),
    ...Array.from({ length: 4 }, () =>
      call(changeAvatar, { signedIn, body: { avatar: "https://example.org/ada.png" } }),
    ),
    ...Array.from({ length: 4 }, () => call(changeNotifyMeta, { signedIn, body: { email: false } })),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { body } = await call(changeName, { signedIn, body: { name: "Ada" } });
  expect(body).toMatchObject({ avatar: "https://example.org/ada.png", notifyMeta: { email: false } });
});

test("429: after ten other names on a day; the same name is none", async () => {
  const { cookie } = await aPerson();
  const take = (name: string) => call(changeName, { signedIn: { cookie }, body: { name } });
  for (let i = 0; i < 10; i++) expect((await take(`Ada ${i}`)).status).toBe(200);
  const refused = await take("Ada 10");
  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBe("1");
  expect((await take("Ada 9")).status).toBe(200);
});

test.each([
  ["no name", {}],
  ["an empty one", { name: " " }],
  ["256 characters", { name: "x".repeat(256) }],
])("400: %s", async (_, body) => {
  const { cookie } = await aPerson();
  expect(refusal(await call(changeName, { signedIn: { cookie }, body }))).toEqual({
    status: 400,
    paths: ["name"],
  });
});

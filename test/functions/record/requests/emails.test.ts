/* Without user|email_read an application sees no e-mail address, wherever a person is shown. */
import { describe, expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createTable } from "#functions/table/create-table";
import { allScopes, appScopes } from "#lib/schemas/identity/scopes";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const fields = [
  { name: "Name", type: "singleLineText" },
  { name: "Who", type: "user" },
  { name: "Team", type: "user", options: { isMultiple: true } },
  { name: "By", type: "createdBy" },
  { name: "Editor", type: "lastModifiedBy" },
];
const { owner, baseId, tableId } = await aTable({ fields });
const friend = await aMember(baseId, "editor");
const app = await anApplication(owner, { scopes: appScopes });
const without = appScopes.filter((scope) => scope !== "user|email_read");
const person = ({ userId, name }: typeof owner) => ({ id: userId, title: name });
const cells = { Name: "A", Who: person(friend), Team: [person(owner), person(friend)] };
const params = { tableId };

/** Every response that shows people. */
async function answersWith(token: string): Promise<unknown[]> {
  const as = { token };
  const body = { records: [{ fields: cells }] };
  const made = await call(createRecords, { as, params, body });
  const at = { ...params, recordId: made.body.records[0].id };
  const edited = { record: { fields: { Name: "B", Who: person(owner) } } };
  const answers = [
    made,
    await call(updateRecord, { as, params: at, body: edited }),
    await call(getRecord, { as, params: at }),
    await call(listRecords, { as, params }),
    await call(listRecords, { as, params, query: { cellFormat: "text" } }),
    await call(createTable, { as, params: { baseId }, body: { fields, records: [{ fields: cells }] } }),
  ];
  for (const { status } of answers) expect(status).toBeLessThan(300);
  return answers.map(({ body }) => body);
}

describe("e-mail addresses of people", () => {
  test("are in no response to an application without user|email_read; names are", async () => {
    for (const body of await answersWith(await anAppToken(app, owner.userId, without))) {
      const text = JSON.stringify(body);
      expect(text).toContain(friend.name);
      expect(text).not.toContain("@test.local");
      expect(text).not.toContain('"email"');
    }
  });

  test("are hidden if the application has lost the scope", async () => {
    const lesser = await anApplication(owner, { scopes: without });
    const token = await anAppToken(lesser, owner.userId, appScopes);
    expect(JSON.stringify(await answersWith(token))).not.toContain("@test.local");
  });

  test.each([
    ["an application with user|email_read", () => anAppToken(app, owner.userId, appScopes)],
    [
      "a personal access token, whatever its scopes",
      () => aToken(owner.userId, { scopes: allScopes.filter((scope) => scope !== "user|email_read") }),
    ],
  ])("are shown to %s", async (_, tokenOf) => {
    const [made] = (await answersWith(await tokenOf())) as [{ records: [{ fields: typeof cells }] }];
    expect(made.records[0].fields.Who).toEqual({ ...person(friend), email: friend.email });
  });

  test("a known address still finds its person; the response does not repeat it", async () => {
    const as = { token: await anAppToken(app, owner.userId, without) };
    const body = { typecast: true, records: [{ fields: { Who: friend.email } }] };
    const { body: made } = await call(createRecords, { as, params, body });
    expect(made.records[0].fields.Who).toEqual(person(friend));
  });
});

import { expect, test } from "vitest";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as deleteComment } from "#functions/comment/delete-comment";
import { handler as showPlace } from "#functions/notification/show-place";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteTable } from "#functions/table/delete-table";
import { aMember, aSession, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pageIn, titleOf } from "#test/support/requests/form";

async function aScene() {
  const made = await aTable({
    name: "Plan <b>",
    fields: [
      { type: "singleLineText", name: "Task" },
      { type: "number", name: "Hours" },
    ],
    records: [{ fields: { Task: "Write & ship", Hours: 3 } }],
  });
  const { owner, tableId } = made;
  const recordId: string = made.table.records[0].id;
  const said = await call(createComment, {
    as: owner,
    params: { tableId, recordId },
    body: {
      content: [
        {
          type: "p",
          children: [
            { type: "span", value: "Is <this> right, " },
            { type: "mention", value: owner.userId },
            { type: "span", value: "? " },
            { type: "a", url: "https://example.org/plan", title: "the plan" },
          ],
        },
      ],
    },
  });
  return { ...made, recordId, commentId: String(said.body.id) };
}
const open = async (who: Someone, query: Record<string, string>) =>
  call(showPlace, { signedIn: await aSession(who.userId), query });

test("302: a space, base or table is in the app, for each of its members", async () => {
  const { owner, spaceId, baseId, tableId } = await aScene();
  const viewer = await aMember(baseId, "viewer");
  const leadsTo = async (who: Someone, query: Record<string, string>) => {
    const { status, headers } = await open(who, query);
    return [status, headers["location"]];
  };
  expect(await leadsTo(owner, { id: spaceId })).toEqual([302, "/app"]);
  expect(await leadsTo(viewer, { id: baseId })).toEqual([302, `/app/${baseId}`]);
  expect(await leadsTo(viewer, { id: tableId, utm_source: "mail" })).toEqual([
    302,
    `/app/${baseId}/${tableId}`,
  ]);
});

test("200: a record with its cells, and the comment as text", async () => {
  const { baseId, tableId, recordId, commentId, owner } = await aScene();
  const viewer = await aMember(baseId, "viewer");
  const shown = await open(viewer, { id: tableId, recordId, commentId });
  expect(titleOf(shown)).toBe("Write &amp; ship");
  const html = pageIn(shown);
  expect(html).toContain(
    "A record of the table <strong>Plan &lt;b&gt;</strong> in the base <strong>Base</strong>",
  );
  expect(html).toContain("<dt>Hours</dt><dd>3.00</dd>");
  expect(html).toContain(`Is &lt;this&gt; right, @${owner.name}? the plan (https://example.org/plan)`);
  expect(html).toContain(`GET /table/${tableId}/record/${recordId}`);
  expect(html).toContain('href="/docs#getRecord"');
  expect(html).toContain(`href="/app/${baseId}/${tableId}"`);
});

test("200: what was deleted is said to be; the table is named", async () => {
  const { owner, tableId, recordId, commentId } = await aScene();
  const link = { id: tableId, recordId, commentId };
  const params = { tableId, recordId };
  await call(deleteComment, { as: owner, params: { ...params, commentId } });
  expect(pageIn(await open(owner, link))).toContain("The comment was deleted.");
  await call(deleteRecord, { as: owner, params });
  const shown = await open(owner, link);
  expect(titleOf(shown)).toBe("Plan &lt;b&gt;");
  expect(pageIn(shown)).toContain("The record was deleted.");
  expect(pageIn(shown)).toContain(`GET /table/${tableId}/record<`);
});

test("400: an address without a whole id", async () => {
  const owner = await someone();
  for (const query of [{}, { id: "tblNone" }, { id: "rec0000014mSa1Cw6nZ" }] as Record<string, string>[]) {
    const answer = await open(owner, query);
    expect(answer.status).toBe(400);
    expect(pageIn(answer)).toContain("The address is incomplete.");
  }
});

test("404: no role, another account, or a deleted table: the same clear text", async () => {
  const { owner, baseId, spaceId, tableId, recordId } = await aScene();
  const stranger = await someone();
  const answers = [
    await open(stranger, { id: tableId, recordId }),
    await open(stranger, { id: baseId }),
    await open(stranger, { id: spaceId }),
    await open(owner, { id: `${tableId.slice(0, -4)}0000` }),
  ];
  await call(deleteTable, { as: owner, params: { baseId, tableId } });
  answers.push(await open(owner, { id: tableId }));
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(pageIn(answer)).toContain("Nothing at this address is open to you");
    expect(pageIn(answer)).not.toMatch(/Plan|Write/);
  }
});

test("302: signs in first, and comes back to the record", async () => {
  const { tableId, recordId } = await aScene();
  const answer = await call(showPlace, { query: { id: tableId, recordId } });
  expect(answer.status).toBe(302);
  const next = `/open?${new URLSearchParams({ id: tableId, recordId })}`;
  expect(answer.headers["location"]).toBe(`/auth/sign-in?${new URLSearchParams({ next })}`);
});

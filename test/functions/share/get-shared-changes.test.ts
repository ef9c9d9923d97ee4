import { expect, test } from "vitest";
import { handler as listChanges } from "#functions/change/list-changes";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as getSharedChanges } from "#functions/share/get-shared-changes";
import { handler as changeName } from "#functions/user/change-name";
import { handler as createView } from "#functions/view/create-view";
import { appendNew } from "#test/support/events/log";
import { actionsOf } from "#test/support/makers/actions";
import { aSession } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";
import { aShare } from "./support.ts";

inProcessOnly("the stream is read here");

const changesOf = async (shareId: string, since?: string) => {
  await appendNew();
  const asking = { params: { shareId }, ...(since !== undefined && { query: { since } }) };
  const { status, body } = await call(getSharedChanges, asking);
  expect({ status, members: Object.keys(body) }).toEqual({ status: 200, members: ["changed", "cursor"] });
  return body as { changed: boolean; cursor: string };
};

test("200: whether a record or field of the table, or the view, changed; nothing of what", async () => {
  const { owner, tableId, table, shareId } = await aShare({ records: [{ Name: "a" }] });
  const first = await changesOf(shareId);
  expect(first.changed).toBe(true);
  expect(await changesOf(shareId, first.cursor)).toMatchObject({ changed: false });
  const recordId: string = table.records[0].id;
  await call(createComment, { as: owner, params: { tableId, recordId }, body: { content: [] } });
  await call(createView, { as: owner, params: { tableId }, body: { type: "grid", name: "Other" } });
  const unmoved = await changesOf(shareId, first.cursor);
  expect(unmoved.changed).toBe(false);
  await actionsOf(owner).update({ tableId }, recordId, { Name: "b" });
  const moved = await changesOf(shareId, unmoved.cursor);
  expect(moved.changed).toBe(true);
  expect(await changesOf(shareId, moved.cursor)).toMatchObject({ changed: false });
});

test("200: a person whom cells may name takes another name", async () => {
  const { owner, shareId } = await aShare();
  const { cursor } = await changesOf(shareId);
  await call(changeName, { signedIn: await aSession(owner.userId), body: { name: "Lovelace" } });
  expect(await changesOf(shareId, cursor)).toMatchObject({ changed: true });
});

test("a cursor of a share does not name its base, and serves no other place", async () => {
  const { owner, baseId, shareId } = await aShare();
  const other = await aShare();
  const { cursor } = await changesOf(shareId);
  expect(Buffer.from(cursor, "base64url").toString()).not.toContain(baseId);
  const elsewhere = await call(getSharedChanges, {
    params: { shareId: other.shareId },
    query: { since: cursor },
  });
  expect(refusal(elsewhere)).toEqual({ status: 400, paths: ["since"] });
  const inBase = await call(listChanges, { as: owner, params: { baseId }, query: { since: cursor } });
  expect(refusal(inBase)).toEqual({ status: 400, paths: ["since"] });
});

test("403: a share without records; 404: none", async () => {
  const { shareId } = await aShare({ shareMeta: { includeRecords: false } });
  expect(await call(getSharedChanges, { params: { shareId } })).toMatchObject({ status: 403 });
  expect(await call(getSharedChanges, { params: { shareId: `${shareId.slice(0, -1)}_` } })).toMatchObject({
    status: 404,
  });
});

import { expect, test } from "vitest";
import { commentKey } from "#lib/data/comments/comments";
import { entryKey, memberKey } from "#lib/data/spaces/members";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { commit, remove } from "#lib/store/commit";
import { getItem, getItems } from "#lib/store/store";
import { noUser } from "#test/support/makers/ids";
import { refusal } from "#test/support/requests/refusal";
import { aThread, mention, paragraph, saying } from "./support.ts";

test("200: the content and the time of the edit change; the rest stays", async () => {
  const { say, edit, get: read } = await aThread();
  const quoteId = await say("first");
  const id = await say("a", { quoteId });
  const before = (await read(id)).body;
  expect(await edit(id, saying("b"))).toMatchObject({ status: 200, body: "" });
  const { body } = await read(id);
  expect(body).toEqual({ ...before, content: saying("b"), lastModifiedTime: expect.any(String) });
  expect(body.lastModifiedTime >= body.createdTime).toBe(true);
});

test("200: users mentioned before may have left; newly mentioned ones must be members", async () => {
  const { as, edit, send, member, params, baseId } = await aThread();
  const [grace, edith] = [await member("editor"), await member("editor")];
  const { body } = await send({ content: [paragraph(mention(grace))] });
  // a member, and the entry in their own list
  const keys = [memberKey, entryKey].map((keyOf) => keyOf(`BASE#${baseId}`, grace.userId));
  await commit((await getItems(keys)).map(remove));
  expect((await edit(body.id, [paragraph(mention(edith), mention(grace))])).status).toBe(200);
  const place = { tableId: params.tableId as TableId, recordId: params.recordId as RecordId };
  const item = await getItem(commentKey(place, body.id));
  expect(item).toMatchObject({
    mentions: [
      { id: edith.userId, time: item?.["lastModifiedTime"] },
      { id: grace.userId, time: body.createdTime },
    ],
  });
  const nobody = mention({ userId: noUser() });
  expect(refusal(await edit(body.id, [paragraph(mention(grace), nobody)]))).toEqual({
    status: 400,
    paths: ["content[0].children[1].value"],
  });
  await edit(body.id, []);
  expect(await getItem(commentKey(place, body.id))).not.toHaveProperty("mentions");
  expect((await as(grace).get(body.id)).status).toBe(404);
});

test("200: concurrent edits and reactions are not lost", async () => {
  const { as, say, edit, get: read, member } = await aThread();
  const id = await say("a");
  const people = await Promise.all(
    ["editor", "commenter", "creator"].map((role) => member(role as "editor")),
  );
  const answers = await Promise.all([
    ...people.map((person) => as(person).react(id, "🎉")),
    edit(id, saying("b")),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { body } = await read(id);
  expect(body.content).toEqual(saying("b"));
  expect(body.reaction[0].user).toHaveLength(3);
});

test("403: of another user, for every role; 404: a deleted one", async () => {
  const { as, say, edit, member, remove: erase } = await aThread();
  const id = await say("a");
  for (const role of ["owner", "creator", "commenter"] as const)
    expect((await as(await member(role)).edit(id, [])).status).toBe(403);
  await erase(id);
  expect((await edit(id, [])).status).toBe(404);
});

import { expect, test } from "vitest";
import { get } from "#lib/data/comments/comments";
import { userKey } from "#lib/data/identity/users";
import type { CommentId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { change, commit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { refusal } from "#test/support/requests/refusal";
import { aThread, mention, paragraph } from "./support.ts";

test("200: each kind with the people who used it, in the order in which they did", async () => {
  const { as, owner, say, react, member, list } = await aThread();
  const grace = await member("commenter");
  const id = await say("a");
  expect(await as(grace).react(id, "❤️")).toMatchObject({ status: 200, body: "" });
  for (const reaction of ["👍", "❤️", "👍"]) expect((await react(id, reaction)).status).toBe(200);
  const [one, other] = [grace, owner].map(({ userId, name }) => ({ id: userId, name }));
  const [comment] = (await list()).body.comments;
  expect(comment.reaction).toEqual([
    { reaction: "❤️", user: [one, other] },
    { reaction: "👍", user: [other] },
  ]);
  expect(comment).not.toHaveProperty("lastModifiedTime");
});

test.each(["👍", "👎", "😄", "❤️", "👀", "🚀", "🎉"])("200: %s", async (reaction) => {
  const { say, react } = await aThread();
  expect((await react(await say("a"), reaction)).status).toBe(200);
});

test.each(["😡", "❤", "", "👍👍", 1, null])("400: %j", async (reaction) => {
  const { say, react } = await aThread();
  expect(refusal(await react(await say("a"), reaction))).toEqual({ status: 400, paths: ["reaction"] });
});

test("400: the 501st", async () => {
  const { say, react, params, owner } = await aThread();
  const id = (await say("a")) as CommentId;
  const place = { tableId: params.tableId as TableId, recordId: params.recordId as RecordId };
  const some = Array.from({ length: 499 }, (_, i) => ({
    id: `usr${i}`,
    name: "x",
    time: "",
    reaction: "👍",
  }));
  await commit([change(await get(place, id), { reactions: some })]);
  expect((await react(id, "👍")).status).toBe(200);
  expect((await react(id, "🚀")).status).toBe(400);
  expect((await react(id, "👍")).status).toBe(200);
  expect((await get(place, id)).reactions?.at(-1)).toMatchObject({ id: owner.userId, name: owner.name });
});

test("403: a viewer; 404: a comment of another record", async () => {
  const { as, owner, say, member, elsewhere } = await aThread();
  const id = await say("a");
  expect((await as(await member("viewer")).react(id, "👍")).status).toBe(403);
  expect((await as(owner, elsewhere).react(id, "👍")).status).toBe(404);
});

test("200: by people of the longest names; all that the limits allow is an item that the store takes", async () => {
  const { send, react, params, owner, list } = await aThread();
  const name = "𠮷".repeat(limits.nameLength);
  const user = await getItem(userKey(owner.userId));
  if (!user) throw new Error("the owner is there");
  await commit([change(user, { name })]);
  const { body } = await send({ content: [paragraph(mention(owner))] });
  await react(body.id, "🎉");
  const place = { tableId: params.tableId as TableId, recordId: params.recordId as RecordId };
  const { mentions, reactions } = await get(place, body.id);
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  const most =
    limits.commentBytes +
    limits.mentionsPerComment * bytesOf(mentions) +
    limits.reactionsPerComment * bytesOf(reactions);
  expect(most).toBeLessThan(350 * 1024);
  const [shown] = (await list()).body.comments;
  expect([shown.createdBy.name, shown.reaction[0].user[0].name]).toEqual([name, name]);
});

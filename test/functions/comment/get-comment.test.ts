import { expect, test } from "vitest";
import * as users from "#lib/data/identity/users";
import { change, commit, remove } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { aThread, mention, paragraph, saying } from "./support.ts";

test("200: with the people in it as they are called now, and no e-mail address", async () => {
  const { as, member, get: read } = await aThread();
  const [grace, edith] = [await member("editor"), await member("viewer")];
  const { body } = await as(grace).send({ content: [paragraph(mention(edith))] });
  await as(grace).react(body.id, "👀");
  const user = await users.find(edith.userId);
  if (!user) throw new Error("Edith is there");
  await commit([change(user, { name: "Edith Clarke", avatar: "https://a.example/e.png" })]);
  const answer = await read(body.id);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    id: body.id,
    content: [paragraph({ ...mention(edith), name: "Edith Clarke", avatar: "https://a.example/e.png" })],
    createdBy: { id: grace.userId, name: grace.name },
    reaction: [{ reaction: "👀", user: [{ id: grace.userId, name: grace.name }] }],
    createdTime: body.createdTime,
  });
  expect(JSON.stringify(answer.body)).not.toContain("@test.local");
});

test("200: people who are not there any more, as they were called then", async () => {
  const { as, member, list, get: read } = await aThread();
  const [grace, edith] = [await member("editor"), await member("commenter")];
  const { body } = await as(grace).send({ content: [paragraph(mention(edith))] });
  await as(edith).react(body.id, "🚀");
  for (const { userId } of [grace, edith]) {
    const user = await getItem(users.userKey(userId));
    if (user) await commit([remove(user)]);
  }
  const shown = {
    content: [paragraph({ ...mention(edith), name: edith.name })],
    createdBy: { id: grace.userId, name: grace.name },
    reaction: [{ reaction: "🚀", user: [{ id: edith.userId, name: edith.name }] }],
  };
  expect((await read(body.id)).body).toMatchObject(shown);
  expect((await list()).body.comments).toMatchObject([shown]);
});

test("200: without reactions null, where a list leaves them out", async () => {
  const { say, get: read, list } = await aThread();
  expect((await read(await say("a"))).body).toHaveProperty("reaction", null);
  expect((await list()).body.comments[0]).not.toHaveProperty("reaction");
});

test("200: one that was deleted is there for who quotes it: without content", async () => {
  const { say, remove: erase, get: read, owner } = await aThread();
  const first = await say("secret");
  const second = await say("no", { quoteId: first });
  const { createdTime } = (await read(first)).body;
  await erase(first);
  expect((await read(second)).body).toMatchObject({ quoteId: first, content: saying("no") });
  expect((await read(first)).body).toEqual({
    id: first,
    content: [],
    createdBy: { id: owner.userId, name: owner.name },
    createdTime,
    deletedTime: expect.any(String),
    reaction: null,
  });
});

test("404: of another record, of another table, of a record that is gone; a stranger", async () => {
  const { as, owner, elsewhere, say, params, baseId, spaceId } = await aThread();
  const id = await say("a");
  const other = await aTable({ records: [{ fields: {} }] }, owner, { baseId, spaceId });
  const there = { tableId: other.tableId, recordId: other.table.records[0].id };
  for (const at of [elsewhere, there, { ...params, tableId: other.tableId }, { ...params, recordId: "rec1" }])
    expect((await as(owner, at).get(id)).status).toBe(404);
  expect((await as(await someone()).get(id)).status).toBe(404);
  expect((await as(await aMember(baseId, "viewer")).get(id)).status).toBe(200);
});

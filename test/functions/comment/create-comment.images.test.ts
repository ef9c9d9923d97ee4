import { expect, test } from "vitest";
import { handler as getAttachment } from "#functions/attachment/get-attachment";
import { handler as createField } from "#functions/field/create-field";
import { handler as updateRecord } from "#functions/record/update-record";
import { find } from "#lib/data/records/attachments";
import { filesOf } from "#lib/data/records/cell-files";
import type { TableId } from "#lib/schemas/basics/ids";
import type { FileToken } from "#lib/schemas/records/attachment";
import { change, commit } from "#lib/store/commit";
import { readAll } from "#lib/store/store";
import { aFile, atAddress, pixel } from "#test/support/makers/files";
import { type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { aThread, saying } from "./support.ts";

const img = (...paths: string[]) => paths.map((path) => ({ type: "img", path }));
const anImage = async (owner: Someone) => {
  const { token, file, item } = await aFile(owner, { bytes: pixel, type: "image/png" });
  return { token: token as FileToken, path: file.path, item };
};
const fileAt = async (token: FileToken) => {
  const file = await find(token);
  if (!file) throw new Error("the file is gone");
  return file;
};
const isListed = async (tableId: string, token: string) =>
  (await readAll(filesOf(tableId as TableId))).some(({ sk }) => sk === token);
/** For how many comments it is kept; undefined: as long as the table is there. */
const usesOf = async (token: FileToken) => (await fileAt(token)).uses.map(({ comments }) => comments);
const days = async (token: FileToken) => {
  const { expiresAt } = await fileAt(token);
  return expiresAt && Math.round((expiresAt - Date.now() / 1000) / (24 * 3600));
};

test("shown with an address that is good without a token, in lists too; kept from then on", async () => {
  const { send, get, list, owner, params, member, as } = await aThread();
  const { token, path } = await anImage(owner);
  expect(await days(token)).toBe(1);
  const { status, body } = await send({ content: [{ type: "img", path, width: 40 }, ...saying("a")] });
  expect([status, body.content[0]]).toEqual([201, { type: "img", path, width: 40 }]);
  const viewer = await member("viewer");
  const [one, page] = [await get(body.id), await as(viewer).list()];
  for (const block of [one.body.content[0], page.body.comments[0].content[0]]) {
    expect(block).toEqual({ type: "img", path, width: 40, url: expect.any(String) });
    expect((await atAddress(block.url)).bytes).toEqual(pixel);
    expect(block.url).not.toContain(token);
  }
  expect([await days(token), await usesOf(token)]).toEqual([undefined, [1]]);
  expect(await isListed(params.tableId, token)).toBe(true);
  const statuses = [viewer, await someone()].map(
    async (each) => (await call(getAttachment, { as: each, params: { token } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([302, 404]);
  expect((await list("direction=backward")).body.comments[0].content[0].url).toBeDefined();
});

test("kept as long as one comment names it, whoever writes and deletes at once; then it has a day again", async () => {
  const { send, edit, remove, owner, params, as, member } = await aThread();
  const [one, other] = [await anImage(owner), await anImage(owner)];
  const content = img(one.path, other.path, one.path);
  const grace = as(await member("commenter"));
  const { body: first } = await send({ content });
  const sent = await Promise.all([
    send({ content }),
    grace.send({ content }),
    send({ content: img(one.path) }),
  ]);
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect([await usesOf(one.token), await usesOf(other.token)]).toEqual([[4], [3]]);
  const [mine, hers, third] = sent.map(({ body }) => body.id as string) as [string, string, string];
  const done = await Promise.all([edit(mine, img(other.path)), grace.remove(hers), remove(third)]);
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([await usesOf(one.token), await usesOf(other.token)]).toEqual([[1], [2]]);
  await edit(mine, saying("no image any more"));
  await edit(first.id, img(one.path));
  expect([await days(other.token), await usesOf(other.token)]).toEqual([1, []]);
  expect(await isListed(params.tableId, other.token)).toBe(false);
  // as if it were uploaded now
  await edit(mine, img(other.path));
  expect([await days(other.token), await usesOf(other.token)]).toEqual([undefined, [1]]);
});

test("one that a record names, before or after, is kept whatever becomes of comments", async () => {
  const { send, remove, owner, params } = await aThread();
  const field = { type: "attachment", name: "Files" };
  await call(createField, { as: owner, params: { tableId: params.tableId }, body: field });
  const put = async (...items: object[]) => {
    const body = { record: { fields: { Files: items } } };
    expect((await call(updateRecord, { as: owner, params, body })).status).toBe(200);
  };
  const [before, after] = [await anImage(owner), await anImage(owner)];
  await put(before.item);
  const { body } = await send({ content: img(before.path, after.path) });
  await put(before.item, after.item);
  await remove(body.id);
  for (const { token } of [before, after]) {
    expect([await days(token), await usesOf(token)]).toEqual([undefined, [undefined]]);
    expect(await isListed(params.tableId, token)).toBe(true);
  }
});

test("400: each path of no file, of one of somebody else, of another base, of one whose day is over", async () => {
  const { send, edit, say, owner, member, as } = await aThread();
  const grace = await member("commenter");
  const [own, his] = [await anImage(owner), await anImage(grace)];
  const elsewhere = await aThread();
  const foreign = await anImage(elsewhere.owner);
  await elsewhere.send({ content: img(foreign.path) });
  const late = await anImage(owner);
  await commit([change(await fileAt(late.token), { expiresAt: Math.floor(Date.now() / 1000) - 1 })]);
  const bad = [his.path, foreign.path, late.path, "attachments/0000000000", own.token, "x"];
  const paths = bad.map((_, i) => `content[${i + 1}].path`);
  const content = img(own.path, ...bad);
  expect(refusal(await send({ content }))).toEqual({ status: 400, paths });
  expect(refusal(await edit(await say("a"), content))).toEqual({ status: 400, paths });
  expect([await days(own.token), await usesOf(own.token)]).toEqual([1, []]);
  // what is in the base already anybody may name who writes there
  expect((await as(grace).send({ content: img(his.path) })).status).toBe(201);
  expect((await send({ content: img(his.path) })).status).toBe(201);
});

test("400: more than forty; forty are one commit", async () => {
  const { send, owner } = await aThread();
  const { path } = await anImage(owner);
  expect(refusal(await send({ content: img(...Array(41).fill(path)) }))).toEqual({
    status: 400,
    paths: ["content"],
  });
  expect((await send({ content: img(...Array(40).fill(path)) })).status).toBe(201);
});

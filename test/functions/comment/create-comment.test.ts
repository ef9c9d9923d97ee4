import { describe, expect, test } from "vitest";
import { commentKey } from "#lib/data/comments/comments";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { timeOf } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";
import { aFile } from "#test/support/makers/files";
import { noUser } from "#test/support/makers/ids";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { refusal } from "#test/support/requests/refusal";
import { aThread, mention, paragraph, saying, text } from "./support.ts";

test("201: the content as stored, with user ids", async () => {
  const { send, owner, params } = await aThread();
  const content = [
    paragraph(text("See "), { type: "a", url: "https://example.org/a?b#c", title: "it" }, mention(owner)),
    { type: "img", path: (await aFile(owner)).file.path, width: 320 },
  ];
  const { status, body } = await send({ content });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^com\w{16}$/),
    ...params,
    content,
    createdBy: owner.userId,
    createdTime: expect.any(String),
    lastModifiedTime: null,
    deletedTime: null,
    quoteId: null,
    reaction: null,
  });
  expect(timeOf(body.id)).toBe(body.createdTime);
});

test("201: empty content, and attributes that only the client uses", async () => {
  const { send, get } = await aThread();
  expect((await send({ content: [] })).body.content).toEqual([]);
  const value = JSON.parse('{"__proto__":[1e300,-0,null,true,""],"":{"a":"\\u0001"}}');
  const { body } = await send({ content: [{ type: "p", value, children: [] }, { type: "p" }] });
  const wanted = [
    { type: "p", value, children: [] },
    { type: "p", children: [] },
  ];
  expect(JSON.stringify(body.content)).toBe(JSON.stringify(wanted));
  expect(JSON.stringify((await get(body.id)).body.content)).toBe(JSON.stringify(wanted));
});

test("201: members that answers add are removed when they are sent back", async () => {
  const { send, owner, get } = await aThread();
  const { path } = (await aFile(owner)).file;
  const content = [
    paragraph({ ...mention(owner), name: "X", avatar: "javascript:alert(1)", email: "x" }),
    { type: "img", path, url: "javascript:alert(1)" },
  ];
  const { body } = await send({ content });
  expect(body.content).toEqual([paragraph(mention(owner)), { type: "img", path }]);
  expect((await get(body.id)).body.content[0].children).toEqual([{ ...mention(owner), name: owner.name }]);
});

test("201: ids and times increase, also for concurrent comments", async () => {
  const { say, list } = await aThread();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push(...(await Promise.all([say("a"), say("b"), say("c")])));
  const { comments } = (await list()).body;
  expect(comments.map(({ id }: { id: string }) => id)).toEqual(ids.toSorted());
  const times = comments.map(({ createdTime }: { createdTime: string }) => createdTime);
  expect(times).toEqual(times.toSorted());
});

test("201: it stores what notifications need", async () => {
  const { as, send, member, say, owner, params } = await aThread();
  const [grace, edith] = [await member("viewer"), await member("editor")];
  const quoteId = await say("first");
  const content = [paragraph(mention(grace), mention(edith), mention(grace))];
  const { body } = await as(edith).send({ content, quoteId });
  const place = { tableId: params.tableId as TableId, recordId: params.recordId as RecordId };
  expect(await getItem(commentKey(place, body.id))).toMatchObject({
    entity: "comment",
    ...place,
    createdBy: edith.userId,
    createdName: edith.name,
    quoteId,
    quotedBy: owner.userId,
    mentions: [grace, edith].map(({ userId: id, name }) => ({ id, name, time: body.createdTime })),
  });
  expect(body.quoteId).toBe(quoteId);
  expect((await send({ content: [], quoteId: null })).status).toBe(201);
});

describe("400", () => {
  const at = "content[0].children[0]";
  const link = (url: unknown) => [paragraph({ type: "a", url, title: "t" })];
  test.each<[string, unknown, string[]]>([
    ["no content", undefined, ["content"]],
    ["content that is not a list", "hello", ["content"]],
    ["a block of another type", [{ type: "h1" }], ["content[0].type"]],
    ["a text outside a paragraph", [text("a")], ["content[0].type"]],
    ["an image inside one", [paragraph({ type: "img", path: "a" })], [`${at}.type`]],
    ["a paragraph in a paragraph", [paragraph(paragraph())], [`${at}.type`]],
    ["an invalid text", [paragraph({ type: "span", value: 1 })], [`${at}.value`]],
    ["an invalid user id", [paragraph({ type: "mention", value: "Ada" })], [`${at}.value`]],
    ["an image without a path", [{ type: "img" }], ["content[0].path"]],
    ["an image of no width", [{ type: "img", path: "a", width: 0 }], ["content[0].width"]],
    ["a link without a title", [paragraph({ type: "a", url: "https://a.example" })], [`${at}.title`]],
    ...["javascript:alert(1)", " javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "ftp://a.b/c"].map(
      (url): [string, unknown, string[]] => [`the link ${url}`, link(url), [`${at}.url`]],
    ),
    ...["//a.b", "/a", "", "mailto:", "mailto:a\nb", "java\nscript:x", `https://a.b/${"x".repeat(2000)}`].map(
      (url): [string, unknown, string[]] => [`the link ${url}`, link(url), [`${at}.url`]],
    ),
  ])("%s", async (_, content, paths) => {
    const { send } = await aThread();
    expect(refusal(await send({ content }))).toEqual({ status: 400, paths });
  });

  test.each(["http://a.example", "HTTPS://a.example/x", "mailto:ada@example.org?subject=a"])(
    "not for the link %s",
    async (url) => {
      const { send } = await aThread();
      expect((await send({ content: link(url) })).status).toBe(201);
    },
  );

  test("each mention of a user who may not open the base", async () => {
    const { send, owner } = await aThread();
    const [stranger, elsewhere] = [await someone(), await aTable()];
    const content = [
      paragraph(mention(owner), mention({ userId: noUser() })),
      paragraph(text("and"), mention(stranger)),
      paragraph(mention(await aMember(elsewhere.baseId, "owner"))),
    ];
    expect(refusal(await send({ content }))).toEqual({
      status: 400,
      paths: ["content[0].children[1].value", "content[1].children[1].value", "content[2].children[0].value"],
    });
  });

  test("more than 100 KB, or more than a hundred mentions", async () => {
    const { send, owner } = await aThread();
    // {"type":"p","children":[{"type":"span","value":""}]} in brackets
    const around = JSON.stringify(saying("")).length;
    expect((await send({ content: saying("x".repeat(100 * 1024 - around)) })).status).toBe(201);
    const { status, body } = await send({ content: saying("x".repeat(100 * 1024 - around + 1)) });
    expect({ status, issues: body.data.issues }).toEqual({
      status: 400,
      issues: [{ path: "content", message: "must have at most 102400 bytes as JSON; got 102401" }],
    });
    const mentioning = (count: number) => [paragraph(...Array.from({ length: count }, () => mention(owner)))];
    expect((await send({ content: mentioning(100) })).status).toBe(201);
    expect(refusal(await send({ content: mentioning(101) }))).toEqual({ status: 400, paths: ["content"] });
  });
});

describe("404", () => {
  test("a record that was deleted, or belongs to another table", async () => {
    const { send, params } = await aThread();
    const other = await aThread();
    const asking = { params: { ...params, recordId: other.params.recordId } };
    expect((await send({ content: [] }, asking)).status).toBe(404);
  });

  test("a quote of a comment on another record, of a deleted one, of an unknown one", async () => {
    const { as, owner, elsewhere, send, say, remove } = await aThread();
    const foreign = await as(owner, elsewhere).say("there");
    const gone = await say("gone");
    await remove(gone);
    for (const quoteId of [foreign, gone, "com0000000000000000"])
      expect(refusal(await send({ content: [], quoteId }))).toEqual({ status: 404, paths: ["quoteId"] });
    expect(refusal(await send({ content: [], quoteId: "nope" }))).toEqual({
      status: 400,
      paths: ["quoteId"],
    });
  });
});

test("403: a viewer", async () => {
  const { as, member } = await aThread();
  expect((await as(await member("viewer")).send({ content: [] })).status).toBe(403);
  expect((await as(await member("commenter")).send({ content: [] })).status).toBe(201);
});

import { describe, expect, test } from "vitest";
import { handler as getAttachment } from "#functions/attachment/get-attachment";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as createRecords } from "#functions/record/create-records";
import { leaveChanges, type MemberItem, memberKey } from "#lib/data/spaces/members";
import { commit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { aFile, atAddress } from "#test/support/makers/files";
import { aBase, aMember, aTable, aToken, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();
const read = (as: { token: string }, token: string) => call(getAttachment, { as, params: { token } });

/** A file in a record of a table; the owner's unless another uploader is given. */
async function aUsedFile(maker: Someone = owner, table?: Awaited<ReturnType<typeof aTable>>) {
  const made = table ?? (await aTable({ fields: [{ name: "Name", type: "singleLineText" }, files] }, maker));
  const uploaded = await aFile(maker);
  const body = { records: [{ fields: { Files: [uploaded.item] } }] };
  const { status } = await call(createRecords, { as: maker, params: { tableId: made.tableId }, body });
  expect(status).toBe(201);
  return { ...made, ...uploaded };
}
const files = { name: "Files", type: "attachment" };

test("302: its uploader, before it is in a record", async () => {
  const { token } = await aFile(owner);
  const { status, headers } = await read(owner, token);
  expect({ status, cache: headers["cache-control"] }).toEqual({ status: 302, cache: "no-store" });
  const got = await atAddress(headers["location"] ?? "");
  expect({ status: got.status, text: got.bytes.toString() }).toEqual({ status: 200, text: "Hello" });
});

test("200: the address as JSON, for who takes nothing else; a redirect for who also takes other types", async () => {
  const { token } = await aFile(owner);
  const ask = (accept: string) => call(getAttachment, { as: owner, params: { token }, headers: { accept } });
  for (const accept of [
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/json, application/json;q=0.5",
  ]) {
    const { status, headers, body } = await ask(accept);
    expect({ status, vary: headers["vary"], location: headers["location"] }).toEqual({
      ...{ status: 200, vary: "accept, accept-encoding", location: undefined },
    });
    expect((await atAddress(body.url)).bytes.toString()).toBe("Hello");
  }
  for (const accept of ["application/json, text/plain, */*", "*/*", "", "text/csv"])
    expect((await ask(accept)).status).toBe(302);
});

test("404: every other user, before it is in a record", async () => {
  const { token } = await aFile(owner);
  const [his, none] = [await read(await someone(), token), await read(await someone(), "0".repeat(24))];
  expect({ status: his.status, message: his.body.message }).toEqual({
    status: none.status,
    message: none.body.message,
  });
  expect(his.status).toBe(404);
});

describe("in a record", () => {
  test("302: any member of the base, or of its space", async () => {
    const { token, baseId, spaceId } = await aUsedFile();
    for (const place of [baseId, spaceId])
      expect((await read(await aMember(place, "viewer"), token)).status).toBe(302);
  });

  test("404: others, a former member, its uploader too", async () => {
    const { token, baseId, ...made } = await aUsedFile();
    expect((await read(await someone(), token)).status).toBe(404);
    const editor = await aMember(baseId, "editor");
    const { token: own } = await aUsedFile(editor, { baseId, ...made });
    expect((await read(editor, own)).status).toBe(302);
    await commit(
      leaveChanges((await getItem<MemberItem>(memberKey(`BASE#${baseId}`, editor.userId))) as MemberItem),
    );
    for (const each of [token, own]) expect((await read(editor, each)).status).toBe(404);
  });

  test("404: with a token for another base; 403: without record|read", async () => {
    const { token, baseId } = await aUsedFile();
    const other = await aBase(owner);
    const inside = await aToken(owner.userId, { reach: { spaceIds: [], baseIds: [baseId] } });
    const outside = await aToken(owner.userId, { reach: { spaceIds: [], baseIds: [other.baseId] } });
    const blind = await aToken(owner.userId, { scopes: ["record|create"] });
    const statuses = [inside, outside, blind].map(
      async (each) => (await read({ token: each }, token)).status,
    );
    expect(await Promise.all(statuses)).toEqual([302, 404, 403]);
  });

  test("404: when the base is deleted", async () => {
    const { token, baseId } = await aUsedFile();
    expect((await call(deleteBase, { as: owner, params: { baseId } })).status).toBe(200);
    expect((await read(owner, token)).status).toBe(404);
  });

  test("302: under its name in the record, also a name with special letters", async () => {
    const made = await aTable({ fields: [{ name: "Name", type: "singleLineText" }, files] }, owner);
    const { token, item } = await aFile(owner, { name: 'naïve "🚀"/résumé.txt' });
    const body = { records: [{ fields: { Files: [item] } }] };
    await call(createRecords, { as: owner, params: { tableId: made.tableId }, body });
    const { headers } = await read(owner, token);
    const got = await atAddress(headers["location"] ?? "");
    expect(got.headers["content-disposition"]).toBe(
      `inline; filename="na_ve _____r_sum_.txt"; filename*=UTF-8''na%C3%AFve%20%22%F0%9F%9A%80%22_r%C3%A9sum%C3%A9.txt`,
    );
  });
});

test.each(["text/html", "image/svg+xml", "application/xhtml+xml", "x/y"])(
  "a browser saves %s instead of displaying it",
  async (type) => {
    const { file } = await aFile(owner, { bytes: "<script>alert(1)</script>", type });
    const { headers } = await atAddress(file.presignedUrl);
    expect(headers["content-type"]).toBe("application/octet-stream");
    expect(headers["content-disposition"]).toMatch(/^attachment;/);
  },
);

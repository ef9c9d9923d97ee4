/* How thumbnails are noted: without noise, as often as it is heard of, wherever it is killed. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as removeFile } from "#functions/attachment/remove-file";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as makeThumbnails } from "#functions/thumbnail/make-thumbnails";
import { type FileItem, fileKey } from "#lib/data/records/attachments";
import { visibleChange } from "#lib/events/visible-change";
import { sizeOf } from "#lib/files/storage";
import { limits } from "#lib/schemas/basics/limits";
import type { FileToken } from "#lib/schemas/records/attachment";
import { commit, remove } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { process } from "#test/support/events/processes";
import { aFile, hears } from "#test/support/makers/files";
import { aTable, type Someone, someone } from "#test/support/makers/makers";
import { aPicture } from "#test/support/makers/pictures";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";
import { allChanges, tellNews } from "#test/support/store/record-images";

let owner: Someone;
beforeAll(async () => {
  await useOwnStore();
  owner = await someone();
});

const fields = [
  { name: "Name", type: "singleLineText" },
  { name: "Files", type: "attachment" },
  { name: "More", type: "attachment" },
];
const small = aPicture({ width: 80, height: 60 });
const keyOf = (token: string) => fileKey(token as FileToken);
const hear = (token: string) => hears(makeThumbnails, keyOf(token), "changed");
const stored = async (token: string) => (await getItem<FileItem>(keyOf(token))) as FileItem;
const thumbnailSize = (token: string) => sizeOf(`${token.slice(0, 10)}.sm`);

async function aGallery(...names: string[]) {
  const { item, token } = await aFile(owner, { bytes: small, type: "image/png", name: "a.png" });
  const { tableId } = await aTable({ fields }, owner);
  const params = { tableId };
  const records = names.map((Name) => ({ fields: { Name, Files: [item], More: [item, item] } }));
  const { body } = await call(createRecords, { as: owner, params, body: { records } });
  const ids = body.records.map(({ id }: { id: string }) => id) as string[];
  const get = (recordId: string) => call(getRecord, { as: owner, params: { ...params, recordId } });
  /** How many attachments of a record show a thumbnail. */
  async function made(recordId: string): Promise<number> {
    const { Files = [], More = [] } = (await get(recordId)).body.fields;
    return [...Files, ...More].filter((each) => each.smThumbnailUrl !== each.presignedUrl).length;
  }
  return { item, token, params, ids, get, made };
}

test("all cells of all records that named the picture before note them, and the file's item forgets these records", async () => {
  const { token, ids, made } = await aGallery("a", "b", "c");
  expect((await stored(token)).waiting).toHaveLength(3);
  await hear(token);
  expect(await Promise.all(ids.map(made))).toEqual([3, 3, 3]);
  const file = await stored(token);
  expect(file).toMatchObject({ thumbnails: ["sm"] });
  expect(file).not.toHaveProperty("waiting");
  // heard again: nothing is written
  await hear(token);
  expect((await stored(token)).version).toBe(file.version);
});

test("noting is no edit: the same ETag, no time or person of a change, no history, no event", async () => {
  const { token, ids, get, params } = await aGallery("a");
  const [recordId = ""] = ids;
  const before = await get(recordId);
  const { length } = await allChanges();
  await hear(token);
  const after = await get(recordId);
  expect(after.headers["etag"]).toBe(before.headers["etag"]);
  expect(after.body).not.toHaveProperty("lastModifiedTime");
  const written = (await allChanges())
    .slice(length)
    .filter(({ dynamodb }) => dynamodb?.Keys?.["sk"]?.S === recordId);
  expect(written).toHaveLength(1);
  expect(written.map(visibleChange)).toEqual([undefined]);
  await tellNews();
  const history = async () =>
    (await call(listRecordHistory, { as: owner, params: { ...params, recordId } })).body.historyList;
  expect(await history()).toEqual([]);

  // an edit with the former ETag changes what it says, and keeps the rest
  const edited = await call(updateRecord, {
    as: owner,
    params: { ...params, recordId },
    headers: { "if-match": before.headers["etag"] ?? "" },
    body: { record: { fields: { Name: "b" } } },
  });
  expect(edited.status).toBe(200);
  await tellNews();
  expect(await history()).toHaveLength(1);
});

test("a record that was deleted, or names the picture no more, is left as it is", async () => {
  const { token, ids, params, get, made } = await aGallery("a", "b", "c");
  const [gone = "", emptied = "", other = ""] = ids;
  await call(deleteRecord, { as: owner, params: { ...params, recordId: gone } });
  const body = { record: { fields: { Files: null, More: null } } };
  await call(updateRecord, { as: owner, params: { ...params, recordId: emptied }, body });
  const { headers } = await get(emptied);
  await hear(token);
  expect((await get(gone)).status).toBe(404);
  expect((await get(emptied)).headers["etag"]).toBe(headers["etag"]);
  expect(await made(other)).toBe(3);
});

test("a file that cannot be read is tried once", async () => {
  const { token } = await aFile(owner, { bytes: small.subarray(0, 40), type: "image/png" });
  await hear(token);
  expect((await stored(token)).thumbnails).toEqual([]);
});

test.each(["killed before", "killed after"] as const)(
  "%s any request to the store, and heard again: made and noted",
  { timeout: 120_000 },
  async (accident) => {
    for (let point = 0; ; point++) {
      const { token, ids, made } = await aGallery("a", "b");
      const { killed } = await process(
        (_, index) => (index === point ? accident : undefined),
        () => hear(token),
      );
      await hear(token);
      expect(await Promise.all(ids.map(made)), `killed at ${point}`).toEqual([3, 3]);
      expect(await stored(token)).not.toHaveProperty("waiting");
      if (!killed) break;
    }
  },
);

describe("a file that is deleted", () => {
  test("takes its thumbnails along", async () => {
    const { token } = await aGallery("a");
    await hear(token);
    expect(await thumbnailSize(token)).toBeGreaterThan(0);
    await commit([remove(await stored(token))]);
    await hears(removeFile, keyOf(token));
    expect(await thumbnailSize(token)).toBeUndefined();
  });

  test("while they are made leaves none", async () => {
    const { token } = await aFile(owner, { bytes: small, type: "image/png" });
    const file = await stored(token);
    let isDeleted = false;
    await process(
      async ({ command }) => {
        // the item is read before they are made, and again to note them
        if (command === "GetItem" && (await thumbnailSize(token)) && !isDeleted) {
          isDeleted = true;
          await commit([remove(file)]);
          await hears(removeFile, keyOf(token));
        }
        return undefined;
      },
      () => hear(token),
    );
    expect(isDeleted).toBe(true);
    expect(await thumbnailSize(token)).toBeUndefined();
  });
});

test("a record with more attachments than an answer has room for shows pictures without thumbnails", async () => {
  const { item, token, params, get } = await aGallery("a");
  await hear(token);
  const put = async (count: number) => {
    const records = [{ fields: { Files: Array(count).fill(item) } }];
    const { body } = await call(createRecords, { as: owner, params, body: { records } });
    return (await get(body.records[0].id)).body.fields.Files as object[];
  };
  const most = limits.attachmentsWithThumbnails;
  for (const each of await put(most)) expect(each).toHaveProperty("smThumbnailUrl");
  for (const each of await put(most + 1)) expect(each).not.toHaveProperty("smThumbnailUrl");
});

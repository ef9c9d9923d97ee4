import { beforeAll, expect, test } from "vitest";
import { handler as removeFile } from "#functions/attachment/remove-file";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteTable } from "#functions/table/delete-table-permanently";
import { releaseSome } from "#lib/data/cleanup/clear-files";
import { fileKey, find } from "#lib/data/records/attachments";
import { sizeOf } from "#lib/files/storage";
import type { FileToken } from "#lib/schemas/records/attachment";
import { change, commit } from "#lib/store/commit";
import { itemsWith, runToEnd } from "#test/support/events/jobs";
import { aFile, hears } from "#test/support/makers/files";
import { aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";

const fields = [
  { name: "Name", type: "singleLineText" },
  { name: "Files", type: "attachment" },
];
let owner: Someone;
beforeAll(async () => {
  await useOwnStore();
  owner = await someone();
});

const put = async (tableId: string, ...items: object[]) => {
  const records = items.map((item) => ({ fields: { Files: [item] } }));
  const { status } = await call(createRecords, { as: owner, params: { tableId }, body: { records } });
  expect(status).toBe(201);
};
const part = (token: string) => token.slice(0, 10);
/** As the stream tells of an item that is gone. */
const heard = (token: string) => hears(removeFile, fileKey(token as FileToken));

test("a deleted table takes its files along, and those only; their bytes go after them", async () => {
  const [one, other] = [await aTable({ fields }, owner), await aTable({ fields }, owner)];
  const files = await Promise.all([aFile(owner), aFile(owner), aFile(owner)]);
  const [own, shared, others] = files;
  await put(one.tableId, own?.item as object, shared?.item as object);
  await put(other.tableId, shared?.item as object, others?.item as object);

  const params = { baseId: one.baseId, tableId: one.tableId };
  const { body } = await call(deleteTable, { as: owner, params });
  await runToEnd(body.jobId, one.baseId);
  expect(await itemsWith(one.tableId)).toEqual([]);
  const there = await Promise.all(files.map(({ token }) => find(token as FileToken)));
  expect(there.map((file) => file?.uses.length)).toEqual([undefined, 1, 1]);

  for (const { token } of files) await heard(token);
  expect(await Promise.all(files.map(({ token }) => sizeOf(part(token))))).toEqual([undefined, 5, 5]);
  // told again, nothing is to be done
  await heard(own?.token as string);
});

test("more files than a piece takes are released piece by piece, and again after a failure", async () => {
  const { tableId } = await aTable({ fields }, owner);
  const files = await Promise.all(Array.from({ length: 5 }, () => aFile(owner)));
  await put(tableId, ...files.map(({ item }) => item));
  expect(await releaseSome(tableId, 3)).toBe(true);
  expect(await releaseSome(tableId, 3)).toBe(false);
  expect(await releaseSome(tableId, 3)).toBe(false);
  expect(await itemsWith(...files.map(({ token }) => part(token)))).toEqual([
    // records, which are cleared before
    ...Array.from({ length: 5 }, () => expect.objectContaining({ entity: "record" })),
  ]);
});

test("a file that waited longer than a day is as good as gone, whether the store has removed it or not", async () => {
  const { tableId } = await aTable({ fields }, owner);
  const { token, item } = await aFile(owner);
  const file = await find(token as FileToken);
  if (!file) throw new Error("the file is there");
  await commit([change(file, { expiresAt: Math.floor(Date.now() / 1000) - 1 })]);
  const records = [{ fields: { Files: [item] } }];
  const { status, body } = await call(createRecords, { as: owner, params: { tableId }, body: { records } });
  expect({ status, message: body.message }).toMatchObject({
    status: 400,
    message: expect.stringContaining("not found"),
  });
});

test("one that is in a record waits for nothing any more", async () => {
  const { tableId } = await aTable({ fields }, owner);
  const { token, item } = await aFile(owner);
  expect(await find(token as FileToken)).toHaveProperty("expiresAt");
  await put(tableId, item);
  expect(await find(token as FileToken)).not.toHaveProperty("expiresAt");
});

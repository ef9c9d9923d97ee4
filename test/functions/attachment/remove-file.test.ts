import { expect, test } from "vitest";
import { handler as removeFile } from "#functions/attachment/remove-file";
import { fileKey, find } from "#lib/data/records/attachments";
import { sizeOf } from "#lib/files/storage";
import type { FileToken } from "#lib/schemas/records/attachment";
import { commit, remove } from "#lib/store/commit";
import { aFile, anAnnouncement, hears } from "#test/support/makers/files";
import { someone } from "#test/support/makers/makers";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the stack hears of it itself");
const owner = await someone();

test("the bytes of a file whose item is gone are removed, and not before", async () => {
  const { token, file } = await aFile(owner);
  const part = file.path.slice("attachments/".length);
  const key = fileKey(token as FileToken);
  await hears(removeFile, key);
  expect(await sizeOf(part)).toBe(5);

  const item = await find(token as FileToken);
  if (!item) throw new Error("the file is there");
  await commit([remove(item)]);
  await hears(removeFile, key);
  expect(await sizeOf(part)).toBeUndefined();
});

test("heard again, or of a file that was never uploaded, it does nothing", async () => {
  const { token } = await anAnnouncement(owner);
  const item = await find(token as FileToken);
  if (!item) throw new Error("the file is announced");
  await commit([remove(item)]);
  for (const _ of [1, 2]) await hears(removeFile, fileKey(token as FileToken));
});

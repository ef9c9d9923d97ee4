/* Zip files whose bytes are wrong: each is read, or refused by a BadZip that says what is wrong. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { BadZip, readZipEntries } from "#lib/files/zip-reader";
import { unzipped, zipped, zipped64 } from "#test/support/zips";

const parts: [string, Buffer][] = [
  ["one.json", Buffer.from("1")],
  ["folder/lines.jsonl", Buffer.from('{"a":1}\n'.repeat(500))],
  ["ä.txt", Buffer.from("ä")],
];
let files: Buffer[];
beforeAll(async () => {
  files = [await zipped(parts), zipped64(parts)];
});

test("both forms give the names and the bytes", async () => {
  for (const file of files) expect([...(await unzipped(file))]).toEqual(parts);
});

/** What reading the whole file throws, if it does. */
const reading = (file: Buffer): Promise<unknown> =>
  unzipped(file).then(
    () => undefined,
    (error: unknown) => error,
  );

describe("refused by what is wrong with it", () => {
  test("bytes that were changed, left out or cut off", async () => {
    const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) });
    const changes = fc.array(change, { minLength: 1, maxLength: 4 });
    const cut = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(fc.nat(1), changes, cut, async (which, changed, end) => {
        const whole = files[which] as Buffer;
        const file = Buffer.from(whole);
        for (const { at, byte } of changed) file[Math.floor(at * (file.length - 1))] = byte;
        const error = await reading(end === null ? file : file.subarray(0, Math.floor(end * file.length)));
        if (error !== undefined) expect(error).toBeInstanceOf(BadZip);
      }),
    );
  });

  test("an entry whose bytes are others: its name, and that its checksum is another one", async () => {
    const file = Buffer.from(files[1] as Buffer);
    file.write("2", file.indexOf("one.json") + "one.json".length + 20);
    const error = await reading(file);
    expect(error).toMatchObject({ entry: "one.json", message: "is damaged: its checksum is another one" });
  });
});

test("what reading the file throws is thrown as it is", async () => {
  const broken = new Error("the storage does not answer");
  const file = files[0] as Buffer;
  let isBroken = false;
  const read = async (count: number, from: number) => {
    if (isBroken) throw broken;
    return file.subarray(from, from + count);
  };
  const entries = await readZipEntries(read, file.length, 1e9);
  isBroken = true;
  await expect(entries.get("one.json")?.read().next()).rejects.toBe(broken);
  await expect(readZipEntries(read, file.length, 1e9)).rejects.toBe(broken);
});

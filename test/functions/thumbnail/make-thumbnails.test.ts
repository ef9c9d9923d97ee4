/* Pictures in records: "cells with pictures" of what clients expect. Over HTTP the service makes the thumbnails itself. */
import { describe, expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as makeThumbnails } from "#functions/thumbnail/make-thumbnails";
import { fileKey } from "#lib/data/records/attachments";
import type { FileToken } from "#lib/schemas/records/attachment";
import { aRecord } from "#test/functions/record/support/uploads";
import { aFile, atAddress, hears } from "#test/support/makers/files";
import { aTable, someone } from "#test/support/makers/makers";
import { aPicture, lookAt, scriptedSvg } from "#test/support/makers/pictures";
import { asForm } from "#test/support/requests/as-form";
import { call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";

interface Shown {
  token: string;
  presignedUrl: string;
  smThumbnailUrl: string;
  lgThumbnailUrl: string;
}

const owner = await someone();
const fields = [
  { name: "Name", type: "singleLineText" },
  { name: "Files", type: "attachment" },
];

async function aGallery() {
  const { tableId } = await aTable({ fields }, owner);
  const params = { tableId };
  async function put(...items: object[]) {
    const records = [{ fields: { Files: items } }];
    const { status, body } = await call(createRecords, { as: owner, params, body: { records } });
    expect(status, JSON.stringify(body)).toBe(201);
    return { id: body.records[0].id as string, cell: body.records[0].fields.Files as Shown[] };
  }
  const cellOf = async (recordId: string): Promise<Shown[]> =>
    (await call(getRecord, { as: owner, params: { ...params, recordId } })).body.fields.Files;
  return { params, put, cellOf };
}

/** In process no stream follows the store. */
async function hear(token: string): Promise<void> {
  if (!baseUrl()) await hears(makeThumbnails, fileKey(token as FileToken), "changed");
}

/** Which of the addresses is another than that of the file. */
const madeIn = ([{ presignedUrl, smThumbnailUrl, lgThumbnailUrl } = {} as Shown]: Shown[]) => ({
  sm: smThumbnailUrl !== presignedUrl,
  lg: lgThumbnailUrl !== presignedUrl,
});
const both = { sm: true, lg: true };
const neither = { sm: false, lg: false };
const aJpeg = () =>
  aFile(owner, {
    bytes: aPicture({ width: 1400, height: 1050, format: ".jpg" }),
    type: "image/jpeg",
    name: "a.jpg",
  });

describe("200: a picture in a record", () => {
  test("has width, height, and thumbnails of 56 and 525 pixels once they are made; until then the file's own address", async () => {
    const { put, cellOf } = await aGallery();
    const { item, token } = await aJpeg();
    const { id, cell } = await put(item);
    expect(cell[0]).toMatchObject({ width: 1400, height: 1050, name: "a.jpg", mimetype: "image/jpeg" });
    // over HTTP they may be there already
    if (!baseUrl()) expect(madeIn(cell)).toEqual(neither);
    await hear(token);
    await expect.poll(async () => madeIn(await cellOf(id))).toEqual(both);

    const [shown] = (await cellOf(id)) as [Shown];
    for (const [address, size] of [
      [shown.smThumbnailUrl, "75x56"],
      [shown.lgThumbnailUrl, "700x525"],
    ] as const) {
      // without a token
      const { status, headers, bytes } = await atAddress(address);
      expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "image/webp" });
      expect(headers["content-disposition"]).toContain('inline; filename="a.jpg.webp"');
      expect(lookAt(bytes)).toMatchObject({ format: "webp", size });
    }
    // cells do not show what they note
    expect(shown).not.toHaveProperty("thumbnails");
  });

  test("whose thumbnails are made before shows them at once, also when it is sent as it was shown", async () => {
    const { put, cellOf } = await aGallery();
    const { item, token } = await aJpeg();
    const first = await put(item);
    await hear(token);
    await expect.poll(async () => madeIn(await cellOf(first.id))).toEqual(both);
    expect(madeIn((await put(item)).cell)).toEqual(both);
    expect(madeIn((await put(...(await cellOf(first.id)))).cell)).toEqual(both);
  });

  test("that came with uploadAttachment", async () => {
    const { upload, read } = await aRecord();
    const bytes = new Uint8Array(aPicture({ width: 100, height: 80, format: ".webp" }));
    const file = new File([bytes], "b.webp", { type: "image/webp" });
    expect((await upload(...(await asForm({ file })))).status).toBe(201);
    const cell = async () => (await read()).body.fields.Files as Shown[];
    await hear((await cell())[0]?.token ?? "");
    await expect.poll(async () => madeIn(await cell())).toEqual({ sm: true, lg: false });
  });

  test("in a copy of the record, made before or after its thumbnails", async () => {
    const { params, put, cellOf } = await aGallery();
    const { item, token } = await aJpeg();
    const { id } = await put(item);
    const duplicate = async () => {
      const of = { as: owner, params: { ...params, recordId: id }, body: {} };
      return (await call(duplicateRecord, of)).body.id as string;
    };
    const before = await duplicate();
    await hear(token);
    await expect.poll(async () => madeIn(await cellOf(before))).toEqual(both);
    expect(madeIn(await cellOf(await duplicate()))).toEqual(both);
  });
});

describe("200: the address of the file itself, of a picture without thumbnails", () => {
  test.each<[string, { bytes: Buffer; type: string }]>([
    ["an SVG", { bytes: scriptedSvg, type: "image/svg+xml" }],
    ["a text that says it is a PNG", { bytes: Buffer.from("Hello"), type: "image/png" }],
    ["a PNG that is broken", { bytes: aPicture().subarray(0, 60), type: "image/png" }],
    ["a picture of 56 pixels", { bytes: aPicture({ width: 100, height: 56 }), type: "image/png" }],
  ])("%s", async (_, input) => {
    const { put, cellOf } = await aGallery();
    const { item, token } = await aFile(owner, input);
    const { id } = await put(item);
    await hear(token);
    expect(madeIn(await cellOf(id))).toEqual(neither);
    expect((await cellOf(id))[0]).toMatchObject({
      lgThumbnailUrl: expect.stringContaining(token.slice(0, 10)),
    });
  });
});

test("other files have no thumbnails", async () => {
  const { put } = await aGallery();
  const { cell } = await put((await aFile(owner)).item);
  expect(cell[0]).not.toHaveProperty("smThumbnailUrl");
  expect(cell[0]).not.toHaveProperty("lgThumbnailUrl");
});

test("403: the address of a thumbnail without its signature, of another file, or of the file with the signature of a thumbnail", async () => {
  const { put, cellOf } = await aGallery();
  const { item, token } = await aJpeg();
  const { id } = await put(item);
  await hear(token);
  await expect.poll(async () => madeIn(await cellOf(id))).toEqual(both);
  const { smThumbnailUrl } = (await cellOf(id))[0] as Shown;
  const part = token.slice(0, 10);
  for (const address of [
    smThumbnailUrl.replace(/\?.*/, ""),
    smThumbnailUrl.replace(`${part}.sm`, `${part}.lg`),
    smThumbnailUrl.replace(`${part}.sm`, part),
  ])
    expect((await atAddress(address)).status).toBe(403);
});

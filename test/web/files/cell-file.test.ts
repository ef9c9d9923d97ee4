/* What files of cells are, and what a browser shows of them. */
import { expect, test } from "vitest";
import { disposition, safeType } from "#lib/files/disposition";
import { presignAddress } from "#lib/files/sigv4";
import { readAddress } from "#lib/files/storage";
import {
  type CellFile,
  filesOfCell,
  isAddressOld,
  labelOf,
  moveFile,
  pictureOf,
  shownKindOf,
} from "#lib/web/browser/files/cell-file";
import { sizeText } from "#lib/web/browser/files/size-text";

test("a file is shown exactly where the server sends it as what it is; HTML and SVG never are", () => {
  const types = [
    ...["image/png", "image/JPEG", "image/webp", "image/heic", "application/pdf", "video/mp4", "audio/ogg"],
    ...["text/plain", "text/csv; charset=utf-8", "text/html", "image/svg+xml", "application/xhtml+xml"],
    ...["application/zip", "application/octet-stream", "", "text/xml", "image/tiff"],
  ];
  for (const mimetype of types) {
    const isShown = disposition(mimetype, "a").startsWith("inline");
    expect([mimetype, shownKindOf({ mimetype }) !== "other"]).toEqual([mimetype, isShown]);
    expect([mimetype, safeType(mimetype) !== "application/octet-stream"]).toEqual([mimetype, isShown]);
  }
  expect(shownKindOf({})).toBe("other");
  expect(
    ["image/gif", "application/pdf", "video/x-y", "audio/x", "text/csv"].map((mimetype) =>
      shownKindOf({ mimetype }),
    ),
  ).toEqual([...["picture", "pdf", "video", "audio", "text"]]);
});

test("a picture is a thumbnail, the file itself while there is none, or nothing for what no browser shows", () => {
  const file = (mimetype: string, more: Partial<CellFile> = {}): CellFile => ({
    ...{ token: "t", name: "a.b", mimetype, presignedUrl: "/whole" },
    ...more,
  });
  const made = { smThumbnailUrl: "/small", lgThumbnailUrl: "/large" };
  expect(pictureOf(file("image/png", made), "sm")).toBe("/small");
  expect(pictureOf(file("image/png", made), "lg")).toBe("/large");
  const none = { smThumbnailUrl: "/whole", lgThumbnailUrl: "/whole" };
  expect(pictureOf(file("image/png", none), "sm")).toBe("/whole");
  expect(pictureOf(file("image/svg+xml", none), "sm")).toBeUndefined();
  expect(pictureOf(file("image/tiff", made), "sm")).toBe("/small");
  expect(pictureOf(file("application/pdf"), "lg")).toBeUndefined();
});

test("letters are the ending of the name, or the kind of the type", () => {
  expect(labelOf({ name: "plan.v2.docx" })).toBe("DOCX");
  expect(labelOf({ name: "archive.backup", mimetype: "application/zip" })).toBe("APPL");
  expect(labelOf({ name: "README" })).toBe("FILE");
});

test("an address that has expired is known, of a folder and of a bucket", () => {
  const now = Date.parse("2026-11-29T12:00:00Z");
  const bucket = presignAddress({
    ...{ method: "GET", expiresIn: 3600, now: new Date(now), region: "us-east-1" },
    address: new URL("https://bucket.s3.us-east-1.amazonaws.com/attachments/abcdefghij"),
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
  });
  const local = readAddress({ part: "abcdefghij", name: "a.png", mimetype: "image/png" }, new Date(now));
  for (const address of [bucket, local]) {
    expect(isAddressOld(address, now)).toBe(false);
    expect(isAddressOld(address, now + 3_599_000)).toBe(true);
  }
  expect(isAddressOld("/no/time", now)).toBe(false);
});

test("files are found in the value of a cell, moved, and their sizes said", () => {
  const file = { token: "t", name: "n" };
  expect(filesOfCell([file, null, "text", { id: "rec" }])).toEqual([file]);
  expect(filesOfCell(undefined)).toEqual([]);
  expect(moveFile(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moveFile(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
  expect([0, 1023, 1536, 10 * 1024, 100 * 1024 ** 2, 3 * 1024 ** 3].map(sizeText)).toEqual([
    ...["0 bytes", "1023 bytes", "1.5 kB", "10 kB", "100 MB", "3 GB"],
  ]);
});

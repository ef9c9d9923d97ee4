import fc from "fast-check";
import { expect, test } from "vitest";
import { disposition, safeType } from "#lib/files/disposition";

test.each([
  ["image/png", "inline", "image/png"],
  ["IMAGE/PNG; x=y", "inline", "image/png"],
  ["video/mp4", "inline", "video/mp4"],
  ["application/pdf", "inline", "application/pdf"],
  ["text/csv; charset=latin1", "inline", "text/plain; charset=utf-8"],
  ["text/html", "attachment", "application/octet-stream"],
  ["image/svg+xml", "attachment", "application/octet-stream"],
  ["text/xml", "attachment", "application/octet-stream"],
  ["text/javascript", "attachment", "application/octet-stream"],
  ["nonsense", "attachment", "application/octet-stream"],
])("%s: %s as %s", (mimetype, kind, type) => {
  expect(disposition(mimetype, "a")).toBe(`${kind}; filename="a"; filename*=UTF-8''a`);
  expect(safeType(mimetype)).toBe(type);
});

test.each([
  ['a"b.png', 'filename="a_b.png"', "filename*=UTF-8''a%22b.png"],
  ["../../etc/passwd", 'filename=".._.._etc_passwd"', "filename*=UTF-8''.._.._etc_passwd"],
  ["x\r\nset-cookie: a=b", 'filename="x__set-cookie: a=b"', "filename*=UTF-8''x__set-cookie%3A%20a%3Db"],
  ["é'(1)*.txt", 'filename="_\'(1)*.txt"', "filename*=UTF-8''%C3%A9%27%281%29%2a.txt"],
  // the character that reverses the reading direction can disguise the extension
  ["a\u202Egpj.exe", 'filename="a_gpj.exe"', "filename*=UTF-8''a_gpj.exe"],
])("the name %j", (name, ascii, whole) => {
  expect(disposition("image/png", name)).toBe(`inline; ${ascii}; ${whole}`);
});

test("any name gives a valid header, from which it can be decoded", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const header = disposition("text/plain", name);
      expect(header).toMatch(/^inline; filename="[^"\\]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/);
      expect(decodeURIComponent(header.split("''")[1] ?? "")).toBe(name.replace(/[\p{Cc}\p{Cf}/\\]/gu, "_"));
    }),
  );
});

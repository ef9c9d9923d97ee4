import fc from "fast-check";
import { expect, test } from "vitest";
import { imageSize } from "#lib/files/image-size";
import { pixel } from "#test/support/makers/files";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );
const segment = (marker: number, content: number[]) => [
  ...[0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff],
  ...content,
];
const frame = [8, 0x01, 0xe0, 0x02, 0x80, 3];
const jpeg = (marker: number, ...before: number[][]) =>
  bytes([0xff, 0xd8], ...before, segment(marker, frame), [0xff, 0xd9]);

test.each<[string, Buffer, [number, number]]>([
  ["PNG", pixel, [1, 1]],
  ["GIF", bytes("GIF89a", [0x80, 0x02, 0xe0, 0x01, 0, 0, 0]), [640, 480]],
  ["JPEG", jpeg(0xc0), [640, 480]],
  [
    "JPEG, progressive, after what a camera wrote",
    jpeg(0xc2, segment(0xe1, Array(60_000).fill(0xc0))),
    [640, 480],
  ],
  ["JPEG with filling bytes and tables", jpeg(0xc1, [0xff, 0xff], segment(0xc4, [1, 2, 3])), [640, 480]],
  [
    "WebP",
    bytes("RIFF", [0, 0, 0, 0], "WEBPVP8 ", [0, 0, 0, 0], [0, 0, 0, 0x9d, 1, 0x2a], [0x80, 0x42, 0xe0, 0x41]),
    [640, 480],
  ],
  [
    "WebP without loss",
    bytes("RIFF", [0, 0, 0, 0], "WEBPVP8L", [0, 0, 0, 0], [0x2f, 0x7f, 0xc2, 0x77, 0]),
    [640, 480],
  ],
  [
    "WebP with more",
    bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0], [0, 0, 0, 0], [0x7f, 2, 0], [0xdf, 1, 0]),
    [640, 480],
  ],
])("%s", (_, file, [width, height]) => {
  expect(imageSize(file)).toEqual({ width, height });
});

test("what ends before it says has no size", () => {
  for (const file of [
    pixel.subarray(0, 20),
    jpeg(0xc0).subarray(0, 8),
    bytes("GIF89a"),
    bytes("RIFF....WEBPVP8X"),
  ])
    expect(imageSize(file)).toBeUndefined();
});

test("whatever the bytes are, it comes to an end and says something possible", () => {
  const beginnings = fc.constantFrom(
    "",
    "\x89PNG\r\n\x1a\n",
    "GIF87a",
    "\xff\xd8",
    "\xff\xd8\xff\xe0\x00\x00",
    "RIFF....WEBPVP8 ",
  );
  fc.assert(
    fc.property(beginnings, fc.uint8Array({ maxLength: 200 }), (beginning, rest) => {
      const size = imageSize(Buffer.concat([Buffer.from(beginning, "latin1"), rest]));
      if (size) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});

/* QR codes as qrcode-generator 2.0.4 draws them; all lengths from 1 to 412 were read back with jsQR 1.4.0 when this was written. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { drawQrCode } from "#lib/pages/account/qr-code";

const rowsOf = (text: string) => drawQrCode(text).map((row) => row.map((dark) => (dark ? 1 : 0)).join(""));

test("a short text, module by module", () =>
  expect(rowsOf("a0")).toEqual([
    "111111100011101111111",
    "100000100111101000001",
    "101110101101001011101",
    "101110101111101011101",
    "101110101101101011101",
    "100000101010101000001",
    "111111101010101111111",
    "000000001111100000000",
    "101111100000101111100",
    "010011001010100100111",
    "100010110001010010100",
    "110100001000000110110",
    "101111101001010010100",
    "000000001111111001001",
    "111111100100101100010",
    "100000101101111001001",
    "101110101100100100100",
    "101110101000100100100",
    "101110101011010011100",
    "100000100110000110100",
    "111111101001010011110",
  ]));

test.each([
  [29, 100, "2d0ba01a0b7a44b1"],
  [33, 52, "d45258a0767aeca5"],
  [37, 4, "895c0b53045d5d17"],
  [45, 9, "0efab925289b1b11"],
  [49, 11, "aa44699cbcab855b"],
  [53, 15, "19926e8bc0bbdcbd"],
  [57, 69, "5936c3995100ec09"],
  [61, 24, "7bd25f3a41d3cf9f"],
  [69, 33, "b30c0f28478515fa"],
  [73, 39, "f9324f6ce19e7b74"],
])("a code of %i modules", (size, i, sum) => {
  const rows = rowsOf(`otpauth://totp/Gridless:ada?secret=${"ABCDEFGH".repeat(i % 50)}${i}`);
  expect(rows.length).toBe(size);
  expect(createHash("sha256").update(rows.join("\n")).digest("hex").slice(0, 16)).toBe(sum);
});

test("a text that is too long is refused", () => {
  expect(drawQrCode("x".repeat(412)).length).toBe(77);
  expect(() => drawQrCode("x".repeat(413))).toThrow("a text of 413 bytes has no QR code here");
});

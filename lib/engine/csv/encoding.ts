/* Bytes of a CSV file as text, in the encodings that spreadsheets write. */
import { isUtf8 } from "node:buffer";
import type { Encoding } from "#lib/schemas/tables/csv";

export interface Encoded {
  encoding: Encoding;
  /** Bytes of the mark at its start. */
  mark: number;
}

const marks: [Encoding, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** By its first bytes; UTF-16 without a mark is known by the zeros in letters of Latin. */
export function encodingOf(bytes: Buffer, isWhole: boolean, given?: Encoding): Encoded {
  const [marked, mark] =
    marks.find(([encoding, mark]) => (!given || given === encoding) && startsWith(bytes, mark)) ?? [];
  const found =
    given ?? marked ?? wideOf(bytes) ?? (isUtf8(whole(bytes, isWhole)) ? "utf-8" : "windows-1252");
  return { encoding: found, mark: mark?.length ?? 0 };
}

const startsWith = (bytes: Buffer, mark: number[]) => mark.every((byte, i) => bytes[i] === byte);

function wideOf(bytes: Buffer): Encoding | undefined {
  const some = bytes.subarray(0, 1000);
  const zeros = [0, 0];
  for (const [i, byte] of some.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const many = some.length / 5;
  const [even = 0, odd = 0] = zeros;
  return odd > many && even === 0 ? "utf-16le" : even > many && odd === 0 ? "utf-16be" : undefined;
}

/** Without a character that the end of a piece cuts. */
function whole(bytes: Buffer, isWhole: boolean): Buffer {
  if (isWhole) return bytes;
  const last = bytes.subarray(-3).findLastIndex((byte) => byte >= 0xc0 || byte < 0x80);
  const at = Math.max(0, bytes.length - 3) + last;
  return last >= 0 && (bytes[at] ?? 0) >= 0xc0 ? bytes.subarray(0, at) : bytes;
}

/** A piece of a file as UTF-8, and how many bytes of the piece so many of that are. */
export interface Piece {
  utf8: Buffer;
  bytesOf(utf8: Buffer): number;
}

export function decodeText(bytes: Buffer, encoding: Encoding): Piece {
  if (encoding === "utf-8") return { utf8: bytes, bytesOf: ({ length }) => length };
  if (encoding === "windows-1252")
    return {
      utf8: Buffer.from(new TextDecoder("windows-1252").decode(bytes)),
      bytesOf: (utf8) => utf8.toString().length,
    };
  // half a character, or half a pair, at the end is of the next piece
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const units = encoding === "utf-16le" ? even : Buffer.from(even).swap16();
  const cut = /[\ud800-\udbff]$/.test(units.subarray(-2).toString("utf16le")) ? 2 : 0;
  return {
    utf8: Buffer.from(units.subarray(0, units.length - cut).toString("utf16le")),
    bytesOf: (utf8) => utf8.toString().length * 2,
  };
}

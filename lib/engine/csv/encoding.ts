/* Decodes the bytes of a CSV file, in any encoding of the Encoding Standard. */
import { isUtf8 } from "node:buffer";
import type { Encoding } from "#lib/schemas/tables/csv";

export interface Encoded {
  encoding: Encoding;
  /** The length of the byte order mark in bytes; 0 if there is none. */
  mark: number;
  /** A message for people, if the guess may be wrong. */
  hint?: string;
}

const marks: [Encoding, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** The encoding by the first bytes, unless `given`. UTF-16 without a byte order mark is recognized by the zero bytes of Latin letters. */
export function encodingOf(bytes: Buffer, isWhole: boolean, given?: Encoding): Encoded {
  const [marked, mark] =
    marks.find(([encoding, mark]) => (!given || given === encoding) && startsWith(bytes, mark)) ?? [];
  const known = given ?? marked ?? wideOf(bytes);
  const known8 = known ?? (isMostlyUtf8(whole(bytes, isWhole)) ? "utf-8" : undefined);
  if (known8) return { encoding: known8, mark: mark?.length ?? 0 };
  const encoding = guessEncoding(bytes);
  return {
    encoding,
    mark: 0,
    hint: `the file is not UTF-8; it is read as ${encoding}: if texts are wrong, send its encoding`,
  };
}

/**
 * Whether the bytes are UTF-8. A broken byte does not make it another encoding: it is enough that more characters beyond ASCII are valid
 * than invalid.
 */
function isMostlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true;
  const text = bytes.toString("utf8");
  let [broken, good] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0xfffd) broken++;
    else if (unit >= 0x80) good++;
  }
  return good > broken;
}

/** How encodings are recognized: texts in an encoding mostly have this share of such characters among those beyond ASCII. */
const guesses: { encoding: Encoding; common: RegExp; share: number }[] = [
  { encoding: "shift_jis", common: /[\u3040-\u30ff]/, share: 0.2 },
  { encoding: "euc-jp", common: /[\u3040-\u30ff]/, share: 0.2 },
  { encoding: "euc-kr", common: /[\uac00-\ud7a3]/, share: 0.9 },
  { encoding: "windows-1251", common: /[\u0410-\u044f\u0451]/, share: 0.9 },
  { encoding: "koi8-r", common: /[\u0410-\u044f\u0451]/, share: 0.9 },
  { encoding: "gbk", common: /[\u4e00-\u9fff]/, share: 0.8 },
  { encoding: "big5", common: /[\u4e00-\u9fff]/, share: 0.8 },
];
const bytesGuessed = 64 * 1024;

/**
 * Guesses the encoding of bytes that are not UTF-8. Letters with accents stand alone between other letters; in other scripts such
 * characters follow each other.
 */
function guessEncoding(bytes: Buffer): Encoding {
  const some = bytes.subarray(0, bytesGuessed);
  let [high, inRuns] = [0, 0];
  for (let i = 0; i < some.length; i++) {
    if ((some[i] ?? 0) < 0x80) continue;
    high++;
    if ((some[i - 1] ?? 0) >= 0x80 || (some[i + 1] ?? 0) >= 0x80) inRuns++;
  }
  if (inRuns < 0.6 * high) return "windows-1252";
  return guesses.find((guess) => fits(some, guess))?.encoding ?? "windows-1252";
}

function fits(bytes: Buffer, { encoding, common, share }: (typeof guesses)[number]): boolean {
  // the last character may be incomplete
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  let [beyond, found, broken, oddCase] = [0, 0, 0, 0];
  let before = "";
  for (const character of text) {
    if (character >= "\u0080") {
      beyond++;
      if (character === "\ufffd") broken++;
      if (common.test(character)) found++;
      if (isSmall(before) && isCapital(character)) oddCase++;
    }
    before = character;
  }
  return broken === 0 && found >= share * beyond && oddCase <= 0.05 * beyond;
}

const isSmall = (letter: string) => letter !== letter.toUpperCase();
const isCapital = (letter: string) => letter !== letter.toLowerCase();

const startsWith = (bytes: Buffer, mark: number[]) => mark.every((byte, i) => bytes[i] === byte);

function wideOf(bytes: Buffer): Encoding | undefined {
  const some = bytes.subarray(0, 1000);
  const zeros = [0, 0];
  for (const [i, byte] of some.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const many = some.length / 5;
  const [even = 0, odd = 0] = zeros;
  return odd > many && even === 0 ? "utf-16le" : even > many && odd === 0 ? "utf-16be" : undefined;
}

/** The bytes without a last character that is incomplete because the piece ends. */
function whole(bytes: Buffer, isWhole: boolean): Buffer {
  if (isWhole) return bytes;
  const last = bytes.subarray(-3).findLastIndex((byte) => byte >= 0xc0 || byte < 0x80);
  const at = Math.max(0, bytes.length - 3) + last;
  return last >= 0 && (bytes[at] ?? 0) >= 0xc0 ? bytes.subarray(0, at) : bytes;
}

/** A piece of a file as UTF-8. `bytesOf` gives how many bytes of the file a beginning of `utf8` takes. */
export interface Piece {
  utf8: Buffer;
  bytesOf(utf8: Buffer): number;
}

/** Encodings with one byte for each character, all of which are in the basic plane. */
const isSingleByte = (encoding: Encoding): boolean =>
  /^(windows-|iso-8859-|koi8-|macintosh|x-mac-|ibm866|x-user-defined)/.test(encoding);

export function decodeText(bytes: Buffer, encoding: Encoding): Piece {
  if (encoding === "utf-8") return { utf8: bytes, bytesOf: ({ length }) => length };
  if (isSingleByte(encoding))
    return {
      utf8: Buffer.from(new TextDecoder(encoding).decode(bytes)),
      bytesOf: (utf8) => utf8.toString().length,
    };
  return encoding.startsWith("utf-16") ? decodeWide(bytes, encoding) : decodeLines(bytes, encoding);
}

/**
 * Decodes characters of one to four bytes. Their lengths cannot be told from the text, but a line break is a single byte that is part of no
 * other character, so parts of the text end there. `bytesOf` must be called for one part after the other.
 */
function decodeLines(bytes: Buffer, encoding: Encoding): Piece {
  const utf8 = Buffer.from(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: true }));
  let [at, left] = [0, utf8.length];
  const isBreak = (byte: number | undefined) => byte === 0x0a || byte === 0x0d;
  return {
    utf8,
    bytesOf(part) {
      const begin = at;
      left -= part.length;
      let breaks = part.filter(isBreak).length;
      if (part.length > 0 && !isBreak(part.at(-1))) at = left > 0 ? at : bytes.length;
      for (; breaks > 0 && at < bytes.length; at++) if (isBreak(bytes[at])) breaks--;
      return at - begin;
    },
  };
}

function decodeWide(bytes: Buffer, encoding: Encoding): Piece {
  // half a character or half a surrogate pair at the end belongs to the next piece
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const units = encoding === "utf-16le" ? even : Buffer.from(even).swap16();
  const cut = /[\ud800-\udbff]$/.test(units.subarray(-2).toString("utf16le")) ? 2 : 0;
  return {
    utf8: Buffer.from(units.subarray(0, units.length - cut).toString("utf16le")),
    bytesOf: (utf8) => utf8.toString().length * 2,
  };
}

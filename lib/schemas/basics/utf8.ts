/*
 * Text that is not UTF-8 is refused. Decoders put U+FFFD in place of what they cannot read, so the service would store, and look for, what
 * the caller never sent.
 *
 * API Gateway gives JSON to a function as a string: what it makes of other bytes there is not in our hands. Forms, and all bodies of
 * `npm start` that are not UTF-8, arrive as bytes.
 *
 * lib/http/validate.ts imports this when it meets such a text, so that functions do not load it at their start.
 */
import { type AppError, type Issue, invalid, pathOf } from "./error.ts";

/** The 400 for a body that is not UTF-8: it names the first wrong byte. */
export function notUtf8(bytes: Buffer): AppError {
  const at = firstWrongByte(bytes, bytes.toString());
  const value = bytes.toString("hex", at, at + 1);
  const message = `the body is not UTF-8: see byte ${at}, counted from 0 (0x${value})`;
  return invalid([{ path: "", message }]);
}

/** Where the bytes and their decoded text begin to differ. U+FFFD is EF BF BD, so a cut EF or EF BF looks right at first. */
function firstWrongByte(bytes: Buffer, text: string): number {
  const decoded = Buffer.from(text);
  let at = 0;
  while (at < bytes.length && bytes[at] === decoded[at]) at++;
  if (bytes[at - 1] === 0xef) return at - 1;
  return bytes[at - 2] === 0xef && bytes[at - 1] === 0xbf ? at - 2 : at;
}

/** The parts of a query string or form whose percent-encoded bytes are not UTF-8. */
export function encodingIssues(text: string): Issue[] {
  return text.split("&").flatMap((part) => {
    if (isDecodable(part)) return [];
    const [name = ""] = part.split("=", 1);
    if (!isDecodable(name)) return [{ path: "", message: "a name is not percent-encoded UTF-8" }];
    return [{ path: pathOf([decode(name)]), message: "is not percent-encoded UTF-8" }];
  });
}

/** Whether a text was decoded from these bytes without U+FFFD in the place of others. */
export const isTextOf = (bytes: Buffer, text: string): boolean =>
  !text.includes("\ufffd") || bytes.includes(text);

/** A percent without two digits stands for itself. */
const decode = (part: string) =>
  decodeURIComponent(part.replaceAll("+", " ").replace(/%(?![\da-f]{2})/gi, "%25"));

function isDecodable(part: string): boolean {
  try {
    decode(part);
    return true;
  } catch {
    return false;
  }
}

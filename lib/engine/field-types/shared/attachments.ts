/* Attachments in requests and in cells. */

import { splitList } from "#lib/engine/values/lists";
import { randomText } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { isFileToken, publicLength, publicPart } from "#lib/schemas/records/file-token";
import { type Attachment, type Files, Refusal, type StoredFile } from "./field-type.ts";
import { oneLine, quoteValue, tooLong } from "./text.ts";

const attachmentId = new RegExp(`^act([0-9A-Za-z]{${publicLength}})[0-9A-Za-z]{6}$`);

/** The public part of the file's token, from the id of an attachment; undefined for other texts. */
export const publicPartIn = (id: string): string | undefined => attachmentId.exec(id)?.[1];

/** A new attachment for a file, with this name and a new id. */
export const attach = (
  { token, size, mimetype, width, height, thumbnails = [] }: StoredFile,
  name: string,
): Attachment => ({
  id: `act${publicPart(token)}${randomText(6)}`,
  name,
  token,
  size,
  mimetype,
  ...(width !== undefined && height !== undefined && { width, height }),
  ...(thumbnails.length > 0 && { thumbnails }),
});

/** An attachment as text: name and token. */
export const attachmentText = ({ name, token }: Attachment): string => `${name} (${token})`;

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Reflect.get(value, name) : undefined;

/** Attachments from `[{ name, token }]`. The refusal lists every invalid element. Undefined for an empty array. */
export function readAttachments(value: unknown, files: Files): Attachment[] | undefined | Refusal {
  if (!Array.isArray(value)) return new Refusal("must be an array of attachments: [{ name, token }]");
  const refusals: Refusal[] = [];
  const cell: Attachment[] = [];
  for (const [i, item] of value.entries()) {
    const read = readOne(item, i, files);
    if (read instanceof Refusal) refusals.push(read);
    else cell.push(read);
  }
  const [first, ...more] = refusals;
  if (first) return new Refusal(first.message, first.at, more);
  return someOf(cell);
}

function readOne(item: unknown, i: number, files: Files): Attachment | Refusal {
  const [token, given] = [member(item, "token"), member(item, "name")];
  if (typeof token !== "string") return new Refusal("must be an attachment: { name, token }", [i]);
  if (typeof given !== "string") return new Refusal("must be the file's name", [i, "name"]);
  const name = oneLine(given);
  if (name === "") return new Refusal("must not be empty", [i, "name"]);
  const long = tooLong(name, limits.nameLength);
  if (long) return new Refusal(long.message, [i, "name"]);
  const file = files.byToken(token);
  return file ? attach(file, name) : new Refusal(notFound(token), [i]);
}

/** A text as `attachmentText` writes it. */
const withToken = /^(.*) \(([0-9A-Za-z]+)\)$/s;

/** The attachments that a value names by id, as `{ name, token }` or as text with both; a refusal of everything else. Undefined if it names none. */
export function attachmentsIn(value: unknown, files: Files): Attachment[] | undefined | Refusal {
  const cell: Attachment[] = [];
  for (const name of namesIn(value)) {
    if (name === null) continue;
    const found = namedIn(name, files);
    if (found instanceof Refusal) return found;
    cell.push(found);
  }
  return someOf(cell);
}

function namedIn(name: unknown, files: Files): Attachment | Refusal {
  if (typeof name === "string") {
    const [, own = "", token = ""] = withToken.exec(name) ?? [];
    if (!isFileToken(token)) return byId(name, files) ?? new Refusal(notFound(name));
    const found = readOne({ name: own, token }, 0, files);
    return found instanceof Refusal ? new Refusal(found.message) : found;
  }
  const read = readOne(name, 0, files);
  return read instanceof Refusal ? (byId(member(name, "id"), files) ?? new Refusal(read.message)) : read;
}

function byId(id: unknown, files: Files): Attachment | undefined {
  const file = typeof id === "string" ? files.byId(id) : undefined;
  return file && attach(file, file.name);
}

const notFound = (token: unknown) =>
  `the file ${quoteValue(token)} was not found: upload it, confirm the upload (notify), and use it in a record within a day`;

/** The elements of a value. A text is a list. An element of an array is read as one file first, if it names exactly one. */
function namesIn(value: unknown): unknown[] {
  if (typeof value === "string") return splitList(value);
  const elements = Array.isArray(value) ? value : [value];
  return elements.flatMap((element) => {
    if (typeof element !== "string") return [element];
    return isOneFile(element) ? [element] : splitList(element);
  });
}

function isOneFile(text: string): boolean {
  const [, name = "", token = ""] = withToken.exec(text) ?? [];
  return isFileToken(token) && !splitList(name).some((item) => withToken.test(item));
}

/** The file tokens and attachment ids in a value. */
export function filesIn(value: unknown): string[] {
  const found = namesIn(value).flatMap((name) => {
    const texts =
      typeof name === "string"
        ? [name, withToken.exec(name)?.[2]]
        : [member(name, "token"), member(name, "id")];
    return texts.filter((text) => typeof text === "string");
  });
  return [...new Set(found)].filter((text) => isFileToken(text) || attachmentId.test(text));
}

const someOf = (cell: Attachment[]) => (cell.length > 0 ? cell : undefined);

/** A valid file name from any text: without folders, and at most `limits.nameLength` characters. */
export function fileNameOf(text: string): string {
  const own = oneLine(text.split(/[/\\]/).at(-1) ?? "");
  return oneLine(Array.from(own).slice(0, limits.nameLength).join("")) || "file";
}

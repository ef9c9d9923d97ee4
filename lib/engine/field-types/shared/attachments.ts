/* Files as requests name them, and as cells hold them. */

import { splitList } from "#lib/engine/values/lists";
import { randomText } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { isFileToken, publicLength, publicPart } from "#lib/schemas/records/file-token";
import { type Attachment, type Files, Refusal, type StoredFile } from "./field-type.ts";
import { oneLine, quoteText, tooLong } from "./text.ts";

const attachmentId = new RegExp(`^act([0-9A-Za-z]{${publicLength}})[0-9A-Za-z]{6}$`);

/** The public part of the token of the file that an attachment of this id has. */
export const publicPartIn = (id: string): string | undefined => attachmentId.exec(id)?.[1];

/** A file under a name, with an id of its own. */
export const attach = ({ token, size, mimetype, width, height }: StoredFile, name: string): Attachment => ({
  id: `act${publicPart(token)}${randomText(6)}`,
  name,
  token,
  size,
  mimetype,
  ...(width !== undefined && height !== undefined && { width, height }),
});

export const attachmentText = ({ name, token }: Attachment): string => `${name} (${token})`;

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Reflect.get(value, name) : undefined;

/** Whole items, of which token and name count; all that is wrong with them is said. */
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
  return file
    ? attach(file, name)
    : new Refusal(
        `the file ${quoteText(token)} was not found: upload it, say so (notify), and put it into a record within a day`,
        [i],
      );
}

/** The attachments that a value names by id, or as whole items; what names none is left out. */
export function attachmentsIn(value: unknown, files: Files): Attachment[] | undefined {
  const found = namesIn(value).flatMap((name): Attachment[] => {
    if (typeof name !== "string") {
      const read = readOne(name, 0, files);
      return read instanceof Refusal ? byId(member(name, "id"), files) : [read];
    }
    return byId(name, files);
  });
  return someOf(found);
}

function byId(id: unknown, files: Files): Attachment[] {
  const file = typeof id === "string" ? files.byId(id) : undefined;
  return file ? [attach(file, file.name)] : [];
}

/** Ids out of a list of them as text; items as they are. */
function namesIn(value: unknown): unknown[] {
  const elements = Array.isArray(value) ? value : [value];
  return elements.flatMap((element) => (typeof element === "string" ? splitList(element) : [element]));
}

/** Tokens, and ids of attachments, that a value may mean. */
export function filesIn(value: unknown): string[] {
  const found = namesIn(value).flatMap((name) => {
    const texts = typeof name === "string" ? [name] : [member(name, "token"), member(name, "id")];
    return texts.filter((text) => typeof text === "string");
  });
  return [...new Set(found)].filter((text) => isFileToken(text) || attachmentId.test(text));
}

const someOf = (cell: Attachment[]) => (cell.length > 0 ? cell : undefined);

/** A name that a file may have, of whatever somebody calls it: without folders, and not too long. */
export function fileNameOf(said: string): string {
  const own = oneLine(said.split(/[/\\]/).at(-1) ?? "");
  return oneLine(Array.from(own).slice(0, limits.nameLength).join("")) || "file";
}

/* The parts of an import that its steps share. */

import type { Caller } from "#lib/data/identity/caller";
import { openSignatures } from "#lib/data/identity/own-signature";
import { type UserItem, userKey } from "#lib/data/identity/users";
import type { BaseItem } from "#lib/data/spaces/bases";
import { membersOf } from "#lib/data/spaces/members";
import { someBytes } from "#lib/files/storage";
import { AppError } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import { type FileToken, publicPart } from "#lib/schemas/records/file-token";
import { getItems } from "#lib/store/store";
import { type BackupFile, type FileTable, refuseFile } from "./backup-file.ts";
import type { ImportAt } from "./job-places.ts";
import { type NewIds, withNewIds } from "./new-ids.ts";

/** The beginning of an import of this file. */
export const beginImport = (file: Pick<ImportAt, "token" | "size" | "seed">): ImportAt => ({
  ...file,
  ...{ step: "schema", table: 0, at: 0, line: 0, last: 0, done: 0, counts: {} },
});

export interface ImportWork {
  file: BackupFile;
  base: BaseItem;
  ids: NewIds;
  caller: Caller;
  at: ImportAt;
  people: FilePeople;
  /** The people of lines that this deployment signed; undefined for a line that it did not sign, or that was changed. */
  signers: (kind: "record" | "comment", table: FileTable, line: unknown) => PeopleFinder | undefined;
  isLate: () => boolean;
  count: (what: string, by?: number) => void;
}

export interface FilePeople extends PeopleFinder {
  /** The user who imports: the author of everything that is not signed. */
  importer: { id: UserId; name: string };
  /** For signed lines: finds people by their ids alone, and gives the signed names. Other lines of the file cannot change whom an id names. */
  signed: PeopleFinder;
}

export interface PeopleFinder {
  /** The member of the space that stands for a person in the file; undefined if there is none. */
  find(person: { id: string; email?: string | undefined }): UserId | undefined;
  /** The name in the file. */
  nameOf(id: string): string | undefined;
}

/** People are found by e-mail address; those without an address by id. */
export async function readPeople(
  file: BackupFile,
  { spaceId }: BaseItem,
  importer: UserId,
): Promise<Pick<ImportWork, "people" | "signers">> {
  const { isOurs } = await openSignatures();
  const signedNames = new Map<string, string>();
  const inFile = new Map<string, { name?: string; email?: string }>();
  for await (const { value } of file.lines("users.jsonl")) {
    const { id, name, email } = (value ?? {}) as Record<string, unknown>;
    if (typeof id !== "string" || inFile.size >= 30_000) continue;
    if (typeof name === "string" && isOurs(["user"], value)) signedNames.set(id, name);
    inFile.set(id, {
      ...(typeof name === "string" && { name }),
      ...(typeof email === "string" && { email }),
    });
  }
  const members = await membersOf(`SPACE#${spaceId}`);
  const users = await getItems<UserItem>(members.map(({ userId }) => userKey(userId)));
  const byEmail = new Map(users.map((user) => [user.email.toLowerCase(), user.id]));
  const byId = new Map<string, UserId>(users.map(({ id }) => [id, id]));
  const people: FilePeople = {
    find({ id, email = inFile.get(id)?.email }) {
      return email === undefined ? byId.get(id) : byEmail.get(email.toLowerCase());
    },
    nameOf: (id) => inFile.get(id)?.name,
    importer: { id: importer, name: users.find(({ id }) => id === importer)?.name ?? importer },
    signed: { find: ({ id }) => byId.get(id), nameOf: (id) => signedNames.get(id) },
  };
  return {
    people,
    signers: (kind, { id }, line) => (isOurs([kind, id], line) ? people.signed : undefined),
  };
}

/** The old ids of tables, fields and views that the file has. */
export function knownIds({ tables }: BackupFile): ReadonlySet<string> {
  return new Set(
    tables.flatMap(({ id, fields, views }) => [
      id,
      ...fields.map((field) => field.id),
      ...views.map((view) => view.id),
    ]),
  );
}

export const schemaPlace = ({ folder }: FileTable) => `${folder}/schema.json`;

/** Makes the function that gives a part of a schema its new ids. */
export function makeMapper({ file, ids, people }: ImportWork) {
  const known = knownIds(file);
  const fields = Map.groupBy(
    file.tables.flatMap((table) => table.fields),
    ({ id }) => id as string,
  );
  // tables may share ids of fields
  const typesOf = (id: string): string[] => fields.get(id)?.map(({ type }) => type) ?? [];
  const namesText = (operator?: string) => operator === "contains" || operator === "doesNotContain";
  return <Value>(value: Value): Value =>
    withNewIds(value, {
      schema: (old) => (known.has(old) ? ids.of(old) : undefined),
      value(old, { fieldId, operator, type }) {
        const types = fieldId === undefined ? [type] : typesOf(fieldId);
        if (/^rec[0-9A-Za-z]{16}$/.test(old) && types.includes("link") && !namesText(operator))
          return ids.ofRecord(old);
        const isPerson = types.some((each) => each !== undefined && holdPeople.has(each));
        return isPerson && /^usr[0-9A-Za-z]{16}$/.test(old) ? people.find({ id: old }) : undefined;
      },
    });
}
const holdPeople: ReadonlySet<string> = new Set(["user", "createdBy", "lastModifiedBy"]);

/** Runs work on a table; a fault becomes a 400 that names the table's schema in the file. */
export async function inSchemaOf<Result>(
  table: FileTable,
  work: () => Promise<Result>,
  what = "",
): Promise<Result> {
  return work().catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status >= 500 || error.message.includes(schemaPlace(table)))
      throw error;
    throw refuseFile(schemaPlace(table), `${what}${error.message}`);
  });
}

/** Reads an uploaded file. */
export const readingToken =
  (token: FileToken) =>
  (count: number, from: number): Promise<Buffer> =>
    someBytes(publicPart(token), count, from);
